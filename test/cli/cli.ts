import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Diagnostic, generate, loadConfig } from '../../src/index.ts';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, 'bin/soapwright.js');
const modules = join(root, 'dist/cli/main.js');

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Loaded before the command line. */
  readonly preload?: string;
  /** Starts the modules that the command is bundled from, so that what is loaded can be told. */
  readonly unbundled?: boolean;
  /** User to run as; root alone may choose. */
  readonly uid?: number | undefined;
  readonly input?: string;
}

/** A project in a temporary folder, and the built command line in it. */
export class Project {
  readonly path: string = mkdtempSync(join(tmpdir(), 'soapwright-cli-'));

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
  }

  /** Text of each file, hidden ones too. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.path, { recursive: true, encoding: 'utf8' }).sort();
    const files = names.filter((name) => statSync(join(this.path, name), { throwIfNoEntry: false })?.isFile());
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(this.path, name), 'utf8')]));
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  run(...args: string[]): Ended {
    return this.runWith({}, ...args);
  }

  runWith(options: RunOptions, ...args: string[]): Ended {
    const { uid } = options;
    const ended: SpawnSyncReturns<string> = spawnSync(process.execPath, this.#args(options, args), {
      cwd: this.path,
      encoding: 'utf8',
      env: environmentOf(options),
      ...(uid !== undefined && { uid, gid: uid }),
    });
    return { exitCode: ended.status, signal: ended.signal, stdout: ended.stdout, stderr: ended.stderr };
  }

  /** Runs beside others; is killed after `killAfter` milliseconds where that is given. */
  start(args: readonly string[], killAfter?: number): Promise<Ended> {
    const child = spawn(process.execPath, this.#args({}, args), { cwd: this.path, env: environmentOf({}) });
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.stderr += text;
    });
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
    return new Promise((resolve) => child.on('close', (exitCode, signal) => resolve({ exitCode, signal, ...texts })));
  }

  /**
   * What `soapwright generate` does, in this process: quicker where the process itself is not what is tested.
   *
   * @param patience how long it waits for another run, in milliseconds.
   */
  async generate(patience = 100): Promise<readonly Diagnostic[]> {
    return (await generate(this.#targets(), { ...this.#surroundings(), force: false, dryRun: false, patience }))
      .diagnostics;
  }

  /** Names of the files that `soapwright check` finds fault with, in this process. */
  async check(): Promise<readonly string[]> {
    const { findings } = await check(this.#targets(), { ...this.#surroundings(), command: '' });
    return findings.map(({ file }) => file);
  }

  #targets() {
    const { config } = loadConfig({ file: 'soapwright.yaml', text: this.read('soapwright.yaml') });
    return config?.targets ?? [];
  }

  #surroundings() {
    return { current: this.path, environment: {} };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #args({ preload, unbundled }: RunOptions, args: readonly string[]): string[] {
    return [...(preload === undefined ? [] : ['--require', preload]), unbundled ? modules : bin, ...args];
  }
}

/** That of the tests, but for what changes the colours. */
function environmentOf({ environment = {} }: RunOptions): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, ...environment };
}

/** A contract with an operation for each name. */
export function contract(...operations: string[]): string {
  const lines = operations.flatMap((name) => [`  ${name}:`, '    request: { Name: string? }', '    result: Answer']);
  return `soapwright: 1
service: Greeter
namespace: https://example.com/v1/
address: \${GREETER_URL:-http://localhost:8080}/v1/greeter.asmx
soap: ["1.1", "1.2"]
operations:
${lines.join('\n')}
records:
  Answer:
    Text: string
`;
}

export const configuration = `soapwright: 1
generate:
  - schema: greeter.yaml
    out: generated
    handlers: handlers
    importExtension: ts
`;
