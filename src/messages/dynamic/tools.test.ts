import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { type MockService, mockService } from '../mock/mock-service.ts';
import { openService } from './open-service.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceTools } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'soapwright-tools-'));

let shop: MockService;
let client: ServiceClient;

beforeAll(async () => {
  const contract = join(folder, 'shop.yaml');
  writeFileSync(contract, shopContract);
  shop = await mockService(contract);
  shop
    .on('Find', { Number: '7' })
    .respond({ Number: '7', Status: 'paid', Lines: [{ Text: 'x'.repeat(500), Count: 1 }] });
  shop.on('Find', { Number: '0' }).fault({ reason: 'No such invoice.', name: 'NotFound', detail: { Number: '0' } });
  client = await openService(contract, { address: shop.url });
});

afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const general = ['describe_operation', 'read_more'];

const names = ({ tools }: ServiceTools): readonly string[] => tools.map(({ name }) => name);

const noted = /"result": "(\w+)"/;

describe('the tools of a service', () => {
  it('are the operations whose names say that they only read, and those that are allowed', () => {
    expect(names(new ServiceTools(client))).toEqual(['Find', ...general]);
    expect(names(new ServiceTools(client, { allow: ['Pay'] }))).toEqual(['Find', 'Pay', ...general]);
    expect(names(new ServiceTools(client, { allow: ['*'] }))).toEqual(['Find', 'Pay', 'Forget', ...general]);
    expect(() => new ServiceTools(client, { allow: ['Delete'] })).toThrow('no operation "Delete"');
  });

  it('say what they take, and whether they change anything', () => {
    const { tools } = new ServiceTools(client, { allow: ['Pay'] });
    const [find, pay] = tools;
    expect([find?.annotations.readOnlyHint, pay?.annotations.readOnlyHint]).toEqual([true, false]);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(pay?.inputSchema ?? {});
    expect(validate({ Number: '7', Card: '1234-5678', Amount: '1' })).toBe(true);
    expect(validate({ Number: '7', Card: '12', Amount: '1' })).toBe(false);
  });

  it('describe results as well', async () => {
    const tools = new ServiceTools(client);
    const { outputSchema } = JSON.parse((await tools.call('describe_operation', { name: 'Find' })).text);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(outputSchema);
    expect(validate(JSON.parse((await tools.call('Find', { Number: '7' })).text))).toBe(true);
    expect(validate({ Number: 7 })).toBe(false);
  });

  it('have names of their own, of 64 characters at most', () => {
    const long = 'GetX'.padEnd(70, 'x');
    const text = `operations:\n  ${long}a: { request: {} , response: {} }\n  ${long}b: { request: {}, response: {} }\n`;
    const head = 'soapwright: 1\nservice: Long\nnamespace: urn:long/\naddress: http://localhost/long\n';
    const tools = new ServiceTools(
      new ServiceClient(contractOf(`${head}${text}  read_more: { request: {}, response: {} }\n`)),
    );
    const own = long.slice(0, 60);
    expect(names(tools)).toEqual([own, `${own}_2`, 'read_more_2', ...general]);
  });

  it('return results as JSON, and what went wrong as errors', async () => {
    const tools = new ServiceTools(client);
    const { text, isError } = await tools.call('Find', { Number: '7' });
    expect([JSON.parse(text), isError]).toMatchObject([{ Status: 'paid' }, false]);
    expect(await tools.call('Find', { Number: '0' })).toEqual({
      isError: true,
      text: 'The service responds with a fault (Receiver): No such invoice. NotFound: {"Number":"0"}',
    });
    expect(await tools.call('Find', { number: '7' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('perhaps Number is meant'),
    });
  });

  it('refuse an operation that is not allowed, and send nothing', async () => {
    const before = shop.requests.length;
    const text = 'The operation Pay is not allowed: its owner offers those that only read.';
    expect(await new ServiceTools(client).call('Pay', {})).toEqual({ isError: true, text });
    expect(await new ServiceTools(client).call('toString', {})).toMatchObject({ isError: true });
    expect(shop.requests.length).toBe(before);
  });

  it('return long results in parts', async () => {
    const tools = new ServiceTools(client, { maxCharacters: 300 });
    const { text } = await tools.call('Find', { Number: '7' });
    const [start, note] = text.split('\n\n[');
    expect(note).toMatch(/^\d+ characters are left: call read_more with \{"result": "[\da-f]{8}"\}\]$/);
    let whole = start ?? '';
    let [, result = ''] = noted.exec(note ?? '') ?? [];
    const first = result;
    while (result !== '') {
      const [more = '', next] = (await tools.call('read_more', { result })).text.split('\n\n[');
      whole += more;
      result = noted.exec(next ?? '')?.[1] ?? '';
    }
    expect(JSON.parse(whole)).toMatchObject({ Number: '7' });
    expect(await tools.call('read_more', { result: first })).toMatchObject({ isError: true });
  });

  it('say nothing of where a service is that cannot be reached', async () => {
    const lost = new ServiceTools(await openService(join(folder, 'shop.yaml'), { address: 'http://127.0.0.1:1/' }));
    expect(await lost.call('Find', { Number: '7' })).toEqual({
      isError: true,
      text: 'There is no result (connection).',
    });
  });
});

describe('the tools of a service with many operations', () => {
  it('find, describe and call them', async () => {
    const operations = Array.from(
      { length: 60 },
      (_, index) => `  GetPart${index}: { request: { Id: long }, result: Part }`,
    );
    const path = join(folder, 'parts.yaml');
    const head = 'soapwright: 1\nservice: Parts\nnamespace: urn:parts/\naddress: http://localhost/parts\noperations:\n';
    const phone = '  ListPhones: { doc: Lists the phones of a site., request: { Site: string }, result: Part }\n';
    writeFileSync(path, `${head}${operations.join('\n')}\n${phone}records:\n  Part: { Name: string }\n`);
    const mock = await mockService(path);
    try {
      mock.on('ListPhones').respond({ Name: 'one' });
      const tools = new ServiceTools(await openService(path, { address: mock.url }));
      expect(names(tools)).toEqual(['find_operations', 'call_operation', ...general]);
      const found = await tools.call('find_operations', { query: 'phones of a site' });
      expect(JSON.parse(found.text)[0]).toEqual({ name: 'ListPhones', doc: 'Lists the phones of a site.' });
      const described = JSON.parse((await tools.call('describe_operation', { name: 'ListPhones' })).text);
      expect(described).toMatchObject({ inputSchema: { required: ['Site'] }, example: { Site: expect.any(String) } });
      const called = await tools.call('call_operation', { name: 'ListPhones', input: described.example });
      expect(called).toEqual({ isError: false, text: '{"Name":"one"}' });
      expect(await tools.call('call_operation', { name: 'ListPhone', input: {} })).toMatchObject({
        text: 'There is no operation ListPhone. Did you mean ListPhones?',
      });
    } finally {
      await mock.close();
    }
  });
});
