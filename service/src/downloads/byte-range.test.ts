import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('Range', () => {
  it.each([
    ['bytes=0-0', 0n, 1n],
    ['bytes=2-4', 2n, 5n],
    ['bytes=2-', 2n, 10n],
    ['bytes=2-99', 2n, 10n],
    ['bytes=-3', 7n, 10n],
    ['bytes=-99', 0n, 10n],
    ['BYTES= 9-9 ', 9n, 10n],
  ])('%s of ten bytes', (header, start, end) => {
    expect(byteRange(header, 10n)).toEqual({ start, end });
  });

  it.each(['bytes=10-', 'bytes=10-11', 'bytes=-0', 'bytes=999999999999999999-'])('%s is beyond the end', (header) => {
    expect(byteRange(header, 10n)).toBe('unsatisfiable');
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=0x1-2'])(
    '%s is the whole file',
    (header) => {
      expect(byteRange(header, 10n)).toBeUndefined();
    },
  );

  it('of an empty file is the whole file', () => {
    for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) expect(byteRange(header, 0n)).toBeUndefined();
  });
});
