import { findHeader } from './transport.ts';

/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the name of a day. `Date.parse` alone takes much else. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?[, ]/;

/**
 * Milliseconds after which an answer asks to be tried again (RFC 9110, 10.2.3); undefined where it does not. A date is
 * measured by the server's own clock, where the answer tells it.
 */
export function retryAfterOf(headers: readonly string[]): number | undefined {
  const value = findHeader(headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const until = dateOf(value);
  if (until === undefined) return undefined;
  const now = dateOf(findHeader(headers, 'date')?.trim() ?? '') ?? Date.now();
  return Math.max(0, until - now);
}

function dateOf(value: string): number | undefined {
  if (!httpDate.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
