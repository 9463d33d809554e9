import type { Rejection } from '../common/rejection.ts';
import { guessesOf } from '../storage/guesses.ts';
import { type LimitedSubject, periodAt, settleAttempts } from '../storage/reserved-attempts.ts';
import type { Db } from '../storage/tables.ts';
import { type Guard, type GuessLimits, limitOf, subjectName, tooManyAttempts } from './guess-guard.ts';
import { type Attempt, SubjectAttempts } from './subject-attempts.ts';

/**
 * The rate limit of guesses on PostgreSQL. A check runs only with an attempt of each subject that this process has reserved
 * in the database, so all processes together answer no more wrong secrets than the limit allows. A right secret leaves the
 * attempt to the next check; unused ones are given back within seconds, and those of a killed process within a minute.
 */
export function sharedGuard({ db, now }: { readonly db: Db; readonly now: () => number }, limits: GuessLimits): Guard {
  const subjects = new Map<string, SubjectAttempts>();
  const limited = (subject: string): LimitedSubject => {
    const { failures, within } = limitOf(limits, subject);
    return { subject, failures, within: within * 1000 };
  };
  const exhausted = async (subject: string): Promise<Rejection | undefined> => {
    const counted = await guessesOf.first(db, { subject });
    const { failures, within } = limited(subject);
    const end = (counted?.sinceAt ?? 0) + within;
    return (counted?.failures ?? 0) >= failures && end > now() ? tooManyAttempts(end - now()) : undefined;
  };
  const attemptsOf = (subject: string): SubjectAttempts => {
    const known = subjects.get(subject);
    if (known !== undefined) return known;
    for (const [name, attempts] of subjects) if (attempts.isIdle) subjects.delete(name);
    const attempts = new SubjectAttempts({ db, limited: limited(subject), now, exhausted: () => exhausted(subject) });
    subjects.set(subject, attempts);
    return attempts;
  };
  const countWrong = async (subject: string): Promise<void> =>
    await settleAttempts(db, limited(subject), { period: periodAt(now()), reserved: 0, wrong: 1 }, now());
  return {
    async guarded(given, check, held = given) {
      const heldNames = held.map(subjectName).sort();
      const others = given.map(subjectName).filter((name) => !heldNames.includes(name));
      const taken: (readonly [SubjectAttempts, Attempt])[] = [];
      let wrong = false;
      try {
        // In one order, so that no two checks wait for each other.
        for (const name of heldNames) {
          const attempts = attemptsOf(name);
          taken.push([attempts, await attempts.take()]);
        }
        for (const name of others) {
          const rejection = await exhausted(name);
          if (rejection !== undefined) throw rejection;
        }
        const found = await check();
        wrong = found === undefined;
        return found;
      } finally {
        const ended = taken.map(([attempts, attempt]) => attempts.end(attempt, { wrong }));
        await Promise.all(wrong ? [...ended, ...others.map(countWrong)] : ended);
      }
    },
    // No lookup is in this process.
    atOnce: () => undefined,
  };
}
