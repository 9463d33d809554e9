import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { StorageError } from '../common/storage-error.ts';
import type { Seals } from '../secrets/seal.ts';
import { isPostgres } from './engine.ts';
import { type PreparedQuery, prepared } from './prepared-query.ts';
import type { Db, Tables } from './tables.ts';

/** A sealed data key. */
export type DataKeyRow = Selectable<Tables['data_keys']>;

export const dataKeyById: PreparedQuery<{ readonly id: string }, DataKeyRow> = prepared<{ readonly id: string }>()(
  (db, value) => db.selectFrom('data_keys').selectAll().where('id', '=', value('id')),
);

/** Finds a data key, which stays until the end of the transaction: whoever destroys it waits. */
export const heldDataKey: PreparedQuery<{ readonly id: string }, Pick<DataKeyRow, 'id'>> = prepared<{
  readonly id: string;
}>()((db, value) =>
  db
    .selectFrom('data_keys')
    .select('id')
    .where('id', '=', value('id'))
    // On SQLite the transaction itself excludes it.
    .$if(isPostgres(db), (query) => query.forKeyShare()),
);

/** The newest data key of the tenant of an account; null: it has no key yet. */
export async function newestDataKey(
  db: Db,
  accountId: string,
): Promise<{ readonly clientId: number | null; readonly id: string | null }> {
  const { rows } = await sql<{ clientId: number | null; id: string | null }>`
    SELECT client_id AS "clientId", (
      SELECT id FROM data_keys WHERE data_keys.client_id = accounts.client_id
        OR (data_keys.client_id IS NULL AND accounts.client_id IS NULL)
      ORDER BY number DESC LIMIT 1) AS id
    FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? { clientId: null, id: null };
}

export async function insertDataKey(db: Db, row: Omit<DataKeyRow, 'number'>): Promise<void> {
  await db.insertInto('data_keys').values(row).execute();
}

/**
 * Seals the data keys anew with the current service key, where another one sealed them; returns their number. Call it in a
 * transaction.
 *
 * @throws {StorageError} `other-key` when one was sealed with a key that is missing.
 */
export async function resealDataKeys(db: Db, seals: Seals): Promise<number> {
  const rows = await db
    .selectFrom('data_keys')
    .select(['id', 'sealed'])
    .where('sealed_by', '=', 'service-key')
    .where('key_id', 'is distinct from', seals.keyId)
    .execute();
  for (const { id, sealed } of rows) {
    const text = seals.open('data-key', id, sealed);
    if (text === undefined)
      throw new StorageError('other-key', `The data key ${id} was sealed with another service key.`);
    const columns = { sealed: seals.seal('data-key', id, text), key_id: seals.keyId };
    await db.updateTable('data_keys').set(columns).where('id', '=', id).execute();
  }
  return rows.length;
}
