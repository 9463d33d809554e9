import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';

it('names files of all depths in order, and follows no link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-files-'));
  try {
    mkdirSync(join(folder, 'b/c'), { recursive: true });
    for (const name of ['z.xml', 'b/c/d.xml', 'b/.hidden', 'a.xml']) writeFileSync(join(folder, name), '');
    symlinkSync(folder, join(folder, 'b/all'), 'junction');
    expect(filesBelow(folder)).toEqual(['a.xml', 'b/.hidden', 'b/c/d.xml', 'z.xml']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
