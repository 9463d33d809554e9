import type { Db } from '../storage/tables.ts';

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
