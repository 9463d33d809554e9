import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport } from '@soapwright/runtime/client';
import { afterEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { createServer } from '../server/create-server.ts';
import { openUploads, UploadLimits } from './upload-limits.ts';

describe('limits on uploads', () => {
  let harness: Harness;
  afterEach(() => harness.close());

  const send = (
    bytes: number,
    more: { FileName?: string; UploadToken?: string; Offset?: bigint; isLastChunk?: boolean } = {},
  ) =>
    harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'a.bin',
      ChunkData: new Blob([new Uint8Array(bytes)]),
      BytesRead: bytes,
      Offset: 0n,
      isLastChunk: false,
      ...more,
    });

  it('a chunk that is too large is rejected, with the maximum', async () => {
    harness = await startHarness({ uploadBytes: { chunk: 10, spool: 1_000 } });
    expect((await send(10)).ChunkAppended).toBe(true);
    const rejected = await send(11);
    expect(rejected.ChunkAppended).toBe(false);
    expect(rejected.ErrorMessage).toBe('The chunk has 11 bytes, and 10 are the most that are accepted.');
  });

  it('what other processes have stored since counts at once when the spool is nearly full', async () => {
    harness = await startHarness();
    const limits = new UploadLimits(harness.service.state.db, { chunk: 1_000, spool: 100 });
    await send(80);
    await limits.check(5, { isLast: false });
    await send(15, { FileName: 'b.bin' });
    await expect(limits.check(6, { isLast: false })).rejects.toMatchObject({ code: 'full' });
    await limits.check(5, { isLast: false });
  });

  it('unfinished uploads that fill the spool are a StorageFull fault, with the remedy in the log; a last chunk is still accepted', async () => {
    harness = await startHarness({ uploadBytes: { chunk: 1_000, spool: 100 } });
    const first = await send(80);
    expect(await openUploads(harness.service.state.db)).toEqual({ open: 1, bytes: 80 });
    await expect(send(30, { FileName: 'b.bin' })).rejects.toMatchObject({
      code: 'Receiver',
      detailCode: 'StorageFull',
      reason: expect.stringContaining('Reached: limits.spool (100).'),
    });
    expect(harness.log.join('')).toContain('raise it with limits.spool');
    const last = { UploadToken: first.UploadToken ?? '', Offset: 80n, isLastChunk: true };
    expect((await send(30, last)).ErrorMessage).toBe('');
    expect(await openUploads(harness.service.state.db)).toEqual({ open: 0, bytes: 0 });
  });

  it('a body that is too large is rejected with the name of the setting', async () => {
    harness = await startHarness();
    const server = createServer(harness.service, { maxBodyBytes: 1_000 });
    const client = new RemoteFileServiceClient({
      address: 'http://service.example/v2/fileservice.asmx',
      transport: memoryTransport(server),
    });
    await expect(client.GetClientID({ APIKey: 'x'.repeat(1_000) })).rejects.toMatchObject({
      reason: 'The message is too large: limit limits.body (1000) reached; raise it with limits.body.',
    });
  });

  it('space is freed first, as on a full disk: an upload idle for an hour is discarded, no other', async () => {
    harness = await startHarness({ uploadBytes: { chunk: 1_000, spool: 100 } });
    await send(50);
    harness.pass(3_601_000);
    const touched = await send(40, { FileName: 'b.bin' });
    expect((await send(60, { FileName: 'c.bin' })).ChunkAppended).toBe(true);
    expect(await openUploads(harness.service.state.db)).toEqual({ open: 2, bytes: 100 });
    await expect(send(1, { FileName: 'd.bin' })).rejects.toMatchObject({ detailCode: 'StorageFull' });
    const last = { FileName: 'b.bin', UploadToken: touched.UploadToken ?? '', Offset: 40n, isLastChunk: true };
    expect((await send(1, last)).ErrorMessage).toBe('');
  });

  it('space that other uploads free by finishing is available immediately', async () => {
    harness = await startHarness({ uploadBytes: { chunk: 1_000, spool: 100 } });
    const first = await send(80);
    await send(1, { UploadToken: first.UploadToken ?? '', Offset: 80n, isLastChunk: true });
    expect((await send(90, { FileName: 'b.bin' })).ChunkAppended).toBe(true);
  });
});
