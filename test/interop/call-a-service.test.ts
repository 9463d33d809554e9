import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { php, required } from './foreign.ts';
import { type PhpProgram, startPhp } from './php-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/tutorials/call-a-service.md'), 'utf8');
const usual = 'http://localhost:8000';

let folder: string;
let server: PhpProgram;

/** What `npm install` would do without a network: the packed packages, and links to what they depend on. */
function installPackages(): void {
  const modules = join(folder, 'node_modules');
  const link = (name: string, to: string): void => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(to, join(modules, name));
  };
  for (const [name, workspace] of [
    ['soapwright', '.'],
    ['@soapwright/runtime', 'runtime'],
  ] as const) {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const packed = execFileSync('npm', args, { cwd: join(root, workspace), encoding: 'utf8', stdio: 'pipe' });
    const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
    const target = join(modules, name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
    rmSync(join(folder, filename));
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const others = Object.keys(dependencies as object).filter((name) => name !== '@soapwright/runtime');
  for (const name of [...others, 'typescript', '@types/node']) link(name, join(root, 'node_modules', name));
  link('.bin/soapwright', join(modules, 'soapwright/bin/soapwright.js'));
  link('.bin/tsc', join(modules, 'typescript/bin/tsc'));
}

/** Runs a block of the page; both output streams. */
function shell(block: string): string {
  const script = block.replaceAll(/^npm install .*\n/gm, '');
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false', NO_COLOR: '1' };
  const { stdout, status } = spawnSync('sh', ['-c', `set -e\nexec 2>&1\n${script}`], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status, `${script}${stdout}`).toBe(0);
  // npm itself warns of settings of this machine.
  return stdout.replaceAll(/^npm warn .*\n/gm, '').trim();
}

describe.skipIf(!php.available && !required)('docs/tutorials/call-a-service.md', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-call-'));
    installPackages();
    server = await startPhp(join(root, 'test/interop/tickets/tickets.php'));
  });

  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads from an address to typed responses of a server of others, block by block', { timeout: 280_000 }, () => {
    const blocks = [...page.replaceAll(usual, server.origin).matchAll(/```(\w+)\n(.*?)```/gs)];
    let output = '';
    let outputs = 0;
    for (const [, language = '', text = ''] of blocks) {
      if (language === 'sh') output = shell(text);
      else if (language === 'json') writeFileSync(join(folder, 'tsconfig.json'), text);
      else if (language === 'text') {
        expect(output).toBe(text.trim());
        outputs++;
      } else {
        const [, name = ''] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
        expect(name, `a block of ${language} begins with the name of its file`).not.toBe('');
        writeFileSync(join(folder, name), text);
      }
    }
    expect(outputs).toBe(7);
  });
});
