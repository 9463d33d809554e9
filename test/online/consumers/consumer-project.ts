import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packedFile } from '../../../release/pack.js';

/** The published packages with exports. */
export const packageNames = [
  'soapwright',
  '@soapwright/runtime',
  '@soapwright/security',
  '@soapwright/remote-file-client',
] as const;

/** The tools of the matrix, in one installation. */
const tools = [
  '@arethetypeswrong/cli@0.18.5',
  '@types/node@20.19.0',
  'esbuild@0.28.2',
  'jest@30.5.2',
  'publint@0.3.25',
  'ts-jest@29.4.15',
  'tsx@4.23.15',
  'typescript@5.9.3',
  'typescript-7@npm:typescript@7.0.2',
  'vite@8.3.8',
  'vitest@4.1.12',
  'webpack@5.112.2',
];

/** Names and versions: `jest 30.5.2`. */
export function toolVersions(): readonly string[] {
  return tools.map((tool) => tool.replace(/^(@?[^@]+)@.*?([\d.]+)$/, '$1 $2'));
}

export interface Ended {
  readonly exitCode: number | null;
  /** Both streams. */
  readonly output: string;
}

/** A temporary folder with the published packages, installed from the files that would be published. */
export class ConsumerProject {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'soapwright-consumers-'));
  /** Installs soapwright alone. Returns the size of the installation, in bytes, and the number of packages. */
  installGenerator(): { readonly bytes: number; readonly packages: number } {
    this.write('lean/package.json', '{ "private": true }');
    this.#install('lean', [packedFile('soapwright')]);
    const modules = join(this.folder, 'lean/node_modules');
    const names = readdirSync(modules, { recursive: true, encoding: 'utf8' });
    const stats = names.map((name) => statSync(join(modules, name))).filter((stat) => stat.isFile());
    return {
      bytes: stats.reduce((sum, { size }) => sum + size, 0),
      packages: readdirSync(modules).filter((name) => !name.startsWith('.')).length,
    };
  }

  /** Installs the packages and all tools. */
  install(): void {
    this.write('package.json', '{ "private": true }');
    this.#install('.', [...packageNames.map(packedFile), ...tools]);
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** The text of all compiled modules in a folder, without those of tests. */
  programText(folder: string): string {
    const files = readdirSync(join(this.folder, folder), { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'));
    return modules.map((file) => this.read(join(folder, file))).join('');
  }

  /** Runs a file with Node. @param modules whether Jest gets ECMAScript modules. */
  node(args: readonly string[], cwd = '.', modules = false, program: string = process.execPath): Ended {
    // Not the settings of the test runner.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync(
      program,
      [...(modules ? ['--experimental-vm-modules', '--no-warnings'] : []), ...args],
      { cwd: join(this.folder, cwd), encoding: 'utf8', env },
    );
    return { exitCode: status, output: `${stdout}${stderr}` };
  }

  /** Runs a program of a package in node_modules. */
  tool(file: string, args: readonly string[], cwd = '.'): Ended {
    return this.node([join(this.folder, 'node_modules', file), ...args], cwd);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #install(folder: string, packages: readonly string[]): void {
    const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', ...packages];
    execFileSync('npm', args, { cwd: join(this.folder, folder), stdio: 'pipe' });
  }
}
