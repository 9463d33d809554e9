import { describe, expect, it } from 'vitest';
import { blob, namespace, nested, operation, text } from '../../../test/support/runtime/table-codec.ts';
import { description } from '../../../test/support/runtime/test-service.ts';
import { soap11 } from '../soap/version.ts';
import { encodings } from './encodings.ts';
import { implement } from './handler.ts';
import { createServer } from './server.ts';
import type { CommonOptions } from './server-options.ts';

const Echo = operation(
  'Echo',
  [text('Name'), blob('Data')],
  nested('EchoResult', 'EchoResult', true, text('Name'), blob('Data')),
);

const serverOf = (options: CommonOptions = {}) =>
  createServer(description, { encodings: encodings(), ...options }, [implement(Echo, (values) => values)]);

const envelope = (name: string, declaration = '', data = '') =>
  `${declaration}<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Echo xmlns="${namespace}"><Name>${name}</Name>${data}</Echo></s:Body></s:Envelope>`;

const post = async (body: Uint8Array, type: string, server = serverOf()) => {
  const response = await server.fetch(
    new Request(description.address, {
      method: 'POST',
      headers: { 'Content-Type': type, SOAPAction: `"${namespace}Echo"`, 'Content-Length': String(body.length) },
      body: new Uint8Array(body),
    }),
  );
  return { status: response.status, body: await response.text() };
};

const latin = (charset: string, name: string) =>
  Buffer.from(envelope(name, `<?xml version="1.0" encoding="${charset}"?>`), 'latin1');
const names = { status: 200, body: expect.stringContaining('<Name>Zoë</Name>') };

describe('requests in other encodings', () => {
  it('are read by the charset of their Content-Type, whatever their declaration says', async () => {
    expect(await post(latin('iso-8859-1', 'Zoë'), 'text/xml; charset=ISO-8859-1')).toEqual(names);
    expect(await post(latin('utf-8', 'Zoë'), 'text/xml; charset="iso-8859-1"')).toEqual(names);
    const kana = Buffer.concat([
      Buffer.from(envelope('\u0000').split('\u0000')[0] ?? ''),
      Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]),
      Buffer.from(envelope('\u0000').split('\u0000')[1] ?? ''),
    ]);
    expect((await post(kana, 'text/xml; charset=Shift_JIS')).body).toContain('<Name>テスト</Name>');
  });

  it('are read by their declaration if the Content-Type names no charset', async () => {
    expect(await post(latin('iso-8859-1', 'Zoë'), 'text/xml')).toEqual(names);
    const euro = Buffer.from(latin('windows-1252', '¬').map((byte) => (byte === 0xac ? 0x80 : byte)));
    expect((await post(euro, 'text/xml')).body).toContain('<Name>€</Name>');
  });

  it('may be UTF-16 without a byte order mark', async () => {
    expect(await post(Buffer.from(envelope('Zoë'), 'utf16le'), 'text/xml; charset=utf-16le')).toEqual(names);
  });

  it('T5: get 415 for an unknown charset, and without the option; a fault for invalid bytes', async () => {
    const refused = { status: 415, body: 'The charset is not supported: send utf-8 or utf-16.' };
    for (const charset of ['utf-7', 'x-unknown']) {
      expect(await post(latin('utf-8', 'x'), `text/xml; charset=${charset}`)).toMatchObject({ status: 415 });
    }
    const plain = serverOf({ encodings: undefined });
    expect(await post(latin('iso-8859-1', 'Zoë'), 'text/xml; charset=iso-8859-1', plain)).toEqual({
      ...refused,
      body: expect.stringContaining(refused.body),
    });
    const invalid = { status: 500, body: expect.stringContaining('<Code>InvalidEncoding</Code>') };
    expect(await post(latin('iso-8859-1', 'Zoë'), 'text/xml', plain)).toEqual(invalid);
    for (const type of ['text/xml; charset=utf-8', 'text/xml; charset=us-ascii', 'text/xml; charset=euc-jp']) {
      expect(await post(latin('iso-8859-1', 'Zoë'), type)).toEqual(invalid);
    }
    expect(await post(latin('utf-7', 'Zoë'), 'text/xml')).toEqual(invalid);
  });

  it('hardening: count their bytes in UTF-8, and stay in memory', async () => {
    const limits = { maxBodyBytes: 3_000 };
    const body = latin('iso-8859-1', 'ë'.repeat(2_000));
    const response = await post(body, 'text/xml; charset=iso-8859-1', serverOf({ limits }));
    expect(response).toEqual({ status: 413, body: expect.stringContaining('3000') });
    const data = `<Data>${Buffer.alloc(200_000, 7).toString('base64')}</Data>`;
    const large = await post(Buffer.from(envelope('Zoë', '', data), 'latin1'), 'text/xml; charset=iso-8859-1');
    expect(large).toEqual({ status: 200, body: expect.stringContaining('<Name>Zoë</Name><Data>BwcH') });
  });
});
