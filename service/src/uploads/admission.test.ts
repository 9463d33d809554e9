import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { listen } from '@soapwright/runtime/server/node';
import { afterEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { canMount, mountSmallDisk } from '../../../test/support/service/small-disk.ts';
import { freeBytes } from '../common/file-system.ts';
import { setPolicyOf } from '../operator/manage-policies.ts';
import { createServer } from '../server/create-server.ts';

const mebibyte = 1024 * 1024;

/** Parts of uploads on the disk; none with an object store. */
async function parts({ folder }: Harness): Promise<number> {
  const names = await readdir(join(folder, 'spool')).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{32}\.\d+$/.test(name)).length;
}

describe('quotas and free space', () => {
  let harness: Harness;
  afterEach(() => harness.close());

  const send = async (
    bytes: number,
    more: { name?: string; token?: string | undefined; offset?: number; last?: boolean; key?: string } = {},
  ) =>
    await harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: more.key ?? 'folder-anna-in',
      FileName: more.name ?? 'a.bin',
      ChunkData: new Blob([new Uint8Array(bytes)]),
      BytesRead: bytes,
      Offset: BigInt(more.offset ?? 0),
      isLastChunk: more.last ?? true,
      UploadToken: more.token,
    });
  const quota = (subject: string, bytes: bigint) => setPolicyOf(harness.service.state, 'quota', subject, bytes);

  it.each(['folder-key:anna-in', 'account:anna', 'tenant:1001'])(
    'AppendChunk: the quota of %s counts files and unfinished uploads; the message names it',
    async (subject) => {
      harness = await startHarness();
      await quota(subject, 100n);
      expect((await send(60)).ErrorMessage).toBe('');
      const { UploadToken: token } = await send(30, { name: 'b.bin', last: false });
      const rejected = await send(20, { name: 'b.bin', token, offset: 30 });
      const what = subject.startsWith('folder') ? 'folder access key' : subject.split(':')[0];
      expect(rejected.ErrorMessage).toBe(
        `The quota of the ${what} is 100 bytes: 60 are used by other files, and this one has at least 50. Nothing of it is kept. Have the operator remove files or raise the quota, then send it from its beginning.`,
      );
      expect((await send(50, { name: 'c.bin' })).ChunkAppended).toBe(false);
      await quota(subject, 1000n);
      expect((await send(50, { name: 'c.bin' })).ErrorMessage).toBe('');
      expect(harness.log.join('')).toContain('"code":"QuotaExceeded"');
    },
  );

  it('AppendChunk: nothing of a file beyond the quota is kept, so that smaller ones have room at once', async () => {
    harness = await startHarness();
    await quota('folder-key:anna-in', 100n);
    const { UploadToken: other } = await send(10, { name: 'other.bin', last: false });
    const { UploadToken: token } = await send(90, { name: 'large.bin', last: false });
    const before = await parts(harness);
    expect((await send(1, { name: 'large.bin', token, offset: 90, last: false })).ErrorMessage).toMatch(
      /^The quota of the folder access key is 100 bytes: 10 are used by other files, and this one has at least 91\./,
    );
    const { db } = harness.service.state;
    expect(await db.selectFrom('uploads').select('file_name').execute()).toEqual([{ file_name: 'other.bin' }]);
    if (before > 0) expect(await parts(harness)).toBe(before - 1);
    expect((await send(1, { name: 'one byte' })).ErrorMessage).toBe('');
    expect((await send(80, { name: 'other.bin', token: other, offset: 10 })).ErrorMessage).toBe('');
    // It may begin again, and its old token is unknown.
    expect((await send(1, { name: 'large.bin', token, offset: 90 })).ErrorMessage).toContain(
      'UploadToken is not valid',
    );
    const log = db.selectFrom('audit_log').selectAll().where('action', '=', 'upload.cancelled');
    const [entry] = await log.execute();
    expect(entry).toMatchObject({ actor: 'api-key:all' });
    expect(JSON.parse(entry?.details ?? '{}')).toMatchObject({ file: 'large.bin', bytes: '90', reason: 'quota' });
  });

  it('AppendChunk: the file that is replaced does not count, and a resend is acknowledged at a full quota', async () => {
    harness = await startHarness();
    await quota('account:anna', 100n);
    await send(80);
    expect((await send(90)).ErrorMessage).toBe('');
    expect((await send(90, { name: 'other.bin' })).ChunkAppended).toBe(false);
    const { UploadToken: token } = await send(10, { name: 'last.bin' });
    expect((await send(10, { name: 'last.bin', token })).ErrorMessage).toBe('');
  });

  it('AppendChunk: a large resend is acknowledged at a full quota, though its length says that there is no room', async () => {
    harness = await startHarness();
    await quota('account:anna', 150_000n);
    const { UploadToken: token } = await send(100_000);
    expect((await send(100_000, { token })).ErrorMessage).toBe('');
    expect((await send(100_001, { name: 'b.bin' })).ErrorMessage).toMatch(/^The quota of the account is 150000 bytes/);
  });

  it('AppendChunk: defaults apply to keys without a quota of their own', async () => {
    const quotas = { 'folder-key': 50, account: undefined, tenant: undefined };
    harness = await startHarness({ quotas });
    expect((await send(51)).ErrorMessage).toMatch(/^The quota of the folder access key is 50 bytes/);
    await quota('folder-key:anna-in', 60n);
    expect((await send(51)).ErrorMessage).toBe('');
  });

  it('AppendChunk: a chunk beyond the quota is rejected before its bytes arrive', async () => {
    harness = await startHarness();
    await quota('folder-key:anna-in', BigInt(mebibyte));
    const listening = await listen(createServer(harness.service, {}), { host: '127.0.0.1', port: 0 });
    const head =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AppendChunkWithFolderAccessKey xmlns="https://files.example/v2/"><APIKey>key-for-all</APIKey><FolderAccessKey>folder-anna-in</FolderAccessKey><FileName>a.bin</FileName><ChunkData>';
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        const call = request(listening.url, {
          method: 'POST',
          headers: {
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: '"https://files.example/v2/AppendChunkWithFolderAccessKey"',
            'Content-Length': 10 * mebibyte,
          },
        });
        call.on('error', reject);
        call.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.on('end', () => {
            call.destroy();
            resolve(text);
          });
        });
        // Some of the bytes; the others never arrive.
        call.write(head + 'AAAA'.repeat(1000));
      });
      expect(answer).toContain('The quota of the folder access key is 1048576 bytes: 0 are used by other files');
    } finally {
      await listening.close(0);
    }
  });

  it('limits.free stops uploads with a StorageFull fault that the log explains; a resend is acknowledged', async () => {
    harness = await startHarness();
    const { UploadToken: token } = await send(10);
    const free = await freeBytes(harness.folder);
    const narrow = await startHarness({ data: harness.folder, freeBytes: free * 2 });
    try {
      const chunk = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName: 'a.bin', Offset: 0n };
      const bytes = { ChunkData: new Blob([new Uint8Array(10)]), BytesRead: 10, isLastChunk: true };
      const call = { ...chunk, ...bytes };
      await expect(narrow.client.AppendChunkWithFolderAccessKey(call)).rejects.toMatchObject({
        detailCode: 'StorageFull',
      });
      expect(narrow.log.join('')).toContain(`limit limits.free (${free * 2}) reached`);
      const resent = await narrow.client.AppendChunkWithFolderAccessKey({ ...call, UploadToken: token });
      expect(resent.ErrorMessage).toBe('');
    } finally {
      await narrow.service.close();
    }
  });

  it.runIf(canMount())('a folder access key cannot fill the volume', async () => {
    const disk = mountSmallDisk(24 * mebibyte);
    try {
      const data = join(disk.path, 'data');
      harness = await startHarness({ data, freeBytes: 8 * mebibyte });
      let stored = 0;
      const content = new Blob([randomBytes(mebibyte)]);
      const fields = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', Offset: 0n };
      for (let file = 0; file < 24; file += 1) {
        const chunk = { FileName: `${file}`, ChunkData: content, BytesRead: mebibyte, isLastChunk: file % 2 === 0 };
        const done = await harness.client
          .AppendChunkWithFolderAccessKey({ ...fields, ...chunk })
          .catch(() => undefined);
        if (done?.ChunkAppended) stored += 1;
      }
      expect(stored).toBeGreaterThan(5);
      expect(stored).toBeLessThan(16);
      expect(await freeBytes(data)).toBeGreaterThanOrEqual(7 * mebibyte);
      // The kept space is for everything else: an upload without new bytes is published.
      expect((await send(0, { name: 'empty' })).ErrorMessage).toBe('');
      await harness.service.sweep();
    } finally {
      await harness.service.close();
      disk.unmount();
    }
  });
});
