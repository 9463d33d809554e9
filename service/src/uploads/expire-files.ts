import { sql } from 'kysely';
import { audit } from '../storage/audit-log.ts';
import { lockedFiles } from '../storage/locks.ts';
import { listPolicies, type Policy } from '../storage/policies.ts';
import type { Db } from '../storage/tables.ts';
import type { StoredContent } from './uploads.ts';

/** Files in one transaction. */
const batchSize = 200;

interface ExpiredFile {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly content: string;
  readonly digest: string | null;
  readonly publishedAt: number;
}

/**
 * Removes files that were published longer ago than the retention of their folder, or else of their tenant. The retention
 * of a folder applies to all folders in it that have none of their own. Files that an older version published count from the
 * sweep that computed their SHA-256. Locked files stay. Each file is in the audit log; a process that is
 * killed has removed whole files only, and their bytes are swept.
 *
 * @returns the number of files.
 */
export async function expireFiles(uploads: StoredContent): Promise<number> {
  const { db, store, now } = uploads;
  let removed = 0;
  for (const policy of await listPolicies(db, 'retention')) {
    if (policy.value === 0n) continue;
    const before = now() - Number(policy.value);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const batch: ExpiredBatch = await db
        .transaction()
        .execute((transaction) => expireBatch(transaction, { policy, before, after: after ?? '' }, now()));
      for (const content of batch.removed) await store.remove(content).catch(() => undefined);
      removed += batch.removed.length;
      after = batch.last;
    }
  }
  return removed;
}

interface ExpiredBatch {
  /** Contents of the removed files. */
  readonly removed: readonly string[];
  /** Id of the last file; undefined: there was none. */
  readonly last: string | undefined;
}

/** Files that were published before a time and have an id after another one. */
interface Expiring {
  readonly policy: Policy;
  readonly before: number;
  readonly after: string;
}

async function expireBatch(db: Db, expiring: Expiring, now: number): Promise<ExpiredBatch> {
  const { rows } = await expiredFiles(expiring).execute(db);
  const removed: string[] = [];
  if (rows.length === 0) return { removed, last: undefined };
  const files = sql`entries.id IN (${sql.join(rows.map(({ id }) => id))})`;
  // Their locks last longer than their retention.
  const locked = new Set((await lockedFiles(db, files, { most: batchSize, now })).map(({ id }) => id));
  for (const { id, name, accountId, content, digest, publishedAt } of rows) {
    if (locked.has(id)) continue;
    // Another process may have removed it, or an upload replaced it, since it was found.
    const done = await db.deleteFrom('entries').where('id', '=', id).where('content', '=', content).executeTakeFirst();
    if (done.numDeletedRows === 0n) continue;
    removed.push(content);
    const published = new Date(publishedAt).toISOString();
    const details = { account: accountId, name, sha256: digest, published };
    await audit(db, { actor: 'sweep', action: 'file.expired', subject: `file:${id}`, details }, now);
  }
  return { removed, last: rows.at(-1)?.id };
}

function expiredFiles({ policy: { kind, id }, before, after }: Expiring): ReturnType<typeof sql<ExpiredFile>> {
  const start =
    kind === 'folder'
      ? sql`SELECT id FROM entries WHERE id = ${id}`
      : sql`SELECT entries.id FROM entries JOIN accounts ON accounts.id = entries.account_id
          WHERE client_id = ${Number(id)} AND parent_id IS NULL AND ${withoutRetention}`;
  return sql<ExpiredFile>`
    WITH RECURSIVE inside(id) AS (
      ${start}
      UNION ALL
      SELECT entries.id FROM entries JOIN inside ON entries.parent_id = inside.id
      WHERE kind = 'folder' AND ${withoutRetention})
    SELECT entries.id, name, account_id AS "accountId", content, digest, published_at AS "publishedAt"
    FROM entries JOIN inside ON entries.parent_id = inside.id
    WHERE kind = 'file' AND described_content = content AND published_at < ${before} AND entries.id > ${after}
    ORDER BY entries.id LIMIT ${batchSize}`;
}

const withoutRetention = sql`entries.id NOT IN (
  SELECT subject_id FROM policies WHERE policies.kind = 'retention' AND subject_kind = 'folder')`;
