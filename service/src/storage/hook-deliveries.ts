import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** A delivery that this process has leased. */
export interface LeasedDelivery {
  readonly seq: number;
  /** Id of the event. */
  readonly id: string;
  readonly body: string;
  /** Attempts that failed. */
  readonly attempts: number;
  readonly sinceAt: number;
}

/** How long a delivery is kept, whatever became of it, in milliseconds. */
const keptDeliveries = 30 * 24 * 3_600_000;

/** Adds an event for a hook. Call it in the transaction of the change. */
export async function insertDelivery(
  db: Db,
  row: {
    readonly id: string;
    readonly hook: string;
    readonly accountId: string;
    readonly fileKey: string;
    readonly body: string;
    /** When the time to deliver it begins; default: now. */
    readonly dueAt?: number;
  },
  now: number,
): Promise<void> {
  const { id, hook, accountId, fileKey, body, dueAt = now } = row;
  const times = { created_at: now, since_at: dueAt, due_at: dueAt };
  await db
    .insertInto('hook_deliveries')
    .values({ id, hook, account_id: accountId, file_key: fileKey, body, ...times })
    .execute();
}

/** Whether a delivery of a hook may be due; a cheap question before `leaseDelivery`. */
export async function hasDueDelivery(db: Db, hook: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('hook_deliveries')
    .select('seq')
    .where('hook', '=', hook)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where((each) => each.or([each('lease_until', 'is', null), each('lease_until', '<=', now)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Leases the next due delivery of a hook. One whose file has an older pending delivery waits for that. */
export async function leaseDelivery(
  db: Db,
  hook: string,
  { owner, now, until }: { readonly owner: string; readonly now: number; readonly until: number },
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    UPDATE hook_deliveries SET lease_owner = ${owner}, lease_until = ${until} WHERE seq = (
      SELECT seq FROM hook_deliveries AS next
      WHERE hook = ${hook} AND failed_at IS NULL AND due_at <= ${now}
        AND (lease_until IS NULL OR lease_until <= ${now})
        AND NOT EXISTS (SELECT 1 FROM hook_deliveries AS older WHERE older.hook = next.hook
          AND older.file_key = next.file_key AND older.seq < next.seq AND older.failed_at IS NULL)
      ORDER BY due_at, seq LIMIT 1)
      AND (lease_until IS NULL OR lease_until <= ${now})
    RETURNING seq, id, body, attempts, since_at AS "sinceAt"`.execute(db);
  return rows[0];
}

/** The longest that the deliveries of a hook can have to wait, in milliseconds. */
export interface LongestWaits {
  readonly hook: string;
  readonly firstPause: number;
  readonly longestPause: number;
  /** From the event to the first attempt. */
  readonly delay: number;
  /** Duration of a lease. */
  readonly lease: number;
}

/**
 * Shortens what lasts longer than it was ever meant to, since the clock was set back: the wait for the next attempt, which
 * doubles with each failed one, and the lease of a running one.
 */
export async function shortenWaits(
  db: Db,
  { hook, firstPause, longestPause, delay, lease }: LongestWaits,
  now: number,
): Promise<void> {
  const doublings = Math.ceil(Math.log2(longestPause / firstPause));
  const wait = sql<number>`CASE WHEN attempts = 0 THEN CAST(${delay} AS INTEGER)
    WHEN attempts > ${doublings} THEN CAST(${longestPause} AS INTEGER)
    ELSE CAST(${firstPause} AS INTEGER) * (1 << CAST(attempts - 1 AS INTEGER)) END`;
  await db
    .updateTable('hook_deliveries')
    .set({ due_at: now })
    .where('hook', '=', hook)
    .where('failed_at', 'is', null)
    .where('due_at', '>', sql<number>`CAST(${now} AS BIGINT) + ${wait}`)
    .execute();
  await db
    .updateTable('hook_deliveries')
    .set({ lease_until: now + lease })
    .where('hook', '=', hook)
    .where('lease_until', '>', now + lease)
    .execute();
}

/** Deletes a delivered event, if this process still has its lease. */
export async function deleteDelivery(db: Db, seq: number, owner: string): Promise<void> {
  await db.deleteFrom('hook_deliveries').where('seq', '=', seq).where('lease_owner', '=', owner).execute();
}

/**
 * Stores a failed attempt, if this process still has its lease.
 *
 * @param next when it is tried again, or that it is not.
 */
export async function storeFailure(
  db: Db,
  { seq, attempts }: Pick<LeasedDelivery, 'seq' | 'attempts'>,
  owner: string,
  { reason, ...next }: { readonly reason: string } & ({ readonly dueAt: number } | { readonly failedAt: number }),
): Promise<void> {
  await db
    .updateTable('hook_deliveries')
    .set({ attempts: attempts + 1, last_error: reason, lease_owner: null, lease_until: null })
    .set('dueAt' in next ? { due_at: next.dueAt } : { failed_at: next.failedAt })
    .where('seq', '=', seq)
    .where('lease_owner', '=', owner)
    .execute();
}

/** Releases the leases of an owner: its deliveries are due again. */
export async function releaseDeliveries(db: Db, owner: string): Promise<void> {
  await db
    .updateTable('hook_deliveries')
    .set({ lease_owner: null, lease_until: null })
    .where('lease_owner', '=', owner)
    .execute();
}

/** The owners of leases. */
export async function deliveryOwners(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('hook_deliveries')
    .select('lease_owner')
    .distinct()
    .where('failed_at', 'is', null)
    .where('lease_owner', 'is not', null)
    .execute();
  return rows.flatMap(({ lease_owner }) => lease_owner ?? []);
}

/** The number of pending deliveries, and when the time to deliver the oldest of them began; 0 without any. */
export async function pendingDeliveries(db: Db): Promise<{ readonly pending: number; readonly oldestAt: number }> {
  const { pending, oldestAt } = await db
    .selectFrom('hook_deliveries')
    .select((each) => [each.fn.countAll<number>().as('pending'), each.fn.min('since_at').as('oldestAt')])
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { pending, oldestAt: oldestAt ?? 0 };
}

/** Deletes old deliveries. Nothing else removes those of a hook that is no longer in the settings. */
export async function sweepDeliveries(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('hook_deliveries')
    .where('since_at', '<', now - keptDeliveries)
    .execute();
}
