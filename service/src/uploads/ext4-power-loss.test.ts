import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcknowledgedWork, lostOf } from '../../../test/support/service/acknowledged-work.ts';
import { canMountExt4, Ext4Disk } from '../../../test/support/service/ext4-disk.ts';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { type Child, startServer } from '../../../test/support/service/service-process.ts';
import { openDatabase } from '../storage/database.ts';
import { LogState } from '../storage/log-state.ts';

/** `npm run faults:disk` runs it. */
const wanted = process.env.RFS_DISK_FAULTS !== undefined && canMountExt4();

describe.skipIf(!wanted)('a loss of power on ext4, whose device fails for a moment', () => {
  let disk: Ext4Disk;
  let server: (Child & { readonly url: string }) | undefined;
  beforeEach(() => {
    disk = new Ext4Disk();
  });
  afterEach(async () => {
    server?.process.kill('SIGKILL');
    await server?.exited;
    disk.remove();
  });

  it('fails each sync of bytes that the device has not written', () => {
    const bytes = Buffer.alloc(256 * 1024, 'x');
    const write = (name: string) => {
      const file = openSync(join(disk.path, name), 'w');
      try {
        writeSync(file, bytes);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    };
    write('before');
    // The first pages of the file find room.
    disk.fail(64 * 1024);
    expect(() => write('during')).toThrow('ENOSPC');
    disk.heal();
    write('after');
    const after = disk.afterPowerLoss();
    for (const name of ['before', 'after']) expect(bytes.equals(readFileSync(join(after.path, name)))).toBe(true);
    after.remove();
  });

  it('Durable: a copy of the log to the database that failed is on the disk after the log was restarted', async () => {
    const db = await openDatabase(join(disk.path, 'database.sqlite'));
    const set = (name: string) =>
      db
        .insertInto('settings')
        .values({ name, value: 'x'.repeat(3000) })
        .execute();
    for (let row = 0; row < 60; row += 1) await set(`before-${row}`);
    disk.fail(16 * 1024);
    await expect(sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)).rejects.toMatchObject({ code: 'failed' });
    disk.heal();
    // Linux tells each open file of the failure once, so that a first attempt may fail.
    await set('after').catch(() => set('after'));
    // Otherwise the disk still has the log.
    spawnSync('sync', ['--file-system', disk.path]);
    const after = disk.afterPowerLoss();
    const found = new DatabaseSync(join(after.path, 'database.sqlite'));
    expect(found.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(found.prepare('SELECT count(*) AS rows FROM settings').get()).toEqual({ rows: 61 });
    found.close();
    after.remove();
    await db.destroy();
  });

  it('Durable: a log whose sync failed is on the disk when it was written again', () => {
    const log = join(disk.path, 'database.sqlite-wal');
    const bytes = Buffer.alloc(100_000, 'log ');
    const file = openSync(log, 'w');
    disk.fail(16 * 1024);
    writeSync(file, bytes);
    expect(() => fsyncSync(file)).toThrow('ENOSPC');
    disk.heal();
    new LogState(join(disk.path, 'database.sqlite')).rewrite();
    const after = disk.afterPowerLoss();
    expect(bytes.equals(readFileSync(join(after.path, 'database.sqlite-wal')))).toBe(true);
    after.remove();
    closeSync(file);
  });

  // At different moments of a round: while a chunk is written, the log of the database, and neither for a while.
  it.each([0, 112, 144, 176, 240, 320, 384, 432, 480, 560, 624])(
    'Durable: what is acknowledged before, during and after a failure of the device survives, with room for %i KiB',
    async (room) => {
      const data = join(disk.path, 'data');
      await provisionFolder(data);
      server = await startServer(data, [], { RFS_LIMITS_FREE: '1' });
      const clients = [new RemoteFileServiceClient({ address: server.url })];
      const work = new AcknowledgedWork();
      await work.round(clients, 'before');
      disk.fail(room * 1024);
      for (let round = 0; round < 20; round += 1) {
        const failed = await work.round(clients, `during-${round}`).then(
          () => false,
          () => true,
        );
        if (failed) break;
      }
      disk.heal();
      expect(work.refused).toBeGreaterThan(0);
      for (const name of ['after', 'later']) {
        await work.round(clients, name);
        const after = disk.afterPowerLoss();
        try {
          expect(await lostOf(join(after.path, 'data'), work.acknowledged)).toEqual([]);
        } finally {
          after.remove();
        }
      }
    },
    120_000,
  );
});
