import type { Db } from './tables.ts';

/** Audited changes. Chunks of unfinished uploads and counts of wrong secrets are not audited. */
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

/** An entry of the audit log. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Adds an entry; call it in the transaction of the change. */
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

/** An entry as it is read from the audit log. */
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
      yield { ...row, details: JSON.parse(row.details) };
      after = row.id;
    }
    if (page.length < pageSize) return;
  }
}
