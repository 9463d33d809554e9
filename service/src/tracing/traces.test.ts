import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { description } from '@soapwright/generated/remote-file-service/description';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { treeOf } from '../../../test/support/service/trace-receiver.ts';
import { caller, sampled, TracedService, traceId } from '../../../test/support/service/traced-service.ts';

const run = promisify(execFile);

const { namespace } = description;

describe('traces of requests', () => {
  let service: TracedService;
  beforeEach(async () => {
    service = await TracedService.open();
  });
  afterEach(() => service.close());

  it("an upload of several chunks is in the trace of its caller's traceparent, with its queries and commits", async () => {
    await service.start();
    const bytes = randomBytes(300_000);
    const headers = { traceparent: sampled, tracestate: 'vendor=1' };
    const first = await service.send(bytes.subarray(0, 200_000), {}, headers);
    const { UploadToken: token } = first;
    expect(first).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    const last = await service.send(bytes.subarray(200_000), { offset: 200_000, token, last: true }, headers);
    expect(last).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    await service.stop();

    const [one, two] = service.requests;
    if (one === undefined || two === undefined) throw new Error('no spans');
    expect(service.requests).toHaveLength(2);
    for (const span of service.collector.spans) expect(span.traceId).toBe(traceId);
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
    expect(JSON.stringify(treeOf(service.collector.spans, one))).toMatch(
      /"check API key",.*"SELECT api_keys".*"check folder access key",.*"write chunk".*"transaction",.*"INSERT uploads".*"COMMIT"/,
    );
    expect(JSON.stringify(treeOf(service.collector.spans, two))).toMatch(
      /"check API key".*"write chunk".*"publish",\["rename file"\],\["transaction",.*"UPDATE uploads".*"INSERT entries".*"INSERT audit_log".*"COMMIT"/,
    );
    const ids = service.results;
    expect(ids.map(({ requestId }) => requestId)).toEqual([one, two].map((span) => span.attributes['rfs.request_id']));
    expect(ids.map((line) => line.traceId)).toEqual([traceId, traceId]);
    expect(service.collector.resource).toMatchObject({ 'service.name': 'remote-file-service' });
  });

  it('curl: an invalid or absent traceparent begins a trace, and Sender faults are not errors of the service', async () => {
    const url = await service.start();
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
    await service.stop();

    const begun = service.requests.slice(0, -2);
    const [fault, unread] = service.requests.slice(-2);
    const ids = begun.map((span) => span.traceId);
    expect(new Set(ids)).toMatchObject({ size: 5 });
    for (const span of begun) expect(span).toMatchObject({ status: 0 });
    expect(ids).not.toContain(traceId);
    expect(service.results.map((line) => line.traceId)).toEqual(ids);
    expect(fault).toMatchObject({ name: 'RemoteFileService/GetClientID', traceId, status: 0 });
    expect(fault?.attributes).toMatchObject({ 'rpc.response.status_code': 'Sender', 'http.response.status_code': 500 });
    expect(unread).toMatchObject({ name: 'POST', traceId, status: 0 });
    expect(unread?.attributes).toMatchObject({ 'error.type': 'IllFormedXml' });
  });

  it('a rejected request has the code of its rejection', async () => {
    const url = await service.start();
    const client = new RemoteFileServiceClient({ address: url });
    await client.GetClientID({ APIKey: 'guessed-key', Parameters: { CompanyCode: 'ACME' } }).catch(() => undefined);
    await service.stop();
    expect(service.requests[0]?.attributes).toMatchObject({ 'rfs.rejection': 'AccessDenied' });
    const check = service.collector.spans.find(({ name }) => name === 'check API key');
    expect(check).toMatchObject({ status: 2 });
    expect(check?.attributes).toMatchObject({ 'error.type': 'AccessDenied' });
  });

  it('no key, token, name or address of a caller is in a trace', async () => {
    const url = await service.start();
    const { UploadToken: token = '' } = await service.send(randomBytes(10), {}, {});
    await service.send(randomBytes(10), { offset: 10, token, last: true }, {});
    await fetch(url.replace('/v2/', '/secret-path/'), { method: 'POST', body: 'x' });
    await service.stop();
    expect(service.requests).toHaveLength(3);
    const secrets = ['key-for-all', 'folder-anna-in', token, 'secret-name', 'secret-path', '127.0.0.1', 'anna'];
    for (const secret of secrets) expect(service.collector.text()).not.toContain(secret);
  });
});
