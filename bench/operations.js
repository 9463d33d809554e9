// `npm run bench:operations`, or `node bench/operations.js` after a build: CPU time a call of each operation, the service as it is
// deployed against the bare skeleton of its contract, in one run, rounds interleaved.
// `--rounds 5 --seconds 2 --only GetClientID --connections 32 --service BIN --profile FOLDER`: BIN is the command of another
// build; a profile tells where the CPU time of the service goes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startOidcProvider } from './operations/oidc-provider.js';
import { printProfile } from './operations/profile.js';
import { operations } from './operations/requests.js';
import { startService, startSkeleton } from './operations/servers.js';
import { provisioning, samlKey } from './operations/site.js';
import { runScript } from './processes.js';
import { printTable } from './report/table.js';
import { measureRows, summaries } from './rounds.js';

const load = fileURLToPath(new URL('operations/load.js', import.meta.url));
/** Parts of a round, in which both servers take turns. */
const turns = 2;

/** Operations that hash a password for a third of a second: 32 at once would take minutes, and tell nothing more. */
const slow = ['AdminCreateFolder', 'AccountCreateFreeFromPromotion'];

/** Operations that take microseconds: V8 compiles their code in the first thousands of calls. */
const lookUps = ['GetClientID', 'GetAPIURL'];

/** Calls of a look-up, and seconds of any load, before the first measurement of a row; a look-up takes five times as long at most. */
const warmUp = { calls: 20_000, seconds: 3 };

const usualConnections = (operation) => (slow.includes(operation) ? [1] : [1, 32]);

/**
 * Starts both servers. Returns a row for each operation and number of connections.
 *
 * @param {{ only?: readonly string[], connections?: readonly number[], service?: string, profile?: string }} [options]
 */
export async function openOperations({ only = operations, connections, service, profile } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-bench-'));
  const provider = await startOidcProvider();
  const key = await samlKey();
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`];
  const site = provisioning(provider.issuer, key.certificate);
  const real = await startService({ folder, provisioning: site, service, nodeOptions });
  const bare = await startSkeleton();
  let next = 0;

  const callsOf = async (server, operation, count, seconds) => {
    const before = server.cpu();
    const seen = await runScript([load, server.url, operation, count, seconds, next], { input: key.privateKey });
    next += seen.requests;
    return { ...seen, cpu: server.cpu() - before };
  };
  const warm = async (server, operation, count) => {
    let calls = 0;
    for (let part = 0; part === 0 || (lookUps.includes(operation) && part < 5 && calls < warmUp.calls); part++) {
      calls += (await callsOf(server, operation, count, warmUp.seconds)).requests;
    }
  };
  const round = async (operation, count, seconds) => {
    const sums = { bare: { cpu: 0, requests: 0 }, real: { cpu: 0, requests: 0 } };
    let last;
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, server] of Object.entries({ bare, real })) {
        last = await callsOf(server, operation, count, seconds / turns / 2);
        sums[name].cpu += last.cpu;
        sums[name].requests += last.requests;
      }
    }
    const [bareCpu, realCpu] = [sums.bare, sums.real].map(({ cpu, requests }) => cpu / requests);
    return { bareCpu, realCpu, times: realCpu / bareCpu, p50: last.p50, p99: last.p99 };
  };
  const rows = {};
  for (const operation of only) {
    for (const count of connections ?? usualConnections(operation)) {
      rows[`${operation}, ${count}`] = {
        warm: async () => {
          for (const server of [bare, real]) await warm(server, operation, count);
        },
        run: (seconds) => round(operation, count, seconds),
      };
    }
  }
  const close = async () => {
    await Promise.all([real.stop(), bare.stop()]);
    provider.close();
    rmSync(folder, { recursive: true });
  };
  return { rows, close };
}

export const columns = [
  { key: 'bareCpu', title: 'bare CPU µs' },
  { key: 'realCpu', title: 'service CPU µs' },
  { key: 'times', title: 'x bare', digits: 2 },
  { key: 'p50', title: 'p50 ms', digits: 2 },
  { key: 'p99', title: 'p99 ms', digits: 2 },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', multiple: true },
      connections: { type: 'string', multiple: true },
      service: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const { rounds, seconds, connections, profile, ...rest } = values;
  if (profile !== undefined) mkdirSync(profile, { recursive: true });
  const { rows, close } = await openOperations({ ...rest, profile, connections: connections?.map(Number) });
  try {
    const samples = await measureRows(rows, { rounds: Number(rounds), seconds: Number(seconds) });
    printTable({ title: 'operations of the service', columns, ratios: [] }, summaries(samples, columns));
  } finally {
    await close();
  }
  if (profile !== undefined) printProfile(profile);
}
