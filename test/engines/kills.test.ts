import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../service/src/server/open-service.ts';
import { BalancedServices } from '../support/engines/balanced-services.ts';
import { type FaultReport, runFaults } from '../support/engines/kill-plan.ts';
import { PostgresPair } from '../support/engines/postgres-pair.ts';
import { completeLists } from '../support/engines/store-processes.ts';
import { Sweeps } from '../support/engines/sweeps.ts';
import { Uploaders } from '../support/engines/uploaders.ts';
import { allOn } from '../support/service/all-on.ts';
import { objectUploadsOf, sweptDifferences } from '../support/service/object-differences.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversKey, serversOf } from '../support/service/servers.ts';
import { runCommand } from '../support/service/service-process.ts';
import { type Engines, startEngines } from './engines.js';

/** `npm run faults:engines` sets them. */
const { RFS_KILLS = '20', RFS_KILLS_SEED, RFS_KILLS_PROGRESS, RFS_TEST_STORE = 'ceph' } = process.env;
const count = Number(RFS_KILLS);
const seed = Number(RFS_KILLS_SEED ?? randomInt(1_000_000));
const timeout = 120_000 + count * 10_000;

describe(`uploads through HAProxy to three processes, with kills of seed ${seed}`, () => {
  let folder: string;
  let engines: Engines;
  let database: PostgresPair;
  let own: OwnServers;
  let environment: Readonly<Record<string, string>>;
  let services: BalancedServices;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-kills-'));
    // Its own engines: other tests run at the same time.
    engines = await startEngines(RFS_TEST_STORE === 'swift' ? 'swift' : 'ceph');
    Object.assign(process.env, engines.environment);
    database = new PostgresPair(engines.database);
    const { RFS_TEST_DATABASE: url = '', RFS_TEST_OBJECTS: endpoint = '' } = engines.environment;
    own = await serversOf(folder, { database: url, endpoint });
    environment = {
      ...(await allOn(folder)),
      ...environmentOf(own),
      RFS_DATABASE_URL: database.urlOf(own.servers.database.url),
    };
    await writeFile(join(folder, 'site.yaml'), provisioning);
    await run('provision', join(folder, 'site.yaml'));
    await run('lock', 'set', '/anna/in/new', '--days', '1', '--until', '2099-01-01');
    services = await BalancedServices.start(folder, environment);
  });
  afterAll(async () => {
    await services?.close();
    engines?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command of the service to its end. */
  const run = async (...args: readonly string[]): Promise<void> => {
    const command = runCommand([...args, '--data', join(folder, 'command')], environment);
    expect([await command.exited, command.stderr()]).toEqual([0, '']);
  };
  /** SHA-256 of all files, read by a command of the service, by their names. */
  const storedFiles = async (): Promise<ReadonlyMap<string, string>> => {
    const target = join(folder, 'exported');
    await run('files', 'export', '/anna/in', target);
    const found = await readdir(target, { recursive: true, withFileTypes: true });
    const digests = new Map<string, string>();
    for (const file of found.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name));
      digests.set(file.name, createHash('sha256').update(bytes).digest('hex'));
    }
    return digests;
  };
  /** Objects that no row names, and rows without an object, after a sweep. */
  const differences = async (): Promise<readonly string[]> => {
    const { servers } = own;
    const url = database.urlOfPrimary(servers.database.url);
    const service = await openService({
      data: join(folder, 'sweep'),
      servers: { ...servers, database: { ...servers.database, url } },
      serviceKeys: serversKey,
      apiUrl: () => '',
      uploadTimes: { stray: -5_000 },
    });
    try {
      const uploads = objectUploadsOf(service);
      // Objects that were replaced wait otherwise: so far back the database may be restored.
      await uploads.db.updateTable('deletions').set({ after_at: 0 }).execute();
      return await sweptDifferences(uploads);
    } finally {
      await service.close();
    }
  };
  const print = (line: string): void => {
    if (RFS_KILLS_PROGRESS !== undefined) process.stderr.write(`${line}\n`);
  };

  it(
    `after ${count} kills every acknowledged byte is there once, and after a sweep the bucket equals the extents`,
    async () => {
      const sweeps = new Sweeps(join(folder, 'sweeper'), environment);
      const uploaders = new Uploaders(services.url, { seed, count: 6 });
      const reports: FaultReport[] = [];
      const began = performance.now();
      try {
        const targets = { services, sweeps, database, store: engines.store, uploaders };
        await runFaults(targets, { count, seed }, (report) => {
          reports.push(report);
          const { kind, milliseconds, inFlight } = report;
          print(`${reports.length}/${count} ${kind}: ${inFlight} in flight, ${Math.round(milliseconds)} ms`);
        });
        await services.untilAllReady();
      } finally {
        await uploaders.stop();
        await sweeps.kill();
      }
      print(summaryOf(reports, { uploaders, sweeps, seconds: (performance.now() - began) / 1_000 }));
      expect(uploaders.violations).toEqual([]);
      expect(reports.length).toBe(count);
      expect(uploaders.files.size).toBeGreaterThan(count / 4);
      const stored = await storedFiles();
      expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(uploaders.files));
      await completeLists(engines.store);
      expect(await differences()).toEqual([]);
    },
    timeout,
  );
});

/** Figures of a run, in lines. */
function summaryOf(
  reports: readonly FaultReport[],
  { uploaders, sweeps, seconds }: { readonly uploaders: Uploaders; readonly sweeps: Sweeps; readonly seconds: number },
): string {
  const kinds = new Map<string, number>();
  for (const { kind } of reports) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const { files, acknowledgedChunks, acknowledgedBytes, resends } = uploaders;
  return [
    ...[...kinds].sort(([, a], [, b]) => b - a).map(([kind, number]) => `${String(number).padStart(5)}  ${kind}`),
    `${reports.length} faults in ${Math.round(seconds)} s, seed ${seed}, ${RFS_TEST_STORE}`,
    `${files.size} files, ${acknowledgedChunks} chunks, ${acknowledgedBytes} bytes acknowledged; ${resends} resends`,
    `${sweeps.sweeps} sweeps deleted ${sweeps.orphans} orphans`,
  ].join('\n');
}
