import type { Db } from './tables.ts';

/** A change of state, for the audit log. */
export interface AuditEntry {
  readonly actor: string;
  readonly action:
    | 'account.created'
    | 'folder.created'
    | 'file.published'
    | 'provisioned'
    | 'upload.expired'
    | 'signed-in';
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
