// `npm run bench:engines`, as root on Debian: durable chunks of 1 MiB through one process and through three on PostgreSQL with a
// synchronous standby and Ceph's gateway, behind HAProxy without stickiness, in one run, rounds interleaved.
// `-- --rounds 7 --write`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '../test/engines/engines.js';
import { freePorts } from '../test/support/free-ports.js';
import { usageOf } from './process-usage.js';
import { command, provision, serve, stop, uploadLoad } from './upload-service.js';

const uploads = 16;
/** Seconds of load for each process before the first measurement, for the compiler of V8. */
const warmUp = 20;

/** The settings of a process on engines. */
function settingsOf({ RFS_TEST_DATABASE, RFS_TEST_OBJECTS, RFS_TEST_CREDENTIALS }) {
  const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = RFS_TEST_CREDENTIALS.split(' ');
  return {
    RFS_DATABASE_URL: RFS_TEST_DATABASE,
    RFS_OBJECTS_ENDPOINT: RFS_TEST_OBJECTS,
    RFS_OBJECTS_BUCKET: 'rfs-tests',
    RFS_SERVICE_KEY: '07'.repeat(32),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  };
}

/** Process ids in the files of servers that a folder has. */
function pidsIn(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.pid'));
  return names.map((name) => Number(readFileSync(join(folder, name), 'utf8').split('\n')[0]));
}

/** CPU time of processes and their children, in microseconds. */
const cpuOf = (pids) => pids.reduce((sum, pid) => sum + usageOf(pid).cpu, 0);

/** Starts HAProxy with a port for each number of processes, which it uses in turn for each request. */
async function startBalancer(folder, urls, counts) {
  const first = await freePorts(counts.length);
  const sections = counts.map((count, index) => {
    const servers = urls.slice(0, count).map((url, number) => `  server s${number} ${new URL(url).host}`);
    return `listen l${index}\n  bind 127.0.0.1:${first + index}\n  balance roundrobin\n${servers.join('\n')}\n`;
  });
  const path = join(folder, 'haproxy.cfg');
  const timeouts = ['connect', 'client', 'server'].map((name) => `  timeout ${name} 60s\n`).join('');
  writeFileSync(path, `global\n  nbthread 1\ndefaults\n  mode http\n${timeouts}${sections.join('')}`);
  const child = spawn('haproxy', ['-db', '-q', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { pathname } = new URL(urls[0]);
  return { child, urls: counts.map((_, index) => `http://127.0.0.1:${first + index}${pathname}`) };
}

/** The figures of one load: CPU time a chunk, in milliseconds, of each kind of process. */
async function measure(url, parts, seconds) {
  const before = Object.values(parts).map(cpuOf);
  const seen = await uploadLoad(url, { uploads, seconds });
  const cpu = Object.entries(parts).map(([name, pids], index) => {
    return [name, (cpuOf(pids) - before[index]) / 1000 / seen.chunks];
  });
  return { ...seen, ...Object.fromEntries(cpu) };
}

/** Starts the engines and three processes. Returns a row for one process, and one for all of them. */
export async function openEngines() {
  if (process.getuid?.() !== 0) return { rows: { 'one process': 'needs root' }, close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'rfs-bench-'));
  const engines = await startEngines('ceph');
  const settings = settingsOf(engines.environment);
  provision(command, folder, join(folder, 'command'), settings);
  const services = [];
  for (const index of [0, 1, 2]) services.push(await serve(command, join(folder, String(index)), settings));
  const counts = [1, 3];
  const balancer = await startBalancer(
    folder,
    services.map(({ url }) => url),
    counts,
  );
  const postmasters = ['a', 'b'].map((name) => join(engines.database.folder, name, 'postmaster.pid'));
  const parts = {
    service: services.map(({ child }) => child.pid),
    database: postmasters.map((path) => Number(readFileSync(path, 'utf8').split('\n')[0])),
    store: pidsIn(engines.store.folder),
    balancer: [balancer.child.pid],
  };
  /** CPU time a chunk of one process in the same round. */
  let ofOne;
  const runOf = (index) => async (seconds) => {
    const seen = await measure(balancer.urls[index], parts, seconds);
    if (index === 0) ofOne = seen.service;
    return { ...seen, onPaper: (counts[index] * ofOne) / seen.service };
  };
  const rows = Object.fromEntries(
    ['one process', 'three processes'].map((name, index) => [
      name,
      { warm: () => measure(balancer.urls[index], parts, counts[index] * warmUp), run: runOf(index) },
    ]),
  );
  const close = async () => {
    balancer.child.kill();
    await Promise.all(services.map(({ child }) => stop(child)));
    engines.close();
    rmSync(folder, { recursive: true });
  };
  return { rows, close };
}

export const columns = [
  { key: 'perSecond', title: 'chunks/s', digits: 1 },
  { key: 'p50', title: 'p50 ms', digits: 0 },
  { key: 'p99', title: 'p99 ms', digits: 0 },
  { key: 'service', title: 'service CPU ms', digits: 2 },
  { key: 'onPaper', title: 'x one process', digits: 2 },
  { key: 'database', title: 'PostgreSQL CPU ms', digits: 2 },
  { key: 'store', title: 'store CPU ms', digits: 2 },
  { key: 'balancer', title: 'HAProxy CPU ms', digits: 2 },
];
