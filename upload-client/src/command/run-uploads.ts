import { type ItemOutcome, UploadError, type UploadErrorCode, Uploader, type UploadItem } from '../index.ts';
import { FileJournal, nodeSha256 } from '../node.ts';
import { AttemptNotes } from './attempt-notes.ts';
import { Batch, type BatchFile } from './batch.ts';
import { BatchTotals } from './batch-totals.ts';
import { exitCodes, jsonLine, printToStderr } from './command-output.ts';
import { type Display, displayOf } from './displays.ts';
import { readArguments, type UploadFlags, type UploadPlan } from './read-arguments.ts';
import { type Signals, stopAtSignals } from './stop-signals.ts';
import { endingLines, failureText, successText } from './upload-summary.ts';
import { bytesText, eventText, plainLine, plainName } from './upload-text.ts';

type Item = UploadItem & { readonly of: BatchFile };

/** Errors caused by the file or the keys, which retrying does not change. */
const rejections: readonly UploadErrorCode[] = [
  // A name that XML does not allow; invalid options were reported before.
  'invalid-argument',
  'access-denied',
  'throttled',
  'refused',
  'quota-exceeded',
  'too-large',
  'lost',
  'conflict',
  'times-differ',
  'digest-differs',
];

/** Files of at most this size are small: the time of each is that of its commits, which the service shares. */
const small = 256 * 1024;

/** How many files are sent at once, unless the command line says so. */
function usualParallel(files: readonly BatchFile[]): number {
  return files.every(({ fingerprint }) => fingerprint !== undefined && fingerprint.size <= small) ? 16 : 4;
}

/** Uploads the files of a command; returns its exit code. */
export async function runUploads(files: readonly string[], flags: UploadFlags): Promise<number> {
  const plan = readArguments(files, flags, process.env);
  // When the reader of stderr closes the pipe, the uploads continue.
  process.stderr.on('error', () => undefined);
  return await new UploadCommand(plan, await Batch.open(plan, reportOnce(flags))).run();
}

/** Reports that published files cannot be recorded: once, since it may happen with every file. */
function reportOnce({ quiet = false }: UploadFlags): (error: unknown) => void {
  let isReported = quiet;
  return (error) => {
    if (isReported) return;
    isReported = true;
    const why = error instanceof Error ? error.message : String(error);
    printToStderr(`Published files cannot be recorded, so an interrupted run would send them again: ${plainLine(why)}`);
  };
}

/** One run of the command. */
class UploadCommand {
  readonly #plan: UploadPlan;
  readonly #batch: Batch;
  readonly #totals: BatchTotals;
  readonly #display: Display;
  readonly #signals: Signals;
  readonly #notes = new AttemptNotes();
  readonly #failures: { readonly name: string; readonly error: unknown }[] = [];
  readonly #began = performance.now();
  #started = 0;
  #hasJournal = true;

  constructor(plan: UploadPlan, batch: Batch) {
    this.#plan = plan;
    this.#batch = batch;
    const sizes = batch.files.map(({ name, file, fingerprint }) => ({
      name,
      // A file that cannot be read fails soon; the size of a pipe is unknown.
      size: fingerprint?.size ?? (file === '-' ? undefined : 0),
    }));
    this.#totals = new BatchTotals(sizes, this.#began);
    this.#display = displayOf(plan.progress, plan.quiet, this.#totals);
    this.#signals = stopAtSignals(() => this.#display.close());
  }

  async run(): Promise<number> {
    try {
      await this.#reportSkipped();
      const items = this.#batch.files.filter((file) => !this.#batch.skipped.has(file)).map((file) => this.#item(file));
      await this.#uploader().uploadAll(items, {
        parallel: this.#plan.parallel ?? usualParallel(this.#batch.files),
        signal: this.#signals.signal,
        onOutcome: (outcome) => this.#ended(outcome),
      });
      if (this.#failures.length === 0 && this.#started === items.length) await this.#batch.finish();
    } finally {
      this.#display.close();
      this.#signals.release();
    }
    return this.#finish();
  }

  #uploader(): Uploader {
    const { options, journalFolder } = this.#plan;
    const journal =
      journalFolder === undefined ? undefined : new FileJournal(journalFolder === '' ? undefined : journalFolder);
    return new Uploader({ ...options, journal, sha256: nodeSha256 });
  }

  async #reportSkipped(): Promise<void> {
    const { skipped, files } = this.#batch;
    if (skipped.size === 0) return;
    let bytes = 0;
    for (const [{ file, name }, { size, sha256 }] of skipped) {
      bytes += size;
      this.#totals.skip(name);
      if (this.#plan.json) await this.#display.result(jsonLine({ file, name, bytes: size, sha256, skipped: true }));
    }
    const count = `${skipped.size} of ${files.length} files (${bytesText(bytes)})`;
    this.#display.note(`Skipped ${count}: an unfinished run has published them. --again sends them too.`);
  }

  #item(of: BatchFile): Item {
    return {
      of,
      name: of.name,
      source: of.source,
      onProgress: (progress) => {
        const now = performance.now();
        this.#totals.progress(progress, now);
        const note = this.#notes.progressed(progress, now);
        if (note !== undefined) this.#display.note(note);
      },
      onEvent: (event) => {
        const now = performance.now();
        this.#totals.event(event, now);
        if (event.type === 'retrying') {
          const note = this.#notes.failed(event, now);
          if (note !== undefined && !this.#display.isScreen) this.#display.note(note);
          return;
        }
        // The journal of the other files fails as well.
        if (event.type === 'journal-failed' && !this.#hasJournal) return;
        this.#hasJournal &&= event.type !== 'journal-failed';
        this.#display.note(eventText(event));
      },
    };
  }

  async #ended(outcome: ItemOutcome<Item>): Promise<void> {
    const { item, result, error } = outcome;
    const { of } = item;
    this.#started += 1;
    const isTemporary = error instanceof UploadError && !rejections.includes(error.code);
    const waited = isTemporary ? this.#totals.waited(of.name, performance.now()) : 0;
    // The upload of a changed file cannot be resumed, and of one beyond its quota the service keeps nothing.
    const isLost = error instanceof UploadError && ['source-changed', 'quota-exceeded'].includes(error.code);
    this.#totals.ended(of.name, result?.bytes, { isLost });
    this.#notes.ended(of.name);
    if (result === undefined) {
      this.#failures.push({ name: of.name, error });
      const message = failureText(of.name, error, waited);
      if (message !== undefined) this.#display.failure(message);
    } else {
      await this.#batch.published(of, result);
    }
    const text = resultText(outcome, this.#plan.json);
    if (text !== '') await this.#display.result(text);
  }

  /** Prints the last lines; returns the exit code. */
  #finish(): number {
    const { stoppedBy } = this.#signals;
    const { files, skipped } = this.#batch;
    const ending = {
      totals: this.#totals.at(performance.now()),
      unfinished: this.#totals.unfinished,
      failures: this.#failures,
      notStarted: files.length - skipped.size - this.#started,
      isStopped: stoppedBy !== undefined,
      isResumable: this.#plan.journalFolder !== undefined && files.some(({ file }) => file !== '-'),
      seconds: (performance.now() - this.#began) / 1000,
    };
    for (const line of endingLines(ending)) printToStderr(line);
    const exits = this.#failures.map(({ error }) => exitCodeOf(error));
    if (stoppedBy !== undefined) return this.#signals.exitCode();
    if (exits.length === 0 && this.#display.isScreen && files.length > 1) printToStderr(successText(ending));
    return Math.max(exitCodes.fine, ...exits);
  }
}

function exitCodeOf(error: unknown): number {
  if (!(error instanceof UploadError)) return exitCodes.failed;
  return rejections.includes(error.code) ? exitCodes.rejected : exitCodes.failed;
}

function resultText({ item: { of }, result, error }: ItemOutcome<Item>, json: boolean): string {
  const { file, name } = of;
  if (result === undefined) {
    if (!json) return '';
    if (!(error instanceof UploadError)) return jsonLine({ file, name, error: 'unexpected' });
    const { code, message, requestId } = error;
    return jsonLine({ file, name, error: code, message, requestId });
  }
  const seconds = Math.round(result.milliseconds) / 1000;
  if (!json) return `${plainName(name)}\t${result.bytes}\t${seconds}\n`;
  const { bytes, sha256, resumedAt, lastWriteTimeUtc, creationTimeUtc } = result;
  return jsonLine({ file, name, bytes, sha256, seconds, resumedAt, lastWriteTimeUtc, creationTimeUtc });
}
