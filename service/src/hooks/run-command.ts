import { type ChildProcess, spawn } from 'node:child_process';
import { errorCode } from '../common/storage-error.ts';
import { commandEnvironment } from './command-environment.ts';
import { failed, type HookEvent, type HookResult } from './hook.ts';

/** Characters of the output that are kept. */
const keptOutput = 2_000;

/** Milliseconds from the signal to end until the one that no program can ignore. */
const grace = 2_000;

/** A program that gets events. */
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
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    env: commandEnvironment(process.env, environment, event),
    // A group of its own, so that its child processes end with it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput);
    });
  }
  // A program need not read its input.
  child.stdin.on('error', () => undefined).end(event.body);
  const stop = (): void => endProcess(child);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const ended = await endOf(child);
  signal.removeEventListener('abort', stop);
  if (ended === 0 && !signal.aborted) return { delivered: true };
  if (signal.aborted) return failed('the program did not end in time', output);
  return failed(typeof ended === 'number' ? `exit code ${ended}` : ended, output);
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
