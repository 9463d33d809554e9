import { Agent } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { httpResponse, rawServer } from '../../../test/support/runtime/raw-server.ts';
import { AppendChunk, testListening } from '../../../test/support/runtime/test-service.ts';
import { type LogOptions, logCalls } from './log.ts';
import { memoryTransport } from './memory-transport.ts';
import { mtom } from './mtom.ts';
import { httpTransport } from './node/http-transport.ts';
import { undiciTransport } from './node/undici-transport.ts';
import { SoapClient } from './soap-client.ts';
import type { BufferedRequest, Transport, TransportResponse } from './transport.ts';

const created: { close(): unknown }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const each of created.splice(0).reverse()) await each.close();
});

const plain = ['Content-Type', 'text/xml; charset=utf-8'];
const empty: TransportResponse = { status: 202, headers: [], body: new Uint8Array(0) };

/** What a log prints of a request and its response. */
async function logged(
  request: Partial<BufferedRequest>,
  response: Partial<TransportResponse> = {},
  options: LogOptions = {},
): Promise<string> {
  const lines: string[] = [];
  const transport = memoryTransport(() => ({ ...empty, ...response }));
  await logCalls({ transport, write: (text) => lines.push(text), ...options }).send({
    url: 'https://soap.example/a',
    headers: plain,
    body: '<a/>',
    maxResponseBytes: 1e9,
    signal: new AbortController().signal,
    ...request,
  });
  return lines.join('\n');
}

const envelope = (header: string, body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

describe('logCalls', () => {
  it('prints head and envelope of request and response under one number', async () => {
    const text = await logged(
      { headers: [...plain, 'SOAPAction', '"urn:a"'], body: envelope('', '<a>text &amp; more</a>') },
      { status: 200, headers: [...plain, 'X-Request-Id', '7'], body: Buffer.from(envelope('', '<b/>')) },
    );
    const [, number] = /^→ (\d+) POST https:\/\/soap\.example\/a\n/.exec(text) ?? [];
    expect(text).toContain(
      `\nSOAPAction: "urn:a"\n\n${envelope('', '<a>text &amp; more</a>').replace('<s:Header></s:Header>', '<s:Header/>')}\n`,
    );
    expect(text).toMatch(new RegExp(`← ${number} HTTP 200, \\d+ ms\n`));
    expect(text).toContain('X-Request-Id: 7\n\n<s:Envelope');
  });

  it('masks credentials and cookies of heads, and keys in addresses', async () => {
    const headers = [
      'Authorization',
      'Basic c2VjcmV0',
      'proxy-authorization',
      'c2VjcmV0',
      'Cookie',
      'JSESSIONID=c2VjcmV0; b=c2VjcmV0',
      'X-API-Key',
      'c2VjcmV0',
      'X-Auth-Token',
      'c2VjcmV0',
      'X-Odd',
      'a\u001b[31m',
    ];
    const text = await logged(
      { url: 'https://soap.example/a?wsdl&api_key=c2VjcmV0&page=2', headers },
      { headers: ['Set-Cookie', 'JSESSIONID=c2VjcmV0; Path=/; HttpOnly', 'WWW-Authenticate', 'Digest realm="a"'] },
    );
    expect(text).not.toContain('c2VjcmV0');
    for (const line of [
      'POST https://soap.example/a?wsdl&api_key=***&page=2',
      'Authorization: Basic ***',
      'proxy-authorization: ***',
      'Cookie: JSESSIONID=***; b=***',
      'Set-Cookie: JSESSIONID=***; Path=/; HttpOnly',
      'WWW-Authenticate: Digest realm="a"',
      'X-Odd: a?[31m',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it.each(['wsse', 'a', ''])('masks the password of a UsernameToken with the prefix "%s"', async (prefix) => {
    const p = prefix === '' ? '' : `${prefix}:`;
    const declared = prefix === '' ? `xmlns="${wsse}"` : `xmlns:${prefix}="${wsse}"`;
    const token = `<${p}Security ${declared}><${p}UsernameToken><${p}Username>anna</${p}Username><${p}Password Type="urn:text">hid<![CDATA[den]]>&#x21;</${p}Password></${p}UsernameToken></${p}Security>`;
    const text = await logged({ body: envelope(token, '<b xmlns=""/>') });
    expect(text).toContain(`<${p}Username>anna</${p}Username><${p}Password Type="urn:text">***</${p}Password>`);
    expect(text).not.toMatch(/hid|den/);
  });

  it('masks named elements and attributes with all that they hold, and names that look secret', async () => {
    const secret = '<x:Iban xmlns:x="urn:x" kind="hidden"><Part>hidden</Part><!--hidden--></x:Iban>';
    const looks = '<ApiKey>hidden</ApiKey><Row session_token="hidden" pin="hidden" page="shown">shown</Row>';
    const inner = `<Document>&lt;Login>&lt;Password>hidden&lt;/Password>&lt;User>shown&lt;/User>&lt;/Login></Document>`;
    const cdata = '<Xml><![CDATA[<Password>hidden</Password>]]></Xml>';
    const text = await logged(
      {
        body: envelope(
          '<AuthToken>hidden</AuthToken>',
          `<ResetPassword>${secret}${looks}${inner}${cdata}</ResetPassword>`,
        ),
      },
      {},
      { sensitive: ['Iban'] },
    );
    expect(text).not.toContain('hidden');
    expect(text).toContain('<x:Iban xmlns:x="urn:x" kind="***"><Part>***</Part><!--…--></x:Iban>');
    expect(text).toContain('<ApiKey>***</ApiKey><Row session_token="***" pin="***" page="shown">shown</Row>');
    expect(text).toContain('&lt;User&gt;shown&lt;/User&gt;');
  });

  it('prints nothing of what it cannot read, and reads other encodings', async () => {
    const broken = await logged({ body: '<a><b>shown</b><Password>hidden' });
    expect(broken).toContain('<a><b>shown</b><Password>\n[not read from here:');
    expect(broken).not.toContain('hidden');
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>M\u00fcller<Pwd>hidden</Pwd></a>',
      'latin1',
    );
    expect(await logged({ headers: ['Content-Type', 'text/xml'], body: latin })).toContain(
      '<a>Müller<Pwd>***</Pwd></a>',
    );
    const page = { headers: ['Content-Type', 'text/html'], body: Buffer.from('<html><p>Sign in') };
    expect(await logged({}, page)).toContain('[16 bytes of text/html] <html><p>Sign in\n');
    const json = { headers: ['Content-Type', 'application/json'], body: Buffer.from('{"access_token":"hidden"}') };
    expect(await logged({}, json)).toContain('[25 bytes of application/json] (not shown since it may hold secrets)\n');
    const packed = { headers: [...plain, 'Content-Encoding', 'br'], body: Buffer.alloc(9) };
    expect(await logged({}, packed)).toContain('\n[9 bytes, br]\n');
  });

  it('shortens binary values and long bodies, not long texts', async () => {
    const base64 = Buffer.alloc(3_000).toString('base64');
    const words = 'many words of a long text '.repeat(10);
    const body = envelope('', `<a>${base64}</a><b>${base64.replace(/.{76}/g, '$&\r\n')}</b><c>${words}</c>`);
    const text = await logged({ body });
    const short = 'AAAAAAAAAAAAAAAAAAAA…[4000 characters]';
    expect(text).toContain(`<a>${short}</a><b>${short}</b><c>${words}</c>`);
    const cut = await logged({ body }, {}, { maxLength: 20 });
    expect(cut).toMatch(/\n<s:Envelope xmlns:s=… \[\d+ more characters\]\n/);
    const large = await logged({ body: `<a>${'<b>c</b>'.repeat(100_000)}</a>` }, {}, { maxLength: 1e9 });
    expect(large).toContain('[800007 bytes in all, the first 262144 were read]');
  });

  it('prints a multipart message as its root and one line a part', async () => {
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start="<r>"; start-info="text/xml"';
    const root = envelope('', '<Password>hidden</Password>');
    const body = `--b\r\nContent-ID: <v>\r\nContent-Type: image/png\r\n\r\nhidden\r\n--b\r\nContent-ID: <r>\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n${root}\r\n--b--`;
    const text = await logged({}, { headers: ['Content-Type', type], body: Buffer.from(body) });
    expect(text).toContain('<Password>***</Password></s:Body></s:Envelope>\n[part v: image/png, 6 bytes]\n');
    expect(text).not.toContain('hidden');
  });

  it('does not change a call when its function throws, and prints errors', async () => {
    const write = (): never => {
      throw new Error('disk full');
    };
    await expect(logged({}, {}, { write })).resolves.toBe('');
    const lines: string[] = [];
    const transport = { send: () => Promise.reject(new Error('refused')) };
    const client = new SoapClient({
      address: 'http://localhost/',
      transport: logCalls({ transport, write: (text) => lines.push(text) }),
    });
    const input = { APIKey: 'hidden', ChunkData: new Blob([]), Offset: 0n, BytesRead: 1, isLastChunk: true };
    await expect(client.call(AppendChunk, input)).rejects.toMatchObject({ code: 'connection' });
    expect(lines.at(-1)).toMatch(/^✗ \d+ \d+ ms: refused\n$/);
    expect(lines.join()).toContain('<APIKey>***</APIKey>');
  });

  it.each([false, true])('passes streams through in both directions, multipart: %s', async (isMultipart) => {
    const server = await testListening({});
    created.push({ close: () => server.close(0) });
    const inner = httpTransport();
    created.push(inner);
    const lines: string[] = [];
    const transport = logCalls({ transport: inner, write: (text) => lines.push(text) });
    const client = new SoapClient({
      address: server.url,
      transport,
      multipart: isMultipart ? mtom({ send: 'never' }) : undefined,
    });
    const bytes = new Uint8Array(2_000_000).fill(7);
    const input = { APIKey: 'hidden', ChunkData: new Blob([bytes]), Offset: 0n, BytesRead: 1, isLastChunk: true };
    const { Data } = await client.call(AppendChunk, input);
    expect(Buffer.from(await (Data as Blob).arrayBuffer()).equals(bytes)).toBe(true);
    expect(lines).toHaveLength(2);
    for (const text of lines) expect(text).toMatch(/\[26\d{5} bytes in all, the first 262144 were read\]/);
  });
});

describe('SOAPWRIGHT_LOG=calls', () => {
  it.each([
    ['httpTransport', httpTransport],
    ['undiciTransport', openUndici],
  ] as const)('prints the calls of %s', async (_, open) => {
    vi.stubEnv('SOAPWRIGHT_LOG', 'calls');
    vi.stubEnv('SOAPWRIGHT_LOG_SENSITIVE', 'Iban, BIC');
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = '<a><Iban>hidden</Iban><BIC>hidden</BIC></a>';
    const server = await rawServer(() => httpResponse('200 OK', 'text/xml', answer));
    const transport = open();
    created.push(server, transport);
    const signal = new AbortController().signal;
    const headers = ['Content-Type', 'text/xml', 'Content-Length', '4'];
    const request = { url: server.address, headers, body: '<a/>', maxResponseBytes: 1_000, signal };
    expect(Buffer.from((await transport.send(request)).body).toString()).toBe(answer);
    const text = error.mock.calls.flat().join('\n');
    expect(text).toContain('<a><Iban>***</Iban><BIC>***</BIC></a>');
    vi.stubEnv('SOAPWRIGHT_LOG', '');
    const silent = open();
    created.push(silent);
    await silent.send(request);
    expect(error).toHaveBeenCalledTimes(2);
  });
});

/** A transport on undici, which closes its agent. */
function openUndici(): Pick<Transport, 'send'> & { close(): Promise<void> } {
  const agent = new Agent();
  const transport = undiciTransport(agent);
  return { send: (request) => transport.send(request), close: () => agent.close() };
}
