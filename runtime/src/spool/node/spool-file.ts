import { randomBytes } from 'node:crypto';
import { copyFile, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePieces } from '../../blob/node/file-blob.ts';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spool.ts';

/** What the names of files in a spool begin with. */
const PREFIX = '.intake-';

/** Removes files that nobody can read any more. Those whose message is answered are removed then; a client's may be kept. */
const unreachable = new FinalizationRegistry((path: string) => {
  rm(path, { force: true }).catch(() => undefined);
});

/** A file of a spool, and after `moveTo` one of whoever wanted it. */
export class SpoolFile {
  #path: string;
  #state: 'spooled' | 'moved' | 'discarded' = 'spooled';

  constructor(folder: string) {
    this.#path = join(folder, `${PREFIX}${process.pid}-${randomBytes(12).toString('hex')}`);
    unreachable.register(this, this.#path, this);
  }

  /** @throws {Error} when it was discarded. */
  get path(): string {
    if (this.#state === 'discarded') throw new Error('The value was discarded when its message was answered.');
    return this.#path;
  }

  async moveTo(path: string): Promise<void> {
    const from = this.path;
    await rename(from, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await throughDraft(path, (draft) => copyFile(from, draft));
      if (this.#state === 'spooled') await rm(from, { force: true });
    });
    this.#path = path;
    this.#state = 'moved';
    unreachable.unregister(this);
  }

  /** Removes it, unless somebody has moved it away; never rejects. What cannot be removed now is swept. */
  async discard(): Promise<void> {
    if (this.#state !== 'spooled') return;
    this.#state = 'discarded';
    unreachable.unregister(this);
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}

/** A value that lies in a file of the spool. */
export class FileBlob extends SourceBlob implements SpooledBlob {
  readonly #file: SpoolFile;

  constructor(file: SpoolFile, size: number) {
    super(size);
    this.#file = file;
  }

  override async check(): Promise<void> {
    void this.#file.path;
  }

  override pieces(start = 0, end: number = this.size): AsyncIterable<Uint8Array> {
    return filePieces(this.#file.path, start, end);
  }

  async moveTo(path: string): Promise<void> {
    await this.#file.moveTo(path);
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}

/** Makes a file beside its place and renames it there, so that it is seen whole. */
export async function throughDraft(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(path), `${PREFIX}${process.pid}-${randomBytes(12).toString('hex')}`);
  try {
    await make(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes files that a process left behind which was killed: those that nobody has written to for a time.
 *
 * @param milliseconds how long; a value is written to all the time while it is taken in.
 */
export async function sweepSpool(folder: string, milliseconds: number): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (!entry.name.startsWith(PREFIX)) continue;
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - milliseconds) await rm(path, { force: true });
  }
}
