import type { UploadInput, UploadResult } from '../index.ts';
import { fileSource, streamOnce, usualJournalFolder } from '../node.ts';
import { type Fingerprint, fingerprintOf, type PublishedFile, PublishedFiles } from './published-files.ts';
import type { FileToUpload, UploadPlan } from './read-arguments.ts';

/** A file of a batch. */
export interface BatchFile extends FileToUpload {
  /** Undefined for stdin, pipes, and files that cannot be read. */
  readonly fingerprint: Fingerprint | undefined;
  readonly source: UploadInput;
  /** The version of the source that was opened. */
  readonly openedVersion: () => string | undefined;
}

/** The files of a command, and which of them an interrupted run has published. */
export class Batch {
  readonly files: readonly BatchFile[];
  /** Files that an interrupted run has published, and their entries. */
  readonly skipped: ReadonlyMap<BatchFile, PublishedFile>;
  readonly #record: PublishedFiles | undefined;
  readonly #failed: (error: unknown) => void;

  private constructor(
    files: readonly BatchFile[],
    skipped: ReadonlyMap<BatchFile, PublishedFile>,
    { record, failed }: { readonly record: PublishedFiles | undefined; readonly failed: (error: unknown) => void },
  ) {
    this.files = files;
    this.skipped = skipped;
    this.#record = record;
    this.#failed = failed;
  }

  /** @param failed called when the record of published files cannot be read or written; the uploads continue. */
  static async open(plan: UploadPlan, failed: (error: unknown) => void): Promise<Batch> {
    const files = plan.files.map(batchFile);
    const skipped = new Map<BatchFile, PublishedFile>();
    const { journalFolder } = plan;
    if (journalFolder === undefined) return new Batch(files, skipped, { record: undefined, failed });
    const folder = journalFolder === '' ? usualJournalFolder() : journalFolder;
    const record = await PublishedFiles.open(folder, plan.options).catch((error: unknown) => void failed(error));
    // A file that is named alone is meant to be sent.
    if (!plan.again && files.length > 1) {
      for (const file of files) {
        const entry = file.fingerprint && (await record?.find(file, file.fingerprint));
        if (entry !== undefined) skipped.set(file, entry);
      }
    }
    return new Batch(files, skipped, { record: record ?? undefined, failed });
  }

  /** Records that a file was published. */
  async published(file: BatchFile, { sha256 }: UploadResult): Promise<void> {
    const { fingerprint } = file;
    // The run is finished with its only file.
    if (this.files.length === 1 || fingerprint === undefined) return;
    if (file.openedVersion() !== versionOf(fingerprint)) return;
    await this.#try((record) => record.add(file, fingerprint, sha256));
  }

  /** All files are published: the next run sends them again. */
  async finish(): Promise<void> {
    await this.#try((record) => record.finish(this.files));
  }

  async #try(work: (record: PublishedFiles) => Promise<void>): Promise<void> {
    if (this.#record === undefined) return;
    try {
      await work(this.#record);
    } catch (error) {
      this.#failed(error);
    }
  }
}

function batchFile({ file, name }: FileToUpload): BatchFile {
  if (file === '-') {
    const source = streamOnce(() => process.stdin);
    return { file, name, source, fingerprint: undefined, openedVersion: () => undefined };
  }
  const inner = fileSource(file);
  let version: string | undefined;
  const source = {
    name,
    async open() {
      const opened = await inner.open();
      version = opened.identity?.version;
      return opened;
    },
  };
  return { file, name, source, fingerprint: fingerprintOf(file), openedVersion: () => version };
}

/** As in the identity of a file source. */
function versionOf({ size, modified }: Fingerprint): string {
  return `${size} ${modified}`;
}
