import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo } from '../end-to-end/echo.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';

const versions = {
  '1.1': { namespace: 'http://schemas.xmlsoap.org/soap/envelope/', mediaType: 'text/xml', status: 500, code: 'Client' },
  '1.2': {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    mediaType: 'application/soap+xml',
    status: 400,
    code: 'Sender',
  },
} as const;
type Version = keyof typeof versions;

const NIL = '<nil xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';

/** A message in pieces, since some hostile bytes are not text. */
type Message = readonly (string | readonly number[])[];

function bytesOf(version: Version, before: Message, text: Message, after: Message = []): Buffer {
  const { namespace } = versions[version];
  const open = `<e:Envelope xmlns:e="${namespace}"><e:Body><Echo xmlns="urn:everything/"><Values><string>secret`;
  const pieces = [...before, open, ...text, `secret</string>${NIL}</Values></Echo></e:Body></e:Envelope>`, ...after];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

/** By name: the detail code of the fault, and the message. */
const hostile: Readonly<Record<string, readonly [code: string, (version: Version) => Buffer]>> = {
  'an overlong `<` of two bytes': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xc0, 0xbc]])],
  'an overlong `<` of three bytes': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xe0, 0x80, 0xbc]])],
  'an overlong `<` of four bytes': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xf0, 0x80, 0x80, 0xbc]])],
  'an overlong NUL': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xc0, 0x80]])],
  'a lone high surrogate': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xed, 0xa0, 0xbd]])],
  'a lone low surrogate': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xed, 0xb8, 0x80]])],
  'a pair of surrogates as CESU-8 has it': [
    'InvalidEncoding',
    (of) => bytesOf(of, [], [[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]]),
  ],
  'a character beyond U+10FFFF': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xf4, 0x90, 0x80, 0x80]])],
  'a sequence that is cut off': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xe2, 0x82]])],
  'a byte of Latin-1': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xe9]])],
  'bytes that never stand in UTF-8': ['InvalidEncoding', (of) => bytesOf(of, [], [[0xfe, 0xff]])],
  NUL: ['IllFormedXml', (of) => bytesOf(of, [], [[0x00]])],
  'NUL behind the message': ['IllFormedXml', (of) => bytesOf(of, [], [], [[0x00]])],
  'a reference to NUL': ['IllFormedXml', (of) => bytesOf(of, [], ['&#0;'])],
  'a reference to a surrogate': ['IllFormedXml', (of) => bytesOf(of, [], ['&#xD800;'])],
  'U+FFFF': ['IllFormedXml', (of) => bytesOf(of, [], ['\uffff'])],
  'an escape character': ['IllFormedXml', (of) => bytesOf(of, [], ['\u001b[2J'])],
  'UTF-16 without a byte order mark': ['IllFormedXml', (of) => utf16(bytesOf(of, [], []).toString())],
  'UTF-16 with a lone surrogate': [
    'InvalidEncoding',
    (of) => utf16(`\ufeff${bytesOf(of, [], ['\u0001'])}`.replace('\u0001', '\ud800')),
  ],
  'UTF-16 of an odd number of bytes': [
    'InvalidEncoding',
    (of) => Buffer.concat([utf16(`\ufeff${bytesOf(of, [], [])}`, true), Buffer.from(' ')]),
  ],
  'UTF-32': ['InvalidEncoding', (of) => Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), bytesOf(of, [], [])])],
  'an XML declaration of Latin-1': [
    'InvalidEncoding',
    (of) => bytesOf(of, ['<?xml version="1.0" encoding="ISO-8859-1"?>'], []),
  ],
  'an XML declaration of UTF-7': [
    'InvalidEncoding',
    (of) => bytesOf(of, ['<?xml version="1.0" encoding="UTF-7"?>'], ['+ADw-']),
  ],
  'an XML declaration of UTF-16 in UTF-8': [
    'InvalidEncoding',
    (of) => bytesOf(of, ['<?xml version="1.0" encoding="UTF-16"?>'], []),
  ],
  'XML 1.1': ['IllFormedXml', (of) => bytesOf(of, ['<?xml version="1.1"?>'], [])],
  'an external entity': [
    'DoctypeNotAllowed',
    (of) => bytesOf(of, ['<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]>'], ['&x;']),
  ],
  'an external DTD': ['DoctypeNotAllowed', (of) => bytesOf(of, ['<!DOCTYPE e SYSTEM "http://127.0.0.1:9/x.dtd">'], [])],
  'a parameter entity': [
    'DoctypeNotAllowed',
    (of) => bytesOf(of, ['<!DOCTYPE e [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]>'], []),
  ],
  'a billion laughs': [
    'DoctypeNotAllowed',
    (of) =>
      bytesOf(of, ['<!DOCTYPE e [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'], ['&c;']),
  ],
  'quadratic entities': [
    'DoctypeNotAllowed',
    (of) => bytesOf(of, [`<!DOCTYPE e [<!ENTITY a "${'a'.repeat(50_000)}">]>`], ['&a;'.repeat(50_000)]),
  ],
  'a DOCTYPE behind a comment': ['DoctypeNotAllowed', (of) => bytesOf(of, ['<!-- x --><!DOCTYPE e>'], [])],
  'a DOCTYPE in the message': ['DoctypeNotAllowed', (of) => bytesOf(of, [], ['<!DOCTYPE e>'])],
  'a DOCTYPE behind the message': ['DoctypeNotAllowed', (of) => bytesOf(of, [], [], ['<!DOCTYPE e>'])],
  'an entity that nothing declares': ['IllFormedXml', (of) => bytesOf(of, [], ['&nbsp;'])],
};

describe('bytes that are not a message', () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen(createEverythingServer(echo, {}), { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => listening.close());

  for (const version of ['1.1', '1.2'] as const) {
    it.each(Object.entries(hostile))(
      `T5: %s is a sender fault over SOAP ${version}, and nothing of it is echoed`,
      async (_, [code, message]) => {
        const { mediaType, status, code: faultCode } = versions[version];
        const headers = { 'Content-Type': mediaType, SOAPAction: '"urn:everything/Echo"' };
        const url = `http://127.0.0.1:${listening.port}/everything`;
        const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(message(version)) });
        const text = await response.text();
        expect(text).toContain(`${code}<`);
        expect(text).toContain(`:${faultCode}<`);
        expect(response.status).toBe(status);
        expect(text).not.toContain('secret');
      },
    );
  }
});
