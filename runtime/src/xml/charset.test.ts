import { describe, expect, it } from 'vitest';
import { XmlBytesReader } from './bytes-reader.ts';
import { isSupportedCharset, toUtf8 } from './encoding.ts';

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return littleEndian ? bytes : bytes.swap16();
}

describe('the charset of a message', () => {
  it('T5: recognises supported charsets, in any case', () => {
    expect(['UTF-8', 'utf8', 'Utf-16', 'UTF-16LE', 'utf-16be', 'US-ASCII'].filter(isSupportedCharset)).toHaveLength(6);
    expect(['iso-8859-1', 'windows-1252', 'utf-7', 'utf-32', ''].filter(isSupportedCharset)).toEqual([]);
  });

  it.each([true, false])('T5: UTF-16 with a byte order mark is read (little-endian: %s)', (littleEndian) => {
    const xml = '\ufeff<?xml version="1.0" encoding="utf-16"?><r>añ€😀</r>';
    const reader = new XmlBytesReader(utf16(xml, littleEndian), { charset: 'utf-16' });
    reader.openRoot();
    expect(reader.text()).toBe('añ€😀');
  });

  it('T5: UTF-8 is read with a byte order mark and without', () => {
    expect(toUtf8(new TextEncoder().encode('\ufeff<é/>'), 'utf-8')).toMatchObject({
      start: 3,
      family: 'utf-8',
      ascii: false,
    });
    expect(toUtf8(new TextEncoder().encode('<e/>'))).toMatchObject({ start: 0, family: 'utf-8', ascii: true });
  });

  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-16 without a byte order mark', utf16('<r/>', true), 'utf-16'],
    ['a lone surrogate in UTF-16', utf16('\ufeff<r>\ud800</r>', true), undefined],
    ['an odd number of bytes in UTF-16', Uint8Array.of(0xff, 0xfe, 0x3c), undefined],
    ['a charset that is not supported', new TextEncoder().encode('<r/>'), 'iso-8859-1'],
    ['bytes beyond ASCII in ASCII', new TextEncoder().encode('<é/>'), 'us-ascii'],
    ['bytes that are not UTF-8', Uint8Array.of(0x3c, 0xe9, 0x2f, 0x3e), 'utf-8'],
  ])('T5: rejects %s', (_what, bytes, charset) => {
    expect(() => toUtf8(bytes, charset)).toThrow(expect.objectContaining({ code: 'encoding' }));
  });

  it('T5: UTF-16 text without a byte order mark or a charset is not XML', () => {
    const reader = new XmlBytesReader(utf16('<r/>', true));
    expect(() => reader.openRoot()).toThrow(expect.objectContaining({ code: 'ill-formed' }));
  });

  it('T5: non-ASCII bytes with an XML declaration of ASCII are rejected, unless a charset parameter overrides it', () => {
    const bytes = new TextEncoder().encode('<?xml version="1.0" encoding="US-ASCII"?><r>é</r>');
    const rejected = new XmlBytesReader(bytes);
    expect(() => rejected.openRoot()).toThrow(expect.objectContaining({ code: 'encoding' }));
    const read = new XmlBytesReader(bytes, { charset: 'utf-8' });
    read.openRoot();
    expect(read.text()).toBe('é');
  });
});
