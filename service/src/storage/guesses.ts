import { type PreparedQuery, prepared } from './prepared-query.ts';

/** Wrong secrets that were counted for a subject. */
export interface Guesses {
  readonly failures: number;
  /** The first one of the period, in milliseconds since 1970. */
  readonly sinceAt: number;
}

/** The wrong secrets of a subject such as `address:203.0.113.7`. */
export const guessesOf: PreparedQuery<{ readonly subject: string }, Guesses> = prepared<{ readonly subject: string }>()(
  (db, value) =>
    db.selectFrom('guesses').select(['failures', 'since_at as sinceAt']).where('subject', '=', value('subject')),
);
