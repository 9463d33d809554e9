import type { Db } from './tables.ts';

/** What can be done that outlives a request. Uploads that go on and counts of wrong secrets are no such changes. */
export type AuditAction =
  | 'account.created'
  | 'folder.created'
  | 'file.published'
  | 'upload.expired'
  | 'signed-in'
  | 'sessions.revoked'
  | 'provisioned'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'folder-key.created'
  | 'folder-key.revoked'
  | 'backup.made';

/** A change of state, for the audit log. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** To be called in the transaction that makes the change. */
export async function audit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: now,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

/** A line of the audit log. */
export interface AuditRecord {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

const pageSize = 1000;

/** The audit log from a time on, in the order in which things were done. */
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
      yield { ...row, details: JSON.parse(row.details) };
      after = row.id;
    }
    if (page.length < pageSize) return;
  }
}
