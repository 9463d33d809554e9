import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { blobOf } from './blob-of.ts';
import { blobViews } from './blob-pieces.ts';
import { isLight } from './light-blob.ts';
import { blobOfBytes } from './node/bytes-blob.ts';

const five = Uint8Array.of(65, 66, 67, 68, 69);
const letters = (type?: string): Blob => blobOf([five], { size: 5, type });

describe('a Blob whose bytes are elsewhere', () => {
  it('is a Blob without an object of C++ until Node asks for its state', () => {
    const blob = letters();
    const own = () => Object.getOwnPropertySymbols(blob).length;
    expect([isLight(), blob instanceof Blob, Object.prototype.toString.call(blob), own()]).toEqual([
      true,
      true,
      '[object Blob]',
      0,
    ]);
    expect(URL.createObjectURL(blob)).toMatch(/^blob:/);
    expect(own()).toBeGreaterThan(0);
    expect([blob.size, blob.type]).toEqual([5, '']);
  });

  it('is the body of requests and responses, with its type', async () => {
    const response = new Response(letters('Text/Plain'));
    expect(response.headers.get('Content-Type')).toBe('text/plain');
    expect(await response.text()).toBe('ABCDE');
    expect(await new Request('http://a.example/', { method: 'POST', body: letters() }).text()).toBe('ABCDE');
  });

  it('has the type that any Blob has', () => {
    for (const type of ['', 'A/B', 'a/ü', 'text/plain; charset=UTF-8', 'a\nb']) {
      expect(letters(type).type).toBe(new Blob([], { type }).type);
    }
    expect(inspect(letters('a/b'))).toContain("size: 5, type: 'a/b'");
  });

  it('cannot be cloned, rather than cloned without its bytes', () => {
    expect(() => structuredClone(letters())).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
    expect(() => structuredClone({ value: blobOfBytes(five) })).toThrow('send the result of its bytes()');
  });
});

describe('a Blob of bytes', () => {
  it('is read by its methods, slices and views as any Blob', async () => {
    const blob = blobOfBytes(five);
    expect([blob.size, blob.type, await blob.text()]).toEqual([5, '', 'ABCDE']);
    expect(await blob.slice(1, -1).text()).toBe('BCD');
    expect(await new Response(blob).text()).toBe('ABCDE');
    expect(blobViews(blob)).toEqual([five]);
    expect(blobViews(blob.slice(2, 2))).toEqual([]);
    expect(await blobOfBytes(new Uint8Array(0)).text()).toBe('');
  });

  it('returns copies, which may be changed', async () => {
    const blob = blobOfBytes(five);
    new Uint8Array(await blob.arrayBuffer()).fill(0);
    for await (const piece of blob.stream()) piece.fill(0);
    expect(await blob.text()).toBe('ABCDE');
  });

  it('gives its bytes to Blobs, files and forms that hold it', async () => {
    expect(await new Blob(['<', blobOfBytes(five), '>']).text()).toBe('<ABCDE>');
    expect(await new File([blobOfBytes(five)], 'a').text()).toBe('ABCDE');
    const form = new FormData();
    form.append('file', blobOfBytes(five), 'a.txt');
    expect(await new Response(form).text()).toContain('\r\n\r\nABCDE\r\n');
  });
});
