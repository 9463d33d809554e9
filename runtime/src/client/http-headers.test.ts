import { describe, expect, it } from 'vitest';
import { HttpHeaders } from './http-headers.ts';

describe('HttpHeaders', () => {
  it('compares names without regard to case, and preserves their spelling', () => {
    const headers = new HttpHeaders({ 'X-A': '1' });
    headers.append('x-a', '2');
    headers.append('X-B', '3');
    expect(headers.get('X-a')).toBe('1');
    expect(headers.flat()).toEqual(['X-A', '1', 'x-a', '2', 'X-B', '3']);
    headers.set('x-A', '4');
    expect([...headers]).toEqual([
      ['X-B', '3'],
      ['x-A', '4'],
    ]);
    headers.delete('x-b');
    expect(headers.has('X-B')).toBe(false);
  });

  it('accepts pairs, and makes independent copies of other headers', () => {
    const first = new HttpHeaders([
      ['A', '1'],
      ['A', '2'],
    ]);
    const second = new HttpHeaders(first);
    second.replace(new HttpHeaders({ a: '3' }));
    expect(first.flat()).toEqual(['A', '1', 'A', '2']);
    expect(second.flat()).toEqual(['a', '3']);
  });

  it('rejects values that HTTP cannot carry, without quoting them', () => {
    for (const [name, value] of [
      ['', 'x'],
      ['a b', 'x'],
      ['a:', 'x'],
      ['a\r\nb', 'x'],
      ['ä', 'x'],
      ['a', 'secret\r\nb: c'],
      ['a', 'secret\n'],
      ['a', 'secret\0'],
      ['a', 'secret\u{20ac}'],
    ] as const) {
      const attempt = (): unknown => new HttpHeaders({ [name]: value });
      expect(attempt).toThrow(expect.objectContaining({ name: 'ClientError', code: 'invalid-options' }));
      expect(attempt).not.toThrow(/secret/);
    }
  });

  it('C1, C2, C4: rejects the headers that the client sets', () => {
    for (const name of ['Content-Type', 'SOAPAction', 'content-length', 'Transfer-Encoding', 'Host', 'Connection']) {
      expect(() => new HttpHeaders().set(name, 'x')).toThrow(/set by the client/);
    }
  });
});
