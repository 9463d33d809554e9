import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { journalKey } from '../journal.ts';
import type { FileToUpload } from './read-arguments.ts';

/** Milliseconds until a published file is forgotten. */
const maxAge = 7 * 24 * 3600_000;

/** File systems store times in units of up to two seconds: within one, a file may change unseen. */
const coarsestTime = 2_000;

/** What changes when a file changes. Numbers beyond the safe range are decimal texts. */
export interface Fingerprint {
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modified: string;
  /** Of the inode, which also changes with names and rights. Nanoseconds since 1970. */
  readonly changed: string;
  readonly inode: string;
  /** When this was read, in milliseconds since 1970. */
  readonly at: number;
}

/** A file that a run has published; its path is absolute. */
export interface PublishedFile extends Fingerprint, FileToUpload {
  readonly sha256: string;
  /** In milliseconds since 1970. */
  readonly published: number;
}

/** Undefined unless the path is a readable regular file. */
export function fingerprintOf(path: string): Fingerprint | undefined {
  try {
    const about = statSync(path, { bigint: true });
    if (!about.isFile()) return undefined;
    const { size, mtimeNs, ctimeNs, ino } = about;
    const [modified, changed, inode] = [String(mtimeNs), String(ctimeNs), String(ino)];
    return { size: Number(size), modified, changed, inode, at: Date.now() };
  } catch {
    return undefined;
  }
}

/**
 * Files that a run published before it was interrupted: one line of JSON each, in one file per service and folder access
 * key. A finished run removes its lines. The file is not synced: a lost line only costs that the file is sent again.
 */
export class PublishedFiles {
  readonly #path: string;
  readonly #known: ReadonlyMap<string, PublishedFile>;
  #created: Promise<unknown> | undefined;
  /** Lines that are not written yet, and the end of the writes before them. */
  #lines = '';
  #written: Promise<void> = Promise.resolve();

  private constructor(path: string, known: readonly PublishedFile[]) {
    this.#path = path;
    this.#known = new Map(known.map((file) => [fileKey(file), file]));
  }

  /** @throws when the journal's folder cannot be read. */
  static async open(
    folder: string,
    { url, folderKey }: { readonly url: string; readonly folderKey: string },
  ): Promise<PublishedFiles> {
    const path = join(folder, `${await journalKey(['published', url, folderKey])}.published`);
    await removeOld(folder);
    return new PublishedFiles(path, await readEntries(path));
  }

  /** The entry of a file that has not changed since it was published. */
  async find({ file, name }: FileToUpload, now: Fingerprint): Promise<PublishedFile | undefined> {
    const known = this.#known.get(fileKey({ file: resolve(file), name }));
    return known !== undefined && (await isUnchanged(known, now)) ? known : undefined;
  }

  /** Appends a file that was published now. @throws when it cannot be written. */
  async add({ file, name }: FileToUpload, fingerprint: Fingerprint, sha256: string): Promise<void> {
    const entry: PublishedFile = { file: resolve(file), name, ...fingerprint, sha256, published: Date.now() };
    this.#lines += `${JSON.stringify(entry)}\n`;
    const written = this.#written.then(() => this.#write());
    this.#written = written.catch(() => undefined);
    await written;
  }

  /** Writes the lines of all callers who came during the write before. */
  async #write(): Promise<void> {
    const lines = this.#lines;
    if (lines === '') return;
    this.#lines = '';
    this.#created ??= mkdir(join(this.#path, '..'), { recursive: true, mode: 0o700 });
    await this.#created;
    await appendFile(this.#path, lines, { mode: 0o600 });
  }

  /** Removes the files of a finished run. Those of other runs stay. */
  async finish(files: readonly FileToUpload[]): Promise<void> {
    const finished = new Set(files.map(({ file, name }) => fileKey({ file: resolve(file), name })));
    const entries = await readEntries(this.#path);
    const others = entries.filter((entry) => !finished.has(fileKey(entry)));
    if (others.length === 0) return await rm(this.#path, { force: true });
    if (others.length === entries.length) return;
    const temporary = `${this.#path}.${process.pid}.new`;
    await writeFile(temporary, others.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
    await rename(temporary, this.#path);
  }
}

function fileKey({ file, name }: FileToUpload): string {
  return JSON.stringify([file, name]);
}

/** Size and time decide, and the content where they might not tell: after a copy over the file, or a change just before. */
async function isUnchanged(known: PublishedFile, now: Fingerprint): Promise<boolean> {
  if (known.size !== now.size || known.modified !== now.modified) return false;
  const settled = known.at - Number(BigInt(known.modified) / 1_000_000n) > coarsestTime;
  if (settled && known.changed === now.changed && known.inode === now.inode) return true;
  return (await sha256Of(known.file)) === known.sha256;
}

/** In hexadecimal; undefined when the file cannot be read. */
async function sha256Of(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

async function readEntries(path: string): Promise<PublishedFile[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  const youngest = Date.now() - maxAge;
  return text.split('\n').flatMap((line) => {
    const entry = entryOf(line);
    return entry !== undefined && entry.published > youngest ? [entry] : [];
  });
}

/** Undefined for a line that was written in part. */
function entryOf(line: string): PublishedFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Partial<Record<keyof PublishedFile, unknown>>;
  const { file, name, sha256, inode, modified, changed, size, at, published } = entry;
  const texts = [file, name, sha256, inode, modified, changed].every((text) => typeof text === 'string');
  const numbers = [size, at, published].every((number) => Number.isSafeInteger(number));
  return texts && numbers && /^-?\d+$/.test(String(modified)) ? (value as PublishedFile) : undefined;
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /^[0-9a-f]{64}\.published/.test(each))) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (about !== undefined && Date.now() - about.mtimeMs > maxAge) await rm(path, { force: true });
  }
}
