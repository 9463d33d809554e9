import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';

/** Limits on the work that a server can cause. */
export interface FetchLimits {
  /** In bytes: one file, as sent and decompressed. */
  readonly 'file-size': number;
  /** In bytes: all files. */
  readonly 'total-size': number;
  readonly files: number;
  /** In seconds: the whole command. */
  readonly time: number;
  /** In seconds: without a byte from the server. */
  readonly 'idle-time': number;
  /** How many references lead from the WSDL to a file. */
  readonly depth: number;
  /** Of one address. */
  readonly redirects: number;
}

export type LimitName = keyof FetchLimits;

const mebibyte = 2 ** 20;

export const defaultLimits: FetchLimits = {
  'file-size': 64 * mebibyte,
  'total-size': 256 * mebibyte,
  files: 2000,
  time: 300,
  'idle-time': 30,
  depth: 50,
  redirects: 10,
};

/** The largest values that make sense: a timer takes no more than 2³¹ ms, and a buffer not much more than 2 GiB. */
const largest: FetchLimits = {
  'file-size': 2 ** 31 - 1,
  'total-size': 2 ** 34,
  files: 1_000_000,
  time: 2_000_000,
  'idle-time': 2_000_000,
  depth: 1_000_000,
  redirects: 1000,
};

const units: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: mebibyte, GiB: 2 ** 30 };

/** Reads values of `--limit`: `NAME=VALUE`, where a size may end in KiB, MiB or GiB. */
export function readLimits(texts: readonly string[]): {
  readonly limits: FetchLimits;
  readonly diagnostics: Diagnostic[];
} {
  const limits = { ...defaultLimits };
  const diagnostics: Diagnostic[] = [];
  for (const text of texts) {
    const [name = '', value = ''] = text.split('=', 2);
    if (!isLimit(name)) {
      diagnostics.push(badLimit(text, `there is no limit "${name}"`, name));
      continue;
    }
    const number = numberOf(value, name);
    if (typeof number === 'string') diagnostics.push(badLimit(text, number));
    else limits[name] = number;
  }
  return { limits, diagnostics };
}

/** As `--limit` takes it: twice the limit, for a remedy. */
export function doubled(name: LimitName, limits: FetchLimits): string {
  const value = limits[name] * 2;
  return isSize(name) && value % mebibyte === 0 ? `${value / mebibyte}MiB` : String(value);
}

/** `64 MiB`, `300 s`, `2000`. */
export function limitText(name: LimitName, limits: FetchLimits): string {
  const value = limits[name];
  if (isSize(name)) return value % mebibyte === 0 ? `${value / mebibyte} MiB` : `${value} bytes`;
  return name === 'time' || name === 'idle-time' ? `${value} s` : String(value);
}

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

function isSize(name: LimitName): boolean {
  return name.endsWith('-size');
}

/** The value, or the mistake in it. */
function numberOf(text: string, name: LimitName): number | string {
  const [, digits, unit = ''] = /^(\d{1,12})([A-Za-z]*)$/.exec(text) ?? [];
  if (digits === undefined) return `"${text}" is not a whole number`;
  const factor = unit === '' ? 1 : isSize(name) ? units[unit] : undefined;
  if (factor === undefined) return isSize(name) ? `"${unit}" is not KiB, MiB or GiB` : `it has no unit`;
  const value = Number(digits) * factor;
  // No redirects and no imports are possible limits; no bytes and no time are not.
  const least = name === 'redirects' || name === 'depth' ? 0 : 1;
  return value < least || value > largest[name] ? `it must be from ${least} to ${largest[name]}` : value;
}

function badLimit(text: string, reason: string, name?: string): Diagnostic {
  const among = Object.keys(defaultLimits);
  const parameters = { text, reason, names: among };
  return report(kinds.badLimit, parameters, {}, name === undefined ? {} : { didYouMean: { name, among } });
}
