import { sql } from 'kysely';
import { StorageError } from '../common/storage-error.ts';
import { audit } from '../storage/audit-log.ts';
import { isPostgres } from '../storage/engine.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { removeEntry } from '../storage/removal.ts';
import type { Db } from '../storage/tables.ts';
import type { RemovalContext } from './removal-context.ts';

/** Files in one transaction at most. */
const maxFiles = 256;

/** Files that were removed before the rest. */
export interface RemovedBefore {
  files: number;
  bytes: bigint;
}

/**
 * Removes on a volume that is too full for one transaction: some files of the folder first, the largest ones, whose bytes
 * make room, until the rest fits. Each file is in the audit log; a killed process has removed whole files.
 *
 * @param folder finds the id of the folder; undefined without a folder to take files from.
 * @returns the result of `remove`.
 * @throws {StorageError} `full` when there is no room even for one file.
 */
export async function removeInSteps<T>(
  context: RemovalContext,
  folder: (db: Db) => Promise<string | undefined>,
  remove: () => Promise<T>,
): Promise<{ readonly result: T; readonly before: RemovedBefore }> {
  const before: RemovedBefore = { files: 0, bytes: 0n };
  for (let steps = 1; ; steps *= 2) {
    try {
      return { result: await remove(), before };
    } catch (error) {
      if (!isFull(error)) throw error;
      const id = await folder(context.db);
      for (let step = 0; step < steps; step += 1) {
        const files = id === undefined ? [] : await removeSome(context, id);
        if (files.length === 0 && step === 0) throw error;
        before.files += files.length;
        before.bytes += files.reduce((sum, { size }) => sum + size, 0n);
      }
    }
  }
}

interface SomeFile {
  readonly id: string;
  readonly content: string;
  readonly size: bigint;
  readonly digest: string | null;
}

/** Removes as many files as there is room for. @throws {StorageError} `full` without room for one. */
async function removeSome({ db, store, now }: RemovalContext, folderId: string): Promise<readonly SomeFile[]> {
  for (let count = maxFiles; ; count = Math.floor(count / 4)) {
    try {
      const removed = await db.transaction().execute(async (transaction) => {
        const files = await largestFiles(transaction, folderId, count);
        for (const file of files) await removeOne(transaction, file, now());
        return files;
      });
      for (const { content } of removed) await store.remove(content).catch(() => undefined);
      // The database may have to grow for it: before the next transaction uses the room.
      if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(db).catch(() => undefined);
      return removed;
    } catch (error) {
      if (!isFull(error) || count === 1) throw error;
    }
  }
}

async function removeOne(transaction: Db, { id, size, digest }: SomeFile, now: number): Promise<void> {
  const subject = `file:${(await pathOfEntry(transaction, id)) ?? id}`;
  await removeEntry(transaction, id, now);
  const details = { bytes: String(size), sha256: digest };
  await audit(transaction, { actor: 'operator', action: 'file.removed', subject, details }, now);
}

async function largestFiles(db: Db, folderId: string, count: number): Promise<readonly SomeFile[]> {
  const { rows } = await sql<SomeFile>`
    WITH RECURSIVE inside(id) AS (
      SELECT id FROM entries WHERE id = ${folderId}
      UNION ALL
      SELECT entries.id FROM entries JOIN inside ON entries.parent_id = inside.id WHERE kind = 'folder')
    SELECT entries.id, content, size, CASE WHEN described_content = content THEN digest END AS digest
    FROM entries JOIN inside ON entries.parent_id = inside.id
    WHERE kind = 'file' ORDER BY size DESC LIMIT ${count}`.execute(db);
  return rows.map((row) => ({ ...row, size: BigInt(row.size) }));
}

function isFull(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'full';
}
