import { UploadError } from '../index.ts';
import type { Totals, Unfinished } from './batch-totals.ts';
import { bytesText, plainLine, plainName, timeText } from './upload-text.ts';

/** Failed files that are listed at the end. */
const mostListed = 20;

/** How the uploads of a command ended. */
export interface Ending {
  readonly totals: Totals;
  readonly unfinished: ReadonlyMap<string, Unfinished>;
  readonly failures: readonly { readonly name: string; readonly error: unknown }[];
  readonly notStarted: number;
  /** By a signal. */
  readonly isStopped: boolean;
  /** Whether another run goes on: there is a journal, and the inputs can be read again. */
  readonly isResumable: boolean;
  readonly seconds: number;
}

/** The last lines on stderr; none when all files were published. */
export function endingLines(ending: Ending): string[] {
  const { totals, failures, isStopped } = ending;
  const failed = failures.filter(({ error }) => !isAbort(error));
  if (isStopped)
    return [
      `Stopped${totals.files === 1 ? singleText(ending) : `: ${countText(ending, failed.length)}.`} ${nextText(ending)}`,
    ];
  if (failed.length === 0 && ending.notStarted === 0) return [];
  if (totals.files === 1)
    return ending.unfinished.size === 0 ? [] : [`Stopped${singleText(ending)} ${nextText(ending)}`];
  const listed = failed
    .slice(0, mostListed)
    .map(({ name, error }) => `  ${plainName(name)}: ${codeText(error)}${storedText(ending, name)}`);
  const more = failed.length > mostListed ? [`  and ${failed.length - mostListed} more`] : [];
  return [`${countText(ending, failed.length)}${failed.length > 0 ? ':' : '.'}`, ...listed, ...more, nextText(ending)];
}

/** The last line on a terminal when all files were published. */
export function successText({ totals, seconds }: Ending): string {
  const { published, skipped, bytes } = totals;
  const also = skipped > 0 ? `, ${skipped} of them by an earlier run` : '';
  return `${published} ${published === 1 ? 'file' : 'files'}, ${bytesText(bytes)}${also}, in ${timeText(seconds)}.`;
}

function singleText({ unfinished }: Ending): string {
  const [stored] = unfinished.values();
  if (stored === undefined) return ' before anything was stored.';
  return ` at ${bytesText(stored.bytes)}${ofText(stored.size)}.`;
}

function ofText(size: number | undefined): string {
  return size === undefined ? '' : ` of ${bytesText(size)}`;
}

function countText({ totals, unfinished, notStarted, isStopped }: Ending, failed: number): string {
  const stored = [...unfinished.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = [
    `${totals.published} of ${totals.files} files are published`,
    !isStopped || unfinished.size === 0 ? '' : `${unfinished.size} in part (${bytesText(stored)})`,
    isStopped || notStarted === 0 ? '' : `${notStarted} not started`,
    failed === 0 ? '' : `${failed} failed`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function nextText({ isResumable, failures }: Ending): string {
  if (failures.some(({ error }) => error instanceof UploadError && error.code === 'quota-exceeded')) {
    return 'Once the operator has removed files or raised the quota, run the same command again.';
  }
  return isResumable ? 'Run the same command again to go on.' : 'The same command starts over.';
}

/** The stored part of a failed file. */
function storedText({ unfinished }: Ending, name: string): string {
  const stored = unfinished.get(name);
  return stored === undefined ? '' : ` (${bytesText(stored.bytes)} are stored)`;
}

function codeText(error: unknown): string {
  return error instanceof UploadError ? error.code : 'unexpected';
}

function isAbort(error: unknown): boolean {
  return error instanceof UploadError && error.code === 'aborted';
}

/**
 * The message of a failed upload; undefined for an aborted one, which is reported at the end.
 *
 * @param waited seconds without an accepted byte.
 */
export function failureText(name: string, error: unknown, waited = 0): string | undefined {
  if (isAbort(error)) return undefined;
  if (!(error instanceof UploadError)) {
    return `${plainName(name)}: Unexpected: ${error instanceof Error ? error.stack : String(error)}`;
  }
  const end = waited < 10 ? '' : ` Given up after ${timeText(waited)} without progress.`;
  return `${plainName(name)}: ${plainLine(error.message)}${end}`;
}
