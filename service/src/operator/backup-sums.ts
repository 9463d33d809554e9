import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exists } from '../common/file-system.ts';
import { errorCode } from '../common/storage-error.ts';
import { type Digest, newHash } from '../storage/content/content-store.ts';
import type { DataFolder } from '../storage/content/data-folder.ts';

/** Writes the SHA-256 of the database and the key of a backup. That of each file is in the database. */
export async function writeSums(backup: DataFolder): Promise<void> {
  let text = '';
  for (const path of [backup.database, backup.key]) {
    if (await exists(path)) text += `${await digestOfFile(path)}  ${basename(path)}\n`;
  }
  await writeFile(backup.sums, text, { mode: 0o600 });
}

/** A file of a backup that has changed. */
export interface ChangedFile {
  readonly path: string;
  readonly digest: Digest;
  readonly expected: Digest;
}

/** The files of a backup that have changed since; none in a data folder that is not a backup, or was used since. */
export async function changedFiles(folder: DataFolder): Promise<readonly ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const [, expected = '', name = ''] of (await readSums(folder)).matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
    const path = join(folder.path, name);
    const digest = await digestOfFile(path);
    if (digest !== expected) changed.push({ path, digest, expected });
  }
  return changed;
}

async function readSums({ sums }: DataFolder): Promise<string> {
  try {
    return await readFile(sums, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

async function digestOfFile(path: string): Promise<Digest> {
  const hash = newHash();
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}
