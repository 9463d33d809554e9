import { sql } from 'kysely';
import type { DataKeys } from '../domain/data-keys.ts';
import { audit } from '../storage/audit-log.ts';
import { noteErasure } from '../storage/erasure.ts';
import { lockedFiles, lockedRejection } from '../storage/locks.ts';
import type { Db } from '../storage/tables.ts';
import { finishErasure } from './erasure/erase-account.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

/** A data key, and what it seals. */
export interface ListedDataKey {
  readonly id: string;
  /** Null: accounts without a tenant. */
  readonly tenant: number | null;
  readonly sealedBy: 'service-key' | 'kms';
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly files: number;
  readonly bytes: bigint;
}

/** The data keys, the oldest first, with the published files that they seal. */
export async function listDataKeysOf({ db }: { readonly db: Db }): Promise<readonly ListedDataKey[]> {
  const { rows } = await sql<Omit<ListedDataKey, 'bytes'> & { readonly bytes: string }>`
    SELECT data_keys.id, client_id AS tenant, sealed_by AS "sealedBy", created_at AS "createdAt",
      coalesce(files, 0) AS files, CAST(coalesce(bytes, 0) AS text) AS bytes
    FROM data_keys LEFT JOIN (
      SELECT ${keyOfContent} AS key, count(*) AS files, sum(size) AS bytes FROM entries WHERE ${isSealed} GROUP BY 1
    ) AS sealed ON key = id ORDER BY number`.execute(db);
  return rows.map((row) => ({ ...row, bytes: BigInt(row.bytes) }));
}

/** The id of the data key that seals a file, and whether one does, as `dataKeyOf`. */
const [keyOfContent, isSealed] = [sql`substr(entries.content, 21, 12)`, sql`substr(entries.content, 20, 1) = 'k'`];

/**
 * The tenants whose accounts have files that the data keys of another tenant seal: accounts that have been in it.
 *
 * @returns their clientIds; null: accounts without a tenant.
 */
export async function otherTenantsOf(db: Db, tenant: number): Promise<readonly (number | null)[]> {
  const { rows } = await sql<{ readonly tenant: number | null }>`
    SELECT DISTINCT accounts.client_id AS tenant FROM entries JOIN accounts ON accounts.id = account_id
    WHERE accounts.client_id IS DISTINCT FROM ${tenant} AND ${isSealed}
      AND ${keyOfContent} IN (SELECT id FROM data_keys WHERE client_id = ${tenant}) ORDER BY 1`.execute(db);
  return rows.map((row) => row.tenant);
}

interface DataKeyContext extends Pick<OperatorContext, 'db' | 'now'> {
  readonly dataKeys: DataKeys;
}

/** Creates a data key for the new files of a tenant. @returns its id. @throws {OperatorError} `unknown-tenant` */
export async function rotateDataKey({ db, now, dataKeys }: DataKeyContext, tenant: number): Promise<string> {
  await checkTenant(db, tenant);
  return await dataKeys.create(tenant, 'operator', now());
}

/**
 * Destroys the data keys of a tenant: nobody can read its sealed files any more. The database is written anew, so that its
 * files do not have the keys; backups of before have them.
 *
 * @returns the number of keys.
 * @throws {OperatorError} `unknown-tenant`; {@link Rejection} `FileLocked`.
 */
export async function destroyDataKeys(
  { db, now, rewrite }: Pick<DataKeyContext, 'db' | 'now'> & { readonly rewrite: () => Promise<void> },
  tenant: number,
): Promise<number> {
  await checkTenant(db, tenant);
  const destroyed = await db.transaction().execute(async (transaction) => {
    // First: uploads that are being published with a key are waited for.
    const keys = await transaction.deleteFrom('data_keys').where('client_id', '=', tenant).returning('id').execute();
    const sealed = sql`${isSealed} AND ${keyOfContent} IN (${sql.join(['', ...keys.map(({ id }) => id)])})`;
    const [locked] = await lockedFiles(transaction, sealed, { most: 1, now: now() });
    if (locked !== undefined) throw await lockedRejection(transaction, locked);
    for (const { id } of keys) {
      const entry = { actor: 'operator', action: 'data-key.destroyed', subject: `data-key:${id}` } as const;
      await audit(transaction, { ...entry, details: { tenant } }, now());
    }
    await noteErasure(transaction);
    return keys.length;
  });
  await finishErasure({ db, rewrite });
  return destroyed;
}

async function checkTenant(db: Db, tenant: number): Promise<void> {
  const found = await db.selectFrom('tenants').select('client_id').where('client_id', '=', tenant).executeTakeFirst();
  if (found === undefined) throw new OperatorError('unknown-tenant', `No tenant has the clientId ${tenant}.`);
}
