import { InvalidArgumentError } from 'commander';
import type { SchemeName } from '../fetch/index.ts';

/** Values of an option that can be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Rejects an empty path, which usually comes from a shell variable that is not set. */
export function nonEmptyPath(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It is not a port from 0 to 65535.');
}

const schemes = ['basic', 'digest', 'ntlm', 'negotiate', 'bearer'] as const satisfies readonly SchemeName[];

/** Schemes of HTTP authentication, with commas between. */
export function schemeList(text: string): readonly SchemeName[] {
  return text.split(',').map((name) => {
    const scheme = schemes.find((each) => each === name.trim().toLowerCase());
    if (scheme === undefined) throw new InvalidArgumentError(`It is not of ${schemes.join(', ')}.`);
    return scheme;
  });
}

export function seconds(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It is not a number of seconds.');
  return Number(text);
}

/** Milliseconds since 1970. */
export function moment(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('It is not a time such as 2026-11-28T15:00:00Z.');
  return time;
}

export function webAddress(text: string): string {
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text;
  throw new InvalidArgumentError('It is not an http or https address.');
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}
