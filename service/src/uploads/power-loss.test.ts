import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../../src/messages/values/random.ts';
import { type Acknowledged, AcknowledgedWork, lostOf } from '../../../test/support/service/acknowledged-work.ts';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { canRecordDisks, type DiskFault, RecordedDisk } from '../../../test/support/service/recorded-disk.ts';
import { type Child, startServer } from '../../../test/support/service/service-process.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
/** `npm run faults:disk` sets the number of faults, of all calls. */
const faults = Number(process.env.RFS_DISK_FAULTS ?? 0);
/** Faults on one folder. */
const batch = 10;
const seed = process.env.RFS_SEED ?? String(Date.now() % 1_000_000);

describe.skipIf(!canRecordDisks() && !required)('a loss of power after a failed call of the disk', () => {
  const folders: string[] = [];
  const temporary = (name: string) => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), `rfs-${name}-`));
    folders.push(folder);
    return folder;
  };
  let data: string;
  let disk: RecordedDisk;
  let servers: Child[];
  let clients: RemoteFileServiceClient[];
  let work: AcknowledgedWork;
  /** Every acknowledgement since the last check, with its moment. */
  let moments: { readonly at: number; readonly acknowledged: Acknowledged }[];
  const start = async () => {
    const server = await startServer(data, [], disk.env);
    servers.push(server);
    clients.push(new RemoteFileServiceClient({ address: server.url }));
  };
  beforeEach(async () => {
    data = temporary('power');
    [servers, clients, moments] = [[], [], []];
    await provisionFolder(data);
    disk = new RecordedDisk(data);
    work = new AcknowledgedWork((acknowledged) => moments.push({ at: disk.moment(), acknowledged }));
    await start();
    await work.round(clients, 'before');
  });
  afterEach(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    disk.remove();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const expectNothingLost = async () => {
    for (const { at, acknowledged } of moments.splice(0)) {
      const after = temporary('cut');
      disk.afterPowerLoss(after, at);
      expect(await lostOf(after, acknowledged)).toEqual([]);
      rmSync(after, { recursive: true });
    }
  };

  it.each([0, 3])(
    'Durable: after sync %i of the log of the database failed, what is acknowledged next survives',
    async (pass) => {
      // A commit between requests, such as that of a lease that times out, may have the fault in their place.
      while (work.refused === 0) {
        disk.fail({ call: 'sync', name: '-wal', pass, error: 'EIO' });
        await work.round(clients, `during-${disk.moment()}`);
        expect(disk.heal()).toBe(0);
      }
      await work.round(clients, 'after');
      expect(work.refused).toBe(1);
      await expectNothingLost();
    },
  );

  it('Durable: another process on the folder commits nothing behind a failed sync', async () => {
    await start();
    disk.fail({ call: 'sync', name: '-wal', pass: 3, error: 'EIO' });
    await work.round(clients, 'during');
    await work.round(clients.slice(1), 'other');
    expect(disk.heal()).toBe(0);
    await expectNothingLost();
  });

  it('Durable: a process that is killed after a failed sync leaves nothing behind which others commit', async () => {
    disk.fail({ call: 'sync', name: '-wal', times: 1000, error: 'EIO' });
    await expect(work.round(clients, 'refused')).rejects.toMatchObject({ code: 'Receiver' });
    for (const { process } of servers) process.kill('SIGKILL');
    await Promise.all(servers.splice(0).map(({ exited }) => exited));
    clients.splice(0);
    disk.heal();
    const killed = disk.moment();
    const log = readFileSync(join(data, 'database.sqlite-wal'));
    const { acknowledged } = work;
    await start();
    await expectNothingLost();
    // Before a page is copied to the database, the log has all of them again, those of the failed commit too.
    const [rewritten] = disk.syncs(killed, '-wal');
    const restarted = temporary('log');
    disk.afterPowerLoss(restarted, rewritten);
    expect(readFileSync(join(restarted, 'database.sqlite-wal'))).toEqual(log);
    moments.push(...disk.syncs(rewritten ?? killed).map((at) => ({ at, acknowledged })));
    await work.round(clients, 'after');
    await expectNothingLost();
  });

  it.each(Array.from({ length: Math.ceil(faults / batch) }, (_, index) => index))(
    'Durable: faults of all calls, at any moment, with two processes, some killed: batch %i',
    async (index) => {
      const random = new Random(`${seed}/${index}`);
      await start();
      let happened = 0;
      for (let fault = 0; fault < batch; fault += 1) {
        const name = random.pick(['-wal', '-wal', 'database.sqlite', '.1', 'spool', data, '']);
        const planned: DiskFault = {
          call: random.pick<DiskFault['call']>(['sync', 'sync', 'write']),
          name,
          pass: random.int(0, name === '' ? 40 : name === '-wal' ? 10 : 2),
          times: random.pick([1, 1, 2, 3]),
          error: random.pick<DiskFault['error']>(['EIO', 'ENOSPC']),
        };
        disk.fail(planned);
        try {
          await work.round(clients, `during-${fault}`);
          happened += disk.heal() < (planned.times ?? 1) ? 1 : 0;
          if (random.chance(20)) {
            servers.shift()?.process.kill('SIGKILL');
            clients.shift();
            await start();
          }
          await work.round(clients, `after-${fault}`);
          await expectNothingLost();
        } catch (error) {
          const output = servers.map(({ stderr }) => stderr().slice(-2000)).join('\n');
          throw new Error(`Seed ${seed}, fault ${fault}: ${JSON.stringify(planned)}\n${output}`, { cause: error });
        }
      }
      process.stdout.write(`${happened} of ${batch} faults happened, ${work.refused} requests failed\n`);
    },
    batch * 30_000,
  );
});
