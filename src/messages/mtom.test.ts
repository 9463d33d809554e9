import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { Findings, Report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { ExampleReader } from './mock/example-file.ts';
import { type OpenMock, openMock } from './mock/open-mock.ts';
import { readEnvelope } from './read/envelope.ts';
import { makeSamples } from './samples/make-samples.ts';
import { ServiceMessages } from './values/service-messages.ts';
import { LiveService } from './verify/live-service.ts';
import { verifyService } from './verify/verify-service.ts';

const contract = contractOf(`
soapwright: 1
service: Vault
namespace: urn:vault/
address: http://localhost/vault
mtom: required
operations:
  Put: { request: { Name: string, Content: base64Binary? }, response: { Size: int } }
`);
const service = serviceFor(contract);

let mock: OpenMock | undefined;
const received: unknown[] = [];
let url = '';

beforeAll(async () => {
  const onRequest = (request: unknown): number => received.push(request);
  mock = await openMock(contract, { seed: 'a', strict: true, onRequest }, new Report());
  url = mock?.listening.url ?? '';
});
afterAll(() => mock?.listening.close(0));

const envelope = (content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Put xmlns="urn:vault/"><Name>a</Name><Content>${content}</Content></Put></s:Body></s:Envelope>`;

async function post(contentType: string, body: string): Promise<{ type: string; text: string; status: number }> {
  const headers = { 'Content-Type': contentType, SOAPAction: '"urn:vault/Put"' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { type: response.headers.get('content-type') ?? '', text: await response.text(), status: response.status };
}

it('a mock takes multipart requests, and refuses others where the contract does', async () => {
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:c"/>';
  const root = `Content-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${envelope(include)}`;
  const type = 'multipart/related; boundary=b; type="application/xop+xml"; start="<r>"; start-info="text/xml"';
  const response = await post(type, `--b\r\nContent-ID: <c>\r\n\r\nbytes\r\n--b\r\n${root}\r\n--b--`);
  expect(response).toMatchObject({ status: 200, type: expect.stringContaining('application/xop+xml') });
  expect(response.text).toContain('<Size>');
  expect(received).toMatchObject([{ operation: 'Put', deviations: [], request: { Name: 'a' } }]);
  expect(await post('text/xml', envelope('YQ=='))).toMatchObject({ status: 415 });
});

it('a test form of the pages is not a message of others', async () => {
  const page = await (await fetch(`${url}?op=Put`)).text();
  expect(page).toContain('<form');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
  const body = new URLSearchParams({ Name: 'a' });
  const response = await fetch(`${url}?op=Put`, { method: 'POST', headers, body });
  const text = await response.text();
  expect([response.status, text.includes('demands MTOM'), text.includes('Size')]).toEqual([200, false, true]);
});

it('verify sends multipart requests, and reads the envelope of multipart responses', async () => {
  const messages = new ServiceMessages(contract, service);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  const findings = new Findings({ file: 'Put.yaml', text: '- when: { Name: a }\n' });
  const probes = new Map([
    ['Put', new ExampleReader(findings, messages, operation, { seed: 'a', use: 'probe' }).read()],
  ]);
  expect(findings.diagnostics).toEqual([]);
  const verify = async (mtom: boolean): Promise<readonly string[]> => {
    const live = new LiveService({ url, timeout: 20_000, mtom });
    const all = { contract, service, messages, live, probes, seed: 'a', badRequests: 2 };
    return (await verifyService(all)).findings.map(({ code, message }) => `${code} ${message}`);
  };
  expect(await verify(true)).toEqual([]);
  expect((await verify(false)).length).toBeGreaterThan(1);
});

it('samples are multipart messages', () => {
  const samples = makeSamples(contract, service, service.operations);
  expect(samples.map(({ kind, version, head }) => [kind, version, head.includes('multipart/related')])).toEqual([
    ['request', '1.1', true],
    ['response', '1.1', true],
    ['request', '1.2', true],
    ['response', '1.2', true],
  ]);
  const [request] = samples;
  expect(request?.body?.split('\n').slice(0, 2)).toEqual([
    '--soapwright-part',
    'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"',
  ]);
  expect(request?.body).toContain(request?.envelope);
});

it('values in parts are read where the parts are known', () => {
  const { reader } = new ServiceMessages(contract, service);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:c%40b"/>';
  const read = (parts?: ReadonlyMap<string, Uint8Array>) => {
    const opened = readEnvelope(Buffer.from(envelope(include)), parts);
    if ('kind' in opened) throw new Error('The envelope is not read.');
    const { value, deviations } = reader.read({ operation, direction: 'request' }, opened);
    return { value, reasons: deviations.map(({ path, reason }) => `${path}: ${reason}`) };
  };
  const known = read(new Map([['c@b', Buffer.from('bytes')]]));
  expect(known).toEqual({ value: { Name: 'a', Content: new Uint8Array(Buffer.from('bytes')) }, reasons: [] });
  expect(read(new Map()).reasons).toEqual(['Put/Content: it refers to a part that the message does not have']);
  expect(read()).toEqual({ value: { Name: 'a', Content: undefined }, reasons: [] });
});
