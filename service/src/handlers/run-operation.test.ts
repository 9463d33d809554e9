import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport, SoapFault } from '@soapwright/runtime/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { testServers } from '../../../test/support/service/servers.ts';
import { createServer } from '../server/create-server.ts';
import { DiskChunks } from '../uploads/disk/disk-chunks.ts';
import { UploadEngine } from '../uploads/upload-engine.ts';

describe('rejections', () => {
  it('the log names the API key of a rejected call, and no unknown key', async () => {
    const harness = await startHarness();
    await harness.client.GetClientID({ APIKey: 'key-of-1001', Parameters: { CompanyCode: 'OTHER' } });
    await harness.client.SSOLoginURL({ APIKey: 'key-for-all' });
    await harness.client
      .AdminCreateFolder({ AdminAuthParameters: { APIKey: 'key-of-1001', OrgID: 1n } })
      .catch(() => 0);
    await harness.client.GetClientID({ APIKey: 'key-revoked' });
    const rejected = harness.log.map((line) => JSON.parse(line)).filter(({ message }) => message === 'refused');
    expect(rejected.map(({ apiKey }) => apiKey)).toEqual(['of-1001', 'all', 'of-1001', undefined]);
    expect(harness.log.join('')).not.toContain('key-');
    await harness.close();
  });
});

describe('log lines of requests', () => {
  it('name the keys, and tell a revoked key from an unknown one', async () => {
    const harness = await startHarness();
    const upload = { FileName: 'a.txt', ChunkData: new Blob(['x']), Offset: 0n, BytesRead: 1, isLastChunk: true };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    await harness.client.AppendChunkWithFolderAccessKey({ ...keys, ...upload });
    await harness.client.GetClientID({ APIKey: 'key-of-1001', Parameters: { CompanyCode: 'STRASSE' } });
    await harness.client.GetClientID({ APIKey: 'key-revoked' });
    await harness.client.GetClientID({ APIKey: 'unknown' });
    await harness.close();
    const lines = harness.log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const results = lines.filter(({ message }) => message === 'result');
    expect(results.map(({ apiKey, folderKey }) => [apiKey, folderKey])).toEqual([
      ['all', 'anna-in'],
      ['of-1001', undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const refused = lines.filter(({ message }) => message === 'refused');
    expect(refused.map(({ reason }) => reason)).toEqual(['the API key revoked is revoked', undefined]);
  });
});

describe('the address in log lines about a request', () => {
  const addresses = async (trustProxy: boolean): Promise<unknown[]> => {
    const harness = await startHarness({ trustProxy });
    const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7:4711' };
    await harness.clientFrom('192.0.2.1', '1.2', headers).GetClientID({ APIKey: 'wrong' });
    await harness.close();
    return harness.log.map((line) => JSON.parse(line)).map(({ message, peerAddress }) => [message, peerAddress]);
  };

  it('is the peer of the connection', async () => {
    expect(await addresses(false)).toEqual([
      ['refused', '192.0.2.1'],
      ['result', '192.0.2.1'],
    ]);
  });

  it('with trustProxy is the caller, as in the rate limits', async () => {
    expect(await addresses(true)).toEqual([
      ['refused', '198.51.100.7'],
      ['result', '198.51.100.7'],
    ]);
  });
});

describe.skipIf(testServers())('failures of the server itself', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  /** Uploads a file to a service whose disk fails. */
  const uploadWith = async (error: Error): Promise<unknown> => {
    const { service } = harness;
    const parts = onDisk(service.state.uploads);
    const store = Object.assign(Object.create(parts.store), {
      writePublished: () => Promise.reject(error),
      remove: async () => 0n,
    });
    const chunks = new DiskChunks({ ...parts, store, commits: { preparing: (work) => work() } });
    const uploads = new UploadEngine({ ...parts, chunks });
    const broken = createServer({ ...service, state: { ...service.state, uploads } }, {});
    const client = new RemoteFileServiceClient({ transport: memoryTransport(broken) });
    return await client
      .AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: 'a.txt',
        Offset: 0n,
        BytesRead: 0,
        isLastChunk: true,
      })
      .catch((fault: unknown) => fault);
  };

  it('Common: a full disk is a Receiver fault with a code, and its path is only in the log', async () => {
    const { StorageError } = await import('../common/storage-error.ts');
    const fault = await uploadWith(new StorageError('full', 'no space left on /secret/path'));
    expect(fault).toBeInstanceOf(SoapFault);
    expect(fault).toMatchObject({ code: 'Receiver', detailCode: 'StorageFull' });
    expect(String(fault)).not.toContain('/secret');
    const line = harness.log.find((entry) => entry.includes('storage failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', code: 'full' });
    expect(JSON.parse(line ?? '{}')).toHaveProperty('requestId');
  });

  it('Common: an unexpected error reveals only an id, which the log has too (W4)', async () => {
    const fault = await uploadWith(new TypeError('secret detail'));
    expect(fault).toMatchObject({ code: 'Receiver' });
    expect(String(fault)).not.toContain('secret detail');
    const line = JSON.parse(harness.log.find((entry) => entry.includes('unexpected error')) ?? '{}') as {
      requestId?: string;
    };
    expect((fault as SoapFault).requestId).toBe(line.requestId);
    expect(line.requestId).toBeTruthy();
  });
});
