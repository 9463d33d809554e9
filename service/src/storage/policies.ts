import { sql } from 'kysely';
import type { Db, PolicySubjectKind } from './tables.ts';

/** Subject of a quota or retention: the id of an account, a folder or a folder access key, or a tenant's ClientID. */
export interface PolicySubject {
  readonly kind: PolicySubjectKind;
  readonly id: string;
}

/** A quota in bytes, or a retention in milliseconds; a retention of 0 keeps files forever. */
export interface Policy extends PolicySubject {
  readonly value: bigint;
}

export type PolicyKind = 'quota' | 'retention';

export async function setPolicy(db: Db, kind: PolicyKind, { kind: subject_kind, id, value }: Policy): Promise<void> {
  await db
    .insertInto('policies')
    .values({ kind, subject_kind, subject_id: id, value })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_kind', 'subject_id']).doUpdateSet({ value }))
    .execute();
}

/** Whether there was one. */
export async function clearPolicy(db: Db, kind: PolicyKind, subject: PolicySubject): Promise<boolean> {
  const done = await db
    .deleteFrom('policies')
    .where('kind', '=', kind)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export async function listPolicies(db: Db, kind: PolicyKind): Promise<readonly Policy[]> {
  return await db
    .selectFrom('policies')
    .select(['subject_kind as kind', 'subject_id as id', 'value'])
    .where('kind', '=', kind)
    .orderBy('subject_kind')
    .orderBy('subject_id')
    .execute();
}

/** The value of a policy; undefined if not set. */
export async function findPolicy(db: Db, kind: PolicyKind, subject: PolicySubject): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('policies')
    .select('value')
    .where('kind', '=', kind)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst();
  return row?.value;
}

/** The quotas of some subjects. */
export async function findQuotas(db: Db, subjects: readonly PolicySubject[]): Promise<readonly Policy[]> {
  return await db
    .selectFrom('policies')
    .select(['subject_kind as kind', 'subject_id as id', 'value'])
    .where('kind', '=', 'quota')
    .where((where) => where.or(subjects.map(({ kind, id }) => where.and({ subject_kind: kind, subject_id: id }))))
    .execute();
}

/** Bytes of the published files and unfinished uploads of an account, a folder access key or a tenant. */
export async function usedBytes(db: Db, { kind, id }: PolicySubject): Promise<bigint> {
  const { rows } = await usage[kind](id).execute(db);
  return BigInt(rows[0]?.bytes ?? '0');
}

type UsageQuery = (id: string) => ReturnType<typeof sql<{ readonly bytes: string }>>;

/** As text: a sum may not fit in a number. */
const usage: Readonly<Record<PolicySubjectKind, UsageQuery>> = {
  'folder-key': (id) => sql`SELECT CAST(
    (SELECT coalesce(sum(size), 0) FROM entries WHERE folder_key_id = ${id} AND described_content = content) +
    (SELECT coalesce(sum(held), 0) FROM uploads WHERE folder_key_id = ${id} AND finished_at IS NULL) AS TEXT) AS bytes`,
  account: (id) => sql`SELECT CAST(
    (SELECT coalesce(sum(size), 0) FROM entries WHERE account_id = ${id}) +
    (SELECT coalesce(sum(held), 0) FROM uploads JOIN entries ON entries.id = uploads.folder_id
      WHERE account_id = ${id} AND finished_at IS NULL) AS TEXT) AS bytes`,
  tenant: (id) => sql`SELECT CAST(
    (SELECT coalesce(sum(size), 0) FROM entries JOIN accounts ON accounts.id = entries.account_id
      WHERE client_id = ${Number(id)}) +
    (SELECT coalesce(sum(held), 0) FROM uploads JOIN entries ON entries.id = uploads.folder_id
      JOIN accounts ON accounts.id = entries.account_id
      WHERE client_id = ${Number(id)} AND finished_at IS NULL) AS TEXT) AS bytes`,
  folder: () => sql`SELECT '0' AS bytes`,
};
