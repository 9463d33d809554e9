import { errorCode, StorageError } from '../../common/storage-error.ts';
import { newHash } from '../../storage/content/content-store.ts';
import type { Db } from '../../storage/tables.ts';
import { filesOf } from '../doctor/check-content.ts';
import { OperatorError } from '../operator-context.ts';
import { copyRows, migratedContent } from './copy-rows.ts';
import { type Exclusion, excludeOthers } from './exclude-others.ts';
import type { MigrationSide } from './migration-side.ts';

/** Counts of a migration. */
export interface Migrated {
  readonly files: number;
  readonly bytes: bigint;
  /** Unfinished uploads, which go on at the new place. */
  readonly uploads: number;
  /** Files that an interrupted migration had copied. */
  readonly skipped: number;
  /** Files and uploads whose rows were copied alone, since their data key was destroyed. */
  readonly destroyed: number;
}

/**
 * Copies a service: first the bytes, then all rows in one transaction. One that is interrupted has copied no row, and goes
 * on where it was when it is run again. No process can open either side during it.
 *
 * @throws {OperatorError} `already-there` when the target has accounts or tenants; `in-use` when a process has a side open.
 * @throws {StorageError} `lost` when bytes of the source are missing, or have changed.
 */
export async function migrateService(from: MigrationSide, to: MigrationSide): Promise<Migrated> {
  await checkEmpty(to.db);
  const source = await excludeOthers(from.db, { side: 'source', onMachines: from.onMachines });
  try {
    const target = await excludeOthers(to.db, { side: 'target', onMachines: to.onMachines });
    try {
      return await copyService(from, to, [source, target]);
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

async function copyService(
  from: MigrationSide,
  to: MigrationSide,
  [source, target]: readonly [Exclusion, Exclusion],
): Promise<Migrated> {
  let [files, bytes, uploads, skipped, destroyed] = [0, 0n, 0, 0, 0];
  const copy = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (errorCode(error) !== 'key-destroyed') throw error;
      destroyed += 1;
    }
  };
  for await (const { content, size, digest } of filesOf(from)) {
    const name = migratedContent(content);
    await copy(async () => {
      if (await to.holds(name, size)) skipped += 1;
      else await to.write(name, size, checked(from.read(content), { what: content, size, digest }));
      files += 1;
      bytes += size;
    });
  }
  const unfinished = await from.db.selectFrom('uploads').selectAll().where('finished_at', 'is', null).execute();
  for (const upload of unfinished) {
    const { id, held, digest, digest_held } = upload;
    const expected = { what: `upload ${id}`, size: held, digest: digest_held === held ? digest : null };
    await copy(async () => {
      await to.writeUnfinished(id, held, checked(from.readUnfinished(upload), expected));
      uploads += 1;
    });
  }
  await to.db.transaction().execute(async (transaction) => {
    await checkEmpty(transaction);
    await copyRows(from.db, transaction);
    await from.db.transaction().execute((ofSource) => source.confirm(ofSource));
    await target.confirm(transaction);
  });
  return { files, bytes, uploads, skipped, destroyed };
}

async function checkEmpty(db: Db): Promise<void> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  const tenant = await db.selectFrom('tenants').select('client_id').limit(1).executeTakeFirst();
  if (account === undefined && tenant === undefined) return;
  throw new OperatorError('already-there', 'The target has accounts or tenants. Migrate to an empty one.');
}

/** Passes bytes on, and compares their number and SHA-256 with those of the database. */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { what, size, digest }: { readonly what: string; readonly size: bigint; readonly digest: string | null },
): AsyncGenerator<Uint8Array> {
  const hash = newHash();
  let read = 0n;
  for await (const piece of bytes) {
    hash.update(piece);
    read += BigInt(piece.length);
    if (read <= size) yield piece;
  }
  if (read === size && (digest === null || hash.digest('hex') === digest)) return;
  throw new StorageError('lost', `The bytes of ${what} are missing, or have changed. Run doctor --deep.`);
}
