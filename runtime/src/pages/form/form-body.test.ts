import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../../test/support/cpu-time.ts';
import { boundaryOf, type Entry, FormError, parseMultipart, parseUrlEncoded } from './form-body.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function parse(text: string): readonly Entry[] {
  return parseMultipart(bytesOf(text), 'b');
}

const part = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('multipart/form-data', () => {
  it('P3: decodes what the platform encodes, files byte by byte', async () => {
    const entries = fc.array(
      fc.record({
        name: fc.string({ unit: 'grapheme', minLength: 1 }),
        bytes: fc.uint8Array({ maxLength: 300 }),
        isFile: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(entries, async (sent) => {
        const form = new FormData();
        for (const { name, bytes, isFile } of sent) {
          if (isFile) form.append(name, new Blob([new Uint8Array(bytes)]), 'a "b"\\.bin');
          else form.append(name, Buffer.from(bytes).toString('hex'));
        }
        const request = new Request('http://h/', { method: 'POST', body: form });
        const boundary = boundaryOf(request.headers.get('content-type') ?? '') ?? '';
        const received = parseMultipart(new Uint8Array(await request.arrayBuffer()), boundary);
        expect(received.map(({ name, value, fileName }) => [name, Buffer.from(value), fileName])).toEqual(
          sent.map(({ name, bytes, isFile }) => [
            // The encoder writes line ends in names as CRLF.
            name.replace(/\r\n|\r|\n/g, '\r\n'),
            isFile ? Buffer.from(bytes) : Buffer.from(Buffer.from(bytes).toString('hex')),
            isFile ? 'a "b"\\.bin' : undefined,
          ]),
        );
      }),
    );
  });

  it('P3: bytes that resemble a boundary are content', () => {
    const content = '\r\n--\r\n--c\r\n-b--\n--b--\r\r\n--B\r\n';
    expect(parse(`${part('f', content)}--b--\r\n`)).toEqual([
      { name: 'f', value: bytesOf(content), fileName: undefined },
    ]);
  });

  it.each([
    ['', 'does not begin'],
    ['preamble\r\n--b--', 'does not begin'],
    ['--b', 'text after a boundary'],
    ['--b\r\n', 'in the head'],
    ['--bb\r\n\r\n--bb--', 'text after a boundary'],
    ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', 'last boundary'],
    ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b', 'text after a boundary'],
    ['--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--', 'text after a boundary'],
    ['--b\r\nContent-Disposition: form-data; name="a"\rX: y\r\n\r\nx\r\n--b--', 'bare CR'],
    ['--b\r\n\r\nx\r\n--b--', 'Content-Disposition'],
    ['--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--', 'Content-Disposition'],
    ['--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--', 'Content-Disposition'],
    ['--b\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\nx\r\n--b--', 'Content-Disposition'],
    [`${part('a', '').replace('\r\n\r\n', '\r\nContent-Disposition: form-data; name="b"\r\n\r\n')}--b--`, 'two'],
    [`${part('a', '').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n')}--b--`, 'Transfer-Encoding'],
    [`${part('a', '').replace('\r\n\r\n', '\r\nno header\r\n\r\n')}--b--`, 'no header'],
    [`${part('a', 'x')}--b--more`, 'content after its end'],
    [`--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\n\r\n--b--`, '8192 bytes'],
    [`--b\r\n${'X: y\r\n'.repeat(5_000)}\r\n\r\n--b--`, '8192 bytes'],
    [`${part('a', '').repeat(2_001)}--b--`, 'more than 2000 entries'],
  ])('P3: form %# is rejected, not repaired', (text, reason) => {
    expect(() => parse(text)).toThrow(FormError);
    expect(() => parse(text)).toThrow(reason);
  });

  it('P3: the name of a part is UTF-8', () => {
    const bytes = Buffer.from(`${part('\u00e9', 'x')}--b--`, 'latin1');
    expect(() => parseMultipart(bytes, 'b')).toThrow('not valid UTF-8');
  });

  it('P3: any bytes are decoded or rejected', () => {
    const pieces = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      '\r',
      '\n',
      'Content-Disposition: form-data; name="a"',
      'x',
      '%',
      '&',
      '=',
      '\u00e9',
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.uint8Array({ maxLength: 20 }), (texts, tail) => {
        const body = Buffer.concat([Buffer.from(texts.join('')), tail]);
        for (const parser of [(bytes: Uint8Array) => parseMultipart(bytes, 'b'), parseUrlEncoded]) {
          try {
            parser(body);
            read++;
          } catch (error) {
            expect(error).toBeInstanceOf(FormError);
          }
        }
      }),
      { numRuns: 3_000 },
    );
    expect(read).toBeGreaterThan(0);
  });

  it('P3: takes time linear in the bytes, also for many near-boundaries', () => {
    const millisecondsFor = (count: number): number => {
      const body = bytesOf(`${part('f', '\r\n--'.repeat(count))}--b--`);
      return cpuMilliseconds(() => parseMultipart(body, 'b'));
    };
    millisecondsFor(100_000);
    // Quadratic time would be hundreds of times as long.
    expect(millisecondsFor(2_000_000)).toBeLessThan(2_000);
  });
});

describe('application/x-www-form-urlencoded', () => {
  it('P3: decodes what the platform encodes', () => {
    const pair = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const entries = parseUrlEncoded(bytesOf(new URLSearchParams(pairs).toString()));
        expect(entries.map(({ name, value }) => [name, Buffer.from(value).toString()])).toEqual(pairs);
      }),
    );
  });

  it.each([
    ['a=%', 'hex digits'],
    ['a=%4', 'hex digits'],
    ['a=%zz', 'hex digits'],
    ['%ff=x', 'not valid UTF-8'],
    ['a=&'.repeat(2_001), 'more than 2000 entries'],
  ])('P3: form %# is rejected, not repaired', (text, reason) => {
    expect(() => parseUrlEncoded(bytesOf(text))).toThrow(reason);
  });
});

describe('the boundary', () => {
  it.each([
    ['multipart/form-data; boundary=x', 'x'],
    ['multipart/form-data; charset=utf-8; Boundary = "a:b"', 'a:b'],
    ['multipart/form-data; boundary=----WebKitFormBoundary0aB', '----WebKitFormBoundary0aB'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    ['multipart/form-data; boundary=x; boundary=y', undefined],
    ['multipart/form-data; boundary="a\r\nb"', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
  ])('P3: is found in %j', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });
});
