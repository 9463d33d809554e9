import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf16ToUtf8 } from '../xml/encoding.ts';
import type { Base64Fault } from './base64.ts';
import type { Bytes } from './bytes.ts';
import * as node from './node/node-bytes.ts';
import * as portable from './portable-bytes.ts';

const implementations: readonly [string, Bytes][] = [
  ['node', node],
  ['portable', portable],
];

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

describe.each(implementations)('bytes: %s', (_name, bytes) => {
  it('distinguishes ASCII, UTF-8 and other bytes', () => {
    expect(bytes.isAscii(bytesOf('plain'))).toBe(true);
    expect(bytes.isAscii(bytesOf('caf\xe9'))).toBe(false);
    expect(bytes.isUtf8(bytes.encodeUtf8('é€😀\u{10ffff}'))).toBe(true);
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a sequence that is cut off', [0x61, 0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong sequence of three', [0xe0, 0x80, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never has', [0xff]],
  ])('T5: %s is not UTF-8', (_what, sequence) => {
    expect(bytes.isUtf8(Uint8Array.from(sequence))).toBe(false);
  });

  it('encodes and decodes any text, and computes its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), fc.nat(5), (text, offset) => {
        const encoded = bytes.encodeUtf8(text);
        expect(bytes.utf8Length(text)).toBe(encoded.length);
        expect(bytes.decodeUtf8(encoded, 0, encoded.length)).toBe(text);
        const target = new Uint8Array(encoded.length + 10);
        expect(bytes.encodeUtf8Into(text, target, offset)).toBe(encoded.length);
        expect(target.subarray(offset, offset + encoded.length)).toEqual(encoded);
      }),
    );
  });

  it('keeps a byte order mark, and decodes only the given range', () => {
    const encoded = bytes.encodeUtf8('a\ufeffb');
    expect(bytes.decodeUtf8(encoded, 1, encoded.length)).toBe('\ufeffb');
    expect(bytes.decodeAscii(bytesOf('hello'), 1, 4)).toBe('ell');
  });

  it('finds a byte', () => {
    expect(bytes.indexOf(bytesOf('a<b<c'), 0x3c, 2)).toBe(3);
    expect(bytes.indexOf(bytesOf('abc'), 0x3c, 0)).toBe(-1);
  });

  it('encodes and decodes base64 of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(5), (data, offset) => {
        const text = bytes.encodeBase64(data);
        expect(text).toBe(Buffer.from(data).toString('base64'));
        const encoded = bytesOf(`${'#'.repeat(offset)}${text}#`);
        expect(bytes.decodeBase64(encoded, offset, offset + text.length)).toEqual(data);
        const target = new Uint8Array(text.length + 6);
        bytes.encodeBase64Into(data, target, offset);
        expect(Buffer.from(target.subarray(offset, offset + text.length)).toString()).toBe(text);
      }),
    );
  });

  it('R4: allows white space anywhere in base64', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.tuple(fc.nat(400), fc.constantFrom(' ', '\t', '\n', '\r')), { maxLength: 5 }),
        (data, insertions) => {
          let text = bytes.encodeBase64(data);
          for (const [at, white] of insertions) text = text.slice(0, at) + white + text.slice(at);
          expect(bytes.decodeBase64(bytesOf(text), 0, text.length)).toEqual(data);
        },
      ),
    );
  });

  const head = 'QUJD'.repeat(40);
  const faults: readonly [string, Base64Fault][] = [
    ['QUJ', 'padding'],
    ['Q', 'padding'],
    ['QQ=', 'padding'],
    ['QUJD=', 'padding'],
    ['QQ===', 'padding'],
    ['=', 'padding'],
    ['====', 'padding'],
    ['QQ==QUJD', 'padding'],
    ['QR==', 'stray-bits'],
    ['QUK=', 'stray-bits'],
    ['QUJ-', 'character'],
    ['QUJ_', 'character'],
    ['QU*D', 'character'],
    ['QUJ\xe9', 'character'],
    ['QUJ\0', 'character'],
    ['QUJD\x01', 'character'],
    ['QUJD\x0b', 'character'],
    ['QUJD\xa0', 'character'],
  ];
  it.each(faults)('R4: rejects base64 that ends in %j: %s', (text, fault) => {
    for (const whole of [text, head + text, `${head}\n${text}`]) {
      expect(bytes.decodeBase64(bytesOf(whole), 0, whole.length)).toBe(fault);
    }
  });

  it.each(['-', '_', '.', '=', '\0', '\xff', ','])('R4: rejects %j in the middle of base64', (bad) => {
    for (let at = 0; at < 8; at++) {
      const replaced = head.slice(0, 40 + at) + bad + head.slice(41 + at);
      const inserted = head.slice(0, 40 + at) + bad + head.slice(40 + at);
      expect(bytes.decodeBase64(bytesOf(replaced), 0, replaced.length)).toBeTypeOf('string');
      expect(bytes.decodeBase64(bytesOf(inserted), 0, inserted.length)).toBeTypeOf('string');
    }
  });

  it('R4: decodes base64 of any length, and finds an error at any position', () => {
    for (const size of [24_570, 24_576, 24_579, 24_580, 49_152, 49_159, 100_001]) {
      const data = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255);
      const text = bytesOf(bytes.encodeBase64(data));
      expect(Buffer.compare(bytes.decodeBase64(text, 0, text.length) as Uint8Array, data)).toBe(0);
      for (const at of [0, 32_700, text.length - 9]) {
        const bad = Uint8Array.from(text);
        bad[at] = 0x2d;
        expect(bytes.decodeBase64(bad, 0, bad.length)).toBe('character');
        bad[at] = 0x3d;
        expect(bytes.decodeBase64(bad, 0, bad.length)).toBeTypeOf('string');
      }
    }
  });

  it('decodes into memory that is not shared', () => {
    for (const size of [1, 60, 5000]) {
      const text = bytesOf(bytes.encodeBase64(new Uint8Array(size)));
      const decoded = bytes.decodeBase64(text, 0, text.length) as Uint8Array;
      expect(decoded.buffer.byteLength).toBe(size);
      expect(bytes.encodeUtf8('x'.repeat(size)).buffer.byteLength).toBe(size);
    }
  });

  it('T5: transcodes UTF-16 of both byte orders', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const little = Buffer.from(text, 'utf16le');
        const big = Buffer.from(little).swap16();
        const expected = bytes.encodeUtf8(text);
        expect(utf16ToUtf8(little, true)).toEqual(expected);
        expect(utf16ToUtf8(big, false)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['a lone high surrogate at the end', [0x3d, 0xd8]],
    ['a high surrogate before something else', [0x3d, 0xd8, 0x41, 0x00]],
    ['a lone low surrogate', [0x00, 0xdc, 0x41, 0x00]],
    ['an odd number of bytes', [0x41, 0x00, 0x41]],
    ['a pair that is cut off', [0x3d, 0xd8, 0x00]],
  ])('T5: rejects UTF-16 with %s', (_what, sequence) => {
    expect(utf16ToUtf8(Uint8Array.from(sequence), true)).toBeUndefined();
  });
});
