import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from '../support/service/servers.ts';
import { runCommand, startServer } from '../support/service/service-process.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  treeOf,
} from '../support/service/trace-receiver.ts';

const MiB = 1024 * 1024;
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('traces of processes on PostgreSQL and an S3 store', () => {
  let folder: string;
  let own: OwnServers;
  let collector: TraceReceiver;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-traces-'));
    collector = await startTraceReceiver();
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    environment = { ...environmentOf(own), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    await writeFile(join(folder, 'site.yaml'), provisioning);
    const provisioned = runCommand(['provision', join(folder, 'site.yaml'), '--data', folder], environment);
    expect([await provisioned.exited, provisioned.stderr()]).toEqual([0, '']);
  });
  afterAll(async () => {
    await collector.close();
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('an upload through two processes is one trace, with its queries, commits and objects', async () => {
    const servers = await Promise.all([0, 1].map((index) => startServer(join(folder, `${index}`), [], environment)));
    const bytes = randomBytes(3 * MiB);
    let token: string | undefined;
    for (const index of [0, 1, 2]) {
      const client = new RemoteFileServiceClient({ address: servers[index % 2]?.url ?? '', headers: { traceparent } });
      const rest = { offset: index * MiB, token, last: index === 2 };
      const chunk = chunkRequest('traced', bytes.subarray(index * MiB, (index + 1) * MiB), rest);
      const result = await client.AppendChunkWithFolderAccessKey(chunk);
      expect(result).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = result.UploadToken;
    }
    for (const { process } of servers) process.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0]);

    const requests = collector.spans.filter(({ kind }) => kind === 2);
    expect(requests).toHaveLength(3);
    for (const span of collector.spans) expect(span.traceId).toBe(traceId);
    const inOrder = [...requests].sort((one, other) => Number(one.start - other.start));
    for (const request of inOrder) {
      const text = JSON.stringify(treeOf(collector.spans, request));
      expect(text).toContain('"check API key",["SELECT api_keys"');
      expect(text).toContain('"S3/PutObject"');
    }
    expect(JSON.stringify(treeOf(collector.spans, inOrder[2] as ReceivedSpan))).toMatch(
      /"publish",.*"INSERT audit_log".*"COMMIT"/,
    );
    const puts = collector.spans.filter(({ name }) => name === 'S3/PutObject');
    expect(puts).toHaveLength(3);
    for (const put of puts) {
      expect(put).toMatchObject({ kind: 3, status: 0 });
      expect(put.attributes).toMatchObject({
        'http.request.method': 'PUT',
        'http.request.body.size': MiB,
        'http.response.status_code': 200,
        'aws.s3.bucket': own.servers.bucket.bucket,
      });
    }
    const queries = collector.spans.filter(({ attributes }) => 'db.system.name' in attributes);
    expect(new Set(queries.map(({ attributes }) => attributes['db.system.name']))).toEqual(new Set(['postgresql']));
    expect(collector.text()).not.toContain('key-for-all');
    expect(collector.text()).not.toContain('"traced"');
  });
});
