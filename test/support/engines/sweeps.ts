import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from './process-tree.ts';

const program = fileURLToPath(new URL('sweeper.js', import.meta.url));

/** A process that sweeps the bucket all the time. */
export class Sweeps {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ChildProcess;
  /** Completed sweeps. */
  sweeps = 0;
  /** Objects that were deleted, since no row named them. */
  orphans = 0;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#environment = environment;
    this.#process = this.#start();
  }

  /** Kills the sweep that runs, and starts again. Ends after a complete sweep. */
  async restart(): Promise<void> {
    await this.kill();
    this.#process = this.#start();
    const before = this.sweeps;
    await until('A sweep is complete', async () => this.sweeps > before);
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [program, this.#folder], {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.sweeps += 1;
      this.orphans += Number(line);
    });
    return child;
  }
}
