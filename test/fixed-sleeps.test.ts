import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Waits outside of loops that may stay, by file: they make a peer slow, choose the moment of a kill, or are a span of time
 * in which something must not happen. Wait for a condition where a test needs something to have happened.
 */
const allowed: Readonly<Record<string, number>> = {
  'runtime/src/client/soap-client.test.ts': 1,
  'runtime/src/client/transports.test.ts': 1,
  'runtime/src/server/node/connection.test.ts': 3,
  'runtime/src/server/node/http-errors.test.ts': 1,
  'runtime/src/server/node/listen.test.ts': 1,
  'runtime/src/server/node/overload.test.ts': 1,
  'runtime/src/server/node/shutdown.test.ts': 3,
  'runtime/src/server/node/slow-readers.test.ts': 3,
  'runtime/src/server/node/streamed-responses.test.ts': 1,
  'runtime/src/server/one-way.test.ts': 2,
  'runtime/src/server/streaming.test.ts': 1,
  'runtime/src/xml/message-pieces.test.ts': 1,
  'service/src/cli/operator.test.ts': 1,
  'service/src/domain/guess-guard.test.ts': 1,
  'service/src/hooks/hook-worker.test.ts': 1,
  'service/src/hooks/run-command.test.ts': 1,
  'service/src/operator/service-keys-two-processes.test.ts': 1,
  'service/src/storage/database.test.ts': 1,
  'service/src/storage/log-state.test.ts': 2,
  'service/src/storage/objects/s3-store.test.ts': 1,
  'service/src/storage/shared-commits.test.ts': 2,
  'service/src/tracing/collector-agent.test.ts': 1,
  'src/project/output/lock.test.ts': 2,
  'test/cli/watch.test.ts': 2,
  'test/engines/broken-builds.test.ts': 1,
  'test/engines/chunk-sizes.test.ts': 1,
  'test/engines/guesses.test.ts': 1,
  'test/engines/migrations.test.ts': 1,
  'test/runtimes/node-cases.ts': 1,
  'test/runtimes/odd-cases.ts': 1,
  'test/runtimes/odd.ts': 1,
  'test/support/engines/kill-plan.ts': 2,
  'test/support/engines/postgres-pair.ts': 2,
  'test/support/engines/store-processes.ts': 1,
  'test/support/engines/uploaders.ts': 1,
  'test/support/quiet-for.ts': 1,
  'test/support/runtime/connections.ts': 1,
  'test/support/service/checking-uploader.ts': 1,
  'test/support/service/s3-faults.ts': 1,
  'test/support/service/slow-proxy.ts': 1,
  'upload-client/src/command/upload.test.ts': 1,
  'upload-client/src/outage.test.ts': 2,
};

const rooms = ['src', 'runtime/src', 'security/src', 'service/src', 'upload-client/src', 'test'];

const files = rooms.flatMap((room) =>
  readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => (room === 'test' ? file.endsWith('.ts') : file.endsWith('.test.ts')))
    .filter((file) => !/\/(?:expected|generated|node_modules|fixtures|corpus)\//.test(file)),
);

/** Functions that wait for a number of milliseconds. */
const waiting = /^(?:sleep|pause|quietFor)$/;

/** Whether this is `sleep(…)`, or `setTimeout(resolve, …)` with the function that a promise or a callback gives. */
function isWait(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
  const [first] = node.arguments;
  if (node.expression.text === 'setTimeout') return first !== undefined && ts.isIdentifier(first);
  return waiting.test(node.expression.text);
}

/** The function of `new Promise(…)` belongs to the code around it. */
function isOwnFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && !ts.isNewExpression(node.parent);
}

/** Whether the wait is repeated until a condition holds, in the same function. `for (… of …)` has no condition. */
function polls(wait: ts.Node): boolean {
  for (let node = wait.parent; node !== undefined && !isOwnFunction(node); node = node.parent) {
    if (ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node)) return true;
  }
  return false;
}

function fixedWaits(text: string): number {
  if (!/setTimeout|sleep|pause|quietFor/.test(text)) return 0;
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (isWait(node) && !polls(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true));
  return count;
}

it('finds waits outside of loops', () => {
  const fixed = ['await sleep(5);', 'await new Promise((resolve) => setTimeout(resolve, 5));', 'await quietFor(5);'];
  const inLoops = [
    ...fixed.map((wait) => `while (!done) { ${wait} }`),
    'for (; !done; await sleep(5)) await work();',
    'do await pause(5); while (!done);',
  ];
  const others = ['setTimeout(() => socket.write("x"), 5);', 'socket.pause();'];
  expect([...fixed, ...inLoops, ...others].map(fixedWaits)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  expect(fixedWaits('for (const wait of [1, 2]) await sleep(wait);')).toBe(1);
  expect(fixedWaits('while (!done) run(async () => { await sleep(5); });')).toBe(1);
});

it('no test waits for a fixed time, except those that are listed', () => {
  const found = files.map((file) => [file, fixedWaits(readFileSync(`${root}${file}`, 'utf8'))] as const);
  expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(allowed);
});
