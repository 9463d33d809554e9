import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { description } from '@soapwright/generated/remote-file-service/description';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChunkRest, chunkRequest } from '../../../test/support/service/chunk-request.ts';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { startReceiver } from '../../../test/support/service/hook-receiver.ts';
import { runUpload } from '../../../test/support/service/service-process.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  treeOf,
} from '../../../test/support/service/trace-receiver.ts';
import { jsonLogger } from '../common/logger.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type Running, runService } from '../server/run-service.ts';
import { summaryOf } from './query-spans.ts';
import { tracer } from './tracer.ts';

const run = promisify(execFile);

const { namespace } = description;

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';
const sampled = `00-${traceId}-${caller}-01`;

describe('traces', () => {
  let folder: string;
  let collector: TraceReceiver;
  let running: Running | undefined;
  let log: { readonly message: string; readonly requestId?: string; readonly traceId?: string }[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-traces-'));
    collector = await startTraceReceiver();
    log = [];
    await provisionFolder(join(folder, 'data'));
  });
  afterEach(async () => {
    await stop();
    await collector.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (
    flags: { readonly [name in keyof Settings]?: string },
    environment: Record<string, string> = {},
  ): Promise<string> => {
    const settings = loadSettings({ environment, flags: { data: join(folder, 'data'), port: '0', ...flags } });
    running = await runService(
      settings,
      jsonLogger((line) => log.push(JSON.parse(line)), 'info'),
      environment,
    );
    return running.url;
  };
  /** Ends the service, which sends the spans that it still has. */
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  const send = async (
    url: string,
    bytes: Uint8Array,
    rest: ChunkRest,
    headers: Record<string, string>,
  ): Promise<ChunkUploadResult> => {
    const client = new RemoteFileServiceClient({ address: url, headers });
    return await client.AppendChunkWithFolderAccessKey(chunkRequest('secret-name.txt', bytes, rest));
  };
  const requests = (): readonly ReceivedSpan[] => collector.spans.filter(({ kind }) => kind === 2);

  it("an upload of several chunks is in the trace of its caller's traceparent, with its queries and commits", async () => {
    const url = await start({ tracingEndpoint: collector.url });
    const bytes = randomBytes(300_000);
    const headers = { traceparent: sampled, tracestate: 'vendor=1' };
    const first = await send(url, bytes.subarray(0, 200_000), {}, headers);
    const { UploadToken: token } = first;
    expect(first).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    const last = await send(url, bytes.subarray(200_000), { offset: 200_000, token, last: true }, headers);
    expect(last).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    await stop();

    const [one, two] = requests();
    if (one === undefined || two === undefined) throw new Error('no spans');
    expect(requests()).toHaveLength(2);
    for (const span of collector.spans) expect(span.traceId).toBe(traceId);
    for (const span of [one, two]) {
      expect(span).toMatchObject({ name: 'RemoteFileService/AppendChunkWithFolderAccessKey', parentSpanId: caller });
      expect(span.attributes).toMatchObject({
        'http.request.method': 'POST',
        'url.scheme': 'http',
        'http.response.status_code': 200,
        'rpc.system.name': 'soap',
        'rpc.method': 'RemoteFileService/AppendChunkWithFolderAccessKey',
        'rpc.response.status_code': 'OK',
      });
    }
    expect(treeOf(collector.spans, one)).toMatchInlineSnapshot(`
      [
        "RemoteFileService/AppendChunkWithFolderAccessKey",
        [
          "check API key",
          [
            "SELECT guesses",
          ],
          [
            "SELECT api_keys",
          ],
        ],
        [
          "check folder access key",
          [
            "SELECT guesses",
          ],
          [
            "SELECT folder_keys entries accounts",
          ],
        ],
        [
          "SELECT policies",
        ],
        [
          "SELECT uploads",
        ],
        [
          "SELECT entries",
        ],
        [
          "write chunk",
        ],
        [
          "transaction",
          [
            "SELECT folder_keys",
          ],
          [
            "INSERT uploads",
          ],
          [
            "COMMIT",
          ],
        ],
      ]
    `);
    expect(treeOf(collector.spans, two)).toMatchInlineSnapshot(`
      [
        "RemoteFileService/AppendChunkWithFolderAccessKey",
        [
          "check API key",
          [
            "SELECT guesses",
          ],
          [
            "SELECT api_keys",
          ],
        ],
        [
          "check folder access key",
          [
            "SELECT guesses",
          ],
          [
            "SELECT folder_keys entries accounts",
          ],
        ],
        [
          "SELECT uploads",
        ],
        [
          "SELECT uploads",
        ],
        [
          "write chunk",
        ],
        [
          "SELECT entries",
        ],
        [
          "rename file",
        ],
        [
          "publish",
          [
            "transaction",
            [
              "UPDATE uploads",
            ],
            [
              "SELECT entries",
            ],
            [
              "INSERT entries",
            ],
            [
              "INSERT audit_log",
            ],
            [
              "COMMIT",
            ],
          ],
        ],
      ]
    `);
    const ids = log.filter(({ message }) => message === 'result');
    expect(ids.map(({ requestId }) => requestId)).toEqual([one, two].map((span) => span.attributes['rfs.request_id']));
    expect(ids.map((line) => line.traceId)).toEqual([traceId, traceId]);
    expect(collector.resource).toMatchObject({ 'service.name': 'remote-file-service' });
  });

  it('curl: an invalid or absent traceparent begins a trace, and Sender faults are no errors of the service', async () => {
    const url = await start({ tracingEndpoint: collector.url });
    const curl = async (headers: readonly string[], body: string): Promise<string> => {
      const sent = ['Content-Type: text/xml', `SOAPAction: "${namespace}GetClientID"`, ...headers];
      const { stdout } = await run('curl', [...sent.flatMap((header) => ['-H', header]), '-sd', body, url]);
      return stdout;
    };
    const envelope = (content: string): string =>
      `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><GetClientID xmlns="${namespace}">${content}</GetClientID></Body></Envelope>`;
    const valid = envelope('<APIKey>key-for-all</APIKey><Parameters><CompanyCode>ACME</CompanyCode></Parameters>');
    expect(await curl([], valid)).toContain('GetClientIDResult');
    for (const invalid of ['00-short-01', `ff-${traceId}-${caller}-01`, `00-${'0'.repeat(32)}-${caller}-01`]) {
      await curl([`traceparent: ${invalid}`], valid);
    }
    await curl([`traceparent: ${sampled}`, `traceparent: ${sampled}`], valid);
    expect(await curl([`traceparent: ${sampled}`], envelope('<APIKey><Other/></APIKey>'))).toContain('Client');
    expect(await curl([`traceparent: ${sampled}`], 'no XML')).toContain('Client');
    await stop();

    const begun = requests().slice(0, -2);
    const [fault, unread] = requests().slice(-2);
    const ids = begun.map((span) => span.traceId);
    expect(new Set(ids)).toMatchObject({ size: 5 });
    for (const span of begun) expect(span).toMatchObject({ status: 0 });
    expect(ids).not.toContain(traceId);
    expect(log.filter(({ message }) => message === 'result').map((line) => line.traceId)).toEqual(ids);
    expect(fault).toMatchObject({ name: 'RemoteFileService/GetClientID', traceId, status: 0 });
    expect(fault?.attributes).toMatchObject({ 'rpc.response.status_code': 'Sender', 'http.response.status_code': 500 });
    expect(unread).toMatchObject({ name: 'POST', traceId, status: 0 });
    expect(unread?.attributes).toMatchObject({ 'error.type': 'IllFormedXml' });
  });

  it('a caller that does not record its trace is followed, and the ratio is for traces that begin here', async () => {
    const url = await start({ tracingEndpoint: collector.url, tracingRatio: '0' });
    const bytes = randomBytes(10);
    await send(url, bytes, { last: true }, { traceparent: `00-${traceId}-${caller}-00` });
    await send(url, bytes, { last: true }, {});
    expect(log.filter(({ message }) => message === 'result')[0]).toMatchObject({ traceId });
    await send(url, bytes, { last: true }, { traceparent: sampled });
    await stop();
    expect(requests()).toHaveLength(1);
    expect(requests()[0]).toMatchObject({ traceId, parentSpanId: caller });
  });

  it('a hook gets the traceparent of the publication, in the event and with the webhook', async () => {
    const receiver = await startReceiver();
    const secret = join(folder, 'secret');
    await writeFile(secret, `whsec_${randomBytes(32).toString('base64')}`);
    const hooks = join(folder, 'hooks.yaml');
    await writeFile(
      hooks,
      `published: [{ name: index, webhook: { url: '${receiver.url}', secretFile: ${secret} } }]\n`,
    );
    const url = await start({ tracingEndpoint: collector.url }, { RFS_HOOKS_FILE: hooks });
    await send(url, randomBytes(10), { last: true }, { traceparent: sampled });
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    await stop();
    await receiver.close();

    const delivery = collector.spans.find(({ name }) => name === 'deliver index');
    const publication = collector.spans.find(({ spanId }) => spanId === delivery?.parentSpanId);
    expect(publication?.name).toBe('transaction');
    expect(delivery).toMatchObject({ traceId, kind: 3, status: 0 });
    const [event] = receiver.received;
    expect(event?.headers.traceparent).toBe(`00-${traceId}-${delivery?.spanId}-01`);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ traceparent: `00-${traceId}-${publication?.spanId}-01` });
  });

  it('the upload command is in the trace of its environment', async () => {
    const url = await start({ tracingEndpoint: collector.url });
    const file = join(folder, 'chunks.bin');
    await writeFile(file, randomBytes(300_000));
    const variables = { RFS_API_KEY: 'key-for-all', RFS_FOLDER_KEY: 'folder-anna-in', TRACEPARENT: sampled };
    const args = ['--url', url, '--journal', join(folder, 'journal'), '--chunk-size', '128KiB', file];
    expect(await runUpload(args, variables).exited).toBe(0);
    await stop();
    expect(requests()).toHaveLength(3);
    for (const span of requests()) expect(span).toMatchObject({ traceId, parentSpanId: caller });
  });

  it('a rejected request has the code of its rejection', async () => {
    const url = await start({ tracingEndpoint: collector.url });
    const client = new RemoteFileServiceClient({ address: url });
    await client.GetClientID({ APIKey: 'guessed-key', Parameters: { CompanyCode: 'ACME' } }).catch(() => undefined);
    await stop();
    expect(requests()[0]?.attributes).toMatchObject({ 'rfs.rejection': 'AccessDenied' });
    const check = collector.spans.find(({ name }) => name === 'check API key');
    expect(check).toMatchObject({ status: 2 });
    expect(check?.attributes).toMatchObject({ 'error.type': 'AccessDenied' });
  });

  it('no key, token, name or address of a caller is in a trace', async () => {
    const url = await start({ tracingEndpoint: collector.url });
    const { UploadToken: token = '' } = await send(url, randomBytes(10), {}, {});
    await send(url, randomBytes(10), { offset: 10, token, last: true }, {});
    await fetch(url.replace('/v2/', '/secret-path/'), { method: 'POST', body: 'x' });
    await stop();
    expect(requests()).toHaveLength(3);
    const secrets = ['key-for-all', 'folder-anna-in', token, 'secret-name', 'secret-path', '127.0.0.1', 'anna'];
    for (const secret of secrets) expect(collector.text()).not.toContain(secret);
  });

  it("is started by OpenTelemetry's variables, and not by a setting that they disable", async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    vi.stubEnv('OTEL_SERVICE_NAME', 'files');
    const url = await start({}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await send(url, randomBytes(10), { last: true }, {});
    await stop();
    expect(requests()).toHaveLength(1);
    expect(collector.resource).toMatchObject({ 'service.name': 'files' });
    vi.unstubAllEnvs();
    await start({ tracingEndpoint: collector.url }, { OTEL_SDK_DISABLED: 'true' });
    expect(tracer()).toBeUndefined();
    await stop();
    await start({});
    expect(tracer()).toBeUndefined();
  });

  it('a collector that does not respond is logged once, and stops neither requests nor the stop', async () => {
    const { url: closed } = collector;
    await collector.close();
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
    const url = await start({ tracingEndpoint: closed });
    for (let at = 0; at < 3; at += 1) {
      expect(await send(url, randomBytes(10), { last: true }, {})).toMatchObject({ ChunkAppended: true });
    }
    await stop();
    vi.unstubAllEnvs();
    expect(log.filter(({ message }) => message === 'traces are not sent')).toHaveLength(1);
    collector = await startTraceReceiver();
  });
});

describe('the summary of a query', () => {
  it.each([
    ['select "id" from "uploads" where "held" = ?', 'SELECT uploads'],
    ['insert into "extents" ("key") values (?) on conflict do update set "key" = ?', 'INSERT extents'],
    ['UPDATE hooks SET due = ? WHERE seq = (SELECT seq FROM hooks AS next)', 'UPDATE hooks SELECT hooks'],
    ['select "a" from "x" inner join "y" on true', 'SELECT x y'],
    ['PRAGMA wal_checkpoint(TRUNCATE)', 'PRAGMA'],
    ['VACUUM', 'query'],
  ])('of %s is %s', (sql, summary) => {
    expect(summaryOf(sql)).toBe(summary);
  });
});
