import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { type MockService, mockService } from '../mock/mock-service.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { openService } from './open-service.ts';
import type { ServiceClient } from './service-client.ts';

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
