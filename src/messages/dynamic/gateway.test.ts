import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { type MockService, mockService } from '../mock/mock-service.ts';
import { createGateway, type Gateway, type GatewayCall } from './gateway.ts';
import { openService } from './open-service.ts';
import { ServiceClient } from './service-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'soapwright-gateway-'));
const contract = join(folder, 'shop.yaml');

let shop: MockService;
let client: ServiceClient;
let gateway: Gateway;
const errors: unknown[] = [];

beforeAll(async () => {
  writeFileSync(contract, shopContract);
  shop = await mockService(contract);
  shop.on('Pay').respond({ Receipt: 9_007_199_254_740_993n, PaidAt: '2026-01-02T03:04:05Z' });
  shop.on('Find', { Number: '0' }).fault({ reason: 'No such invoice.', name: 'NotFound', detail: { Number: '0' } });
  shop.on('Find', { Number: '1' }).fault({ reason: 'Wrong number.', code: 'Sender' });
  client = await openService(contract, { address: shop.url });
  gateway = createGateway(client, { maxBodyBytes: 2_000, onError: (error) => errors.push(error) });
});

afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

function post(
  operation: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } };
  return gateway.fetch(new Request(`http://gateway.example/${operation}`, init));
}

function envelope(body: string): Uint8Array {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  return new TextEncoder().encode(`<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`);
}

describe('a gateway', () => {
  it('calls an operation with the fields of the request, and responds with its result', async () => {
    const response = await post('Pay', '{"Number": "7", "Card": "1234-5678", "Amount": 12345678901234567890.10}');
    expect(await response.json()).toEqual({ Receipt: '9007199254740993', PaidAt: '2026-01-02T03:04:05Z' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(shop.requestsOf('Pay').at(-1)).toMatchObject({ Amount: '12345678901234567890.10' });
  });

  it('responds with 202 to a one-way message', async () => {
    expect((await post('Forget', '{"Number": "7"}')).status).toBe(202);
  });

  it('describes itself', async () => {
    const response = await gateway.fetch(new Request('http://gateway.example/openapi.json'));
    expect(await response.json()).toMatchObject({
      servers: [{ url: 'http://gateway.example/' }],
      paths: { '/Find': {}, '/Pay': {}, '/Forget': {} },
    });
  });

  it('offers only the operations that are named', async () => {
    const reading = createGateway(client, { path: '/shop', operations: ['Find'] });
    const api = await (await reading.fetch(new Request('http://gateway.example/shop/openapi.json'))).json();
    expect(Object.keys((api as { readonly paths: object }).paths)).toEqual(['/Find']);
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    expect((await reading.fetch(new Request('http://gateway.example/shop/Pay', init))).status).toBe(404);
    expect(() => createGateway(client, { operations: ['Delete'] })).toThrow('no operation "Delete"');
  });

  it.each([
    ['0', 502, { type: 'urn:soap:fault:NotFound', detail: 'No such invoice.', value: { Number: '0' } }],
    ['1', 422, { type: 'about:blank', detail: 'Wrong number.', title: 'The service refuses the request.' }],
  ])('responds with a problem for a fault (%s)', async (number, status, problem) => {
    const response = await post('Find', JSON.stringify({ Number: number }));
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ ...problem, status });
  });

  const deep = `${'{"Number":'.repeat(300)}1${'}'.repeat(300)}`;

  it.each<[string, string, string | Uint8Array<ArrayBuffer>, number, string, Record<string, string>?]>([
    ['a body that is no JSON', 'Find', '{', 400, 'The body is not JSON.'],
    ['a list', 'Find', '[]', 400, 'The body must be an object'],
    ['bytes that are no UTF-8', 'Find', new Uint8Array([0x7b, 0xff]), 400, 'The body is not in UTF-8.'],
    ['deep JSON', 'Find', deep, 413, 'at most 2000 bytes'],
    [
      'a field of the prototype',
      'Find',
      '{"__proto__": {"Number": "7"}}',
      400,
      'Find/__proto__: the contract has no such field',
    ],
    ['an unknown field', 'Find', '{"number": "7"}', 400, 'perhaps Number is meant'],
    ['a value of another type', 'Find', '{"Number": "7", "Limit": "many"}', 400, 'Find/Limit: '],
    ['a large body', 'Find', `{"Number": "${'7'.repeat(3_000)}"}`, 413, 'at most 2000 bytes'],
    ['another Content-Type', 'Find', '{}', 415, 'application/json', { 'Content-Type': 'text/plain' }],
    ['an unknown operation', 'Delete', '{}', 404, 'no such operation'],
    ['a broken escape', '%E0%A4%A', '{}', 404, 'no such operation'],
    ['an unknown header block', 'toString', '{}', 404, 'no such operation'],
  ])('refuses %s, and sends nothing', async (_, operation, body, status, text, headers = {}) => {
    const before = shop.requests.length;
    const response = await post(operation, body, headers);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
    expect(shop.requests.length).toBe(before);
  });

  it('refuses levels beyond those of messages', async () => {
    const wide = createGateway(client);
    const init = { method: 'POST', body: deep, headers: { 'Content-Type': 'application/json' } };
    const response = await wide.fetch(new Request('http://gateway.example/Find', init));
    expect(await response.json()).toMatchObject({ status: 400, title: 'The body has more than 256 levels.' });
  });

  it('has pages for people, and HEAD', async () => {
    const ask = (path: string, method = 'GET'): Promise<Response> =>
      gateway.fetch(new Request(`http://gateway.example/${path}`, { method, headers: { Accept: 'text/html,*/*' } }));
    const list = await ask('');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await list.text()).toContain('<a href="Find">Find</a>');
    expect(await (await ask('Pay')).text()).toContain('<th scope="row">Card</th>');
    expect(await (await ask('Pay', 'HEAD')).text()).toBe('');
    expect((await ask('', 'POST')).status).toBe(405);
  });

  it('sends the records of a list line by line to who accepts that', async () => {
    const Lines = [
      { Text: 'Tea', Count: 1 },
      { Text: 'Milk', Count: 2 },
    ];
    shop.on('Find', { Number: 'lines' }).respond({ Lines });
    const response = await post('Find', '{"Number": "lines"}', { Accept: 'application/x-ndjson' });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(await response.text()).toBe(`${Lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const fault = await post('Find', '{"Number": "0"}', { Accept: 'application/x-ndjson' });
    expect([fault.status, await fault.json()]).toMatchObject([502, { value: { Number: '0' } }]);
    const none = await post('Pay', '{}', { Accept: 'application/x-ndjson' });
    expect(none.status).toBe(406);
  });

  it('sends the only binary value as bytes to who accepts that', async () => {
    shop.on('Pay', { Number: 'scan' }).respond({ Receipt: 1n, PaidAt: '2026-01-02T03:04:05Z', Scan: 'AQID' });
    const body = '{"Number": "scan", "Card": "1234-5678", "Amount": 1}';
    const response = await post('Pay', body, { Accept: 'application/octet-stream' });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
    const empty = await post('Pay', body.replace('scan', '7'), { Accept: 'application/octet-stream' });
    expect(empty.status).toBe(204);
    const none = await post('Find', '{"Number": "7"}', { Accept: 'application/octet-stream' });
    expect(none.status).toBe(406);
  });

  it('takes bytes where a request has one binary value, and its other fields in the address', async () => {
    const requests: unknown[] = [];
    const store = createGateway(
      new ServiceClient(
        contractOf(`
soapwright: 1
service: Store
namespace: urn:store/
address: http://localhost/store
operations: { Put: { request: { Name: string, Content: base64Binary }, response: { Size: int } } }
`),
        {
          transport: {
            send: async ({ body }) => {
              requests.push(typeof body === 'string' ? body : new TextDecoder().decode(body));
              const text = '<PutResponse xmlns="urn:store/"><Size>3</Size></PutResponse>';
              return { status: 200, headers: ['Content-Type', 'text/xml'], body: envelope(text) };
            },
          },
        },
      ),
    );
    const init = {
      method: 'POST',
      body: new Uint8Array([1, 2, 3]),
      headers: { 'Content-Type': 'application/octet-stream' },
    };
    const response = await store.fetch(new Request('http://gateway.example/Put?Name=a', init));
    expect(await response.json()).toEqual({ Size: 3 });
    expect(String(requests)).toMatch(/<Name>a<\/Name>\s*<Content>AQID<\/Content>/);
    const unknown = await store.fetch(new Request('http://gateway.example/Put?Nam=a', init));
    expect(await unknown.json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('perhaps Name is meant'),
    });
  });

  it('calls an operation again only if it is safe, passes the trace on, and tells each call', async () => {
    const calls: GatewayCall[] = [];
    let sent: (readonly string[])[] = [];
    const failing = new ServiceClient(contractOf(shopContract), {
      transport: {
        send: async ({ headers }) => {
          sent.push(headers);
          return { status: 503, headers: ['Retry-After', '0'], body: new Uint8Array(0) };
        },
      },
    });
    const safe = createGateway(failing, { safe: ['Find'], onCall: (call) => calls.push(call) });
    const call = (name: string, body: string): Promise<Response> =>
      safe.fetch(
        new Request(`http://gateway.example/${name}`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', traceparent: '00-1-2-01', cookie: 'secret' },
        }),
      );
    expect((await call('Find', '{"Number": "7"}')).status).toBe(503);
    expect(sent).toHaveLength(3);
    expect(String(sent)).toContain('traceparent,00-1-2-01');
    expect(String(sent)).not.toContain('secret');
    sent = [];
    await call('Pay', '{"Number": "7", "Card": "1234-5678", "Amount": 1}');
    expect(sent).toHaveLength(1);
    expect(calls).toMatchObject([
      { operation: 'Find', status: 503, milliseconds: expect.any(Number) },
      { operation: 'Pay', status: 503 },
    ]);
  });

  it('refuses other methods', async () => {
    const response = await gateway.fetch(new Request('http://gateway.example/Find'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('says nothing of a service that cannot be reached, and tells its owner', async () => {
    const lost = createGateway(await openService(contract, { address: 'http://user:secret@127.0.0.1:1/' }), {
      onError: (error) => errors.push(error),
    });
    errors.length = 0;
    const init = { method: 'POST', body: '{"Number": "7"}', headers: { 'Content-Type': 'application/json' } };
    const response = await lost.fetch(new Request('http://gateway.example/Find', init));
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(text).not.toMatch(/127\.0\.0\.1|secret/);
    expect(errors).toMatchObject([{ code: 'connection' }]);
  });
});
