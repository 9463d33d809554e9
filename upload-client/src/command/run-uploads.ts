import {
  type ItemOutcome,
  UploadError,
  type UploadErrorCode,
  Uploader,
  type UploadItem,
  type UploadProgress,
} from '../index.ts';
import { FileJournal, fileSource, nodeSha256, streamOnce } from '../node.ts';
import { exitCodes, print, printToStderr } from './command-output.ts';
import { type FileToUpload, readArguments, type UploadFlags, type UploadPlan } from './read-arguments.ts';
import { bytesText, type Display, eventText, lineDisplay, plainLine, plainName, quietDisplay } from './upload-text.ts';

type Item = UploadItem & FileToUpload;

/** Exit codes for signals, as in shells: 128 plus the signal's number. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Milliseconds that a stopped process has to exit. */
const exitDelay = 500;

/** Errors caused by the file or the keys, which retrying does not change. */
const rejections: readonly UploadErrorCode[] = [
  // A name that XML does not allow; invalid options were reported before.
  'invalid-argument',
  'access-denied',
  'throttled',
  'refused',
  'too-large',
  'lost',
  'conflict',
  'times-differ',
  'digest-differs',
];

/** Uploads the files of a command; returns its exit code. */
export async function runUploads(files: readonly string[], flags: UploadFlags): Promise<number> {
  const plan = readArguments(files, flags, process.env);
  // When the reader of stderr closes the pipe, the uploads continue.
  process.stderr.on('error', () => undefined);
  const uploader = uploaderOf(plan);
  const display = await displayOf(plan, flags);
  const reached = new Map<string, UploadProgress>();
  // On a terminal with bars, results are printed at the end.
  const held = display.holdsResults ? ([] as string[]) : undefined;
  const { signal, stoppedBy, release } = stoppable();
  const exits: number[] = [];
  const items = plan.files.map(
    (file): Item => ({
      ...file,
      source: file.file === '-' ? streamOnce(() => process.stdin) : fileSource(file.file),
      onProgress(progress) {
        reached.set(file.name, progress);
        display.progress(progress);
      },
      onEvent: (event) => display.line(eventText(event)),
    }),
  );
  let started = 0;
  try {
    const outcomes = await uploader.uploadAll(items, {
      parallel: plan.parallel,
      signal,
      async onOutcome(outcome) {
        display.ended(outcome.item.name, { done: outcome.result !== undefined });
        exits.push(exitCodeOf(outcome));
        // The upload of a changed file cannot be resumed.
        if (outcome.error instanceof UploadError && outcome.error.code === 'source-changed') {
          reached.delete(outcome.item.name);
        }
        const message = messageOf(outcome);
        if (message !== undefined) display.failure(message);
        const text = resultText(outcome, flags.json === true);
        if (text === '') return;
        if (held === undefined) await print(text);
        else held.push(text);
      },
    });
    started = outcomes.length;
  } finally {
    display.close();
    release();
  }
  await print((held ?? []).join(''));
  if (started < items.length) printToStderr(`Not started: ${items.length - started} of ${items.length} files.`);
  const stopped = stoppedBy();
  // An open named pipe without a writer would block the exit of the process.
  if (stopped !== undefined) setTimeout(() => process.kill(process.pid, stopped), exitDelay).unref();
  const code = stopped === undefined ? Math.max(exitCodes.fine, ...exits) : signalCodes[stopped];
  if (code >= exitCodes.failed) printHowToResume(plan, reached);
  return code;
}

function uploaderOf({ options, journalFolder }: UploadPlan): Uploader {
  const journal =
    journalFolder === undefined ? undefined : new FileJournal(journalFolder === '' ? undefined : journalFolder);
  return new Uploader({ ...options, journal, sha256: nodeSha256 });
}

/** A display, and how to print failures, which are always printed. */
async function displayOf(
  { files }: UploadPlan,
  { quiet }: UploadFlags,
): Promise<Display & { readonly holdsResults: boolean; failure(text: string): void }> {
  if (quiet) return { ...quietDisplay, holdsResults: false, failure: printToStderr };
  if (!process.stderr.isTTY) return { ...lineDisplay(), holdsResults: false, failure: printToStderr };
  const { barDisplay } = await import('./progress-bars.ts');
  const bars = barDisplay(files.length);
  return { ...bars, holdsResults: process.stdout.isTTY, failure: bars.line };
}

/** Aborts all uploads at the first SIGINT or SIGTERM; a second signal ends the process at once. */
function stoppable(): {
  readonly signal: AbortSignal;
  readonly stoppedBy: () => keyof typeof signalCodes | undefined;
  readonly release: () => void;
} {
  const controller = new AbortController();
  let stopped: keyof typeof signalCodes | undefined;
  const release = (): void => {
    for (const name of names) process.off(name, stop);
  };
  const stop = (name: keyof typeof signalCodes): void => {
    stopped = name;
    release();
    controller.abort();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, stop);
  return { signal: controller.signal, stoppedBy: () => stopped, release };
}

function exitCodeOf({ error }: ItemOutcome<Item>): number {
  if (error === undefined) return exitCodes.fine;
  if (!(error instanceof UploadError)) return exitCodes.failed;
  return rejections.includes(error.code) ? exitCodes.rejected : exitCodes.failed;
}

/** The error message; undefined for an aborted upload, which is reported at the end. */
function messageOf({ item, error }: ItemOutcome<Item>): string | undefined {
  if (error === undefined || (error instanceof UploadError && error.code === 'aborted')) return undefined;
  const known = error instanceof UploadError;
  const text = known ? plainLine(error.message) : `Unexpected: ${error instanceof Error ? error.stack : String(error)}`;
  return `${plainName(item.name)}: ${text}`;
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function resultText({ item: { file, name }, result, error }: ItemOutcome<Item>, json: boolean): string {
  if (result === undefined) {
    if (!json) return '';
    const known = error instanceof UploadError;
    return jsonLine({
      file,
      name,
      error: known ? error.code : 'unexpected',
      message: known ? error.message : undefined,
      requestId: known ? error.requestId : undefined,
    });
  }
  const seconds = Math.round(result.milliseconds) / 1000;
  if (!json) return `${plainName(name)}\t${result.bytes}\t${seconds}\n`;
  const { bytes, sha256, resumedAt, lastWriteTimeUtc, creationTimeUtc } = result;
  return jsonLine({ file, name, bytes, sha256, seconds, resumedAt, lastWriteTimeUtc, creationTimeUtc });
}

function printHowToResume({ files, journalFolder }: UploadPlan, reached: ReadonlyMap<string, UploadProgress>): void {
  let resumable = false;
  for (const { file, name } of files) {
    const { acknowledged = 0, total = 0 } = reached.get(name) ?? {};
    if (acknowledged === 0 || acknowledged === total) continue;
    // A stream cannot be read again.
    const kept = journalFolder !== undefined && file !== '-' && total > 0;
    resumable ||= kept;
    const what = kept ? 'can be resumed' : 'are lost';
    printToStderr(
      `${plainName(name)}: stopped at ${bytesText(acknowledged)} of ${total > 0 ? bytesText(total) : 'a stream'}, which ${what}.`,
    );
  }
  if (resumable)
    printToStderr('Run the same command again to resume. The service keeps unfinished uploads for a day by default.');
}
