import { AsyncLocalStorage } from 'node:async_hooks';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** Audited changes. Chunks of unfinished uploads and counts of wrong secrets are not audited. */
export type AuditAction =
  | 'account.created'
  | 'account.changed'
  | 'account.deactivated'
  | 'account.reactivated'
  | 'folder.created'
  | 'file.published'
  | 'file.refused'
  | 'file.released'
  | 'upload.expired'
  | 'signed-in'
  | 'sessions.revoked'
  | 'provisioned'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'folder-key.created'
  | 'folder-key.revoked'
  | 'scim-token.created'
  | 'scim-token.revoked'
  | 'backup.made'
  | 'file.removed'
  | 'file.expired'
  | 'folder.removed'
  | 'account.removed'
  | 'account.erased'
  | 'upload.cancelled'
  | 'quota.set'
  | 'quota.cleared'
  | 'retention.set'
  | 'retention.cleared'
  | 'data-key.created'
  | 'data-key.destroyed'
  | 'lock.set'
  | 'lock.release-requested'
  | 'lock.released'
  | 'audit.trimmed'
  | 'clock.confirmed'
  | 'guesses.cleared'
  | 'link.created'
  | 'file.downloaded'
  | 'folder.downloaded'
  | 'share.created'
  | 'share.revoked'
  | 'mail.added'
  | 'mail.removed'
  | 'hook.given-up'
  | 'hook.retried'
  | 'hook.dropped'
  | 'promotion.ended'
  | 'service-key.added'
  | 'service-key.rotated'
  | 'service-key.retired'
  | 'operator.signed-in'
  | 'operator.signed-out'
  | 'operator-link.created'
  | 'operator-sessions.revoked';

/** An entry of the audit log. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  /** Id of the request that made the change. */
  readonly requestId?: string;
}

/** A person who uses the operator's page. */
export interface OperatorPerson {
  readonly name: string;
  /** Of the identity provider. */
  readonly subject: string;
}

const people = new AsyncLocalStorage<OperatorPerson>();

/** Runs an operator's work for a person: entries with the actor `operator` get `operator:NAME`, and the subject as `by`. */
export function asOperator<T>(person: OperatorPerson, work: () => Promise<T>): Promise<T> {
  return people.run(person, work);
}

/** The person for whom an operator's work runs; undefined for commands. */
export function operatorPerson(): OperatorPerson | undefined {
  return people.getStore();
}

/** Adds an entry; call it in the transaction of the change. */
export async function audit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  const { action, subject, requestId = null } = entry;
  const person = entry.actor === 'operator' ? people.getStore() : undefined;
  const actor = person === undefined ? entry.actor : `operator:${person.name}`;
  const details = { ...entry.details, ...(person && { by: person.subject }) };
  await insertion.change(db, { at: now, actor, action, subject, details: JSON.stringify(details), requestId });
}

const insertion = prepared<Omit<AuditRecord, 'id' | 'details'> & { readonly details: string }>()((db, value) =>
  db.insertInto('audit_log').values({
    at: value('at'),
    actor: value('actor'),
    action: value('action'),
    subject: value('subject'),
    details: value('details'),
    request_id: value('requestId'),
  }),
);

/** An entry as it is read from the audit log. */
export interface AuditRecord {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  /** Null for the operator and the sweep. */
  readonly requestId: string | null;
}

const pageSize = 1000;

/** Reads the audit log since a time, oldest entries first. */
export async function* readAudit(db: Db, since: number): AsyncGenerator<AuditRecord> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .where('at', '>=', since)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const row of page) {
      const { request_id: requestId, ...rest } = row;
      yield { ...rest, details: JSON.parse(row.details), requestId };
      after = row.id;
    }
    if (page.length < pageSize) return;
  }
}

/** Which entries of the audit log are shown; undefined fields: all. */
export interface AuditSearch {
  /** Part of the actor, and of the subject or the details. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** Part of the action. */
  readonly action?: string | undefined;
  /** Milliseconds since 1970: from the first on, and before the second. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Entries that one statement looks through. */
const searchedAtOnce = 20_000;

/**
 * Finds entries, the newest first.
 *
 * @param before ids below; undefined: all.
 * @returns at most `limit` entries, and the id to go on below; undefined at the end.
 */
export async function searchAudit(
  db: Db,
  { actor, action, subject, since, until }: AuditSearch,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ readonly found: readonly AuditRecord[]; readonly before: number | undefined }> {
  const newest = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const end = before ?? (newest?.id ?? 0) + 1;
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '<', end)
    .where('id', '>=', end - searchedAtOnce)
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
    .$if(actor !== undefined, (query) => query.where(contains('actor', actor)))
    .$if(action !== undefined, (query) => query.where(contains('action', action)))
    .$if(subject !== undefined, (query) =>
      query.where((or) => or.or([contains('subject', subject), contains('details', subject)])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const found = rows.map(({ request_id: requestId, ...row }) => ({
    ...row,
    details: JSON.parse(row.details),
    requestId,
  }));
  const next = rows.length === limit ? (rows.at(-1)?.id ?? 0) : end - searchedAtOnce;
  return { found, before: next > 1 ? next : undefined };
}

/** Without regard to upper and lower case of ASCII letters. */
function contains(column: 'actor' | 'action' | 'subject' | 'details', part = ''): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) LIKE ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
}

/** Deletes entries from before a time, and adds one that says so; returns their number. */
export async function trimAudit(db: Db, before: number, now: number): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const done = await transaction.deleteFrom('audit_log').where('at', '<', before).executeTakeFirst();
    const entries = Number(done.numDeletedRows);
    if (entries > 0) {
      const details = { entries, before: new Date(before).toISOString() };
      await audit(transaction, { actor: 'sweep', action: 'audit.trimmed', subject: 'audit-log', details }, now);
    }
    return entries;
  });
}
