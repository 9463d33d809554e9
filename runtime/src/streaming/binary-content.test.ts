import { describe, expect, it } from 'vitest';
import type { SpoolWriter } from '../spool/spool.ts';
import { readBase64 } from '../types/binary-types.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { BinaryContent } from './binary-content.ts';
import { textOfMarkup } from './markup-text.ts';

const encoder = new TextEncoder();
const bytes = Uint8Array.from({ length: 60_000 }, (_, at) => (at * 7) ^ (at >> 8));
const base64 = Buffer.from(bytes).toString('base64');

/** Room of a fixed number of bytes at a time. */
class Held implements SpoolWriter {
  buffer: Uint8Array;
  readonly #size: number;
  readonly #parts: Uint8Array[] = [];

  constructor(size: number) {
    this.#size = size;
    this.buffer = new Uint8Array(size);
  }

  get content(): Buffer {
    return Buffer.concat(this.#parts);
  }

  advance(count: number): undefined {
    if (count > this.buffer.length) throw new RangeError('More was written than there is room for.');
    this.#parts.push(this.buffer.subarray(0, count));
    this.buffer = this.buffer.subarray(count);
    if (this.buffer.length === 0) this.buffer = new Uint8Array(this.#size);
  }

  finish(): Blob {
    return new Blob([this.content]);
  }
}

/** The decoded value of content in pieces of one size, or its error without varying words. */
function streamed(content: string, piece: number, room: number): { value: string; rest: number } | 'refused' {
  const all = encoder.encode(`${content}</a>`);
  const held = new Held(room);
  const binary = new BinaryContent(held);
  try {
    for (let at = 0; at < all.length && !binary.ended; ) {
      const part = all.slice(at, at + piece);
      let taken = 0;
      while (taken < part.length && !binary.ended) taken = binary.decode(part, taken);
      at += taken;
    }
    binary.finish();
  } catch {
    return 'refused';
  }
  expect(binary.bytes).toBe(held.content.length);
  return { value: held.content.toString('hex'), rest: binary.rest };
}

function read(content: string): string {
  try {
    const reader = new XmlBytesReader(encoder.encode(`<a>${content}</a>`), { charset: 'utf-8' });
    reader.openRoot();
    const value = Buffer.from(readBase64(reader)).toString('hex');
    reader.finish();
    return value;
  } catch {
    return 'refused';
  }
}

const linesOf = (width: number, end: string): string => base64.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${end}`);

const contents: Readonly<Record<string, string>> = {
  'one line': base64,
  'lines of 76': linesOf(76, '\r\n'),
  'lines of 64': linesOf(64, '\n'),
  'lines of 64, a break before them': `\n${linesOf(64, '\n')}`,
  'lines of 64, indented': linesOf(64, '\n    '),
  'lines of 77': linesOf(77, '\n'),
  'lines of 4': linesOf(4, '\n'),
  'lines of 1,020': linesOf(1_020, '\n'),
  'lines of 2,000': linesOf(2_000, '\n'),
  'lines of chance': base64.replaceAll(
    /.{1,333}/g,
    (part, at: number) => `${part.slice(0, at % 90)}\n${part.slice(at % 90)}`,
  ),
  'lines of 76, then of 64':
    linesOf(76, '\n').slice(0, 40_000) + linesOf(64, '\n').replaceAll('\n', '').slice(0, 4_000),
  'lines with one that is wrong': `${linesOf(76, '\n')}AAA*\n${linesOf(76, '\n')}`,
  'lines with a dash': linesOf(76, '\n').replace(/.{20000}/s, (part) => `${part.slice(0, -1)}-`),
  'lines with padding in the middle': `${linesOf(76, '\n').slice(0, 77 * 100 - 2)}=\n${linesOf(76, '\n')}`,
  'lines with a form feed': linesOf(76, '\n').replace('\n', '\f'),
  'lines with CDATA and comments': linesOf(76, '\n').replaceAll(/(.{3000})(.{2000})/gs, '$1<!-- c --><![CDATA[$2]]>'),
  ...Object.fromEntries(
    ['&#65;', '<!-- c -->', '<![CDATA[QQ==]]>', '<b/>', ' ', '\n', '=', '-', '_', '*', 'é', '\0'].flatMap((inserted) =>
      [39_000, 49_150].map((at) => [
        `digits, and ${JSON.stringify(inserted)} at ${at}`,
        base64.slice(0, at) + inserted + base64.slice(at),
      ]),
    ),
  ),
  'digits in pieces with padding at the end': `${base64.slice(0, 48_000 - 2)}==`,
  references: base64.slice(0, 4_000).replaceAll('A', '&#65;').replaceAll('Q', '&#x0051;'),
};

describe('streamed base64', () => {
  for (const [name, content] of Object.entries(contents)) {
    it(`R4: ${name}: equals the result of a reader of the complete message, in any pieces`, () => {
      const wanted = read(content);
      for (const [piece, room] of [
        [content.length + 4, 65_535],
        [16_384, 3_000],
        [16_384, 65_535],
        [9_001, 65_535],
        [997, 65_535],
        [100, 300],
      ] as const) {
        const found = streamed(content, piece, room);
        expect(found === 'refused' ? found : found.value).toBe(wanted);
        // Content other than digits is never undercounted.
        const beside = content.length - Math.ceil(wanted.length / 6) * 4;
        if (found !== 'refused') expect(found.rest).toBeGreaterThanOrEqual(beside);
      }
    });
  }
});

/** Every text of up to `length` of these characters. */
function* texts(characters: readonly string[], length: number): Generator<string> {
  yield '';
  if (length === 0) return;
  for (const rest of texts(characters, length - 1)) for (const character of characters) yield character + rest;
}

describe('markup in streamed base64', () => {
  it('R6: is read as by the reader of complete messages', () => {
    const all = [
      ...[...texts(['-', 'a', '>', '\u0001', 'é', '\n'], 3)].map((text) => `<!--${text}-->`),
      ...[...texts(['x', 'M', ' ', '!', 'é', '\u007f'], 3)].map((text) => `<?${text}?>`),
      ...[...texts(['x', '4', '1', '0', 'd', 'G', '`'], 3)].map((text) => `&#${text};`),
      '&amp;',
      '&lt;',
      '&none;',
      '<![CDAT',
      '<!-x -->',
      '<!DOCTYPE a>',
      '&#;',
      '&#x110000;',
      '&#00000000000000065;',
    ];
    // `<!---->` is a complete comment: text after it is not passed.
    for (const markup of all.filter((one) => one !== '<!---->-->'))
      expect(textOfMarkup(encoder.encode(markup)), markup).toBe(textRead(markup));
  });
});

function textRead(markup: string): string | undefined {
  try {
    const reader = new XmlBytesReader(encoder.encode(`<a>${markup}</a>`), { charset: 'utf-8' });
    reader.openRoot();
    const text = reader.text();
    reader.finish();
    return text;
  } catch {
    return undefined;
  }
}
