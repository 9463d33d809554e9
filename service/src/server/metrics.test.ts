import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport } from '@soapwright/runtime/client';
import { describe, expect, it, vi } from 'vitest';
import { startHarness } from '../../../test/support/service/harness.ts';
import { rejectionCodes } from '../common/rejection.ts';
import { handlers } from '../handlers/index.ts';
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
      lastBackup: async () => 1_700_000_000_500,
      hooks: async () => ({ pending: 2, oldestAt: 1_700_000_000_500 }),
      clock: async () => true,
      time: () => 1_500,
      serviceKeys: () => 2,
    });
    const text = await metrics.text();
    const valueAt = (series: string): string | undefined => line(text, `${series} `)?.split(' ').pop();
    const count = (operation: string, version: string, outcome: string) =>
      valueAt(`rfs_requests_total{operation="${operation}",soap_version="${version}",outcome="${outcome}"}`);
    expect(count('GetClientID', '1.1', 'result')).toBe('1');
    expect(count('GetClientID', '1.2', 'refused')).toBe('3');
    expect(valueAt('rfs_rejections_total{operation="GetClientID",code="UnknownCompany"}')).toBe('3');
    expect(count('AdminCreateFolder', '1.2', 'fault')).toBe('1');
    expect(valueAt('rfs_rejections_total{operation="AdminCreateFolder",code="AccessDenied"}')).toBe('1');
    expect(count('none', '1.1', 'fault')).toBe('1');
    expect(valueAt('rfs_faults_total{operation="none",code="InvalidEnvelope"}')).toBe('1');
    expect(valueAt('rfs_sign_ins_total{kind="saml",outcome="AccessDenied"}')).toBe('1');
    expect(valueAt('rfs_chunk_bytes_total')).toBe('7');
    expect(valueAt('rfs_http_refusals_total{status="404"}')).toBe('1');
    expect(valueAt('rfs_request_duration_seconds_count{operation="GetClientID"}')).toBe('4');
    expect(Number(valueAt('rfs_commit_duration_seconds_count'))).toBeGreaterThan(0);
    expect(Number(valueAt('rfs_commit_duration_seconds_sum'))).toBeGreaterThan(0);
    expect(valueAt('rfs_failed_commits_total')).toBe('0');
    expect(valueAt('rfs_last_backup_timestamp_seconds')).toBe('1700000000.5');
    expect(valueAt('rfs_clock_ahead')).toBe('1');
    expect(line(text, 'rfs_uploads_open ')).toBe('rfs_uploads_open 1');
    expect(line(text, 'rfs_requests_running')).toBe('rfs_requests_running 0');
    expect(line(text, 'rfs_requests_waiting')).toBe('rfs_requests_waiting 0');
    expect(line(text, 'rfs_service_keys ')).toBe('rfs_service_keys 2');
    expect(line(text, 'rfs_ready')).toBe('rfs_ready 1');
    expect(line(text, 'rfs_build_info')).toContain('version="1.2.3"');
    // Unavailable values are omitted, and nothing else.
    expect(line(text, 'rfs_data_free_bytes')).toBeUndefined();
    expect(line(text, 'rfs_tls_certificate_expiry_timestamp_seconds')).toBeUndefined();
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toMatch(/nowhere|key-wrong|key-for-all|anna|example/);
    await harness.close();
  });

  it('arrive while the database hangs: what it knows is left out, and the service is not ready', async () => {
    vi.useFakeTimers();
    try {
      const metrics = new Metrics('1.2.3');
      const never = () => new Promise<never>(() => undefined);
      metrics.watch({
        ...{ load: () => ({ running: 3, waiting: 0 }), certificateEnds: () => 5, time: () => 0, serviceKeys: () => 1 },
        ...{ uploads: never, free: async () => 7, ready: never, lastBackup: never, hooks: never, clock: never },
      });
      const text = metrics.text();
      await vi.advanceTimersByTimeAsync(4_000);
      const lines = (await text).split('\n');
      expect(lines).toEqual(expect.arrayContaining(['rfs_ready 0', 'rfs_requests_running 3', 'rfs_data_free_bytes 7']));
      expect(lines.filter((row) => /^rfs_(uploads|hooks)_\w*(open|pending)/.test(row))).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('begin with 0 in each series that a request can count in', async () => {
    const metrics = new Metrics('1.2.3');
    const seriesOf = async (): Promise<readonly string[]> =>
      (await metrics.text()).split('\n').flatMap((row) => /^rfs_\S*/.exec(row)?.[0] ?? []);
    const [before, values] = [await seriesOf(), (await metrics.text()).matchAll(/^rfs_(?!build_info)\S+ (\S+)$/gm)];
    expect(new Set([...values].map(([, value]) => value))).toEqual(new Set(['0']));
    const about = { soapVersion: '1.1', peerAddress: undefined, traceId: undefined, milliseconds: 1 } as const;
    for (const operation of [undefined, ...Object.keys(handlers)]) {
      for (const code of rejectionCodes) {
        metrics.rejected('r', code);
        if (operation !== undefined) metrics.observe({ ...about, event: 'result', requestId: 'r', operation });
      }
      for (const detailCode of [undefined, 'InternalError', 'StorageFull', 'InvalidValue', 'never listed']) {
        const fault = { requestId: 'f', status: 500, code: 'Receiver', path: undefined } as const;
        metrics.observe({ ...about, ...fault, event: 'fault', operation, detailCode });
      }
    }
    for (const status of [400, 403, 404, 405, 411, 413, 415, 418]) {
      metrics.observe({ event: 'refused', requestId: 'h', status, peerAddress: undefined, traceId: undefined });
    }
    metrics.observe({ ...about, event: 'shed', requestId: 's', reason: 'connections' });
    metrics.providerRequest('keys', 1, false);
    metrics.objectRequest('PUT', 'busy', 1);
    metrics.storageBusy('commit-unknown');
    expect(await seriesOf()).toEqual(before);
  });
});
