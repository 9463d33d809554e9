import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { errorCode } from '../common/storage-error.ts';
import { commandEnvironment, eventVariables } from './command-environment.ts';
import { failed, type HookEvent, type HookResult } from './hook.ts';

/** Characters of the output that are kept. */
const keptOutput = 2_000;

/** Characters of a line that a program may print as its result. */
export const mostPrinted = 2_000;

/** Milliseconds from the signal to end until the one that no program can ignore. */
const grace = 2_000;

/** A program that gets events, or checks files. */
export interface Command {
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** Names of the variables that it gets beyond the usual ones. */
  readonly environment: readonly string[];
}

/**
 * Runs a program with an event on its stdin, without a shell. Exit code 0 is delivered, everything else is tried again.
 * Never rejects.
 */
export async function runWithEvent(
  { words, environment }: Command,
  event: HookEvent,
  signal: AbortSignal,
): Promise<HookResult> {
  const env = commandEnvironment(process.env, environment, eventVariables(event));
  const { ended, output } = await runProgram(words, env, [event.body], signal);
  if (signal.aborted) return failed(tooLate, output);
  if (ended === 0) return { delivered: true };
  return failed(typeof ended === 'number' ? `exit code ${ended}` : ended, output);
}

/** Why a program whose signal was aborted has no result. */
export const tooLate = 'the program did not end in time';

/** How a program ended. */
export interface EndedProgram {
  /** The exit code; without one a text. */
  readonly ended: number | string;
  /** The last characters that it printed. */
  readonly output: string;
  /** The first characters of stdout; more than `mostPrinted` and the end of a line only if more were printed. */
  readonly printed: string;
}

/**
 * Runs a program without a shell until it ends, or until the signal ends it. Rejects only when the input fails.
 *
 * @param input for its stdin, which it need not read.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  input: Iterable<string> | AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<EndedProgram> {
  const child = spawn(program, args, {
    env,
    // A group of its own, so that its child processes end with it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [output, printed] = ['', ''];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput);
      if (stream === child.stdout) printed = (printed + text).slice(0, mostPrinted + 3);
    });
  }
  const stop = (): void => endProcess(child);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const source = Readable.from(input);
  let failure: unknown;
  source.on('error', (error) => {
    failure = error;
    stop();
  });
  // It has ended, or has closed its stdin.
  child.stdin.on('error', () => source.destroy());
  source.pipe(child.stdin);
  const ended = await endOf(child);
  source.destroy();
  signal.removeEventListener('abort', stop);
  if (failure !== undefined) throw failure;
  return { ended, output, printed };
}

/** The exit code, or the error that prevented one. */
async function endOf(child: ChildProcess): Promise<number | string> {
  return await new Promise((resolve) => {
    child.on('error', (error) => resolve(`cannot be started: ${errorCode(error)}`));
    child.on('close', (code, signal) => resolve(code ?? `ended by ${signal}`));
  });
}

function endProcess(child: ChildProcess): void {
  killGroup(child, 'SIGTERM');
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), grace);
  child.once('close', () => clearTimeout(timer));
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}
