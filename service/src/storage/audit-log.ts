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
  | 'audit.trimmed'
  | 'clock.confirmed'
  | 'guesses.cleared'
  | 'link.created'
  | 'file.downloaded'
  | 'hook.given-up'
  | 'hook.retried'
  | 'hook.dropped'
  | 'promotion.ended'
  | 'service-key.added'
  | 'service-key.rotated'
  | 'service-key.retired';

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

/** Adds an entry; call it in the transaction of the change. */
export async function audit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  const { actor, action, subject, details = {}, requestId = null } = entry;
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
