import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { Findings, Report } from '../../diagnostics/index.ts';
import { serviceFor } from '../../emit/index.ts';
import { ExampleReader } from '../mock/example-file.ts';
import { type OpenMock, openMock } from '../mock/open-mock.ts';
import { Random } from '../values/random.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { LiveService } from './live-service.ts';
import { type Verification, verifyService } from './verify-service.ts';

const contract = contractOf(shopContract);
const service = serviceFor(contract);
const messages = new ServiceMessages(contract, service);

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('verifyService', () => {
  let mock: OpenMock | undefined;
  let server: Server | undefined;

  afterEach(async () => {
    await mock?.listening.close(0);
    server?.close();
    mock = undefined;
    server = undefined;
  });

  const probesOf = (text: string) => {
    if (text === '') return new Map();
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('The contract has no operation.');
    const findings = new Findings({ file: 'Find.yaml', text });
    const examples = new ExampleReader(findings, messages, operation, { seed: 'a', use: 'probe' }).read();
    expect(findings.diagnostics).toEqual([]);
    return new Map([['Find', examples]]);
  };

  const verify = (url: string, probes: string, badRequests = 4): Promise<Verification> => {
    const live = new LiveService({ url, timeout: 20_000 });
    return verifyService({ contract, service, messages, live, probes: probesOf(probes), seed: 'a', badRequests });
  };

  const startMock = async (strict = true): Promise<string> => {
    mock = await openMock(contract, { seed: 'a', strict }, new Report());
    return mock?.listening.url ?? '';
  };

  const respondWith = async (
    respond: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> => {
    const listening = createServer((request, response) => {
      request.resume().on('end', () => respond(request, response));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
  };

  const codes = ({ findings }: Verification): readonly string[] => [...new Set(findings.map(({ code }) => code))];

  it('finds nothing at a service that does what its contract says, in both versions', async () => {
    const verification = await verify(await startMock(), '- when: { Number: "7" }\n');
    expect(verification).toEqual({ findings: [], probed: 2, bad: 13 });
  });

  it('calls no operation without probes', async () => {
    const url = await startMock();
    const verification = await verify(url, '');
    expect(verification).toEqual({ findings: [], probed: 0, bad: 6 });
  });

  it('SW9408: compares a part of the response, or the fault, with what a probe expects', async () => {
    const url = await startMock();
    const probes = `- { when: { Number: "7" }, respond: { Number: "7" } }
- { when: { Number: "7" }, respond: { Number: "8" } }
- { when: { Number: "7" }, fault: { name: NotFound } }
`;
    const { findings } = await verify(url, probes, 0);
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['SW9408', 'Find, SOAP 1.1: the response differs from the expected one at Number.'],
      ['SW9408', 'Find, SOAP 1.2: the response differs from the expected one at Number.'],
      ['SW9408', 'Find, SOAP 1.1: the response differs from the expected one.'],
      ['SW9408', 'Find, SOAP 1.2: the response differs from the expected one.'],
    ]);
  });

  it('SW9414: a response must have the fields that a consumer needs, and its values may be others', async () => {
    mock = await openMock(contract, { seed: 'a', strict: true }, new Report());
    const value = { Number: '1', Status: 'paid', Total: '1', Lines: [{ Text: 'a', Count: 1 }] };
    const find = service.operations[0];
    if (mock === undefined || find === undefined) throw new Error('There is no mock.');
    const missing = messages.maker({ random: new Random('a') });
    const outcome = {
      kind: 'respond',
      value: messages.convert(find, 'response', value, [], { missing }).value,
      delay: 0,
    };
    mock.behaviour.add(find, { when: undefined, outcomes: [outcome as never], times: 9 });
    const probes = `- when: { Number: "7" }
  respond: { Status: open }
  needs: [Status, Lines/Text, contact/case, Note]
- { when: { Number: "8" }, sequence: [{ respond: { Status: open } }, { respond: { Status: paid } }] }
`;
    const { findings } = await verify(mock.listening.url, probes, 0);
    expect(findings).toMatchObject([
      { code: 'SW9414', message: 'Find, SOAP 1.1: the response does not have Note.', file: 'Find.yaml', line: 1 },
      { code: 'SW9414', message: 'Find, SOAP 1.2: the response does not have Note.' },
    ]);
  });

  it('says which needed field the contract does not have', () => {
    const findings = new Findings({ file: 'Find.yaml', text: '- needs: [Lines/Txt, contact/value, Status/x]\n' });
    new ExampleReader(findings, messages, service.operations[0] as never, { seed: 'a', use: 'probe' }).read();
    expect(findings.diagnostics.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['needs has no field "Txt". Did you mean "Text"?', 'Text'],
      ['needs has no field "x".', undefined],
    ]);
  });

  it('SW9409: names each bad request that a service does not refuse, the same for the same seed', async () => {
    const url = await startMock(false);
    const { findings } = await verify(url, '- when: { Number: "7", Since: 2026-01-31, Limit: 3 }\n');
    expect(findings.map(({ message }) => message).filter((message) => message.includes('1.1'))).toEqual([
      expect.stringMatching(
        /^Find, SOAP 1\.1: a request (?:with a wrong Limit|with a wrong Since|without Number) is not refused by a fault: HTTP status 200\.$/,
      ),
      expect.stringMatching(/^Find, SOAP 1\.1: a request /),
      expect.stringMatching(/^Find, SOAP 1\.1: a request /),
    ]);
    const again = await verify(url, '- when: { Number: "7", Since: 2026-01-31, Limit: 3 }\n');
    expect(again.findings).toEqual(findings);
  });

  it('SW9407: reports every deviation of a response with its path', async () => {
    const url = await respondWith((_, response) => {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(
        `<s:Envelope xmlns:s="${soap11}"><s:Body><FindResponse xmlns="https://shop.example/v1/"><Invoice><Number>1</Number><Status>gone</Status><Total>1,5</Total><Extra/></Invoice></FindResponse></s:Body></s:Envelope>`,
      );
    });
    const { findings } = await verify(url, '- when: { Number: "7" }\n', 0);
    const of11 = findings.filter(({ message }) => message.startsWith('Find, SOAP 1.1'));
    expect(of11.map(({ message }) => message.slice('Find, SOAP 1.1, '.length))).toEqual([
      'FindResponse/Invoice/Extra: the contract has no such element here.',
      expect.stringMatching(/^FindResponse\/Invoice: one of these elements is missing: Email, Phone\.$/),
      'FindResponse/Invoice/Status: it must be one of the 3 values of its type.',
      expect.stringMatching(/^FindResponse\/Invoice\/Total: it must be digits/),
    ]);
  });

  it('SW9403, SW9404, SW9405: sees the version, the Content-Type and the status from outside', async () => {
    const url = await respondWith((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<s:Envelope xmlns:s="${soap11}"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>No</faultstring></s:Fault></s:Body></s:Envelope>`,
      );
    });
    const verification = await verify(url, '- {}\n', 0);
    expect(codes(verification)).toEqual(['SW9403', 'SW9405', 'SW9404', 'SW9406']);
    expect(verification.findings.map(({ message }) => message)).toContain(
      'Find, SOAP 1.1: the service responds with a fault (Receiver) instead of a result: No',
    );
  });

  it('SW9402, SW9409: sees a page instead of an envelope', async () => {
    const url = await respondWith((_, response) => response.end('<html>It works!</html>'));
    expect(codes(await verify(url, '- {}\n', 0))).toEqual(['SW9409', 'SW9402']);
  });

  it('SW9401: does not wait for a service that hangs', async () => {
    const url = await respondWith(() => undefined);
    const live = new LiveService({ url, timeout: 50 });
    const options = { contract, service, messages, live, probes: new Map(), seed: 'a', badRequests: 0 };
    const { findings } = await verifyService(options);
    expect(findings[0]?.message).toBe(
      'SOAP 1.1: a request for an unknown operation: the service does not respond: no response within 0.05 s.',
    );
  });

  it('SW9410: warns of a service that ignores the SOAPAction', async () => {
    const url = await startMock();
    const proxy = await respondWith(() => undefined);
    server?.removeAllListeners('request');
    server?.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Uint8Array[] = [];
      request
        .on('data', (piece: Uint8Array) => pieces.push(piece))
        .on('end', async () => {
          const type = request.headers['content-type'] ?? '';
          const headers = { 'Content-Type': type, SOAPAction: '"https://shop.example/v1/Find"' };
          const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(pieces) });
          response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
          response.end(Buffer.from(await answer.arrayBuffer()));
        });
    });
    const { findings } = await verify(proxy, '- {}\n', 1);
    expect(findings.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['SW9410', 'warning', 'Find, SOAP 1.1: a SOAPAction of no operation is not refused by a fault: HTTP status 200.'],
    ]);
  });
});
