import { randomBytes } from 'node:crypto';
import { copyFile, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePieces } from '../../blob/node/file-blob.ts';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spool.ts';
import { FileCipher } from './file-cipher.ts';

/** Prefix of the names of files in a spool. */
const PREFIX = '.intake-';

/** Removes files whose object is garbage: a client may keep a value until then. */
const unreachable = new FinalizationRegistry((path: string) => {
  rm(path, { force: true }).catch(() => undefined);
});

/** Where files of a spool are, and whether they are encrypted. */
export interface SpoolPlace {
  readonly folder: string;
  readonly encrypt: boolean;
}

/** A file of a spool; after `moveTo`, a file of its new owner. */
export class SpoolFile {
  #path: string;
  #state: 'spooled' | 'moved' | 'discarded' = 'spooled';

  /** Undefined: the file is plain. */
  #cipher: FileCipher | undefined;

  constructor({ folder, encrypt }: SpoolPlace) {
    this.#cipher = encrypt ? new FileCipher() : undefined;
    this.#path = join(folder, `${PREFIX}${process.pid}-${randomBytes(12).toString('hex')}`);
    unreachable.register(this, this.#path, this);
  }

  /** @throws {Error} after `discard`. */
  get path(): string {
    if (this.#state === 'discarded') throw new Error('The value was discarded when its message was handled.');
    return this.#path;
  }

  /** The next blocks as they are written. */
  encrypted(blocks: readonly Uint8Array[]): readonly Uint8Array[] {
    const cipher = this.#cipher;
    return cipher === undefined ? blocks : blocks.map((block) => cipher.encrypt(block));
  }

  /** The bytes from one offset to another, in pieces that are valid until the next one is requested. */
  pieces(start: number, end: number): AsyncIterable<Uint8Array> {
    const pieces = filePieces(this.path, start, end);
    return this.#cipher === undefined ? pieces : this.#cipher.decrypt(pieces, start);
  }

  /** @param size of the file in bytes. */
  async moveTo(path: string, size: number): Promise<void> {
    const from = this.path;
    if (this.#cipher !== undefined) {
      await writeAtomically(path, (draft) => writeFile(draft, this.pieces(0, size), { mode: 0o600 }));
      if (this.#state === 'spooled') await rm(from, { force: true });
      this.#cipher = undefined;
    } else
      await rename(from, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await writeAtomically(path, (draft) => copyFile(from, draft));
        if (this.#state === 'spooled') await rm(from, { force: true });
      });
    this.#path = path;
    this.#state = 'moved';
    unreachable.unregister(this);
  }

  /** Removes the file unless it was moved; never rejects. A file that cannot be removed is left to `sweepSpool`. */
  async discard(): Promise<void> {
    if (this.#state !== 'spooled') return;
    this.#state = 'discarded';
    unreachable.unregister(this);
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}

/** A value in a file of the spool. */
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
    return this.#file.pieces(start, end);
  }

  async moveTo(path: string): Promise<void> {
    await this.#file.moveTo(path, this.size);
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}

/** Writes a file under a temporary name in the same folder and renames it, so that it is never seen incomplete. */
export async function writeAtomically(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(path), `${PREFIX}${process.pid}-${randomBytes(12).toString('hex')}`);
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes the files of killed processes.
 *
 * @param milliseconds since the last write; a value that is arriving is written to continually.
 */
export async function sweepSpool(folder: string, milliseconds: number): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (!entry.name.startsWith(PREFIX)) continue;
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - milliseconds) await rm(path, { force: true });
  }
}
