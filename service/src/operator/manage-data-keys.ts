import type { DataKeys } from '../domain/data-keys.ts';
import { audit } from '../storage/audit-log.ts';
import { dataKeyOf } from '../storage/content/content-store.ts';
import { listDataKeys } from '../storage/data-keys.ts';
import { noteErasure } from '../storage/erasure.ts';
import { rejectLocked } from '../storage/locks.ts';
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
  const sealed = new Map<string, { files: number; bytes: bigint }>();
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('entries')
      .select(['id', 'content', 'size'])
      .where('content', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1_000)
      .execute();
    for (const { id, content, size } of page) {
      after = id;
      const key = dataKeyOf(content ?? '');
      if (key === undefined) continue;
      const sum = sealed.get(key) ?? { files: 0, bytes: 0n };
      sealed.set(key, { files: sum.files + 1, bytes: sum.bytes + (size ?? 0n) });
    }
    if (page.length < 1_000) break;
  }
  return (await listDataKeys(db)).map(({ id, client_id, sealed_by, created_at }) => ({
    id,
    tenant: client_id,
    sealedBy: sealed_by,
    createdAt: created_at,
    ...(sealed.get(id) ?? { files: 0, bytes: 0n }),
  }));
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
    const roots = await transaction
      .selectFrom('entries')
      .innerJoin('accounts', 'accounts.id', 'entries.account_id')
      .select('entries.id')
      .where('accounts.client_id', '=', tenant)
      .where('parent_id', 'is', null)
      .execute();
    for (const { id } of roots) await rejectLocked(transaction, id, now());
    const keys = await transaction.deleteFrom('data_keys').where('client_id', '=', tenant).returning('id').execute();
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
