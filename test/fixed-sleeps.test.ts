import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The peer or a task takes that long: what is tested is how it is treated. */
const slow = 'slow';
/** A moment of a kill, a stop or a disconnection, often a random one. */
const moment = 'moment';
/** In that span nothing may happen. A longer one would prove more, a slow machine fails no test. */
const quiet = 'quiet';

type Reason = typeof slow | typeof moment | typeof quiet;

/** Waits outside of loops, by file. For what must have happened a test waits by a condition. */
const allowed: Readonly<Record<string, readonly Reason[]>> = {
  'runtime/src/client/soap-client.test.ts': [slow],
  'runtime/src/client/transports.test.ts': [moment],
  'runtime/src/server/node/connection.test.ts': [slow, slow, slow],
  'runtime/src/server/node/http-errors.test.ts': [moment],
  'runtime/src/server/node/listen.test.ts': [slow],
  'runtime/src/server/node/overload.test.ts': [quiet],
  'runtime/src/server/node/shutdown.test.ts': [slow, moment, quiet],
  'runtime/src/server/node/slow-readers.test.ts': [quiet, slow, slow],
  'runtime/src/server/node/streamed-responses.test.ts': [slow],
  'runtime/src/server/one-way.test.ts': [slow, slow],
  'runtime/src/server/streaming.test.ts': [slow],
  'runtime/src/xml/message-pieces.test.ts': [quiet],
  'service/src/cli/operator.test.ts': [quiet],
  'service/src/domain/guess-guard.test.ts': [slow],
  'service/src/hooks/hook-worker.test.ts': [slow],
  'service/src/hooks/run-command.test.ts': [quiet],
  'service/src/operator/service-keys-two-processes.test.ts': [moment],
  'service/src/server/operator-page/operator-page.test.ts': [quiet],
  'service/src/storage/database.test.ts': [quiet],
  'service/src/storage/log-state.test.ts': [quiet, quiet],
  'service/src/storage/objects/s3-store.test.ts': [slow],
  'service/src/storage/shared-commits.test.ts': [slow, slow],
  'service/src/tracing/collector-agent.test.ts': [quiet],
  'src/project/output/lock.test.ts': [slow, slow],
  'test/cli/watch.test.ts': [quiet, quiet],
  'test/engines/broken-builds.test.ts': [slow],
  'test/engines/chunk-sizes.test.ts': [quiet],
  'test/engines/guesses.test.ts': [slow],
  'test/engines/migrations.test.ts': [slow],
  'test/runtimes/node-cases.ts': [slow],
  'test/runtimes/odd-cases.ts': [moment],
  'test/runtimes/odd.ts': [moment],
  'test/support/engines/kill-plan.ts': [moment, moment],
  'test/support/engines/postgres-pair.ts': [slow, moment],
  'test/support/engines/store-processes.ts': [moment],
  'test/support/engines/uploaders.ts': [slow],
  'test/support/quiet-for.ts': [quiet],
  'test/support/runtime/connections.ts': [slow],
  'test/support/service/checking-uploader.ts': [slow],
  'test/support/service/s3-faults.ts': [slow],
  'test/support/service/slow-proxy.ts': [slow],
  'upload-client/src/command/upload.test.ts': [moment],
  'upload-client/src/outage.test.ts': [slow, slow],
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
  const counts = Object.entries(allowed).map(([file, reasons]) => [file, reasons.length]);
  expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(Object.fromEntries(counts));
});
