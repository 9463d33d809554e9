import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AppendChunkWithFolderAccessKeyRequest } from '@soapwright/generated/remote-file-service/client';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { canMount, mountReadOnly, mountSmallDisk, type SmallDisk } from '../../../test/support/service/small-disk.ts';
import { openService } from '../server/open-service.ts';
import { openDataFolder } from '../storage/content/data-folder.ts';

const mountable = process.env.SOAPWRIGHT_FOREIGN === 'required' || canMount();
const minute = 60_000;
const mebibyte = 1024 * 1024;
const full = { name: 'SoapFault', code: 'Receiver', detailCode: 'StorageFull' };
const readOnly = { name: 'SoapFault', code: 'Receiver', detailCode: 'StorageReadOnly' };

/** Sends bytes at an offset of a file in Anna's folder. */
function sender({ client }: Harness) {
  return (name: string, bytes: Buffer, Offset: number, rest: Partial<AppendChunkWithFolderAccessKeyRequest> = {}) =>
    client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: name,
      ChunkData: new Blob([new Uint8Array(bytes)]),
      Offset: BigInt(Offset),
      BytesRead: bytes.length,
      isLastChunk: false,
      ...rest,
    });
}

async function expectSound({ service }: Harness): Promise<void> {
  expect((await sql`PRAGMA integrity_check`.execute(service.state.db)).rows).toEqual([{ integrity_check: 'ok' }]);
}

describe.skipIf(!mountable)('a full disk', () => {
  let disk: SmallDisk;
  let harness: Harness;
  let send: ReturnType<typeof sender>;
  beforeEach(async () => {
    disk = mountSmallDisk(12 * mebibyte);
    harness = await startHarness({ data: join(disk.path, 'data') });
    send = sender(harness);
  });
  afterEach(async () => {
    await harness.close();
    disk.unmount();
  });

  const bytes = (size: number, fill: string) => Buffer.alloc(size, fill);
  /** Whether the file of a name holds these bytes: quicker than a comparison that could show the difference. */
  const holds = async (name: string, ...pieces: readonly Buffer[]) =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes.equals(Buffer.concat(pieces));

  it('hardening: disk full is a Receiver fault with its code, changes nothing, and ends when space is free', async () => {
    await send('old', bytes(1000, 'old'), 0, { isLastChunk: true });
    const { UploadToken } = await send('n.bin', bytes(1000, 'a'), 0);
    disk.fill('filler', mebibyte);
    const chunk = bytes(4 * mebibyte, 'b');
    for (const isLastChunk of [false, true]) {
      await expect(send('n.bin', chunk, 1000, { UploadToken, isLastChunk })).rejects.toMatchObject(full);
      await expect(send('other', chunk, 0, { isLastChunk })).rejects.toMatchObject(full);
    }
    expect(await holds('old', bytes(1000, 'old'))).toBe(true);
    expect(await holds('n.bin')).toBeUndefined();
    // What fits goes on, and nothing of what did not is left in the way.
    expect(await send('n.bin', bytes(1000, 'c'), 1000, { UploadToken })).toMatchObject({ ChunkAppended: true });
    const spooled = (await readdir(join(harness.folder, 'spool'))).filter((name) => name !== '.reserve');
    expect(spooled).toHaveLength(1);
    await rm(join(disk.path, 'filler'));
    expect(await send('n.bin', chunk, 2000, { UploadToken, isLastChunk: true })).toMatchObject({ ChunkAppended: true });
    expect(await holds('n.bin', bytes(1000, 'a'), bytes(1000, 'c'), chunk)).toBe(true);
    await expectSound(harness);
  });

  it('hardening: disk full to the last byte: the database cannot write either, and uploads continue afterwards', async () => {
    const { UploadToken } = await send('n.bin', bytes(1000, 'a'), 0);
    // The log of the database uses what it has first, so it is used up.
    disk.fill('filler');
    await rm(join(harness.folder, 'spool', '.reserve'));
    disk.fill('filler2');
    let held = 1000;
    let failed: unknown;
    for (let i = 0; i < 2000 && failed === undefined; i += 1) {
      await send('n.bin', bytes(1, 'b'), held, { UploadToken })
        .then(() => {
          held += 1;
        })
        .catch((error: unknown) => {
          failed = error;
        });
    }
    expect(failed).toMatchObject(full);
    await expect(send('n.bin', bytes(1, 'b'), held, { UploadToken, isLastChunk: true })).rejects.toMatchObject(full);
    await rm(join(disk.path, 'filler'));
    const done = await send('n.bin', bytes(1, 'b'), held, { UploadToken, isLastChunk: true });
    expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(await holds('n.bin', bytes(1000, 'a'), bytes(held - 999, 'b'))).toBe(true);
    await expectSound(harness);
  });

  it('hardening: a disk full of unfinished uploads discards those that were idle for an hour, and only as many as needed', async () => {
    const tokens: (string | undefined)[] = [];
    const chunk = bytes(2 * mebibyte, 'x');
    for (;;) {
      const begun = await send(`u${tokens.length}`, chunk, 0).catch((error: unknown) => {
        expect(error).toMatchObject(full);
      });
      if (begun === undefined) break;
      tokens.push(begun.UploadToken);
      harness.pass(1000);
    }
    expect(tokens.length).toBeGreaterThan(2);
    // All were touched within the hour: nothing is given up.
    harness.pass(58 * minute);
    const go = (index: number) => send(`u${index}`, bytes(1, 'y'), chunk.length, { UploadToken: tokens[index] });
    const fresh = tokens.length - 1;
    expect(await go(fresh)).toMatchObject({ ChunkAppended: true });
    await expect(send('late', chunk, 0)).rejects.toMatchObject(full);
    harness.pass(3 * minute);
    expect(await send('late', chunk, 0, { isLastChunk: true })).toMatchObject({ ChunkAppended: true });
    expect(await holds('late', chunk)).toBe(true);
    expect(await go(0)).toMatchObject({
      ChunkAppended: false,
      ErrorMessage: expect.stringMatching(/^UploadToken is not/),
    });
    // Those that were left alone for less long are still there.
    const responses = await Promise.all(tokens.slice(0, fresh).map((_, index) => go(index)));
    expect(responses.filter(({ ChunkAppended }) => ChunkAppended).length).toBe(fresh - 2);
    expect(
      await send(`u${fresh}`, bytes(1, 'z'), chunk.length + 1, { UploadToken: tokens[fresh], isLastChunk: true }),
    ).toMatchObject({
      ChunkAppended: true,
    });
    const { db } = harness.service.state;
    const audited = await db.selectFrom('audit_log').select('subject').where('action', '=', 'upload.expired').execute();
    expect(audited).toHaveLength(2);
  });

  it('hardening: on a full disk expired uploads are swept immediately', async () => {
    await send('expired', bytes(6 * mebibyte, 'x'), 0);
    const { UploadToken } = await send('fresh', bytes(1000, 'a'), 0).finally(() => harness.pass(23 * 60 * minute));
    expect(await send('fresh', bytes(1, 'b'), 1000, { UploadToken })).toMatchObject({ ChunkAppended: true });
    harness.pass(2 * 60 * minute);
    disk.fill('filler');
    expect(await send('n.bin', bytes(mebibyte, 'n'), 0, { isLastChunk: true })).toMatchObject({ ChunkAppended: true });
    expect(await send('fresh', bytes(1, 'c'), 1001, { UploadToken })).toMatchObject({ ChunkAppended: true });
    // And the room that is kept for the database is kept again.
    expect((await stat(join(harness.folder, 'spool', '.reserve'))).size).toBe(mebibyte);
  });
});

describe('a read-only folder', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const immutable = (flag: '+i' | '-i', folder: string) => spawnSync('chattr', [flag, folder]).status === 0;

  it('hardening: a read-only folder is a Receiver fault with its code, and uploads continue when it is writable again', async ({
    skip,
  }) => {
    const send = sender(harness);
    const { UploadToken } = await send('n.bin', Buffer.from('abc'), 0);
    const folders = ['spool', 'files'].map((name) => join(harness.folder, name));
    if (!folders.every((folder) => immutable('+i', folder))) skip('chattr +i is not possible here');
    try {
      await expect(send('other', Buffer.from('x'), 0)).rejects.toMatchObject(readOnly);
      const last = send('n.bin', Buffer.from('def'), 3, { UploadToken, isLastChunk: true });
      await expect(last).rejects.toMatchObject(readOnly);
      await expect(harness.service.ready()).rejects.toMatchObject({ code: 'read-only' });
      expect(await fileOf(harness, 'folder-anna-in', 'n.bin')).toBeUndefined();
    } finally {
      for (const folder of folders) immutable('-i', folder);
    }
    expect(await send('n.bin', Buffer.from('def'), 3, { UploadToken, isLastChunk: true })).toMatchObject({
      ChunkAppended: true,
    });
    expect((await fileOf(harness, 'folder-anna-in', 'n.bin'))?.bytes.toString()).toBe('abcdef');
  });

  it.skipIf(!mountable)('hardening: a read-only disk is reported at start', async () => {
    const mounted = mountReadOnly(harness.folder);
    try {
      const opened = openService({ data: mounted.path, apiUrl: () => '' });
      await expect(opened).rejects.toMatchObject({
        code: 'read-only',
        message: expect.stringMatching(/^Cannot use the data folder .*(read-only|EROFS)/i),
      });
    } finally {
      mounted.unmount();
    }
  });

  it.runIf(process.platform === 'linux')(
    'hardening: a data folder that cannot be created is reported at start',
    async () => {
      for (const path of ['/proc/x', '/proc/x/y/z', '/dev/null/x']) {
        await expect(openDataFolder(path)).rejects.toMatchObject({
          name: 'StorageError',
          message: expect.stringMatching(`^Cannot use the data folder ${path}: `),
        });
      }
    },
  );
});

describe('a locked database', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  /** Locks the database in another process until it is stopped. */
  const lock = async () => {
    const module = createRequire(import.meta.url).resolve('@photostructure/sqlite');
    const script = `const { DatabaseSync } = require(${JSON.stringify(module)});
      const db = new DatabaseSync(${JSON.stringify(join(harness.folder, 'database.sqlite'))});
      db.exec('BEGIN EXCLUSIVE'); console.log('held');
      process.stdin.on('end', () => { db.exec('COMMIT'); db.close(); }).resume();`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    return async () => {
      const closed = once(other, 'close');
      other.stdin.end();
      await closed;
    };
  };

  it('hardening: a locked database is a Receiver fault with its code after ten seconds, for all waiting callers', async () => {
    const send = sender(harness);
    const busy = { name: 'SoapFault', code: 'Receiver', detailCode: 'StorageBusy' };
    const tokens: (string | undefined)[] = [];
    for (const name of ['a', 'b', 'c', 'd']) tokens.push((await send(name, Buffer.from('abc'), 0)).UploadToken);
    const release = await lock();
    const started = performance.now();
    const append = (isLastChunk: boolean) =>
      ['a', 'b', 'c', 'd'].map((name, i) =>
        send(name, Buffer.from('def'), 3, { UploadToken: tokens[i], isLastChunk }).catch((error: unknown) => error),
      );
    for (const response of await Promise.all(append(true))) expect(response).toMatchObject(busy);
    // Not one after the other.
    expect(performance.now() - started).toBeLessThan(30_000);
    // Who asks for nothing to be written is not held up.
    const asked = performance.now();
    const key = { APIKey: 'key-for-all', Parameters: { CompanyCode: 'OTHER' } };
    const waiting = append(true);
    expect(await harness.client.GetClientID(key)).toMatchObject({ ErrorMessage: '' });
    expect(performance.now() - asked).toBeLessThan(8_000);
    await release();
    for (const response of await Promise.all(waiting)) expect(response).toMatchObject({ ChunkAppended: true });
    expect((await fileOf(harness, 'folder-anna-in', 'd'))?.bytes.toString()).toBe('abcdef');
  });
});
