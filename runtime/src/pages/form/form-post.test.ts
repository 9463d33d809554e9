import { describe, expect, it } from 'vitest';
import { description, path, type TestHandlers, testServer } from '../../../../test/support/runtime/test-service.ts';
import { addressing } from '../../server/addressing.ts';
import { httpAuthentication } from '../../server/authentication.ts';
import { createServer } from '../../server/server.ts';
import type { CommonOptions } from '../../server/server-options.ts';
import { SoapFault } from '../../soap/fault.ts';
import { createPages } from '../index.ts';

const here = 'http://127.0.0.1:8080';

interface Asked {
  readonly handlers?: TestHandlers;
  readonly options?: CommonOptions;
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

async function send(
  body: FormData | URLSearchParams | Uint8Array<ArrayBuffer> | string,
  { handlers, options, headers = {}, query = '?op=GetClientID' }: Asked = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type') ?? '';
  // As bytes, like a network delivers it: Node 24 fails where a reader cancels the stream of a FormData.
  const request = new Request(`${here}${path}${query}`, {
    method: 'POST',
    body: await encoded.arrayBuffer(),
    headers: { 'Content-Type': type, ...headers },
  });
  const response = await testServer(handlers, options).fetch(request, { peerAddress: '127.0.0.1' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function filled(): FormData {
  const form = new FormData();
  form.append('APIKey', 'a secret <key>');
  form.append('Parameters/CompanyCode', 'ACME');
  return form;
}

describe('a posted form', () => {
  it('P3: is answered by a server that requires WS-Addressing of its other callers', async () => {
    const { status, text } = await send(filled(), { options: { addressing: addressing({ required: true }) } });
    expect(status).toBe(200);
    expect(text).toContain('ClientID');
    expect(text).not.toContain('MessageAddressingHeaderRequired');
  });

  it('P3: that is refused keeps what was entered, escaped, without its secrets, and says so', async () => {
    const form = filled();
    form.set('Parameters/CompanyCode', 'A "<typed>" code');
    const again =
      'The form keeps what was entered, without sensitive fields: enter them again before you send it again.';
    const refused = await send(form, { handlers: { GetClientID: () => ({ ErrorMessage: 'no', ClientID: 0 }) } });
    form.append('Parameters/Nothing', 'x');
    const unknown = await send(form);
    for (const { text } of [refused, unknown]) {
      expect(text).toMatch(/name="Parameters\/CompanyCode"[^>]* value="A &quot;&lt;typed&gt;&quot; code"/);
      expect(text).toContain(again);
      expect(text).not.toContain('a secret');
    }
    expect([refused.status, unknown.status]).toEqual([200, 400]);
    const fresh = await testServer().fetch(new Request(`${here}${path}?op=GetClientID`), { peerAddress: '127.0.0.1' });
    expect(await fresh.text()).not.toContain(again);
  });

  it('asks for the credentials that the server demands, which the browser then sends', async () => {
    const authentication = httpAuthentication({
      realm: 'files',
      basic: (user, password) => (password === 'right' ? user : undefined),
    });
    let caller: unknown;
    const handlers: TestHandlers = {
      GetClientID(_, context) {
        caller = context.principal;
        return { ErrorMessage: '', ClientID: 5 };
      },
    };
    const refused = await send(filled(), { handlers, options: { authentication } });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="files", charset="UTF-8"',
    ]);
    expect(refused.text).toContain('HTTP 401');
    const headers = { Authorization: `Basic ${btoa('anna:right')}` };
    const done = await send(filled(), { handlers, headers, options: { authentication } });
    expect([done.status, caller]).toEqual([200, 'anna']);
  });

  it.each(['1.1', '1.2'] as const)('P3: gets its response in the page, over SOAP %s', async (version) => {
    let seen: unknown;
    const form = filled();
    form.append('soap:version', version);
    const { status, text, headers } = await send(form, {
      handlers: {
        GetClientID: (input, context) => {
          seen = [input, context.soapVersion, context.peerAddress, context.httpHeader('content-type')];
          return { ErrorMessage: '<none> & "so"', ClientID: 1001 };
        },
      },
    });
    const contentType = version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
    const input = { APIKey: 'a secret <key>', Parameters: { CompanyCode: 'ACME' } };
    expect(seen).toEqual([input, version, '127.0.0.1', contentType]);
    expect(status).toBe(200);
    expect(text).toContain(`<span class="badge good">HTTP 200</span>`);
    expect(text).toMatch(new RegExp(`SOAP ${version}, \\d+ bytes, \\d+\\.\\d ms`));
    const unbroken = text.replaceAll('<wbr />', '');
    expect(unbroken).toContain('<code>GetClientIDResult / ClientID</code></th><td>1001</td>');
    expect(text).toContain('<td>&lt;none&gt; &amp; &quot;so&quot;</td>');
    expect(text).toContain('&lt;ErrorMessage&gt;&amp;lt;none&amp;gt; &amp;amp; &quot;so&quot;&lt;/ErrorMessage&gt;');
    // Filled as before, but for what is sensitive.
    expect(text).toMatch(/name="Parameters\/CompanyCode"[^>]* value="ACME"/);
    expect(text).toMatch(new RegExp(`value="${version}" checked=""`));
    expect(text).not.toContain('secret');
    expect(text).toContain('&lt;APIKey&gt;••••••••&lt;/APIKey&gt;');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  it('P3: may be in the other encoding of forms', async () => {
    const { text } = await send(new URLSearchParams({ APIKey: 'k', 'Parameters/CompanyCode': 'Österreich' }));
    expect(text).toContain('<td>10</td>');
  });

  it('P3: a fault is shown with its status', async () => {
    const handlers: TestHandlers = {
      GetClientID() {
        throw SoapFault.sender('NoSuchCompany', 'There is <no> such company.');
      },
    };
    const { status, text } = await send(new URLSearchParams({ 'soap:version': '1.2' }), { handlers });
    expect(status).toBe(200);
    expect(text).toContain('<title>Refused: GetClientID');
    expect(text).toContain('<span class="badge bad">HTTP 400</span>');
    expect(text).toContain('<dt>Reason</dt><dd>There is &lt;no&gt; such company.</dd>');
    expect(text).toContain('<strong>Refused</strong>: There is &lt;no&gt; such company.</p>');
    expect(text).toContain('<dt>Detail code</dt><dd>NoSuchCompany</dd>');
    expect(text).toMatch(/request id <code>[0-9a-f-]{36}<\/code>/);
  });

  it('P3: an unexpected error of a handler reveals no more than elsewhere', async () => {
    const handlers: TestHandlers = {
      async GetClientID() {
        throw new Error('a secret of the handler');
      },
    };
    const { text } = await send(filled(), { handlers });
    expect(text).toContain('HTTP 500');
    expect(text).not.toContain('a secret of the handler');
  });

  it.each([
    ['what is left out is not valid UTF-8', 'omit:Parameters=1&Parameters/CompanyCode=%FF', 'not valid UTF-8'],
    [
      'what is left out is there twice',
      'omit:APIKey=1&omit:Parameters=1&Parameters/CompanyCode=&Parameters/CompanyCode=',
      'twice',
    ],
    ['the box of secrets is there twice', 'show:secrets=1&show:secrets=1', 'twice'],
  ])('P3: runs no handler when %s', async (_, body, problem) => {
    let runs = 0;
    const handlers: TestHandlers = {
      async GetClientID() {
        runs++;
        return { ClientID: 1 };
      },
    };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, text } = await send(body, { handlers, headers });
    expect([status, runs]).toEqual([400, 0]);
    expect(text).toContain(problem);
  });

  it('W4: a failure outside of the exchange ends no process, and the caller gets only an id', async () => {
    const failed: unknown[] = [];
    const events: unknown[] = [];
    const broken = {
      ...description,
      get records(): never {
        throw new Error('a secret of the server');
      },
    };
    const options: CommonOptions = {
      pages: createPages(broken),
      onError: (error) => failed.push(error),
      log: (event) => events.push(event),
    };
    const request = new Request(`${here}${path}?op=GetClientID`, { method: 'POST', body: filled() });
    const response = await createServer(description, options, []).fetch(request, { peerAddress: '::1' });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret');
    expect(failed).toHaveLength(1);
    expect(events).toEqual([expect.objectContaining({ event: 'error', operation: 'GetClientID', errorName: 'Error' })]);
    expect(text).toContain((events[0] as { requestId: string }).requestId);
  });

  it('P3: a character that XML cannot carry is a fault', async () => {
    const { text } = await send(new URLSearchParams({ 'Parameters/CompanyCode': 'a\u0000b' }));
    expect(text).toContain('<dt>Code</dt><dd>Client</dd>');
  });

  it('P3: is processed like any request: same limits, log and request ids', async () => {
    const events: unknown[] = [];
    const options: CommonOptions = { limits: { maxBodyBytes: 2_000 }, log: (event) => events.push(event) };
    const { text } = await send(filled(), { options });
    expect(text).toContain('HTTP 200');
    const [result] = events.splice(0) as [{ requestId: string }];
    expect(result).toMatchObject({ event: 'result', operation: 'GetClientID', peerAddress: '127.0.0.1' });
    const large = filled();
    large.set('Parameters/CompanyCode', 'x'.repeat(3_000));
    const rejected = await send(large, { options });
    expect(rejected.status).toBe(413);
    expect(rejected.text).toContain('limits.maxBodyBytes');
    expect(events.splice(0)).toEqual([expect.objectContaining({ event: 'refused', status: 413 })]);
    // The form is small enough, and what it becomes is not.
    const grown = filled();
    grown.set('Parameters/CompanyCode', '&'.repeat(600));
    expect((await send(grown, { options })).text).toContain('<span class="badge bad">HTTP 413</span>');
    expect(events).toEqual([expect.objectContaining({ event: 'fault', detailCode: 'MessageTooLarge' })]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('P3: the handler is notified when the caller disconnects', async () => {
    const caller = new AbortController();
    let aborted = false;
    const handlers: TestHandlers = {
      GetClientID: (_, { signal }) => {
        caller.abort();
        aborted = signal.aborted;
        return { ClientID: 1 };
      },
    };
    const { signal } = caller;
    const request = new Request(`${here}${path}?op=GetClientID`, { method: 'POST', body: filled(), signal });
    await testServer(handlers).fetch(request, { peerAddress: '::1' });
    expect(aborted).toBe(true);
  });

  it('P3: an unknown operation gets a page with a message', async () => {
    const { status, text } = await send(filled(), { query: '?op=%3Cb%3E' });
    expect(status).toBe(404);
    expect(text).toContain('&lt;b&gt;');
  });

  it.each<[what: string, body: string, headers: Record<string, string>, status: number, text: string]>([
    ['no multipart', 'x', { 'Content-Type': 'multipart/form-data; boundary=b' }, 400, 'does not begin'],
    ['no boundary', 'x', { 'Content-Type': 'multipart/form-data' }, 400, 'boundary'],
    ['no UTF-8', 'APIKey=%ff', {}, 400, 'UTF-8'],
    ['a field that is not there', 'APIKye=1', {}, 400, 'no entry &quot;APIKye&quot;'],
    ['a field twice', 'APIKey=1&APIKey=2', {}, 400, 'twice'],
    ['a version that is not served', 'soap:version=1.3', {}, 400, 'not served'],
    ['a compressed form', 'APIKey=1', { 'Content-Encoding': 'gzip' }, 415, 'compressed'],
    ['two framings', 'APIKey=1', { 'Content-Length': '8', 'Transfer-Encoding': 'chunked' }, 400, 'exclude'],
  ])('P3: %s is rejected in the page', async (_, body, headers, status, text) => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await send(body, { headers: { ...type, ...headers } });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain('<form');
  });

  it('P3: without an operation forms get 415, as does every other type with one', async () => {
    expect((await send(filled(), { query: '' })).status).toBe(415);
    expect((await send(filled(), { query: '?wsdl' })).status).toBe(415);
    expect((await send('a=b', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  });

  it('P3: a SOAP request is processed as such with any query', async () => {
    const headers = { 'Content-Type': 'application/soap+xml', Origin: 'http://evil.example' };
    const { status, text } = await send('<x/>', { headers });
    expect(status).toBe(400);
    expect(text).toContain('<soap12:Fault>');
  });

  it('P3: offers only the served versions', async () => {
    const options: CommonOptions = { soapVersions: ['1.2'] };
    const { text } = await send(filled(), { options });
    expect(text).toContain('SOAP 1.2, ');
    expect(text).not.toContain('SOAP 1.1');
    expect((await send(new URLSearchParams({ 'soap:version': '1.1' }), { options })).status).toBe(400);
  });
});
