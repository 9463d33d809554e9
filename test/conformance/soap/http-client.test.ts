import { afterEach, expect, it } from 'vitest';
import { httpTransport } from '../../../runtime/src/client/node/http-transport.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import { Notify } from '../../support/runtime/library-operations.ts';
import { httpResponse, type RawServer, rawServer } from '../../support/runtime/raw-server.ts';
import { contentTypes, envelope, GetClientID, namespace, validResponse } from '../../support/runtime/sample-binding.ts';
import { clientOf, response, soapResponse } from '../../support/runtime/test-client.ts';
import { called, headerOf, sentBy, versions } from './exchange.ts';

const created: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
});

async function served(version: '1.1' | '1.2', more: readonly string[] = []): Promise<[SoapClient, RawServer]> {
  const server = await rawServer(() =>
    httpResponse('200 OK', contentTypes[version], envelope(version, validResponse), more),
  );
  const transport = httpTransport();
  created.push(server, transport);
  return [new SoapClient({ address: server.address, soap: version, transport }), server];
}

it('SOAP 1.1, 6; part 2, 7.4; R1132; R1140; R1141: a request is a POST in HTTP/1.1', async () => {
  for (const version of versions) {
    const [client, server] = await served(version);
    await client.call(GetClientID, {});
    expect(server.requests[0]?.requestLine).toBe('POST /v2/fileservice.asmx HTTP/1.1');
  }
});

it('SOAP 1.1, 6.1.1; R1109; R2744; R2745: SOAPAction is present in SOAP 1.1, in quotes, as in the contract', async () => {
  expect(headerOf(await sentBy('1.1'), 'soapaction')).toBe(`"${namespace}GetClientID"`);
  expect(headerOf(await sentBy('1.2'), 'soapaction')).toBeUndefined();
  let sent: readonly string[] = [];
  const client = clientOf((request) => {
    sent = request.headers;
    return soapResponse('1.1', validResponse);
  });
  await client.call({ ...GetClientID, soapAction: '' }, {});
  expect(sent[sent.indexOf('SOAPAction') + 1]).toBe('""');
});

it('part 2, 7.5.1; R1130; R1131: a redirect is an error with its target, and is not followed', async () => {
  for (const version of versions) {
    for (const status of [301, 302, 303, 307, 308]) {
      const redirect = response(status, { Location: 'http://elsewhere.example/' }, '');
      expect(await called(version, redirect)).toMatchObject({ code: 'redirected', httpStatus: status });
    }
  }
});

it('part 2, 7.5.1: the envelope determines the meaning of a response, and without one its status', async () => {
  for (const version of versions) {
    for (const [status, code] of [
      [400, 'not-soap'],
      [401, 'unauthorized'],
      [405, 'not-soap'],
      [415, 'not-soap'],
      [500, 'not-soap'],
      [503, 'unavailable'],
    ] as const) {
      const plain = response(status, { 'Content-Type': 'text/plain' }, 'no');
      expect(await called(version, plain)).toMatchObject({ code, httpStatus: status });
      expect(await called(version, soapResponse(version, validResponse, status))).toMatchObject({ code: 'bad-answer' });
    }
    for (const status of [200, 201, 202]) {
      expect(await called(version, soapResponse(version, validResponse, status))).toMatchObject({ ClientID: 7 });
    }
  }
});

it('R1120; R1122; R1123: a cookie is returned as received, and not stored', async () => {
  for (const version of versions) {
    const cookie = 'session="a b"; Version=1; Path=/; HttpOnly';
    const [client, server] = await served(version, [`Set-Cookie: ${cookie}`]);
    let seen: string | undefined;
    const onResponse = (answer: { httpHeader(name: string): string | undefined }): void => {
      seen = answer.httpHeader('Set-Cookie');
    };
    await client.call(GetClientID, {}, { onResponse });
    await client.call(GetClientID, {});
    await client.call(GetClientID, {}, { headers: { Cookie: 'session="a b"' } });
    const sent = server.requests.map(({ headers }) => headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1]);
    expect([seen, sent]).toEqual([cookie, [undefined, undefined, 'session="a b"']]);
  }
});

it('R2727; R2750; R1112: for a one-way operation 200 and 202 mean acceptance, and an envelope is ignored', async () => {
  for (const version of versions) {
    for (const answer of [
      response(200, {}, ''),
      response(202, {}, ''),
      soapResponse(version, ''),
      soapResponse(version, '<a xmlns="urn:a"/>'),
    ]) {
      const client = clientOf(() => answer, { soap: version });
      expect(await client.call(Notify, { Text: 'a' })).toBeUndefined();
    }
  }
});

it('R2750: a fault for a one-way operation is thrown', async () => {
  const fault = '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>';
  const client = clientOf(() => soapResponse('1.1', fault, 500));
  await expect(client.call(Notify, { Text: 'a' })).rejects.toMatchObject({ name: 'SoapFault', reason: 'no' });
});
