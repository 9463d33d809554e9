import { describe, expect, it } from 'vitest';
import { type ZipEntry, zipPieces, zipSize } from './zip.ts';

const file = (name: string, text: string): ZipEntry => ({
  name,
  size: BigInt(Buffer.byteLength(text)),
  modified: new Date('2026-01-31T12:00:01Z'),
  async *pieces() {
    yield Buffer.from(text);
  },
});
const folder = (name: string): ZipEntry => ({ name, size: 0n, modified: new Date(0), pieces: undefined });

async function bytesOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipPieces(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a ZIP', () => {
  it.each([
    ['nothing', []],
    ['a folder and files', [folder('ü/'), file('ü/a.txt', 'abc'), file('empty', '')]],
  ])('of %s has the size that was computed', async (_, entries) => {
    expect(BigInt((await bytesOf(entries)).length)).toBe(zipSize(entries));
  });

  it('of more than 4 GiB has 64-bit fields where it needs them', () => {
    const large: ZipEntry = { ...file('large', ''), size: 5n << 30n };
    const small = file('small', 'abc');
    // In both headers, in the descriptor, and for the offset of the second file; and the records at the end.
    expect(zipSize([large, small]) - zipSize([small]) - large.size).toBe(
      BigInt(30 + 5 + 9 + 20 + 24 + (46 + 5 + 9 + 20) + 12 + 76),
    );
  });

  it('of a file has its bytes, CRC-32, time in UTC and name', async () => {
    const bytes = await bytesOf([file('é', 'abc')]);
    const central = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    expect(bytes.readUInt32LE(central + 16)).toBe(0x352441c2);
    expect([bytes.readUInt16LE(central + 8) & 0x800, bytes.readUInt16LE(central + 12)]).toEqual([0x800, 12 << 11]);
    expect(bytes.subarray(30, 32).toString()).toBe('é');
    expect(bytes.readUInt32LE(central + 46 + 2 + 5)).toBe(Date.parse('2026-01-31T12:00:01Z') / 1000);
  });
});
