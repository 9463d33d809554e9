import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport } from '@soapwright/runtime/client';
import { describe, expect, it } from 'vitest';
import { startHarness } from '../../../test/support/service/harness.ts';
import { createServer } from './create-server.ts';
import { Metrics } from './metrics.ts';

const line = (text: string, name: string): string | undefined =>
  text.split('\n').find((candidate) => candidate.startsWith(name));

describe('metrics', () => {
  it('count requests by operation, version, outcome and code, and never by values of a caller', async () => {
    const metrics = new Metrics('1.2.3');
    const harness = await startHarness({ counts: metrics });
    const server = createServer(harness.service, { observe: (event) => metrics.observe(event) });
    const clientOf = (soap: '1.1' | '1.2') =>
      new RemoteFileServiceClient({
        soap,
        transport: memoryTransport(server),
        address: 'http://s/v2/fileservice.asmx',
      });
    const [old, client] = [clientOf('1.1'), clientOf('1.2')];
    await old.GetClientID({ APIKey: 'key-for-all', Parameters: { CompanyCode: 'OTHER' } });
    for (const code of ['nowhere-1', 'nowhere-2', 'nowhere-3']) {
      await client.GetClientID({ APIKey: 'key-for-all', Parameters: { CompanyCode: code } });
    }
    await client.SAMLAccountLogin({ APIKey: 'key-wrong', EmailAddress: 'a@b.example', SAMLToken: 'x' });
    await client
      .AdminCreateFolder({ AdminAuthParameters: { APIKey: 'key-wrong', OrgID: 1n }, Parameters: {} })
      .catch(() => undefined);
    const bytes = new Blob([new Uint8Array(7)]);
    const folder = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    await client.AppendChunkWithFolderAccessKey({
      ...folder,
      FileName: 'open.bin',
      ChunkData: bytes,
      Offset: 0n,
      BytesRead: 7,
      isLastChunk: false,
    });
    await server.fetch(new Request('http://s/nowhere-4'));
    await server.fetch(
      new Request('http://s/v2/fileservice.asmx', {
        method: 'POST',
        body: '<nowhere-5/>',
        headers: { 'Content-Type': 'text/xml' },
      }),
    );
    metrics.watch({
      load: () => server.load,
      uploads: async () => ({ open: 1, bytes: 7 }),
      free: async () => Promise.reject(new Error('no')),
      ready: async () => true,
      certificateEnds: () => undefined,
    });
    const text = await metrics.text();
    const count = (operation: string, version: string, outcome: string, code: string) =>
      line(
        text,
        `rfs_requests_total{operation="${operation}",soap_version="${version}",outcome="${outcome}",code="${code}"}`,
      )
        ?.split(' ')
        .pop();
    expect(count('GetClientID', '1.1', 'result', '')).toBe('1');
    expect(count('GetClientID', '1.2', 'refused', 'UnknownCompany')).toBe('3');
    expect(count('AdminCreateFolder', '1.2', 'fault', 'AccessDenied')).toBe('1');
    expect(count('none', '1.1', 'fault', 'InvalidEnvelope') ?? text).toBe('1');
    expect(line(text, 'rfs_sign_ins_total')).toBe('rfs_sign_ins_total{kind="saml",outcome="AccessDenied"} 1');
    expect(line(text, 'rfs_chunk_bytes_total')).toBe('rfs_chunk_bytes_total 7');
    expect(line(text, 'rfs_http_refusals_total')).toBe('rfs_http_refusals_total{status="404"} 1');
    expect(line(text, 'rfs_request_seconds_count{operation="GetClientID"}')).toMatch(/ 4$/);
    expect(line(text, 'rfs_uploads_open ')).toBe('rfs_uploads_open 1');
    expect(line(text, 'rfs_requests_running')).toBe('rfs_requests_running 0');
    expect(line(text, 'rfs_requests_waiting')).toBe('rfs_requests_waiting 0');
    expect(line(text, 'rfs_ready')).toBe('rfs_ready 1');
    expect(line(text, 'rfs_build_info')).toContain('version="1.2.3"');
    // Unavailable values are omitted, and nothing else.
    expect(line(text, 'rfs_data_free_bytes')).toBeUndefined();
    expect(line(text, 'rfs_tls_certificate_end_seconds')).toBeUndefined();
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toMatch(/nowhere|key-wrong|key-for-all|anna|example/);
    await harness.close();
  });
});
