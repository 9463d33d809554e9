import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'soapwright-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(...args: string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(process.execPath, ['test/fuzz/run.js', ...args], { cwd: root }, (_, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe('the fuzzer', () => {
  it('finds a planted fault, minimises its input, and prints how to reproduce it', async () => {
    const { code, output } = await run(
      ...['--target', 'reader', '--plant', 'declarations-of-any', '--runs', '1', '--findings', folder],
    );
    expect(output).toMatch(
      /FOUND any: Its text is refused: .*\n.*\n {2}node test\/fuzz\/run\.js --target reader --replay/,
    );
    expect(output).toMatch(/reader done: \d+ s, \d+ runs, .* places reached .* [1-9]\d* findings/);
    expect(readdirSync(folder).some((name) => /^any-[0-9a-f]{8}\.xml$/.test(name))).toBe(true);
    expect(code).toBe(1);
  });

  it('prints its usage', async () => {
    const { code, output } = await run('--target', 'nothing');
    expect(output).toContain('--target reader|envelope|codec|intake');
    expect(code).toBe(2);
  });
});
