import { type GuessLimits, limitOf } from '../domain/guess-guard.ts';
import { audit } from '../storage/audit-log.ts';
import type { Db } from '../storage/tables.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

/** Wrong secrets that are counted for a key, an account or an address. */
export interface ListedGuesses {
  /** `address:203.0.113.7`, `account:…` or `key:NAME`. */
  readonly subject: string;
  readonly failures: number;
  /** When the period began, in milliseconds since 1970. */
  readonly sinceAt: number;
  /** When the period ends and the count is forgotten. */
  readonly endsAt: number;
  /** Whether further attempts are refused until then. */
  readonly isRefused: boolean;
}

/** The counts of the current periods, most failures first. */
export async function listGuesses(
  { db, now }: Pick<OperatorContext, 'db' | 'now'>,
  limits: GuessLimits,
): Promise<readonly ListedGuesses[]> {
  const rows = await db
    .selectFrom('guesses')
    .selectAll()
    .where('failures', '>', 0)
    .orderBy('failures', 'desc')
    .orderBy('subject')
    .execute();
  const names = await keyNames(db);
  return rows.flatMap(({ subject, failures, since_at: sinceAt }) => {
    const limit = limitOf(limits, subject);
    const endsAt = sinceAt + limit.within * 1000;
    if (endsAt <= now()) return [];
    const isKey = subject.startsWith('key:');
    const shown = isKey ? `key:${names.get(subject.slice('key:'.length)) ?? 'removed'}` : subject;
    return [{ subject: shown, failures, sinceAt, endsAt, isRefused: failures >= limit.failures }];
  });
}

/**
 * Forgets the wrong secrets of a subject, as listGuesses shows it, or of all.
 *
 * @returns the number of subjects.
 * @throws {OperatorError} `unknown-name`: nothing is counted for the subject.
 */
export async function clearGuesses(
  { db, now }: Pick<OperatorContext, 'db' | 'now'>,
  shown: string | undefined,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const subject = shown === undefined ? undefined : await storedSubject(transaction, shown);
    // The rows stay until they are swept: they have the attempts that running checks have reserved.
    const all = transaction.updateTable('guesses').set({ failures: 0 }).where('failures', '>', 0);
    const done = await (subject === undefined ? all : all.where('subject', '=', subject)).executeTakeFirst();
    const cleared = Number(done.numUpdatedRows);
    if (cleared === 0 && shown !== undefined) {
      throw new OperatorError('unknown-name', `No wrong secrets are counted for ${shown}. \`guesses list\` shows all.`);
    }
    const entry = {
      actor: 'operator',
      action: 'guesses.cleared',
      subject: shown ?? 'all',
      details: { cleared },
    } as const;
    await audit(transaction, entry, now());
    return cleared;
  });
}

async function storedSubject(db: Db, shown: string): Promise<string> {
  if (!shown.startsWith('key:')) return shown;
  const name = shown.slice('key:'.length);
  const key = await db.selectFrom('api_keys').select('id').where('name', '=', name).executeTakeFirst();
  return `key:${key?.id ?? ''}`;
}

async function keyNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const keys = await db.selectFrom('api_keys').select(['id', 'name']).execute();
  return new Map(keys.map(({ id, name }) => [id, name]));
}
