import type { WriteStream } from 'node:tty';
import type { BatchTotals, Totals } from './batch-totals.ts';
import { jsonLine, print, printToStderr } from './command-output.ts';
import { ProgressScreen } from './progress-screen.ts';
import { plainProgress, screenLines } from './progress-text.ts';
import { reasonText } from './waiting-text.ts';

/** Shows how the uploads of a command are getting on. */
export interface Display {
  /** Whether lines on a terminal are drawn again and again: they show failed attempts. */
  readonly isScreen: boolean;
  /** Prints a result to stdout. */
  result(text: string): Promise<void>;
  /** Prints an error. */
  failure(text: string): void;
  /** Prints a message other than an error. */
  note(text: string): void;
  /** Removes temporary lines. */
  close(): void;
}

/** Values of `--progress`; `auto`: lines that are drawn again on a terminal, otherwise plain ones. */
export const progressKinds = ['auto', 'plain', 'json', 'none'] as const;

export type ProgressKind = (typeof progressKinds)[number];

/** @param quiet errors only. */
export function displayOf(kind: ProgressKind, quiet: boolean, totals: BatchTotals): Display {
  if (quiet) return { ...silent, note: () => undefined };
  if (kind === 'none') return silent;
  if (kind === 'json') return periodic(1_000, () => process.stderr.write(jsonLine({ progress: jsonOf(now(totals)) })));
  if (kind === 'auto' && process.stderr.isTTY) return screenDisplay(process.stderr, totals);
  return periodic(1_000, plainReport(totals));
}

/** No progress. */
const silent: Display = {
  isScreen: false,
  result: print,
  failure: printToStderr,
  note: printToStderr,
  close: () => undefined,
};

function screenDisplay(stream: WriteStream, totals: BatchTotals): Display {
  const screen = new ProgressScreen(stream, () => screenLines(now(totals), stream));
  const write = (text: string): void => screen.print(text);
  return {
    isScreen: true,
    async result(text) {
      // Both may be the same terminal.
      if (process.stdout.isTTY) screen.clear();
      await print(text);
    },
    failure: write,
    note: write,
    close: () => screen.close(),
  };
}

function periodic(every: number, report: () => void): Display {
  const timer = setInterval(report, every);
  timer.unref();
  return { ...silent, close: () => clearInterval(timer) };
}

/** A line after each tenth of all bytes, but not within ten seconds, and at least each minute. */
function plainReport(totals: BatchTotals): () => void {
  let [at, share] = [performance.now(), 0];
  return () => {
    const current = now(totals);
    const elapsed = performance.now() - at;
    const reached = current.size === undefined || current.size === 0 ? 1 : current.bytes / current.size;
    if (elapsed < 9_500 || (elapsed < 59_500 && reached < share + 0.1)) return;
    [at, share] = [performance.now(), reached];
    printToStderr(plainProgress(current));
  };
}

function now(totals: BatchTotals): Totals {
  return totals.at(performance.now());
}

/** The fields of a line of `--progress json`, which never change their meaning. */
function jsonOf({ running, secondsLeft, ...counts }: Totals): object {
  const waiting = running.flatMap(({ name, waiting: why }) =>
    why === undefined
      ? []
      : [
          {
            name,
            on: why.on,
            seconds: Math.round(why.seconds),
            reason: why.error === undefined ? null : reasonText(why.error),
            nextAttemptSeconds: why.nextAttempt === undefined ? null : Math.round(why.nextAttempt),
          },
        ],
  );
  const { files, published, skipped, failed, bytes, size = null, bytesPerSecond } = counts;
  const rate = Math.round(bytesPerSecond);
  const left = secondsLeft === undefined ? null : Math.round(secondsLeft);
  return { files, published, skipped, failed, bytes, size, bytesPerSecond: rate, secondsLeft: left, waiting };
}
