import { DateTime, Duration } from '@soapwright/runtime';

/** Thrown by a case that fails. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
}

/** @throws {Mismatch} unless it holds. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Mismatch(what);
}

/** Compares values, binary ones and those of the runtime too; absent equals undefined. */
export function same(actual: unknown, expected: unknown, where = 'the value'): void {
  if (Object.is(actual, expected)) return;
  const differ = `${where} is ${shown(actual)}, not ${shown(expected)}`;
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    throw new Mismatch(differ);
  }
  if (actual instanceof Uint8Array || expected instanceof Uint8Array) {
    check(actual instanceof Uint8Array && expected instanceof Uint8Array && sameBytes(actual, expected), differ);
    return;
  }
  for (const Kind of [Date, DateTime, Duration]) {
    if (!(actual instanceof Kind) && !(expected instanceof Kind)) continue;
    check(actual instanceof Kind && expected instanceof Kind && valueText(actual) === valueText(expected), differ);
    return;
  }
  check(Array.isArray(actual) === Array.isArray(expected), differ);
  for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    same(Reflect.get(actual, name), Reflect.get(expected, name), `${where}.${name}`);
  }
}

function valueText(value: object): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Quicker than a comparison of properties: values have megabytes. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** The error that work is rejected with. @throws {Mismatch} when it succeeds. */
export async function rejection(work: Promise<unknown>, what: string): Promise<unknown> {
  let outcome: unknown;
  try {
    outcome = await work;
  } catch (error) {
    return error;
  }
  throw new Mismatch(`${what} succeeded with ${shown(outcome)}`);
}

export function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Uint8Array) return `${value.length} bytes ${value.subarray(0, 20).join(' ')}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : `${value}`;
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)).slice(0, 300);
}
