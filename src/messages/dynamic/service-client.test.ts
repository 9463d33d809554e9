import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTransport, TypedFault } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { arrayOf, encodedWsdl, typedPart } from '../../../test/support/generator/encoded-wsdl.ts';
import { picturesWsdl } from '../../../test/support/generator/pictures-wsdl.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { type MockService, mockService } from '../mock/mock-service.ts';
import { openService } from './open-service.ts';
import type { ServiceClient } from './service-client.ts';

let folder: string;

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-dynamic-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a service of a contract in YAML', () => {
  let mock: MockService;
  let shop: ServiceClient;

  beforeAll(async () => {
    const contract = fileOf('shop.yaml', shopContract);
    mock = await mockService(contract);
    shop = await openService(contract, { address: mock.url });
  });

  afterAll(() => mock.close());

  it('lists its operations', () => {
    expect(shop.operations).toEqual([
      { name: 'Find', doc: undefined, isOneWay: false, headers: [] },
      { name: 'Pay', doc: undefined, isOneWay: false, headers: [] },
      { name: 'Forget', doc: undefined, isOneWay: true, headers: [] },
    ]);
  });

  it('takes and returns values as JSON has them', async () => {
    mock.on('Pay').respond({ Receipt: 9_007_199_254_740_993n, PaidAt: '2026-01-02T03:04:05Z', Scan: 'AAEC' });
    const paid = await shop.call('Pay', { Number: '7', Card: '1234-5678', Amount: '10.20' });
    expect(paid).toEqual({ Receipt: '9007199254740993', PaidAt: '2026-01-02T03:04:05Z', Scan: 'AAEC' });
    expect(mock.requestsOf('Pay').at(-1)).toMatchObject({ Number: '7', Card: '1234-5678' });
    expect(JSON.parse(JSON.stringify(paid))).toEqual(paid);
  });

  it('returns nothing for a one-way operation', async () => {
    expect(await shop.exchange('Forget', { Number: '7' })).toMatchObject({ body: undefined, httpStatus: 202 });
  });

  it('makes examples that the service accepts', async () => {
    const example = shop.example('Find');
    expect(example).toMatchObject({ Number: expect.any(String) });
    expect(await shop.call('Find', example)).toMatchObject({ Lines: expect.any(Array) });
  });

  it('is opened from the cache as from its file', async () => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'caches'));
    try {
      const contract = fileOf('cached.yaml', shopContract);
      const opened = [await openService(contract, { cache: true }), await openService(contract, { cache: true })];
      expect(opened.map((one) => one.operations)).toEqual([shop.operations, shop.operations]);
      expect(readdirSync(join(folder, 'caches', 'soapwright', 'contracts')).length).toBe(2);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('throws declared faults with their values', async () => {
    mock.on('Find', { Number: '0' }).fault({ reason: 'No such invoice.', name: 'NotFound', detail: { Number: '0' } });
    const error = await shop.call('Find', { Number: '0' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypedFault);
    expect(error).toMatchObject({ reason: 'No such invoice.', value: { Number: '0' }, type: { name: 'NotFound' } });
  });

  it.each<[string, unknown, string]>([
    ['a missing field', { Number: '7', Amount: '1' }, 'Pay/Card: it is missing'],
    ['a field of no type', { Number: '7', Card: '12', Amount: '1' }, 'Pay/Card: '],
    ['a misspelt field', { number: '7', Card: '1234-5678', Amount: '1' }, 'perhaps Number is meant'],
    ['a list', [], 'Pay: it must be an object with the fields of its type'],
    ['a name of prototypes', JSON.parse('{"__proto__": {}}'), 'Pay/__proto__: the contract has no such field here'],
  ])('refuses %s, and sends nothing', async (_, input, message) => {
    const before = mock.requests.length;
    await expect(shop.call('Pay', input)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(message),
    });
    expect(mock.requests.length).toBe(before);
  });

  it('names the operation that was meant', async () => {
    await expect(shop.call('Fnd')).rejects.toThrow('The service has no operation "Fnd". Did you mean "Find"?');
  });

  it('shows a request without sending it', () => {
    const { envelope, soapAction } = shop.dryRun('Forget', { Number: '<7>' });
    expect(soapAction).toBe('https://shop.example/v1/Forget');
    expect(envelope).toContain('<Number>&lt;7&gt;</Number>');
  });
});

describe('responses that deviate', () => {
  const envelope = (body: string): string =>
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
  const opened = async (body: string, reading: 'standard' | 'tolerant'): Promise<ServiceClient> =>
    openService(fileOf('shop.yaml', shopContract), {
      address: 'http://shop.example/',
      reading,
      transport: memoryTransport({
        fetch: async () => new Response(envelope(body), { headers: { 'Content-Type': 'text/xml' } }),
      }),
    });
  const late =
    '<PayResponse xmlns="https://shop.example/v1/"><Receipt>1</Receipt><PaidAt>yesterday</PaidAt></PayResponse>';
  const more =
    '<PayResponse xmlns="https://shop.example/v1/"><Receipt>1</Receipt><PaidAt>2026-01-02T03:04:05Z</PaidAt><New/></PayResponse>';
  const request = { Number: '7', Card: '1234-5678', Amount: '1' };

  it('end the call with the path of each deviation', async () => {
    const shop = await opened(late, 'standard');
    await expect(shop.call('Pay', request)).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('PayResponse/PaidAt: '),
    });
  });

  it('are read by a tolerant client, which lists them', async () => {
    const { body, deviations } = await (await opened(more, 'tolerant')).exchange('Pay', request);
    expect(body).toEqual({ Receipt: '1', PaidAt: '2026-01-02T03:04:05Z' });
    expect(deviations).toMatchObject([{ path: 'PayResponse/New' }]);
  });
});

describe('a service with attachments', () => {
  it('sends and receives them', async () => {
    const contract = fileOf('pictures.wsdl', picturesWsdl);
    const mock = await mockService(contract);
    try {
      const pictures = await openService(contract, { address: mock.url });
      mock.on('Send').respond({ Text: 'thanks', Sketch: 'more lines' });
      const sent = await pictures.call('Send', { Title: 'a', Sketch: 'lines', Note: 'b', Photo: new Blob(['png']) });
      expect(sent).toEqual({ Text: 'thanks', Sketch: 'more lines', Thumb: expect.any(Blob) });
    } finally {
      await mock.close();
    }
  });
});

describe('a service with header blocks and both versions of SOAP', () => {
  const contract = `soapwright: 1
service: Files
namespace: urn:files/
address: http://localhost/files
soap: ["1.2", "1.1"]
operations:
  Get:
    request: { Name: string }
    response: { Size: long }
    headers: { request: [Session, Trace], response: [Quota] }
headers:
  Session: { record: { Id: string }, mustUnderstand: true }
  Trace: { type: string, optional: true }
  Quota: { record: { Left: long } }
`;
  let mock: MockService;
  let path: string;

  beforeAll(async () => {
    path = fileOf('files.yaml', contract);
    mock = await mockService(path);
    mock.on('Get').respond({ Size: 7n });
  });

  afterAll(() => mock.close());

  it.each(['1.1', '1.2'] as const)('sends and returns them by their names (SOAP %s)', async (soap) => {
    const files = await openService(path, { address: mock.url, soap });
    const response = await files.exchange('Get', { Name: 'a' }, { headers: { Session: { Id: '<7>' } } });
    expect(response).toMatchObject({
      body: { Size: '7' },
      headers: { Quota: { Left: expect.any(String) } },
      httpStatus: 200,
    });
    const { headerBlocks, soapVersion } = mock.requests.at(-1) ?? {};
    expect(soapVersion).toBe(soap);
    expect(headerBlocks).toMatchObject([{ local: 'Session', mustUnderstand: true }]);
  });

  it('takes the first version of the contract', async () => {
    const files = await openService(path, { address: mock.url });
    expect(files.dryRun('Get', { Name: 'a' }, { headers: { Session: { Id: '7' } } }).soapVersion).toBe('1.2');
  });

  it('refuses a call without a required one, and one that the contract does not have', async () => {
    const files = await openService(path, { address: mock.url });
    await expect(files.call('Get', { Name: 'a' })).rejects.toThrow('Header/Session: it is missing');
    const headers = { Session: { Id: '7' }, Other: 1 };
    await expect(files.call('Get', { Name: 'a' }, { headers })).rejects.toThrow('Header/Other: the contract has no');
  });
});

it('calls an encoded service', async () => {
  const types = `${arrayOf('Names', 'xs:string[]')}<xs:complexType name="Point"><xs:sequence><xs:element name="X" type="xs:long"/></xs:sequence></xs:complexType>`;
  const input = typedPart('names', 't:Names') + typedPart('at', 't:Point');
  const contract = fileOf('encoded.wsdl', encodedWsdl({ types, input, output: typedPart('result', 't:Names') }));
  const mock = await mockService(contract);
  try {
    mock.on('Do').respond(['x', 'y & z']);
    const service = await openService(contract, { address: mock.url });
    expect(await service.call('Do', { names: ['a', 'b'], at: { X: '9007199254740993' } })).toEqual(['x', 'y & z']);
    expect(mock.requestsOf('Do')).toEqual([{ names: ['a', 'b'], at: { X: 9_007_199_254_740_993n } }]);
    expect(service.describe('Do').fields.map(({ path }) => path)).toEqual(['names[]', 'at', 'at.X']);
  } finally {
    await mock.close();
  }
});

it('reads values in parts of their own', async () => {
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:scan"/>';
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><PayResponse xmlns="https://shop.example/v1/"><Receipt>1</Receipt><PaidAt>2026-01-02T03:04:05Z</PaidAt><Scan>${include}</Scan></PayResponse></soap:Body></soap:Envelope>`;
  const root = `Content-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${body}`;
  const scan = 'Content-Type: image/png\r\nContent-ID: <scan>\r\n\r\nbytes';
  const message = `--b\r\n${root}\r\n--b\r\n${scan}\r\n--b--\r\n`;
  const type = 'multipart/related; boundary=b; type="application/xop+xml"; start="<r>"; start-info="text/xml"';
  const shop = await openService(fileOf('shop.yaml', shopContract), {
    address: 'http://shop.example/',
    transport: memoryTransport({ fetch: async () => new Response(message, { headers: { 'Content-Type': type } }) }),
  });
  const paid = await shop.call('Pay', { Number: '7', Card: '1234-5678', Amount: '1' });
  expect(paid).toMatchObject({ Receipt: '1', Scan: btoa('bytes') });
});

it('names a contract that cannot be read', async () => {
  await expect(openService(join(folder, 'none.wsdl'))).rejects.toMatchObject({ name: 'ServiceError' });
  await expect(openService('http://127.0.0.1:1/service?wsdl')).rejects.toThrow('cannot be read');
});

describe('header blocks', () => {
  const contract = `
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
headers:
  Session: SessionInfo
  Trace: { type: string, optional: true }
operations:
  Get:
    headers: { request: [Session, Trace] }
    request: { Id: long }
    response: { Name: string }
records:
  SessionInfo: { Token: string, Until: date }
`;

  it('have examples that are sent', async () => {
    const service = await openService(fileOf('headers.yaml', contract));
    expect(Object.keys(service.exampleHeaders('Get', 'all'))).toEqual(['Session', 'Trace']);
    const headers = service.exampleHeaders('Get');
    expect(headers).toEqual({ Session: { Token: expect.any(String), Until: expect.stringMatching(/^\d{4}-/) } });
    const { envelope } = service.dryRun('Get', service.example('Get'), { headers });
    expect(envelope).toMatch(/<soap:Header>.*<Token>.*<\/Token>/s);
    expect(() => service.dryRun('Get', { Id: 1 })).toThrow('Header/Session: it is missing');
  });
});
