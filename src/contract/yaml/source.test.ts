import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeSource, readSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'soapwright-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

function codesOf(path: string): readonly string[] {
  return readSource(join(folder, path), path).diagnostics.map(({ code, exit, file }) => `${code} ${exit} ${file}`);
}

describe('readSource', () => {
  it('reads a file unchanged, without its BOM', () => {
    writeFileSync(join(folder, 'good.yaml'), '\uFEFFa: ä\r\n');
    expect(readSource(join(folder, 'good.yaml'), 'good.yaml')).toEqual({
      source: { file: 'good.yaml', text: 'a: ä\r\n' },
      diagnostics: [],
    });
  });

  it('fails with 3 on a missing file, a folder, a device, a circle of links and too large a file', () => {
    symlinkSync('circle.yaml', join(folder, 'circle.yaml'));
    expect(codesOf('nowhere.yaml')).toEqual(['SW1001 3 nowhere.yaml']);
    expect(codesOf('good.yaml/below')).toEqual(['SW1001 3 good.yaml/below']);
    expect(codesOf('.')).toEqual(['SW1002 3 .']);
    expect(codesOf('circle.yaml')).toEqual(['SW1004 3 circle.yaml']);
    expect(readSource('/dev/null').diagnostics.map(({ code }) => code)).toEqual(['SW1005']);
  });
});

describe('decodeSource', () => {
  const codeOf = (...bytes: number[]) => decodeSource(Uint8Array.from(bytes), 'a.yaml').diagnostics[0];

  it('rejects UTF-16, with and without a BOM', () => {
    expect(codeOf(0xff, 0xfe, 0x61, 0)?.message).toBe('The file is encoded in UTF-16 (little endian), not in UTF-8.');
    expect(codeOf(0xfe, 0xff, 0, 0x61)?.message).toBe('The file is encoded in UTF-16 (big endian), not in UTF-8.');
    expect(codeOf(0x61, 0, 0x62, 0)?.code).toBe('SW1010');
    expect(codeOf(0, 0x61, 0, 0x62)).toMatchObject({ exit: 2, line: 1, column: 1 });
  });

  it('names the first byte that is not UTF-8, and its position', () => {
    const latin1 = [...Buffer.from('a: 1\nb: gr', 'utf8'), 0xfc, 0x6e];
    expect(codeOf(...latin1)).toMatchObject({
      code: 'SW1011',
      line: 2,
      column: 6,
      message: 'The byte 0xFC here is not valid UTF-8.',
    });
    expect(codeOf(0xc0, 0x80)).toMatchObject({ line: 1, column: 1, message: 'The byte 0xC0 here is not valid UTF-8.' });
    expect(codeOf(0xe2, 0x82)).toMatchObject({ line: 1, column: 1, message: 'The byte 0xE2 here is not valid UTF-8.' });
    expect(codeOf(0x61, 0xed, 0xa0, 0x80)).toMatchObject({
      column: 2,
      message: 'The byte 0xED here is not valid UTF-8.',
    });
  });

  it('finds the position in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom(0x80, 0xff, 0xf8, 0xc1),
        (before, byte) => {
          fc.pre(!before.startsWith('\0') && before[1] !== '\0' && !before.startsWith('\uFEFF'));
          const bytes = Buffer.concat([Buffer.from(before, 'utf8'), Buffer.from([byte, 0x61])]);
          const [diagnostic] = decodeSource(bytes, 'a.yaml').diagnostics;
          const lines = bytes.subarray(0, -2).toString('utf8').split('\n');
          expect(diagnostic).toMatchObject({ line: lines.length, column: (lines.at(-1) ?? '').length + 1 });
          expect(diagnostic?.message).toContain(`0x${byte.toString(16).toUpperCase()}`);
        },
      ),
    );
  });
});
