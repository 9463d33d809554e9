import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBase64, writeBase64, writeBlob } from '../types/binary-types.ts';
import { writeOtherAttributes } from './any-element.ts';
import { type EncodedMessage, XmlBuilder } from './builder.ts';
import { XmlBytesReader } from './bytes-reader.ts';
import { children } from './codec-tables.ts';
import { escapeAttribute } from './escape.ts';
import { rootTag, tag } from './tag.ts';

const root = rootTag('urn:u', 'r');
const field = tag('urn:u', 'f');

function written(write: (builder: XmlBuilder) => void): EncodedMessage {
  const builder = new XmlBuilder();
  builder.open(root);
  write(builder);
  builder.close(root);
  return builder.finish();
}

function readBack(message: EncodedMessage): XmlBytesReader {
  const bytes = message.bytes();
  if (!(bytes instanceof Uint8Array)) throw new Error('the message holds a Blob');
  expect(bytes.length).toBe(message.byteLength);
  const reader = new XmlBytesReader(bytes);
  reader.openRoot();
  expect(reader.child(children(field))).toBe(0);
  return reader;
}

/** Any character that XML 1.0 has. */
const characters = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\t',
        '\n',
        '\r',
        ' ',
        '<',
        '>',
        '&',
        '"',
        "'",
        ']',
        ']]>',
        '<!--',
        '&amp;',
        '\u0085',
        '\u2028',
        '\ufffd',
      ),
      fc.integer({ min: 0x20, max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
      fc.integer({ min: 0xe000, max: 0xfffd }).map((point) => String.fromCodePoint(point)),
      fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
      fc.constant('long '.repeat(30)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('XmlBuilder', () => {
  it('writes elements in the default namespace of the root', () => {
    const message = written((builder) => {
      builder.open(field);
      builder.plain(field, '1');
      builder.close(field);
      builder.nil(field);
      builder.raw('<!-- -->');
      builder.text(tag('', 'n'), 'x');
    });
    expect(message.text).toBe(
      '<r xmlns="urn:u"><f><f>1</f></f>' +
        '<f xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/><!-- --><n xmlns="">x</n></r>',
    );
  });

  it('W2: any string of XML characters survives a round trip', () => {
    fc.assert(
      fc.property(characters, (value) => {
        expect(readBack(written((builder) => builder.text(field, value))).text()).toBe(value);
      }),
    );
  });

  it('any string of XML characters survives a round trip in an attribute', () => {
    fc.assert(
      fc.property(characters, fc.constantFrom('"', "'"), (value, quote) => {
        const xml = `<r a=${quote}${escapeAttribute(value)}${quote}/>`;
        const reader = new XmlBytesReader(new TextEncoder().encode(xml));
        reader.openRoot();
        expect(reader.attributeNamed('', 'a')).toBe(value);
      }),
    );
  });

  it('W2: writes CR as a reference and keeps tab and LF', () => {
    expect(written((builder) => builder.text(field, 'a\r\n\tb')).text).toContain('<f>a&#xD;\n\tb</f>');
  });

  it.each(['\0', '\x01', '\x0b', '\x1f', '\ufffe', '\uffff', '\ud800', '\udc00', 'a\ud83db', '\ude00\ud83d'])(
    'W2: rejects %j, with the name of the field',
    (bad) => {
      const builder = new XmlBuilder();
      builder.open(root);
      builder.open(tag('urn:u', 'inner'));
      expect(() => builder.text(field, `secret${bad}`)).toThrow(
        expect.objectContaining({
          code: 'value',
          path: 'r/inner/f',
          message: 'r/inner/f: not a valid string: it holds a character that XML 1.0 does not allow',
        }),
      );
      expect(escapeAttribute(bad)).toBeUndefined();
    },
  );

  it('any bytes survive a round trip', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (value, text) => {
        const message = written((builder) => {
          writeBase64(builder, field, value);
          builder.text(field, text.replace(/[^\x20-\x7e]/g, 'é'));
        });
        expect(message.text).toBeUndefined();
        expect(readBase64(readBack(message))).toEqual(value);
      }),
    );
  });

  it('C4: computes the length of a message with blobs before they are read', async () => {
    for (const size of [0, 1, 2, 3, 786_431, 786_432, 786_433, 2_000_000]) {
      const value = new Uint8Array(size).map((_, index) => index * 7);
      const message = written((builder) => {
        builder.text(field, 'é');
        writeBlob(builder, field, new Blob([value]));
        writeBase64(builder, field, value);
      });
      const bytes = await message.bytes();
      expect(bytes.length).toBe(message.byteLength);
      const base64 = Buffer.from(value).toString('base64');
      expect(Buffer.from(bytes).toString() === `<r xmlns="urn:u"><f>é</f><f>${base64}</f><f>${base64}</f></r>`).toBe(
        true,
      );
    }
  });

  it('returns synchronously without blobs', () => {
    expect(written((builder) => writeBase64(builder, field, Uint8Array.of(1))).bytes()).toBeInstanceOf(Uint8Array);
    expect(written((builder) => writeBlob(builder, field, new Blob([]))).bytes()).toBeInstanceOf(Promise);
  });

  it('names the path of an omitted required field', () => {
    const builder = new XmlBuilder();
    builder.open(root);
    expect(builder.missing(field)).toMatchObject({ code: 'missing-element', path: 'r/f' });
  });

  it('escapes the namespace of a root', () => {
    expect(rootTag('urn:a&"b', 'r').open).toBe('<r xmlns="urn:a&amp;&quot;b">');
    expect(() => rootTag('urn:\0', 'r')).toThrow(TypeError);
  });

  it('takes time linear in the attributes of a wildcard, which must be unique', () => {
    const attributes = Array.from({ length: 60_000 }, (_, at) => ({ namespace: '', local: `a${at}`, value: '' }));
    const before = process.cpuUsage();
    const text = written((builder) => {
      builder.start(field);
      writeOtherAttributes(builder, attributes);
      builder.close(field);
    }).text;
    // Each of them looking at all before it takes many times that.
    expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
    expect(text).toContain(' a59999=""');
    expect(() =>
      written((builder) => {
        builder.start(field);
        writeOtherAttributes(builder, [...attributes.slice(0, 20), { namespace: '', local: 'a3', value: '' }]);
      }),
    ).toThrow('@a3: it is there already');
  });
});
