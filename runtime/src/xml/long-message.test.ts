import { describe, expect, it } from 'vitest';
import { binaryMessage } from './binary-message.ts';
import { type EncodedMessage, XmlBuilder } from './builder.ts';
import { attributeName, rootTag, startTag, tag } from './tag.ts';

const root = rootTag('urn:u', 'r');
const field = tag('urn:u', 'f');
const row = startTag('urn:u', 'row');
const id = attributeName('', 'id');

function written(write: (builder: XmlBuilder) => void): EncodedMessage {
  const builder = new XmlBuilder();
  builder.open(root);
  write(builder);
  builder.close(root);
  return builder.finish();
}

const inRoot = (content: string): Buffer => Buffer.from(`<r xmlns="urn:u">${content}</r>`);

async function pieces(message: EncodedMessage): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of message.pieces()) all.push(Buffer.from(piece));
  return all;
}

/** Texts of one to four bytes a character, of many lengths. */
const texts = Array.from({ length: 3_000 }, (_, index) => ['a', 'é', 'ラ', '😀'][index % 4]?.repeat(index % 97) ?? '');

describe('a message of more than 64 Ki characters', () => {
  it('is the bytes of the same text, whole and in pieces of at most 256 KiB', async () => {
    const message = written((builder) => {
      for (const text of texts) builder.text(field, text);
    });
    const expected = inRoot(texts.map((text) => `<f>${text}</f>`).join(''));
    expect(message.text).toBeUndefined();
    expect(message.byteLength).toBe(expected.length);
    expect(expected.equals((await message.bytes()) as Uint8Array)).toBe(true);
    for (let reading = 0; reading < 2; reading++) {
      const found = await pieces(message);
      expect(Buffer.concat(found).equals(expected)).toBe(true);
      expect(found.every((piece) => piece.length <= 256 * 1024)).toBe(true);
    }
  });

  it('is the same for one long value', async () => {
    const long = 'é'.repeat(700_000);
    const message = written((builder) => builder.text(field, long));
    expect(inRoot(`<f>${long}</f>`).equals((await message.bytes()) as Uint8Array)).toBe(true);
    expect((await pieces(message)).map((piece) => piece.length)).toEqual([
      ...Array.from({ length: 5 }, () => 262_144),
      '<r xmlns="urn:u"><f></f>'.length + 1_400_000 - 5 * 262_144,
      '</r>'.length,
    ]);
  });

  it('holds attributes, nil fields and mixed content in their order', () => {
    const message = written((builder) => {
      for (let index = 0; index < 9_000; index++) {
        builder.open(row);
        builder.attribute(id, `${index}`);
        builder.content();
        builder.nil(field);
        builder.chars('&');
        builder.plain(field, '1');
        builder.close(row);
      }
    });
    const nil = '<f xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
    const rows = Array.from({ length: 9_000 }, (_, index) => `<row id="${index}">${nil}&amp;<f>1</f></row>`);
    expect(inRoot(rows.join('')).equals(message.bytes() as Uint8Array)).toBe(true);
  });

  it('holds binary values and Blobs between its texts', async () => {
    const value = new Uint8Array(300_001).map((_, index) => index * 7);
    const text = 'é'.repeat(200_000);
    for (const binary of [value, new Blob([value])]) {
      const message = written((builder) => {
        builder.text(field, text);
        if (binary instanceof Blob) builder.blob(field, binary, binaryMessage);
        else builder.base64(field, binary, binaryMessage);
        builder.text(field, text);
      });
      const base64 = Buffer.from(value).toString('base64');
      const expected = inRoot(`<f>${text}</f><f>${base64}</f><f>${text}</f>`);
      expect(message.byteLength).toBe(expected.length);
      expect(expected.equals(await message.bytes())).toBe(true);
      const found = await pieces(message);
      expect(Buffer.concat(found).equals(expected)).toBe(true);
      expect(found.every((piece) => piece.length <= 256 * 1024)).toBe(true);
    }
  });

  it('W2: a bad value after it names its field', () => {
    const builder = new XmlBuilder();
    builder.open(root);
    for (const text of texts) builder.text(field, text);
    expect(() => builder.text(field, '\0')).toThrow(expect.objectContaining({ code: 'value', path: 'r/f' }));
  });
});
