import { durationOf } from '../common/duration.ts';
import { OperatorError } from '../operator/operator-context.ts';

/**
 * Parses a point in time: a day (`2026-01-31`, in UTC), a time with its zone (`2026-01-31T12:00:00Z`), or a time ago
 * (`90m`, `24h`, `7d`).
 *
 * @returns milliseconds since 1970.
 * @throws {OperatorError} `invalid-argument`.
 */
export function readSince(text: string, now: number): number {
  const ago = durationOf(text);
  if (ago !== undefined) return now - ago;
  const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const day = form.exec(text)?.[1];
  const time = day === undefined ? Number.NaN : Date.parse(text);
  // Date.parse converts 31 February to a day in March.
  const isDay = day !== undefined && new Date(Date.parse(day) || 0).toISOString().startsWith(day);
  if (isDay && !Number.isNaN(time)) return time;
  throw new OperatorError(
    'invalid-argument',
    `${JSON.stringify(text)} is not a time: give a day (2026-01-31), a time with its zone (2026-01-31T12:00:00Z) or a time ago (90m, 24h, 7d).`,
  );
}

/**
 * Parses a duration: `90m`, `24h`, `7d`.
 *
 * @returns milliseconds.
 * @throws {OperatorError} `invalid-argument`.
 */
export function readDuration(text: string): number {
  const duration = durationOf(text);
  if (duration !== undefined && duration > 0) return duration;
  throw new OperatorError('invalid-argument', `${JSON.stringify(text)} is not a duration, such as 90m, 24h or 7d.`);
}
