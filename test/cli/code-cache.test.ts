import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from './cli.ts';

/** A copy of what is published: without the code that the build compiled. */
const folder = mkdtempSync(join(tmpdir(), 'soapwright-code-'));
const installed = join(folder, 'node_modules/soapwright');
const cached = join(folder, 'node_modules/.cache/soapwright/command.code');
const contract = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\noperations:\n';

beforeAll(() => {
  for (const name of ['bin', 'package.json', 'schema', 'dist/command', 'dist/packages'])
    cpSync(join(root, name), join(installed, name), { recursive: true, filter: (path) => !path.endsWith('.code') });
  writeFileSync(
    join(folder, 'shop.yaml'),
    `${contract}  Find: { request: { Number: string }, response: { Count: int } }\n`,
  );
});

beforeEach(() => rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): string {
  const bin = join(installed, 'bin/soapwright.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') });
  return stdout + stderr;
}

const generate = ['generate', '--schema', 'shop.yaml', '--out', 'generated'] as const;

describe('the code cache of an installed command', () => {
  it('is written by the first run, and used by the next ones', () => {
    run(...generate);
    const { ino, size } = statSync(cached);
    expect(size).toBeGreaterThan(100_000);
    expect(run(...generate)).toContain('Nothing to do: 9 files unchanged.');
    // Rejected code would be replaced by another file.
    expect(statSync(cached).ino).toBe(ino);
  });

  it('is replaced when it is of another build or version, or broken', () => {
    run(...generate);
    const good = readFileSync(cached);
    const trailer = good.subarray(good.lastIndexOf('['));
    const another = trailer.toString().replace(process.version, 'v20.0.0');
    for (const wrong of [
      Buffer.concat([good.subarray(0, -trailer.length), Buffer.from(another)]),
      Buffer.concat([Buffer.alloc(1000), trailer]),
      Buffer.from('code'),
    ]) {
      writeFileSync(cached, wrong);
      expect(run(...generate)).toContain('Nothing to do');
      const written = readFileSync(cached);
      expect(written.length).toBeGreaterThan(100_000);
      expect(written.subarray(-trailer.length)).toEqual(trailer);
    }
  });

  it('is not written by --no-cache, by commands that build nothing, and where no file can be', () => {
    run(...generate, '--no-cache');
    run('--version');
    expect(statSync(cached, { throwIfNoEntry: false })).toBeUndefined();
    mkdirSync(cached, { recursive: true });
    expect(run(...generate)).toContain('Nothing to do');
  });
});
