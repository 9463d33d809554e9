import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ByteRange, RewritableFile } from './rewrite-in-place.ts';

it.each<[string, number, readonly ByteRange[] | undefined]>([
  ['an empty file', 0, undefined],
  ['a whole file of several pieces, with a part of a block at its end', 2_500_001, undefined],
  [
    'ranges that begin within blocks, and end behind the file',
    100_000,
    [
      { start: 5000, end: 9000 },
      { start: 90_000, end: 200_000 },
    ],
  ],
  ['ranges behind the file', 100, [{ start: 4096, end: 8192 }]],
])('Durable: %s has the same bytes after they were written again', (_, size, ranges) => {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-rewrite-'));
  const path = join(folder, 'file');
  const bytes = randomBytes(size);
  writeFileSync(path, bytes);
  const file = new RewritableFile(path);
  file.rewrite(ranges);
  file.close();
  expect(bytes.equals(readFileSync(path))).toBe(true);
  rmSync(folder, { recursive: true });
});
