import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { syncFile, usingFile } from '../common/file-system.ts';
import { errorCode, StorageError } from '../common/storage-error.ts';
import { type DataKeySource, type Digest, isDestroyed, newHash, partName } from '../storage/content/content-store.ts';
import type { DataFolder } from '../storage/content/data-folder.ts';
import { truncatePart, withPlainBytes } from '../storage/content/sealed-parts.ts';
import { openToRead } from '../storage/database.ts';

/** The content of a backup. */
export interface BackupContent {
  readonly files: number;
  readonly bytes: bigint;
  /** Number of files that are hard links to the data folder. */
  readonly linked: number;
  /** Uploads that can be continued after a restore. */
  readonly uploads: number;
}

/** A part in the database, with its valid size. */
interface Part {
  readonly name: string;
  readonly size: bigint;
  /** SHA-256 of its first `digested` bytes; null: not known. */
  readonly digest: Digest | null;
  readonly digested: bigint;
}

/**
 * Copies or links the content that a copy of the database refers to, and checks its size and SHA-256, unless its data key
 * was destroyed; removes content that only an earlier copy referred to. Checks the copy of the database too.
 *
 * @returns undefined when some content disappeared during the copy.
 * @throws {StorageError}
 */
export async function collectContent(
  from: DataFolder,
  to: DataFolder,
  { copy, keys }: { readonly copy: boolean; readonly keys: DataKeySource },
): Promise<BackupContent | undefined> {
  const database = await openToRead(to.database);
  try {
    checkIntegrity(database);
    const wanted = new Set<string>();
    const gathered = { files: 0, bytes: 0n, linked: 0, uploads: 0 };
    for (const part of publishedParts(database)) {
      wanted.add(part.name);
      const done = await putPublished([from, to], part, copy, keys);
      if (done === undefined) return undefined;
      gathered.files += 1;
      gathered.bytes += part.size;
      if (done === 'linked') gathered.linked += 1;
    }
    for (const part of unfinishedParts(database)) {
      wanted.add(part.name);
      if (!(await putSpooled([from, to], part, keys))) return undefined;
      gathered.uploads += 1;
    }
    await removeOthers(to, wanted);
    return gathered;
  } finally {
    database.close();
  }
}

function checkIntegrity(database: DatabaseSyncInstance): void {
  const [first] = database.prepare('PRAGMA integrity_check(1)').all();
  if (first?.integrity_check === 'ok') return;
  throw new StorageError('failed', `The database is damaged: ${first?.integrity_check}. Run doctor.`);
}

function* publishedParts(database: DatabaseSyncInstance): Generator<Part> {
  const statement = database.prepare(
    "SELECT content, size, CASE WHEN described_content = content THEN digest END AS digest FROM entries WHERE kind = 'file'",
  );
  statement.setReadBigInts(true);
  for (const { content, size, digest } of statement.iterate()) {
    yield { name: String(content), size: BigInt(size), digest, digested: BigInt(size) };
  }
}

function* unfinishedParts(database: DatabaseSyncInstance): Generator<Part> {
  const statement = database.prepare(
    'SELECT id, spool_generation, held, digest, digest_held FROM uploads WHERE finished_at IS NULL',
  );
  statement.setReadBigInts(true);
  for (const { id, spool_generation, held, digest, digest_held } of statement.iterate()) {
    const name = partName(String(id), Number(spool_generation));
    yield { name, size: BigInt(held), digest, digested: BigInt(digest_held ?? 0) };
  }
}

async function putPublished(
  [from, to]: readonly [DataFolder, DataFolder],
  part: Part,
  copy: boolean,
  keys: DataKeySource,
): Promise<'linked' | 'copied' | undefined> {
  const shard = part.name.slice(0, 2);
  const [source, target] = [join(from.files, shard, part.name), join(to.files, shard, part.name)];
  await mkdir(join(to.files, shard), { recursive: true, mode: 0o700 });
  // Published content is immutable, so it may be shared; an earlier round may have linked it.
  const linked = copy ? 'other' : await linkedTo(source, target);
  if (linked === 'gone') return undefined;
  if (linked === 'other' && !(await copied(source, target))) return undefined;
  const { nlink } = await stat(target);
  const done = nlink > 1 ? 'linked' : 'copied';
  if (await isDestroyed(part.name, keys)) return done;
  const size = await withPlainBytes(target, keys, async (bytes) => bytes.size);
  if (BigInt(size) === part.size) {
    await checkDigest(target, part, source, keys);
    return done;
  }
  throw new StorageError('lost', `${source} should have ${part.size} bytes, and has ${size}. Run doctor.`);
}

async function linkedTo(source: string, target: string): Promise<'linked' | 'gone' | 'other'> {
  try {
    await link(source, target);
    return 'linked';
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'linked';
    // Another volume, or one without hard links: copied instead.
    return errorCode(error) === 'ENOENT' ? 'gone' : 'other';
  }
}

async function copied(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return true;
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  await syncFile(target);
  return true;
}

/** Copies the acknowledged bytes only: bytes after them may still change. */
async function putSpooled(
  [from, to]: readonly [DataFolder, DataFolder],
  part: Part,
  keys: DataKeySource,
): Promise<boolean> {
  const target = join(to.spool, part.name);
  await rm(target, { force: true });
  // An upload that is being published has left the spool.
  for (const source of [join(from.spool, part.name), join(from.files, part.name.slice(0, 2), part.name)]) {
    if (!(await copied(source, target))) continue;
    const complete = await usingFile(target, { flags: 'r+' }, async (file) => {
      if (!(await truncatePart(file, part.name, Number(part.size)))) return false;
      await file.sync();
      return true;
    });
    if (complete) await checkDigest(target, part, source, keys);
    return complete;
  }
  return false;
}

/** @throws {StorageError} `lost` when the first bytes of a file are not those of the part. */
async function checkDigest(
  path: string,
  { name, digest, digested }: Part,
  source: string,
  keys: DataKeySource,
): Promise<void> {
  if (digest === null || (await isDestroyed(name, keys))) return;
  const hash = newHash();
  await withPlainBytes(path, keys, async ({ read }) => {
    for await (const piece of read(0, Number(digested))) hash.update(piece);
  });
  const found = hash.digest('hex');
  if (found === digest) return;
  throw new StorageError(
    'lost',
    `${source} has changed: its SHA-256 is ${found}, and should be ${digest}. Nothing was backed up. Run doctor --deep, which names the file.`,
  );
}

async function removeOthers(to: DataFolder, wanted: ReadonlySet<string>): Promise<void> {
  const shards = (await readdir(to.files)).map((shard) => join(to.files, shard));
  for (const folder of [to.spool, ...shards]) {
    for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name));
  }
}
