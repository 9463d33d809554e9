import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { Report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { type OpenMock, openMock } from './mock/index.ts';
import { envelopeText } from './values/envelope-text.ts';
import { ServiceMessages } from './values/service-messages.ts';
import { LiveService, verifyService } from './verify/index.ts';

const contract = contractOf(`soapwright: 1
service: Bank
namespace: https://bank.example/v1/
address: https://bank.example/v1/
soap: ["1.1", "1.2"]
headers:
  Session: { type: SessionHeader, mustUnderstand: true, role: "urn:gate" }
operations:
  Get:
    headers: { request: [Session], response: [Session] }
    request: { Id: string }
    response: { Name: string }
records:
  SessionHeader: { Token: string }
`);
const service = serviceFor(contract);
const messages = new ServiceMessages(contract, service);

describe.each([
  ['1.1', 'text/xml', 'soap:mustUnderstand="1" soap:actor="urn:gate"'],
  ['1.2', 'application/soap+xml', 'soap12:mustUnderstand="1" soap12:role="urn:gate"'],
] as const)('header blocks are addressed as the contract says, in SOAP %s', (version, contentType, addressed) => {
  let mock: OpenMock | undefined;
  let server: Server | undefined;
  afterEach(async () => {
    await mock?.listening.close(0);
    server?.close();
  });

  it('those of a mock', async () => {
    mock = await openMock(contract, { seed: 'a', strict: true }, new Report());
    const session = `<Session xmlns="https://bank.example/v1/" ${addressed}><Token>t</Token></Session>`;
    const body = envelopeText(version, '<Get xmlns="https://bank.example/v1/"><Id>1</Id></Get>', [session]);
    const headers = { 'Content-Type': contentType, SOAPAction: '"https://bank.example/v1/Get"' };
    const response = await fetch(mock?.listening.url ?? '', { method: 'POST', headers, body });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringMatching(new RegExp(`<Session [^>]*${addressed}`)),
    ]);
  });

  it('those of probes', async () => {
    const requests: string[] = [];
    const listening = createServer(async (request, response) => {
      requests.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(500).end();
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const live = new LiveService({
      url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`,
      timeout: 20_000,
    });
    const probes = new Map([['Get', [{ when: { Id: '1' }, outcomes: [], times: 1 }]]]);
    await verifyService({ contract, service, messages, live, probes, seed: 'a', badRequests: 0 });
    const calls = requests.filter(
      (text) => text.includes('<Get ') && text.includes(envelopeText(version, '').slice(-20)),
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toMatch(new RegExp(`<Session [^>]*${addressed}`));
  });
});
