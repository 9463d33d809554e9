import { generateKeyPairSync } from 'node:crypto';
import { SoapClient, type SoapVersion, type Transport } from '@soapwright/runtime/client';
import { createServer, implement } from '@soapwright/runtime/server';
import { describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { decryptionKey, signingKey, trust } from '../keys/index.ts';
import { type MessageSecurityOptions, messageSecurity, serverMessageSecurity } from './index.ts';
import { inlinedMessage, mtomMessage } from './multipart.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));
const name = 'Zoë '.repeat(500).trim();

const own = issueCertificate('own', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const source = { key: own.key, certificates: own.certificate };
const options = (first: MessageSecurityOptions['first']): MessageSecurityOptions => ({
  first,
  sign: { key: signingKey(source) },
  encrypt: { for: own.certificate },
  verify: { trust: trust({ pinned: own.certificate }) },
  decrypt: { keys: [decryptionKey(source)] },
});

const header = (headers: readonly string[], wanted: string): string =>
  headers[headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === wanted) + 1] ?? '';
const replaced = (headers: readonly string[], value: string): readonly string[] =>
  headers.map((one, index) =>
    header([headers[index - 1] ?? '', one], 'content-type') === one && index % 2 === 1 ? value : one,
  );

/** A gateway that speaks MTOM to the client, and plain SOAP to the server. */
function gateway(server: Transport, seen: { request: string; response: string }): Transport {
  return {
    async send(request) {
      const body = request.body as Uint8Array;
      seen.request = `${header(request.headers, 'content-type')}\n${Buffer.from(body).toString('latin1')}`;
      const inlined = inlinedMessage(header(request.headers, 'content-type'), body, {});
      if (inlined === undefined) throw new Error('not MTOM');
      const headers = replaced(request.headers, inlined.contentType);
      const response = await server.send({ ...request, headers, body: inlined.envelope });
      const sent = mtomMessage(response.body, header(response.headers, 'content-type'));
      seen.response = Buffer.from(sent.body).toString('latin1');
      return { ...response, headers: replaced(response.headers, sent.contentType), body: sent.body };
    },
  };
}

describe.each([
  ['1.1', 'sign'],
  ['1.1', 'encrypt'],
  ['1.2', 'sign'],
  ['1.2', 'encrypt'],
] as const)('MTOM in SOAP %s with %s first', (soap: SoapVersion, first) => {
  it('has cipher texts in parts, over which nothing is signed', async () => {
    const seen = { request: '', response: '' };
    const server = memoryTransport(
      createServer(description, { messageSecurity: serverMessageSecurity(options(first)) }, [
        implement(Whoami, ({ Name }) => ({ Name: `${Name} & co` })),
      ]),
    );
    const client = new SoapClient({
      address: description.address,
      soap,
      transport: gateway(server, seen),
      ...messageSecurity({ ...options(first), mtom: true }),
    });
    expect(await client.call(Whoami, { Name: name })).toEqual({ Name: `${name} & co` });
    for (const message of [seen.request, seen.response]) {
      expect(message).toMatch(/<xenc:CipherValue><xop:Include [^>]*href="cid:1\.[^"]*"\/><\/xenc:CipherValue>/);
      expect(message).toContain('Content-Type: application/octet-stream');
    }
    const mediaType = soap === '1.1' ? 'text/xml' : 'application/soap+xml';
    expect(seen.request).toMatch(/^multipart\/related; type="application\/xop\+xml"; boundary="uuid:/);
    expect(seen.request).toContain(`start-info="${mediaType}"`);
  });
});

describe.each(['1.1', '1.2'] as const)('a server in SOAP %s', (soap) => {
  const server = createServer(description, { messageSecurity: serverMessageSecurity(options('sign')) }, [
    implement(Whoami, ({ Name }) => ({ Name: `${Name} & co` })),
  ]);
  const send = async (change: (request: string) => string): Promise<unknown> => {
    const memory = memoryTransport(server);
    const transport: Transport = {
      async send(request) {
        const body = Buffer.from(change(Buffer.from(request.body as Uint8Array).toString('latin1')), 'latin1');
        return await memory.send({ ...request, body });
      },
    };
    const client = new SoapClient({
      address: description.address,
      soap,
      transport,
      ...messageSecurity({ ...options('sign'), mtom: true, unsignedFaults: true }),
    });
    return await client.call(Whoami, { Name: name });
  };

  it('reads MTOM', async () => {
    expect(await send((request) => request)).toEqual({ Name: `${name} & co` });
  });

  it('refuses parts that are missing', async () => {
    const missing = send((request) => request.replace(/Content-ID: <1\./, 'Content-ID: <2.'));
    await expect(missing).rejects.toThrow('No part has the Content-ID 1.');
  });
});

describe('parts', () => {
  const include = (href: string): string =>
    `<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="${href}"/>`;
  const message = (root: string, ...ids: readonly string[]): Uint8Array =>
    Buffer.from(
      [
        `--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n<a>${root}</a>`,
        ...ids.map((id) => `\r\n--b\r\nContent-ID: <${id}>\r\n\r\nhi`),
        '\r\n--b--\r\n',
      ].join(''),
    );
  const type = 'multipart/related; type="application/xop+xml"; start="<r>"; boundary=b; start-info="text/xml"';
  const read = (root: string, ...ids: readonly string[]): string =>
    new TextDecoder().decode(inlinedMessage(type, message(root, ...ids), {})?.envelope);

  it('are put into the envelope as base64', () => {
    expect(read(`<b>${include('cid:x%20y')}</b>`, 'x y')).toBe('<a><b>aGk=</b></a>');
    expect(inlinedMessage('text/xml', message(''), {})).toBeUndefined();
  });

  it.each([
    ['outside of the message', () => read(`<b>${include('http://x/')}</b>`, 'x')],
    ['that are missing', () => read(`<b>${include('cid:y')}</b>`, 'x')],
    ['that have one name', () => read(`<b>${include('cid:x')}</b>`, 'x', 'x')],
    ['that are used twice', () => read(`<b>${include('cid:x')}</b><b>${include('cid:x')}</b>`, 'x')],
    ['beside an element', () => read(`<b>${include('cid:x')}<c/></b>`, 'x')],
    ['beside text', () => read(`<b>t${include('cid:x')}</b>`, 'x')],
    ['that do not end', () => inlinedMessage(type, message('').subarray(0, -6), {})],
    ['that are too many', () => read('', ...Array.from({ length: 1001 }, (_, at) => String(at)))],
  ])('%s are refused', (_, open) => {
    expect(open).toThrow(expect.objectContaining({ name: 'SecurityError' }));
  });
});
