import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../runtimes/case.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Dependencies of the suite in the repository, in the same locations. */
const parts = [
  'test/runtimes',
  'test/end-to-end/echo.ts',
  'test/interop/everything-values.ts',
  'test/interop/hard-text.ts',
  'test/golden/everything/expected',
  'runtime/src/blob',
  'runtime/src/bytes',
  'runtime/src/class-of-copies.ts',
  'runtime/src/coded-error.ts',
  'runtime/src/xml/chars.ts',
  'runtime/src/xml/encoding.ts',
  'runtime/src/xml/error.ts',
];

/** Of the folder: as in the runtime's own package.json. */
const imports = { '#bytes': './runtime/src/bytes/portable-bytes.ts' };

/** Packages as their users have them: as published, by name. */
const packages = { runtime: 'runtime', security: 'security', generated: 'generated' };

const runtimes: readonly (readonly [name: string, version: RegExp, program: string, args: readonly string[]])[] = [
  ['node@22', /^v22\./, 'node/bin/node', ['--experimental-strip-types', '--no-warnings']],
  ['node@24', /^v24\./, 'node/bin/node', ['--no-warnings']],
  ['bun', /^1\./, '.bin/bun', ['run']],
  ['deno', /^deno 2\./, '.bin/deno', ['run', '--allow-all', '--no-check']],
];

describe.each(runtimes)('%s', (name, version, program, args) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-runtime-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', imports }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'ignore' });
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const [from, to] of Object.entries(packages)) {
      for (const part of ['package.json', 'dist']) {
        const target = join(folder, 'node_modules/@soapwright', to, part);
        mkdirSync(join(target, '..'), { recursive: true });
        cpSync(join(root, from, part), target, { recursive: true });
      }
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('passes the suite of all runtimes, and the suite of node:http', () => {
    const command = join(folder, 'node_modules', program);
    expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toMatch(version);
    const run = spawnSync(command, [...args, 'test/runtimes/program.ts'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 240_000,
    });
    expect(run.stdout, run.stderr).toMatch(/^\{.*\}\n$/);
    const { passed, failed } = JSON.parse(run.stdout) as Outcome;
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(270);
  });
});
