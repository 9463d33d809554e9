import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callHeaders, envelope, getClientID } from '../../../test/support/runtime/test-messages.ts';
import { description, GetClientID, testServer } from '../../../test/support/runtime/test-service.ts';
import { rootTag } from '../xml/tag.ts';
import { implement } from './handler.ts';
import { createServer } from './server.ts';

const address = 'http://files.test/v2/fileservice.asmx';
const message = envelope('1.1', getClientID());

function request(
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request {
  return new Request(address, { method: 'POST', headers: { ...callHeaders('1.1'), ...headers }, body, duplex: 'half' });
}

describe('the Web adapter', () => {
  it('T3: responses have Content-Length', async () => {
    for (const asked of [request(message), request('x'), new Request(address), new Request(`${address}x`)]) {
      const response = await testServer().fetch(asked);
      const bytes = await response.arrayBuffer();
      expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    }
  });

  it('P2: the address is that of the URL, with any Host', async () => {
    const wsdl = async (host: string): Promise<string> =>
      (await testServer().fetch(new Request(`${address}?wsdl`, { headers: { Host: host } }))).text();
    for (const host of ['files.test', 'other.test', 'files.test:80']) {
      expect(await wsdl(host)).toContain(`location="${address}"`);
    }
    expect(await wsdl('a b')).toContain('Host');
  });

  it('T3: a chunked body gets 411', async () => {
    expect((await testServer().fetch(request(message, { 'transfer-encoding': 'chunked' }))).status).toBe(411);
  });

  it('T6: gzip is decoded, with a limit on the decoded bytes', async () => {
    const server = testServer({}, { limits: { maxBodyBytes: 2_000 } });
    const headers = { 'content-encoding': 'gzip' };
    expect((await server.fetch(request(gzipSync(message), headers))).status).toBe(200);
    expect((await server.fetch(request(gzipSync(message + ' '.repeat(100_000)), headers))).status).toBe(413);
    expect(await (await server.fetch(request(gzipSync(message).subarray(9), headers))).text()).toContain(
      'InvalidEncoding',
    );
    expect((await server.fetch(request(message, { 'content-encoding': 'br' }))).status).toBe(415);
  });

  it('T7: an endless stream is cancelled at the limit', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000).fill(32)),
      cancel() {
        cancelled = true;
      },
    });
    const response = await testServer({}, { limits: { maxBodyBytes: 50_000 } }).fetch(request(endless));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('MessageTooLarge');
    expect(cancelled).toBe(true);
  });

  it('a truncated body gets 400', async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
    expect((await testServer().fetch(request(broken))).status).toBe(400);
  });

  it('passes on the abort of the request', async () => {
    const caller = new AbortController();
    let aborted: boolean | undefined;
    const server = testServer({
      async GetClientID(_, { signal }) {
        caller.abort();
        await Promise.resolve();
        aborted = signal.aborted;
        return { ClientID: 1 };
      },
    });
    await server.fetch(new Request(request(message), { signal: caller.signal }));
    expect(aborted).toBe(true);
  });
});

describe('createServer', () => {
  it('rejects invalid options', () => {
    expect(() => testServer({}, { path: 'x' })).toThrow(TypeError);
    expect(() => testServer({}, { publicUrl: 'files.example' })).toThrow(TypeError);
    expect(() => testServer({}, { soapVersions: [] })).toThrow(TypeError);
    expect(() => testServer({}, { limits: { maxDepth: 0 } })).toThrow(RangeError);
  });

  it('passes its state to handlers', async () => {
    const server = createServer<{ id: number }>(description, { state: { id: 42 } }, [
      implement(GetClientID, (_, { state }) => ({ ClientID: state.id })),
    ]);
    expect(await (await server.fetch(request(message))).text()).toContain('<ClientID>42</ClientID>');
  });

  it('D2: operations that share an element are distinguished by their soapAction, and must be', async () => {
    const other = { ...GetClientID, name: 'Other', soapAction: 'urn:other' };
    const responding = (id: number) => () => ({ ClientID: id });
    expect(() =>
      createServer(description, {}, [
        implement(GetClientID, responding(1)),
        implement({ ...GetClientID, name: 'Same' }, responding(2)),
      ]),
    ).toThrow('the same element');
    const server = createServer(description, {}, [
      implement(GetClientID, responding(1)),
      implement(other, responding(2)),
    ]);
    const asked = async (action: string): Promise<string> =>
      (await server.fetch(request(message, { SOAPAction: action }))).text();
    expect(await asked('"urn:other"')).toContain('<ClientID>2</ClientID>');
    expect(await asked(`"${GetClientID.soapAction}"`)).toContain('<ClientID>1</ClientID>');
    expect(await asked('""')).toContain('ActionMismatch');
  });

  it('D2: an empty soapAction accepts an empty or absent header', async () => {
    const silent = { ...GetClientID, soapAction: '', input: rootTag(GetClientID.input.namespace, 'GetClientID') };
    const server = createServer(description, {}, [implement(silent, () => ({ ClientID: 3 }))]);
    expect((await server.fetch(request(message, { SOAPAction: '""' }))).status).toBe(200);
    const none = new Request(address, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: message });
    expect((await server.fetch(none)).status).toBe(200);
    expect((await server.fetch(request(message, { SOAPAction: '"urn:x"' }))).status).toBe(500);
  });

  it('D2: with an empty soapAction, the action of WS-Addressing is accepted too', async () => {
    const silent = { ...GetClientID, soapAction: '', addressingAction: 'urn:files:GetClientIDRequest' };
    const server = createServer(description, {}, [implement(silent, () => ({ ClientID: 3 }))]);
    const status = async (action: string): Promise<number> =>
      (await server.fetch(request(message, { SOAPAction: action }))).status;
    expect(await status('"urn:files:GetClientIDRequest"')).toBe(200);
    expect(await status('""')).toBe(200);
    expect(await status('"urn:files:OtherRequest"')).toBe(500);
  });
});
