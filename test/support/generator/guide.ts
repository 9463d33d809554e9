import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { unpackInto } from '../packed-packages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A project in a temporary folder, in which the code blocks of a page are run. */
export class GuideProject {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'soapwright-guide-'));

  /** Installs packages of others. @param specifications such as `soap@1.13.0`. */
  install(specifications: readonly string[]): void {
    this.write('package.json', '{ "private": true, "type": "module" }\n');
    const options = ['--no-audit', '--no-fund', '--silent', '--engine-strict=false'];
    execFileSync('npm', ['install', ...options, ...specifications], { cwd: this.folder, stdio: 'pipe' });
  }

  /**
   * What `npm install` would do with Soapwright's packages, which depend on no others.
   *
   * @param others packages of this repository that are linked.
   */
  installSoapwright(others: readonly string[] = ['typescript', '@types/node']): void {
    const modules = join(this.folder, 'node_modules');
    const link = (name: string, to: string): void => {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      rmSync(join(modules, name), { recursive: true, force: true });
      symlinkSync(to, join(modules, name));
    };
    unpackInto(this.folder, ['.', 'runtime']);
    for (const name of others) link(name, join(root, 'node_modules', name));
    link('.bin/soapwright', join(modules, 'soapwright/bin/soapwright.js'));
    if (others.includes('typescript')) link('.bin/tsc', join(modules, 'typescript/bin/tsc'));
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /**
   * Runs the blocks of a page in their order: shell commands, files that begin with a comment of their name, a
   * `tsconfig.json`, and texts, which are the output of the last commands. Nothing is installed.
   *
   * @param folder of the commands and files, below that of the project.
   * @returns the number of outputs that were compared.
   */
  runBlocks(page: string, folder = '.'): number {
    let output = '';
    let outputs = 0;
    for (const [, language = '', text = ''] of page.matchAll(/```(\w+)\n(.*?)```/gs)) {
      if (language === 'sh') output = this.#shell(text, folder);
      else if (language === 'json') this.write(join(folder, 'tsconfig.json'), text);
      else if (language === 'text') {
        expect(output).toBe(text.trim());
        outputs++;
      } else {
        const [, name = ''] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
        expect(name, `a block of ${language} begins with the name of its file`).not.toBe('');
        this.write(join(folder, name), text);
      }
    }
    return outputs;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Both output streams of a block. */
  #shell(block: string, folder: string): string {
    const script = block.replaceAll(/^npm install\b.*\n/gm, '');
    const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false', NO_COLOR: '1' };
    const { stdout, status } = spawnSync('sh', ['-c', `set -e\nexec 2>&1\n${script}`], {
      cwd: join(this.folder, folder),
      env,
      encoding: 'utf8',
    });
    expect(status, `${script}${stdout}`).toBe(0);
    // npm itself warns of settings of this machine.
    return stdout.replaceAll(/^npm warn .*\n/gm, '').trim();
  }
}
