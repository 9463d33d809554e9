import { afterEach, describe, expect, it } from 'vitest';
import { NotFound, Notify, namespace, Quota } from '../../../test/support/runtime/library-operations.ts';
import { address, libraryServer } from '../../../test/support/runtime/library-server.ts';
import { rawServer } from '../../../test/support/runtime/raw-server.ts';
import { both, envelope, faultBody } from '../../../test/support/runtime/sample-envelopes.ts';
import { clientOf, response } from '../../../test/support/runtime/test-client.ts';
import { listen } from '../server/node/index.ts';
import { versionNamed } from '../soap/version.ts';
import { fetchTransport } from './fetch-transport.ts';
import type { SoapResponse } from './interceptor.ts';
import { memoryTransport } from './memory-transport.ts';
import { httpTransport } from './node/http-transport.ts';
import { SoapClient } from './soap-client.ts';
import type { TransportResponse } from './transport.ts';

const created: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of created.splice(0).reverse()) await each.close();
});

const input = { Text: 'x' };

describe.each(both)('a one-way operation in SOAP %s', (soap) => {
  const { mediaType } = versionNamed(soap);

  /** What comes of a call that a foreign service responses so. */
  async function called(foreign: TransportResponse): Promise<unknown> {
    return clientOf(() => foreign, { soap })
      .call(Notify, input)
      .then(
        (output) => ['done', output],
        (error: unknown) => error,
      );
  }

  const xml = (status: number, body: string): TransportResponse =>
    response(status, { 'Content-Type': mediaType }, body);

  it('T3: is done when the service has accepted it: 200, 202 or 204 without a body', async () => {
    for (const status of [200, 202, 204]) {
      expect(await called(response(status, {}, ''))).toEqual(['done', undefined]);
      expect(await called(xml(status, ''))).toEqual(['done', undefined]);
    }
  });

  it('T3: an empty envelope is accepted, also with a header or a response element as some servers send it', async () => {
    for (const status of [200, 202]) {
      expect(await called(xml(status, envelope(soap, '')))).toEqual(['done', undefined]);
      expect(await called(xml(status, envelope(soap, ' ', '<Quota xmlns="urn:other" left="1"/>')))).toEqual([
        'done',
        undefined,
      ]);
      expect(
        await called(xml(status, envelope(soap, `<NotifyResponse xmlns="${namespace}"><a>x</a></NotifyResponse>`))),
      ).toEqual(['done', undefined]);
    }
    const broken = envelope(soap, '<a>').replace('</s:Envelope>', '');
    for (const text of [
      broken,
      envelope(soap, '<a/><b/>'),
      envelope(soap, '').replace('</s:Envelope>', '<x/></s:Envelope>'),
    ]) {
      expect(await called(xml(200, text)), text).toMatchObject({ code: 'bad-answer' });
    }
  });

  it('C5: a fault is thrown', async () => {
    const detail = `<NotFound xmlns="${namespace}"><Title>t</Title></NotFound>`;
    for (const status of [200, 202, 500]) {
      const error = await called(xml(status, envelope(soap, faultBody(soap, detail))));
      expect(NotFound.is(error) && [error.value, error.httpStatus]).toEqual([{ Title: 't' }, status]);
    }
    expect(await called(xml(500, envelope(soap, faultBody(soap, ''))))).toMatchObject({
      name: 'SoapFault',
      reason: 'r',
    });
  });

  it('C5: any other response is an error with its status', async () => {
    const codes = { 400: 'not-soap', 404: 'not-found', 500: 'not-soap', 503: 'unavailable' };
    for (const [each, code] of Object.entries(codes)) {
      const status = Number(each);
      expect(await called(response(status, {}, ''))).toMatchObject({ code, httpStatus: status });
      expect(await called(xml(status, envelope(soap, '')))).toMatchObject({ code: 'bad-answer', httpStatus: status });
    }
    const page = response(200, { 'Content-Type': 'text/html' }, '<html>Log in</html>');
    expect(await called(page)).toMatchObject({ code: 'not-soap', bodyStart: '<html>Log in</html>' });
    expect(await called(response(302, { Location: '/x' }, ''))).toMatchObject({ code: 'redirected' });
  });

  it('passes the response to interceptors and onResponse', async () => {
    const seen: SoapResponse[] = [];
    const client = clientOf(() => xml(202, envelope(soap, '', '<Quota xmlns="urn:other" left="4"/>')), { soap });
    await client.call(Notify, input, { onResponse: (answer) => seen.push(answer) });
    expect(seen.map((answer) => [answer.output, answer.httpStatus, Quota.of(answer)])).toEqual([[undefined, 202, 4]]);
  });

  it('T3: works with the server of this runtime, in memory and over reused connections', async () => {
    const got: string[] = [];
    const server = libraryServer({
      async Notify({ Text }) {
        if (Text === 'fail') throw NotFound.create({ Title: Text }, { reason: 'r' });
        got.push(Text);
      },
    });
    const listening = await listen(server);
    created.push({ close: () => listening.close(0) });
    const http = httpTransport();
    created.push(http);
    for (const transport of [memoryTransport(server), http, fetchTransport()]) {
      const url = `http://127.0.0.1:${listening.port}${new URL(address).pathname}`;
      const client = new SoapClient({ address: url, soap, transport });
      await client.call(Notify, { Text: 'a' });
      await client.call(Notify, { Text: 'b' });
      await expect(client.call(Notify, { Text: 'fail' })).rejects.toSatisfy(NotFound.is);
      await Promise.all([client.call(Notify, { Text: 'c' }), client.call(Notify, { Text: 'c' })]);
      expect(got.splice(0)).toEqual(['a', 'b', 'c', 'c']);
    }
  });

  it('T8: a connection continues after a response without a body', async () => {
    const responses = [
      'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 204 No Content\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nContent-Type: text/xml\r\n\r\n',
    ];
    const server = await rawServer(({ socket: _ }) => responses[server.requests.length - 1]);
    created.push(server);
    const transport = httpTransport();
    created.push(transport);
    const client = new SoapClient({ address: server.address, soap, transport });
    for (const _ of responses) await client.call(Notify, input);
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(1);
  });
});
