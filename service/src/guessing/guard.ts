import { sql } from 'kysely';
import { KeyedTurns } from '../concurrency/turns.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Db } from '../storage/tables.ts';

/** How many wrong secrets are taken within a time. */
export interface GuessLimit {
  readonly failures: number;
  /** In seconds, from the first failure that counts. */
  readonly within: number;
}

/** For each kind of subject. Address is the widest: many people may share one. */
export interface GuessLimits {
  readonly key: GuessLimit;
  readonly account: GuessLimit;
  readonly address: GuessLimit;
}

export const defaultGuessLimits: GuessLimits = {
  key: { failures: 20, within: 900 },
  account: { failures: 10, within: 900 },
  address: { failures: 50, within: 900 },
};

/** Who or what guesses are counted for. */
export interface Subject {
  readonly kind: keyof GuessLimits;
  readonly id: string;
}

/** Slows the guessing of secrets. */
export interface Guard {
  /**
   * Runs a check that answers undefined when the secret was wrong, and counts that for each of the subjects. Checks on
   * the first subject run one after the other, so that many sent at once are counted as well.
   *
   * @throws {Refusal} `TooManyAttempts`, at once, when one of the subjects is past its limit.
   */
  guarded<T>(subjects: readonly Subject[], check: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Counts nothing: for demonstrations and load tests. */
export const noGuard: Guard = {
  guarded: (_subjects, check) => check(),
};

/** Counts in the database, so that every process on it and the next start know. */
export function databaseGuard(db: Db, limits: GuessLimits, now: () => number): Guard {
  const turns = new KeyedTurns();
  return {
    async guarded(subjects, check) {
      if (subjects.length === 0) return await check();
      const names = subjects.map(({ kind, id }) => `${kind}:${id}`);
      return await turns.take(names[0] ?? '', async () => {
        await refuseBeyond(db, limits, names, now());
        const found = await check();
        if (found === undefined) {
          for (const [index, { kind }] of subjects.entries()) await count(db, names[index] ?? '', limits[kind], now());
        }
        return found;
      });
    },
  };
}

async function refuseBeyond(db: Db, limits: GuessLimits, names: readonly string[], now: number): Promise<void> {
  const rows = await db.selectFrom('guesses').selectAll().where('subject', 'in', names).execute();
  let until = 0;
  for (const { subject, failures, since_at } of rows) {
    const limit = limits[subject.slice(0, subject.indexOf(':')) as keyof GuessLimits];
    if (failures >= limit.failures) until = Math.max(until, since_at + limit.within * 1000);
  }
  if (until <= now) return;
  const seconds = Math.ceil((until - now) / 1000);
  throw new Refusal('TooManyAttempts', `Too many wrong attempts. Try again in ${seconds} seconds.`);
}

async function count(db: Db, subject: string, limit: GuessLimit, now: number): Promise<void> {
  const over = sql<boolean>`guesses.since_at <= ${now - limit.within * 1000}`;
  await db
    .insertInto('guesses')
    .values({ subject, failures: 1, since_at: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`CASE WHEN ${over} THEN 1 ELSE guesses.failures + 1 END`,
        since_at: sql<number>`CASE WHEN ${over} THEN ${now} ELSE guesses.since_at END`,
      }),
    )
    .execute();
}

/** Forgets the counts that no longer matter; returns how many. */
export async function sweepGuesses(db: Db, limits: GuessLimits, now: number): Promise<number> {
  const longest = Math.max(limits.key.within, limits.account.within, limits.address.within);
  const done = await db
    .deleteFrom('guesses')
    .where('since_at', '<=', now - longest * 1000)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
