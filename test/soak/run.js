// A long time with all kinds of callers: `npm run build && node test/soak/run.js [--requests 100000] [--callers 32]`.
//
// Starts the built Remote File Service with the demonstration's data in a temporary folder, sends it requests of every
// kind of `callers.js`, and now and then lets all of them end and asks it what it holds. What it holds must be flat: the
// last quarter is compared with the second. Exit code 1 when it is not, or when a caller was not treated as it must be.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callers } from './callers.js';
import { pause } from './wire.js';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, callers: { type: 'string', default: '32' } },
});
const requests = Number(values.requests);
const atOnce = Number(values.callers);
const samples = 20;
const slowAtOnce = 40;

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const program = here('../../service/bin/remote-file-service.js');
const folder = mkdtempSync(join(tmpdir(), 'soapwright-soak-'));
const environment = {
  ...process.env,
  RFS_DATA: join(folder, 'data'),
  RFS_PORT: '0',
  RFS_RATE_LIMIT: 'false',
  // So that slow callers are cut off while the others go on, and nobody else is on a machine that is busy.
  RFS_TIMEOUTS_HEADERS: '10',
  RFS_TIMEOUTS_BODY: '5',
  RFS_TIMEOUTS_REQUEST: '12',
  RFS_TIMEOUTS_WRITE: '5',
};

async function startService() {
  const provisioned = spawnSync(process.execPath, [program, 'provision', here('../../service/demo.yaml')], {
    env: environment,
    encoding: 'utf8',
  });
  if (provisioned.status !== 0) throw new Error(provisioned.stderr);
  const child = fork(program, ['serve', '--log-level', 'info'], {
    env: environment,
    execArgv: ['--expose-gc', '--max-old-space-size=1024', '--import', here('probe.js')],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const lines = createInterface({ input: child.stderr });
  const errors = [];
  const port = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const told = line.startsWith('{') ? JSON.parse(line) : { level: 'error', message: line };
      if (told.message === 'listening') resolve(told.port);
      if (told.level === 'error') errors.push(line);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${errors.join('\n')}`)));
  });
  return { child, port, errors };
}

/** The kinds in turn, each as often as its weight says, well mixed: the same in each run. */
function* turns() {
  const total = callers.reduce((sum, { weight }) => sum + weight, 0);
  const due = callers.map(() => 0);
  for (;;) {
    for (const [at, { weight }] of callers.entries()) due[at] += weight / total;
    const most = due.indexOf(Math.max(...due));
    due[most] -= 1;
    yield callers[most];
  }
}

const { child, port, errors } = await startService();
const wrong = new Map();
const done = new Map();
const running = new Set();
const slow = new Set();
const kinds = turns();
let sent = 0;

async function one(turn) {
  const { value: kind } = kinds.next();
  const work = kind.run(port, turn).then((problem) => {
    done.set(kind.name, (done.get(kind.name) ?? 0) + 1);
    if (problem === undefined) return;
    const key = `${kind.name} ${problem}`;
    wrong.set(key, (wrong.get(key) ?? 0) + 1);
  });
  const among = kind.slow ? slow : running;
  among.add(work);
  void work.finally(() => among.delete(work));
  if (!kind.slow) await work;
  else if (slow.size >= slowAtOnce) await Promise.race(slow);
}

async function sample() {
  await Promise.all([...running, ...slow]);
  // Sockets that the service closes on its own behalf.
  await pause(1_500);
  child.send('sample');
  const [found] = await once(child, 'message');
  return found;
}

const taken = [];
const started = performance.now();
for (let at = 1; at <= samples; at++) {
  const until = Math.round((requests * at) / samples);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sent < until) await one(sent++);
    }),
  );
  taken.push(await sample());
  const { rss, heap, handles, delay } = taken.at(-1);
  const count = Object.values(handles).reduce((sum, number) => sum + number, 0);
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${String(sent).padStart(8)}  ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  RSS ${megabytes(rss)}  heap ${megabytes(heap)}  handles ${count}  delay p99 ${delay.toFixed(1)} ms`,
  );
}
child.kill('SIGTERM');
const [code] = await once(child, 'exit');
rmSync(folder, { recursive: true, force: true });

/** The median of a quarter of the samples. */
function quarter(number, of) {
  const part = taken.slice((samples / 4) * (number - 1), (samples / 4) * number).map(of);
  return part.sort((a, b) => a - b)[Math.floor(part.length / 2)];
}
const measures = [
  { name: 'RSS after GC, MB', of: ({ rss }) => rss / 1e6, most: (second) => second * 1.15 + 10 },
  { name: 'heap after GC, MB', of: ({ heap }) => heap / 1e6, most: (second) => second * 1.1 + 2 },
  {
    name: 'handles',
    of: ({ handles }) => Object.values(handles).reduce((sum, number) => sum + number, 0),
    most: (second) => second + 2,
  },
  // A machine that others use as well makes it jump.
  { name: 'event-loop delay p99, ms', of: ({ delay }) => delay, most: (second) => second * 3 + 20 },
];
const rows = measures.map(({ name, of, most }) => {
  const [second, last] = [quarter(2, of), quarter(4, of)];
  return {
    measure: name,
    'second quarter': +second.toFixed(1),
    'last quarter': +last.toFixed(1),
    flat: last <= most(second),
  };
});
console.table(rows);
console.log(
  `${sent} requests of ${done.size} kinds in ${((performance.now() - started) / 1000).toFixed(0)} s; handles at the end: ${JSON.stringify(taken.at(-1).handles)}`,
);
for (const [problem, count] of wrong) console.log(`wrong, ${count} times: ${problem}`);
for (const line of errors.slice(0, 10)) console.log(`the service says: ${line}`);
if (code !== 0) console.log(`the service ended with ${code}`);
const fine = rows.every(({ flat }) => flat) && wrong.size === 0 && errors.length === 0 && code === 0;
process.exitCode = fine ? 0 : 1;
