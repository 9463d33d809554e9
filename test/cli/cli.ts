import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Diagnostic, generate, loadConfig } from '../../src/index.ts';
import { filesBelow } from '../../src/messages/samples/files-below.ts';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, 'bin/soapwright.js');
const modules = join(root, 'dist/cli/main.js');

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Output so far. */
  readonly texts: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
  /** Sends a signal, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** A module that is loaded before the command. */
  readonly preload?: string;
  /** Runs the modules instead of the bundle, so that a test can observe which of them are loaded. */
  readonly unbundled?: boolean;
  /** User id of the process; only root can set it. */
  readonly uid?: number | undefined;
  readonly input?: string;
  /** The current folder, below that of the project. */
  readonly folder?: string;
}

/** A project in a temporary folder, in which the built command runs. */
export class Project {
  readonly path: string = mkdtempSync(join(tmpdir(), 'soapwright-cli-'));

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
  }

  /** Text of each file, including hidden ones. */
  files(): Readonly<Record<string, string>> {
    return Object.fromEntries(filesBelow(this.path).map((name) => [name, this.read(name)]));
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  run(...args: string[]): Ended {
    return this.runWith({}, ...args);
  }

  runWith(options: RunOptions, ...args: string[]): Ended {
    const { uid, input, folder = '.' } = options;
    const ended: SpawnSyncReturns<string> = spawnSync(process.execPath, this.#args(options, args), {
      cwd: join(this.path, folder),
      encoding: 'utf8',
      env: this.#environment(options),
      ...(input !== undefined && { input }),
      ...(uid !== undefined && { uid, gid: uid }),
    });
    return { exitCode: ended.status, signal: ended.signal, stdout: ended.stdout, stderr: ended.stderr };
  }

  /** Runs asynchronously. @param killAfter in milliseconds: when to kill the process; never by default. */
  start(args: readonly string[], killAfter?: number): Promise<Ended> {
    return this.startWith({}, args, killAfter);
  }

  startWith(options: RunOptions, args: readonly string[], killAfter?: number): Promise<Ended> {
    const { child, ended } = this.launch(args, options);
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
    return ended;
  }

  /** Starts a command that does not end by itself. */
  launch(args: readonly string[], options: RunOptions = {}): Running {
    const child = spawn(process.execPath, this.#args(options, args), {
      cwd: this.path,
      env: this.#environment(options),
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    }
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (exitCode, signal) => resolve({ exitCode, signal, ...texts })),
    );
    const end = (signal: NodeJS.Signals): Promise<Ended> => {
      child.kill(signal);
      return ended;
    };
    return { child, texts, ended, end };
  }

  /**
   * Runs `soapwright generate` in this process, which is faster.
   *
   * @param patience in milliseconds: how long to wait for another run.
   */
  async generate(patience = 100): Promise<readonly Diagnostic[]> {
    return (await generate(this.#targets(), { ...this.#surroundings(), force: false, dryRun: false, patience }))
      .diagnostics;
  }

  /** Runs `soapwright check` in this process. Returns the files that it reports. */
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
    for (const path of [this.path, this.#cache]) rmSync(path, { recursive: true, force: true });
  }

  /** The cache folder of its user: another project may have had a service at the same address. */
  get #cache(): string {
    return `${this.path}-cache`;
  }

  #environment({ environment = {} }: RunOptions): NodeJS.ProcessEnv {
    const { NO_COLOR: _no, FORCE_COLOR: _force, NODE_OPTIONS: _options, ...rest } = process.env;
    return { ...rest, XDG_CACHE_HOME: this.#cache, ...environment };
  }

  #args({ preload, unbundled }: RunOptions, args: readonly string[]): string[] {
    return [...(preload === undefined ? [] : ['--require', preload]), unbundled ? modules : bin, ...args];
  }
}

/** The environment of the tests, without variables that change the colours. */
/** A contract with these operations. */
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
