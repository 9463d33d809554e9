import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfig } from './find-config.ts';

let root: string;
let inside: string;
const nobody = '/nobody';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'soapwright-find-')));
  inside = join(root, 'packages', 'orders', 'src');
  mkdirSync(inside, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function configIn(...path: string[]): void {
  writeFileSync(join(root, ...path, 'soapwright.yaml'), 'soapwright: 1\n');
}

describe('the configuration', () => {
  it('is the nearest one in a repository, also in a worktree', () => {
    writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n');
    configIn();
    expect(findConfig(inside, nobody)).toBe('../../../soapwright.yaml');
    configIn('packages', 'orders');
    expect(findConfig(inside, nobody)).toBe('../soapwright.yaml');
    expect(findConfig(join(root, 'packages', 'orders'), nobody)).toBe('soapwright.yaml');
  });

  it('is not searched above the root of the repository', () => {
    configIn();
    mkdirSync(join(root, 'packages', '.git'));
    expect(findConfig(inside, nobody)).toBe('soapwright.yaml');
  });

  it('is searched up to the home folder outside of a repository', () => {
    configIn();
    expect(findConfig(inside, root)).toBe('../../../soapwright.yaml');
    expect(findConfig(inside, join(root, 'packages'))).toBe('soapwright.yaml');
  });

  it('is only searched in the current folder outside of both, where others may write', () => {
    configIn();
    expect(findConfig(inside, nobody)).toBe('soapwright.yaml');
  });

  // Only root can give files away.
  it.runIf(process.geteuid?.() === 0)('is not one of another user in a folder above', () => {
    mkdirSync(join(root, '.git'));
    configIn();
    chownSync(join(root, 'soapwright.yaml'), 65534, 65534);
    expect(findConfig(inside, nobody)).toBe('soapwright.yaml');
    expect(findConfig(root, nobody)).toBe('soapwright.yaml');
    // Root in a container, with the project of another user.
    chownSync(inside, 65534, 65534);
    expect(findConfig(inside, nobody)).toBe('../../../soapwright.yaml');
  });
});
