import type { CommonOptions } from './common-options.ts';

/** The output of a command. */
export interface Terminal {
  /** Prints results on stdout. */
  readonly out: (text: string) => void;
  /** Prints diagnostics and other messages on stderr. */
  readonly message: (text: string) => void;
  /** Replaces the progress line on stderr, if that is a terminal. */
  readonly progress: (text: string) => void;
  /** Whether to use ANSI colours. */
  readonly colour: { readonly out: boolean; readonly message: boolean };
}

/** In milliseconds: no progress is shown before. */
const progressDelay = 400;

export function processTerminal(): Terminal {
  const began = performance.now();
  const isTerminal = process.stderr.isTTY === true;
  let shown = false;
  const clear = (): void => {
    if (shown) process.stderr.write('\r\u001B[K');
    shown = false;
  };
  return {
    out: (text) => {
      clear();
      if (text !== '') process.stdout.write(text);
    },
    message: (text) => {
      clear();
      if (text !== '') process.stderr.write(text);
    },
    progress: (text) => {
      if (!isTerminal || performance.now() - began < progressDelay) return;
      clear();
      process.stderr.write(`${text} …`);
      shown = true;
    },
    colour: { out: takesColour(process.stdout), message: takesColour(process.stderr) },
  };
}

/**
 * FORCE_COLOR overrides NO_COLOR, as in Node itself; without either, terminals get colours.
 *
 * @see https://no-color.org and https://force-color.org
 */
export function takesColour(
  stream: { readonly isTTY?: boolean | undefined },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return stream.isTTY === true && term !== 'dumb';
}

/** Ignores errors of a closed pipe, as in `soapwright check | head -1`. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) process.stderr.write(`soapwright cannot write its results: ${error.message}\n`);
      process.exit(3);
    });
  }
}

/** A function that prints stages: each with its time if --verbose is given, or else as progress. */
export function onStage({ verbose, format }: CommonOptions, terminal: Terminal): (stage: string) => void {
  if (verbose !== true || format !== 'text') return terminal.progress;
  const start = performance.now();
  return (stage) => terminal.message(`${String(Math.round(performance.now() - start)).padStart(6)} ms  ${stage}\n`);
}

/** Resolves when the process is interrupted or terminated. */
export function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
