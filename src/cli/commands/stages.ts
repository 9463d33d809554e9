import type { CommonOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** Tells what is being worked at: each step with its time when asked to, else only where it takes long. */
export function stages({ verbose, format }: CommonOptions, terminal: Terminal): (stage: string) => void {
  if (verbose !== true || format !== 'text') return terminal.progress;
  const began = performance.now();
  return (stage) =>
    terminal.talk(
      `${Math.round(performance.now() - began)
        .toString()
        .padStart(6)} ms  ${stage}\n`,
    );
}
