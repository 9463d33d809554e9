import { join } from 'node:path';
import { exists } from '../../common/file-system.ts';
import { asStorageError, errorCode } from '../../common/storage-error.ts';
import {
  batchesOf,
  type DataKeySource,
  type Digest,
  isDestroyed,
  newHash,
  partName,
} from '../../storage/content/content-store.ts';
import { fileStore } from '../../storage/content/file-store.ts';
import { withPlainBytes } from '../../storage/content/sealed-parts.ts';
import { currentDigest, pathOfEntry } from '../../storage/folder-entries.ts';
import { findKnown, findStrays, findUploadById, type Upload } from '../../storage/upload-rows.ts';
import { type DoctorContext, type Finding, type FindingCode, finding } from './doctor-finding.ts';

/** Findings, and the number and bytes of checked files. */
export interface ContentFindings {
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly bytes: bigint;
}

/** Maximum number of findings of content that are reported individually. */
const maxFindings = 20;
const pageSize = 1000;

const restore =
  'Restore the bytes from a backup (the same name below files/ or spool/), or have the file uploaded again.';

/**
 * Checks that the bytes of all files, and the acknowledged bytes of all uploads, exist.
 *
 * @param deep reads all bytes, and compares them with their SHA-256.
 */
export async function checkContent(
  context: DoctorContext,
  { deep }: { readonly deep: boolean },
): Promise<ContentFindings> {
  const findings: Finding[] = [];
  let [files, bytes, faults, withoutDigest, destroyed] = [0, 0n, 0, 0, 0];
  const add = (found: Finding | undefined): void => {
    if (found === undefined) return;
    faults += 1;
    if (faults <= maxFindings) findings.push(found);
  };
  for await (const file of filesOf(context)) {
    files += 1;
    bytes += file.size;
    if (await isDestroyed(file.content, context.dataKeys)) {
      destroyed += 1;
      continue;
    }
    if (file.digest === null) withoutDigest += 1;
    add(await checkFile(context, file, deep));
  }
  for (const upload of await unfinished(context)) add(await checkUpload(context, upload, deep));
  if (withoutDigest > 0) {
    findings.push(
      finding('content-without-digest', `Files without a SHA-256, from an older version: ${withoutDigest}.`),
    );
  }
  if (faults > maxFindings) {
    const message = `${faults - maxFindings} more files or uploads have missing or damaged content.`;
    findings.push(finding('content-missing', message, restore));
  }
  return { findings: [...findings, ...destroyedFindings(destroyed)], files, bytes };
}

/** The finding of files whose data keys were destroyed. */
export function destroyedFindings(files: number): readonly Finding[] {
  if (files === 0) return [];
  return [finding('key-destroyed', `Files that nobody can read, since their data key was destroyed: ${files}.`)];
}

/** A file in the database. */
export interface StoredFile {
  readonly id: string;
  readonly content: string;
  readonly size: bigint;
  /** Null: not known yet. */
  readonly digest: Digest | null;
}

/** All files. */
export async function* filesOf({ db }: Pick<DoctorContext, 'db'>): AsyncGenerator<StoredFile> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('entries')
      .select(['id', 'content', 'size', currentDigest.as('digest')])
      .where('kind', '=', 'file')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, content, size, digest } of page) {
      after = id;
      yield { id, content: content ?? '', size: size ?? 0n, digest };
    }
    if (page.length < pageSize) return;
  }
}

async function checkFile(context: DoctorContext, file: StoredFile, deep: boolean): Promise<Finding | undefined> {
  const { db, folder, dataKeys } = context;
  const path = join(folder.files, file.content.slice(0, 2), file.content);
  const fault = await faultOf(path, dataKeys, { exactly: file.size, deep, digest: file.digest, digested: file.size });
  if (fault === undefined) return undefined;
  const current = await db.selectFrom('entries').select('content').where('id', '=', file.id).executeTakeFirst();
  // Replaced during the check.
  if (current?.content !== file.content) return undefined;
  return finding(fault.code, `${(await pathOfEntry(db, file.id)) ?? file.id}: ${fault.message}`, restore);
}

async function unfinished({ db }: DoctorContext): Promise<readonly Upload[]> {
  return await db.selectFrom('uploads').selectAll().where('finished_at', 'is', null).execute();
}

async function checkUpload(context: DoctorContext, upload: Upload, deep: boolean): Promise<Finding | undefined> {
  const { db, folder, dataKeys } = context;
  const part = partName(upload.id, upload.spool_generation);
  if (await isDestroyed(part, dataKeys)) return undefined;
  const path = join(folder.spool, part);
  const { digest, digest_held } = upload;
  const expected = { atLeast: upload.held, deep, digest, digested: digest_held ?? 0n };
  const fault = await faultOf(path, dataKeys, expected);
  if (fault === undefined) return undefined;
  const current = await findUploadById(db, upload.id);
  const same = current?.held === upload.held && current.spool_generation === upload.spool_generation;
  if (!same || current.finished_at !== null) return undefined;
  // Its publisher stopped before the commit: the next caller finds it there.
  const published = join(folder.files, part.slice(0, 2), part);
  if ((await faultOf(published, dataKeys, expected)) === undefined) return undefined;
  return finding(fault.code, `The upload of ${upload.file_name} that is not finished: ${fault.message}`, restore);
}

interface Expected {
  readonly exactly?: bigint;
  readonly atLeast?: bigint;
  readonly deep: boolean;
  /** SHA-256 of the first `digested` bytes; null: not known. */
  readonly digest: Digest | null;
  readonly digested: bigint;
}

async function faultOf(
  path: string,
  keys: DataKeySource | undefined,
  { exactly, atLeast, deep, digest, digested }: Expected,
): Promise<{ readonly code: FindingCode; readonly message: string } | undefined> {
  let isOpen = false;
  try {
    return await withPlainBytes(path, keys, async ({ size, read }) => {
      isOpen = true;
      if ((exactly !== undefined && BigInt(size) !== exactly) || (atLeast !== undefined && size < atLeast)) {
        return { code: 'content-size', message: `${path} should have ${exactly ?? atLeast} bytes, and has ${size}.` };
      }
      if (!deep) return undefined;
      const hash = newHash();
      let left = Number(digested);
      for await (const piece of read(0, size)) {
        hash.update(piece.subarray(0, left));
        left = Math.max(0, left - piece.length);
      }
      const found = hash.digest('hex');
      if (digest === null || found === digest) return undefined;
      const message = `${path} has changed: its SHA-256 is ${found}, and should be ${digest}.`;
      return { code: 'content-changed', message };
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { code: 'content-missing', message: `${path} does not exist.` };
    const { code, message } = asStorageError(error);
    if (isOpen && code === 'lost') return { code: 'content-changed', message: `${path}: ${message}` };
    return { code: 'content-unreadable', message: isOpen ? `${path} cannot be read (${message}).` : message };
  }
}

/** Younger parts may belong to running requests, or will be swept soon. */
const age = 3_600_000;

/** Checks for parts that no file or upload refers to. */
export async function checkStrays({ folder, db, settings, now }: DoctorContext): Promise<readonly Finding[]> {
  const store = fileStore(folder);
  const before = now - age - 2 * settings.sweepMinutes * 60_000;
  const places = [
    { path: folder.spool, parts: store.spooledBefore(before) },
    { path: folder.files, parts: store.publishedBefore(before) },
  ];
  let [strays, unknown] = [0, 0];
  let example = '';
  for (const { path, parts } of places) {
    // checkFolder reports a missing folder.
    if (!(await exists(path).catch(() => false))) continue;
    for await (const batch of batchesOf(parts)) {
      const found = await findStrays(db, batch);
      const swept = path === folder.files ? await findKnown(db, found) : found;
      strays += swept.length;
      unknown += found.length - swept.length;
      example ||= found.find((part) => !swept.includes(part)) ?? '';
    }
  }
  return [
    ...(strays === 0
      ? []
      : [finding('content-stray', `Files in ${folder.path} that no file or upload refers to: ${strays}.`)]),
    ...(unknown === 0
      ? []
      : [
          finding(
            'content-unknown',
            `Files in ${folder.files} that the database does not know: ${unknown}, such as ${example}.`,
          ),
        ]),
  ];
}
