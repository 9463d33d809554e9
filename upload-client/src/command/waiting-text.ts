import type { UploadError } from '../index.ts';
import type { RunningFile, Totals, Waiting } from './batch-totals.ts';
import { plainLine, plainName, shortenName, timeText } from './upload-text.ts';

/** Columns that are left of a name. */
const shortestName = 12;

/** Words for error codes of Node. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'network unreachable',
  ENETDOWN: 'network down',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host names cannot be resolved now',
};

/** Words for statuses that proxies send without a service behind them. */
const statuses: Readonly<Record<number, string>> = {
  429: 'too many requests',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
};

/** Why an attempt failed, in a few words. */
export function reasonText(error: UploadError): string {
  if (error.serverMessage !== undefined) return plainLine(error.serverMessage).replace(/\.$/, '');
  const { httpStatus } = error;
  if (httpStatus !== undefined) {
    const words = statuses[httpStatus];
    return `HTTP ${httpStatus}${words === undefined ? '' : `, ${words}`}`;
  }
  const known = reasons[innermostCode(error) ?? ''];
  if (known !== undefined) return known;
  // The operation and the address come first in messages of the generated client.
  return plainLine(error.message.replace(/^\w+ at \S+: /, '')).replace(/\.$/, '');
}

/** The code of the innermost cause that has one. */
function innermostCode(error: Error): string | undefined {
  let code: string | undefined;
  let at: unknown = error.cause;
  for (let depth = 0; depth < 10 && at instanceof Error; depth += 1) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    // Several addresses of a host were tried.
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause;
  }
  return code;
}

/** `waiting for the service (12 s): connection refused; next attempt in 4 s`. */
export function waitingText({ seconds, error, nextAttempt, on }: Waiting): string {
  const since = `(${durationText(seconds)})`;
  if (on === 'source') return `waiting for input ${since}`;
  const reason = error === undefined ? '' : `: ${reasonText(error)}`;
  const next =
    error === undefined
      ? ''
      : nextAttempt === undefined
        ? '; trying again now'
        : `; next attempt in ${durationText(nextAttempt)}`;
  return `waiting for the service ${since}${reason}${next}`;
}

/** `12 s`, `2:05`. */
export function durationText(seconds: number): string {
  return seconds < 59.5 ? `${Math.max(1, Math.round(seconds))} s` : timeText(seconds);
}

/**
 * What uploads wait for: one line if all of them wait for the same reason, otherwise one for each that waits. Names are
 * shortened to leave the reason whole in a number of columns.
 */
export function waitingLines({ running, files }: Totals, columns: number = Number.POSITIVE_INFINITY): string[] {
  const waiting = running.filter((file): file is RunningFile & { waiting: Waiting } => file.waiting !== undefined);
  const [first] = waiting;
  if (first === undefined) return [];
  const why = ({ error, on }: Waiting): string => `${on} ${error === undefined ? '' : reasonText(error)}`;
  const isCommon =
    waiting.length === running.length && waiting.every((each) => why(each.waiting) === why(first.waiting));
  if (files === 1 || isCommon) return [waitingText(soonest(waiting.map((each) => each.waiting)))];
  return waiting.map(({ name, waiting: each }) => {
    const text = waitingText(each);
    return `${shortenName(plainName(name), Math.max(shortestName, columns - text.length - 2))}: ${text}`;
  });
}

/** The shortest time since a byte was accepted, and the next attempt of all. */
function soonest(all: readonly Waiting[]): Waiting {
  const [first] = [...all].sort((a, b) => (a.nextAttempt ?? 0) - (b.nextAttempt ?? 0));
  if (first === undefined) throw new RangeError('Nothing waits.');
  return { ...first, seconds: Math.min(...all.map(({ seconds }) => seconds)) };
}
