import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { Semaphore } from '../common/semaphore.ts';
import type { Commits } from '../storage/commits.ts';
import { lockSection } from '../storage/engine.ts';
import { guessesOf } from '../storage/guesses.ts';
import type { Lookups } from '../storage/lookups.ts';
import { periodAt } from '../storage/reserved-attempts.ts';
import type { Db } from '../storage/tables.ts';
import { type AccountCheck, registerCheck, removeCheck, sweepChecks } from './account-checks.ts';

/** How many wrong secrets are allowed within a period. */
export interface GuessLimit {
  readonly failures: number;
  /** In seconds, from the first failure of the period. */
  readonly within: number;
}

/** The limit for each kind of subject. That of addresses is the highest, since many people may share one. */
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

/** A key, account or address that wrong secrets are counted for. */
export interface Subject {
  readonly kind: keyof GuessLimits;
  readonly id: string;
}

/** Rate limit for guessing secrets. */
export interface Guard {
  /**
   * Runs a check that returns undefined when the secret is wrong, and counts that for each subject. No more checks run
   * concurrently per subject than it has attempts left, so that concurrent guesses cannot exceed the limit; for an account
   * this holds over all processes of a data folder.
   *
   * @param held the subjects whose attempts the running check occupies; all, unless it waits for a third party.
   * @throws {Rejection} `TooManyAttempts`, at once, when one of the subjects has no attempt left.
   */
  guarded<T>(
    subjects: readonly Subject[],
    check: () => Promise<T | undefined>,
    held?: readonly Subject[],
  ): Promise<T | undefined>;
  /**
   * Runs a check that reads cached lookups only. A right secret uses no attempt, so nothing is counted.
   *
   * @returns undefined when the secret is wrong, when other checks may use up the attempts of a subject, and when a lookup
   *   fails: `guarded` decides then.
   */
  atOnce<T>(subjects: readonly Subject[], check: () => T | undefined): T | undefined;
}

/** No rate limit: for demonstrations and load tests. */
export const noGuard: Guard = {
  guarded: (_subjects, check) => check(),
  atOnce: (_subjects, check) => orUndefined(check),
};

/** Undefined when a lookup fails, such as while the database is busy. */
function orUndefined<T>(check: () => T | undefined): T | undefined {
  try {
    return check();
  } catch {
    return undefined;
  }
}

/** How often an account is looked at whose attempts other processes occupy, in milliseconds. */
const pollInterval = 40;

/** A check that may run, registered if it is of an account; or why it must wait. */
type Admission =
  | { readonly check: AccountCheck | undefined }
  /** The subject whose attempts checks of this process occupy; undefined: checks of other processes, too. */
  | { readonly full: string | undefined };

/** Parts that the guard counts with. */
interface GuardParts {
  readonly db: Db;
  readonly commits: Commits;
  readonly guesses: Lookups['guesses'];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The rate limit of guesses on SQLite. Counts in the database, which all processes share and which survives a restart.
 * Running checks are counted in this process, those of accounts over all processes.
 */
export function databaseGuard({ db, commits, guesses, now }: GuardParts, limits: GuessLimits): Guard {
  const running = new RunningChecks();
  /** The running checks and those that wait to run. */
  const entered = new RunningChecks();
  const admission = new Semaphore(1);
  const begin = async (names: readonly string[], held: readonly string[]): Promise<Admission> => {
    // Read before the database: a check that ends in between counts twice rather than not at all.
    const before = held.map((name) => running.of(name));
    const accounts = held.filter((name) => name.startsWith('account:'));
    const admit = async (transaction: Db): Promise<Admission> => {
      for (const name of [...accounts].sort()) await lockSection(transaction, `guesses:${name}`);
      const attempts = await remainingAttempts(transaction, limits, names, now());
      const full = held.find((name, index) => (before[index] ?? 0) >= (attempts.get(name) ?? 0));
      if (full !== undefined) return { full };
      if (accounts.length === 0) return { check: undefined };
      const left = new Map(accounts.map((name) => [name, attempts.get(name) ?? 0]));
      const check = await registerCheck(transaction, left, now());
      return check === undefined ? { full: undefined } : { check };
    };
    const admitted = accounts.length === 0 ? await admit(db) : await db.transaction().execute(admit);
    if ('check' in admitted) running.begin(held);
    return admitted;
  };
  const countWrong = async (transaction: Db, subjects: readonly Subject[]): Promise<void> => {
    for (const subject of subjects) await count(transaction, subjectName(subject), limits[subject.kind], now());
  };
  const end = async (check: AccountCheck | undefined, wrong: readonly Subject[]): Promise<void> => {
    if (check === undefined) return await countWrong(db, wrong);
    const ended = commits.run(async (transaction) => {
      await countWrong(transaction, wrong);
      await removeCheck(transaction, check);
    });
    // Without a wrong secret nothing depends on it: the sweep removes the check.
    await (wrong.length === 0 ? ended.catch(() => undefined) : ended);
  };
  const admitted = async (names: readonly string[], held: readonly string[]): Promise<AccountCheck | undefined> => {
    for (;;) {
      const one = await admission.run(() => begin(names, held));
      if ('check' in one) return one.check;
      await (one.full === undefined ? sleep(pollInterval) : running.change(one.full));
    }
  };
  const hasAttempt = (name: string): boolean => {
    const { failures, within } = limitOf(limits, name);
    const found = guesses.now({ subject: name });
    const used = found === undefined || found.sinceAt + within * 1000 <= now() ? 0 : found.failures;
    return used + entered.of(name) < failures;
  };
  const counted = async <T>(
    account: AccountCheck | undefined,
    { subjects, heldNames }: { readonly subjects: readonly Subject[]; readonly heldNames: readonly string[] },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    let wrong = false;
    try {
      const found = await check();
      wrong = found === undefined;
      return found;
    } finally {
      await end(account, wrong ? subjects : []).finally(() => running.end(heldNames, { wrong }));
    }
  };
  return {
    async guarded(subjects, check, held = subjects) {
      if (subjects.length === 0) return await check();
      const names = subjects.map(subjectName);
      const heldNames = held.map(subjectName);
      entered.begin(heldNames);
      try {
        const account = await admitted(names, heldNames);
        return await counted(account, { subjects, heldNames }, check);
      } finally {
        entered.end(heldNames, { wrong: true });
      }
    },
    atOnce(subjects, check) {
      return orUndefined(() => (subjects.every((subject) => hasAttempt(subjectName(subject))) ? check() : undefined));
    },
  };
}

/** The name of a subject in the database: `address:203.0.113.7`. */
export function subjectName({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** The limit of a subject by its name in the database: `address:203.0.113.7`. */
export function limitOf(limits: GuessLimits, name: string): GuessLimit {
  return limits[name.slice(0, name.indexOf(':')) as keyof GuessLimits];
}

/**
 * The number of wrong secrets that each subject has left.
 *
 * @throws {Rejection} `TooManyAttempts` when one has none left.
 */
async function remainingAttempts(
  db: Db,
  limits: GuessLimits,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map(names.map((name) => [name, limitOf(limits, name).failures]));
  let until = 0;
  for (const subject of names) {
    const counted = await guessesOf.first(db, { subject });
    if (counted === undefined) continue;
    const { failures, sinceAt } = counted;
    const limit = limitOf(limits, subject);
    const end = sinceAt + limit.within * 1000;
    if (end <= now) continue;
    attempts.set(subject, limit.failures - failures);
    if (failures >= limit.failures) until = Math.max(until, end);
  }
  if (until === 0) return attempts;
  throw tooManyAttempts(until - now);
}

/** @param milliseconds until attempts are accepted again. */
export function tooManyAttempts(milliseconds: number): Rejection {
  const seconds = Math.ceil(milliseconds / 1000);
  const text = `Too many wrong attempts. Try again in ${seconds} seconds.`;
  return new Rejection('TooManyAttempts', text, undefined, seconds);
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

/** Deletes expired counts; returns their number. */
export async function sweepGuesses(db: Db, limits: GuessLimits, now: number): Promise<number> {
  // The clock was set back since: nobody waits longer than a period.
  await db.updateTable('guesses').set({ since_at: now }).where('since_at', '>', now).execute();
  const longest = Math.max(limits.key.within, limits.account.within, limits.address.within);
  const done = await db
    .deleteFrom('guesses')
    .where('since_at', '<=', now - longest * 1000)
    .where('reserved_period', '<', periodAt(now) - 1)
    .executeTakeFirst();
  await sweepChecks(db, now);
  return Number(done.numDeletedRows);
}

/**
 * Running checks of secrets by subject. Each may turn out to be a wrong secret, so it occupies an attempt until it ends.
 */
class RunningChecks {
  readonly #subjects = new Map<string, { running: number; waiting: (() => void)[] }>();

  of(subject: string): number {
    return this.#subjects.get(subject)?.running ?? 0;
  }

  begin(subjects: readonly string[]): void {
    for (const name of subjects) {
      const subject = this.#subjects.get(name) ?? { running: 0, waiting: [] };
      this.#subjects.set(name, subject);
      subject.running += 1;
    }
  }

  /** @param wrong the check was counted as a wrong secret: its attempt is used up, so no waiting check is woken for it. */
  end(subjects: readonly string[], { wrong }: { readonly wrong: boolean }): void {
    for (const name of subjects) {
      const subject = this.#subjects.get(name);
      if (subject === undefined) continue;
      subject.running -= 1;
      if (subject.running === 0) this.#subjects.delete(name);
      const woken = subject.waiting.splice(0, subject.running === 0 ? subject.waiting.length : wrong ? 0 : 1);
      for (const wake of woken) wake();
    }
  }

  /** Waits until a subject may have a free attempt. */
  async change(subject: string): Promise<void> {
    const waiting = this.#subjects.get(subject)?.waiting;
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
  }
}
