import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configuration, contract, root } from '../cli/cli.ts';

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A repository with a contract on the branch `main`, and on the branch `change` with a request that breaks its callers.
 * It is the origin of `clone`, in which soapwright is installed.
 */
export class Repository {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'soapwright-recipes-'));
  readonly origin: string = join(this.#folder, 'origin');
  readonly clone: string = join(this.#folder, 'clone');
  readonly #programs: string = join(this.#folder, 'bin');
  /** Commits of the branches. */
  readonly main: string;
  readonly change: string;

  /** @param files further ones of the first commit. */
  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.origin);
    this.write(this.#programs, { npx: quickNpx });
    chmodSync(join(this.#programs, 'npx'), 0o755);
    this.git(this.origin, 'init', '-q', '-b', 'main');
    // As GitHub and GitLab have it: commits can be fetched by their ids.
    this.git(this.origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    this.write(this.origin, {
      '.gitignore': 'node_modules\n',
      'package.json': '{ "private": true, "type": "module" }\n',
      'soapwright.yaml': configuration,
      'greeter.yaml': contract('Greet'),
      ...files,
    });
    install(this.origin);
    this.main = this.#commit('main');
    this.git(this.origin, 'checkout', '-q', '-b', 'change');
    this.write(this.origin, { 'greeter.yaml': contract('Greet').replace('Name: string?', 'Name: string') });
    this.change = this.#commit('change');
  }

  /** Clones a branch again, alone. @param commits `newest`, or `all` with those before it. */
  checkOut(branch: 'main' | 'change', commits: 'newest' | 'all' = 'newest'): void {
    rmSync(this.clone, { recursive: true, force: true });
    const options = ['--single-branch', '--branch', branch, ...(commits === 'newest' ? ['--depth=1'] : [])];
    this.git(this.#folder, 'clone', '-q', ...options, `file://${this.origin}`, 'clone');
    install(this.clone);
  }

  /** Adds an operation to the contract in the clone, without generating code. */
  makeStale(): void {
    const operation = 'operations:\n  Part:\n    request: { Name: string? }\n    result: Answer\n';
    this.write(this.clone, { 'greeter.yaml': this.read('greeter.yaml').replace('operations:\n', operation) });
  }

  write(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }

  read(name: string): string {
    return readFileSync(join(this.clone, name), 'utf8');
  }

  /** Runs a program in the clone, without the environment of the tests, and with a quick npx. */
  run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Ran {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.clone,
      encoding: 'utf8',
      // With a socket as its input, as Node's pipes are, bash reads the settings of the user.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...userEnvironment(), PATH: `${this.#programs}:${process.env.PATH}`, ...environment },
    });
    return { exitCode: status, stdout, stderr };
  }

  git(folder: string, ...args: readonly string[]): string {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    const options = { cwd: folder, encoding: 'utf8', env: userEnvironment(), stdio: 'pipe' } as const;
    return execFileSync('git', [...identity, ...args], options).trim();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #commit(message: string): string {
    execFileSync(process.execPath, [join(root, 'bin/soapwright.js'), 'generate', '-q'], {
      cwd: this.origin,
      env: userEnvironment(),
    });
    this.git(this.origin, 'add', '-A');
    this.git(this.origin, 'commit', '-q', '-m', message);
    return this.git(this.origin, 'rev-parse', 'HEAD');
  }
}

/** The same as npx for installed packages, in a fifth of the time. */
const quickNpx = `#!/bin/sh
[ "$1" = --no-install ] || exit 99
shift
program=$1
shift
exec "./node_modules/.bin/$program" "$@"
`;

function userEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NO_COLOR: '1', GIT_CONFIG_GLOBAL: '/dev/null', npm_config_update_notifier: 'false' };
}

/** What `npm ci` would do with soapwright. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(root, join(modules, 'soapwright'));
  symlinkSync('../soapwright/bin/soapwright.js', join(modules, '.bin/soapwright'));
}

/** Whether a program can be run here. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}
