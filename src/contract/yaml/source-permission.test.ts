import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource } from './source.ts';

const nobody = 65534;

it('fails with 3 on a file without read permission', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-permission-'));
  const file = join(folder, 'secret.yaml');
  writeFileSync(file, 'soapwright: 1\n');
  chmodSync(file, 0o000);
  // root can read every file.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    expect(readSource(file).diagnostics).toMatchObject([
      { code: 'SW1003', exit: 3, file, message: `No permission to read ${file}.` },
    ]);
  } finally {
    if (isRoot) process.seteuid?.(0);
    rmSync(folder, { recursive: true });
  }
});
