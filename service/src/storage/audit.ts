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
