import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultipartParser, type PartHead } from './multipart-parser.ts';

const limits = { maxParts: 10, maxPartHeaderBytes: 1000 };

interface TakenPart extends PartHead {
  readonly text: string;
}

/** Parses a body in pieces of given sizes, in turn. */
async function parse(body: string, sizes: readonly number[] = [1 << 20], boundary = 'b'): Promise<TakenPart[]> {
  const bytes = Buffer.from(body, 'latin1');
  const parts: TakenPart[] = [];
  const parser = new MultipartParser(boundary, limits, (head) => {
    let text = '';
    return {
      // Some contents must be waited for.
      write(piece) {
        text += Buffer.from(piece).toString('latin1');
        return piece.length % 2 === 0 ? Promise.resolve() : undefined;
      },
      end() {
        parts.push({ ...head, text });
        return undefined;
      },
    };
  });
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + Math.max(sizes[turn % sizes.length] ?? 1, 1);
    await parser.add(bytes.subarray(at, end));
    at = end;
  }
  parser.end();
  return parts;
}

const body = (...parts: readonly string[]): string =>
  `${parts.map((part) => `--b\r\n${part}`).join('\r\n')}\r\n--b--\r\n`;

describe('a multipart body', () => {
  it('is taken apart wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'b', 'x', '\u00ff') }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (texts, sizes) => {
          fc.pre(texts.every((text) => !`\r\n${text}\r\n`.includes('\r\n--b')));
          const parts = await parse(
            body(...texts.map((text, index) => `Content-ID: <${index}>\r\n\r\n${text}`)),
            sizes,
          );
          expect(parts.map(({ id, text }) => [id, text])).toEqual(texts.map((text, index) => [String(index), text]));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a text before the first part', `preamble\r\n${body('\r\nx')}`],
    ['a text after the last part', `${body('\r\nx')}epilogue --b`],
    ['no line end after the last boundary', body('\r\nx').slice(0, -2)],
    ['white space after boundaries', body('\r\nx').replace('--b\r', '--b \t\r')],
    ['no header, and lines of LF in the head', body('\nx')],
    ['an unknown header that is folded', body('X-A: 1\r\n\t2\r\n\r\nx')],
  ])('may have %s', async (_what, text) => {
    for (const sizes of [[1], [3], [1000]]) expect((await parse(text, sizes)).map((part) => part.text)).toEqual(['x']);
  });

  it.each([
    ['7bit', 'a=3D', 'a=3D'],
    ['BASE64', 'aGVs\r\nbG8=\r\n', 'hello'],
    ['quoted-printable', 'a=3Db =\r\n c=\r\n\t \r\nd=FF', 'a=3Db  c\r\nd\u00ff'.replace('=3D', '=')],
  ])('may have parts in %s', async (encoding, text, expected) => {
    for (const sizes of [[1], [2], [5], [1000]]) {
      const [part] = await parse(body(`Content-Transfer-Encoding: ${encoding}\r\n\r\n${text}`), sizes);
      expect(part?.text).toBe(expected);
    }
  });

  it('says type, name and Content-ID of its parts', async () => {
    const head =
      'content-type: image/png; name="a.png"\r\nContent-Id: <a@b>\r\nContent-Disposition: attachment; filename="\\"b\\".png"';
    expect(await parse(body(`${head}\r\n\r\n`, 'Content-Type: text/plain; name=c\r\n\r\n'))).toEqual([
      { id: 'a@b', contentType: 'image/png; name="a.png"', fileName: '"b".png', text: '' },
      { id: undefined, contentType: 'text/plain; name=c', fileName: 'c', text: '' },
    ]);
  });

  it.each([
    ['without a boundary', 'x'.repeat(70_000), /first boundary is missing/],
    ['that is cut off', body('\r\nx').slice(0, -6), /ends before its last boundary/],
    ['with too many parts', body(...Array<string>(11).fill('\r\n')), /limit maxParts \(10\)/],
    ['with a long header', body(`A: ${'x'.repeat(2000)}\r\n\r\n`), /limit maxPartHeaderBytes \(1000\)/],
    ['with an endless header', `--b\r\nA: ${'x'.repeat(2000)}`, /limit maxPartHeaderBytes \(1000\)/],
    ['with parts of parts', body('Content-Type: multipart/mixed; boundary=c\r\n\r\n'), /itself multipart/],
    [
      'with an unknown transfer encoding',
      body('Content-Transfer-Encoding: x-uuencode\r\n\r\n'),
      /Content-Transfer-Enc/,
    ],
    ['with digits that base64 lacks', body('Content-Transfer-Encoding: base64\r\n\r\n@@@@'), /not valid base64/],
    ['with base64 after its padding', body('Content-Transfer-Encoding: base64\r\n\r\naGk=aGk='), /base64/],
    ['with a wrong escape', body('Content-Transfer-Encoding: quoted-printable\r\n\r\n=zz'), /quoted-printable/],
    ['with a header without a name', body('no header\r\n\r\n'), /has no name/],
    ['with something after a boundary', body('\r\nx').replace('--b\r', '--b y\r'), /followed by something else/],
  ])('%s is refused', async (_what, text, message) => {
    for (const sizes of [[7], [100_000]]) await expect(parse(text, sizes)).rejects.toThrow(message);
  });
});
