import { memoryTransport, SoapClient, SoapFault } from '@soapwright/runtime/client';
import { addressing as clientAddressing } from '@soapwright/runtime/client/addressing';
import { mtom as clientMtom } from '@soapwright/runtime/client/mtom';
import { type CommonOptions, createServer, implement, type SoapServer } from '@soapwright/runtime/server';
import { addressing } from '@soapwright/runtime/server/addressing';
import { encodings } from '@soapwright/runtime/server/encodings';
import { mtom } from '@soapwright/runtime/server/mtom';
import { security, usernameTokens } from '@soapwright/security';
import { check, rejection, same, sameBytes } from './assert.ts';
import { Carry, description } from './carrier.ts';
import type { Case } from './case.ts';
import { patterned } from './random.ts';

/** A server that returns the Blob that it gets. */
function carrier(options: CommonOptions): SoapServer {
  return createServer(description, { requireContentLength: false, ...options }, [
    implement(Carry, async (data) => new Blob([await data.arrayBuffer()], { type: data.type })),
  ]);
}

const cases: Record<string, () => Promise<void>> = {
  async 'MTOM, both ways: small and large values in parts of their own'() {
    for (const soap of ['1.1', '1.2'] as const) {
      const server = carrier({ multipart: mtom() });
      const types: (string | null)[] = [];
      const transport = memoryTransport({
        async fetch(request) {
          const response = await server.fetch(request);
          types.push(request.headers.get('content-type'), response.headers.get('content-type'));
          return response;
        },
      });
      const client = new SoapClient({
        address: description.address,
        soap,
        transport,
        multipart: clientMtom({ send: 'always', threshold: 0 }),
      });
      for (const size of [0, 100, 3_000_000]) {
        const bytes = patterned(size);
        const back = await client.call(Carry, new Blob([bytes], { type: 'image/png' }));
        check(sameBytes(new Uint8Array(await back.arrayBuffer()), bytes), `${size} bytes`);
      }
      for (const type of types) check(type?.startsWith('multipart/related') === true, String(type));
    }
  },
  async 'WS-Addressing, both ways'() {
    const transport = memoryTransport(carrier({ addressing: addressing({ required: true }) }));
    const plain = new SoapClient({ address: description.address, transport });
    const data = new Blob(['a']);
    check((await rejection(plain.call(Carry, data), 'a call without blocks')) instanceof SoapFault, 'a fault');
    const client = new SoapClient({ address: description.address, transport, interceptors: [clientAddressing()] });
    same(await (await client.call(Carry, data)).text(), 'a');
  },
  async 'UsernameToken, as text and as a digest'() {
    const authentication = usernameTokens({
      authenticate: async (token) => ((await token.verify('pä$$')) ? token.user : undefined),
    });
    const transport = memoryTransport(carrier({ authentication }));
    for (const type of ['text', 'digest'] as const) {
      for (const [password, isRight] of [
        ['pä$$', true],
        ['wrong', false],
      ] as const) {
        const interceptors = [
          security({ usernameToken: { user: 'Zoë', password, type }, timestamp: true, allowHttp: true }),
        ];
        const client = new SoapClient({ address: description.address, transport, interceptors });
        const call = client.call(Carry, new Blob(['a'])).then((blob) => blob.text());
        if (isRight) same(await call, 'a');
        else check((await rejection(call, 'a wrong password')) instanceof SoapFault, 'a fault');
      }
    }
  },
  async 'a request in Latin-1'() {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><!-- \u00eb --><e:Body><Carry xmlns="urn:carrier/"><Data>AAAA</Data></Carry></e:Body></e:Envelope>`;
    const body = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:carrier/Carry"' };
    const request = new Request(description.address, { method: 'POST', headers, body });
    const response = await carrier({ encodings: encodings() }).fetch(request);
    same([response.status, (await response.text()).includes('<Data>AAAA</Data>')], [200, true]);
  },
};

/** What messages have beside their values: parts, header blocks, encodings. */
export const messageCases: readonly Case[] = Object.entries(cases).map(([name, run]) => ({ name, run }));
