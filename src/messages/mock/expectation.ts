import type { Value } from '../model/value.ts';

/** What a probe expects of a response beside its type: its HTTP status, or something of the value at a path. */
export type Expectation =
  | { readonly kind: 'status'; readonly status: number }
  /** @param path names of fields and indexes of items from 0, separated by `/`: `Lines/0/Text`. */
  | { readonly kind: 'equals'; readonly path: string; readonly text: string }
  | { readonly kind: 'exists'; readonly path: string; readonly exists: boolean }
  | { readonly kind: 'matches'; readonly path: string; readonly pattern: RegExp };

/** A response, as expectations see it. */
export interface ExpectedIn {
  readonly status: number;
  /** The result in plain values, as `ServiceMessages.plain` returns it. */
  readonly value: Value;
}

/** Whether a response has what is expected. */
export function isMet(expectation: Expectation, { status, value }: ExpectedIn): boolean {
  if (expectation.kind === 'status') return status === expectation.status;
  const found = valueAt(value, expectation.path);
  const text = plainText(found);
  switch (expectation.kind) {
    case 'equals':
      return text === expectation.text;
    case 'exists':
      return (found !== undefined) === expectation.exists;
    case 'matches':
      return text !== undefined && expectation.pattern.test(text);
  }
}

/** As messages name it: `Status equals "paid"`. */
export function expectationText(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'status':
      return `the HTTP status is ${expectation.status}`;
    case 'equals':
      return `${expectation.path} equals ${JSON.stringify(expectation.text)}`;
    case 'exists':
      return `${expectation.path} ${expectation.exists ? 'exists' : 'does not exist'}`;
    case 'matches':
      return `${expectation.path} matches ${expectation.pattern.source}`;
  }
}

/** The value at a path; undefined if it has no such path. Of a list, `length` is the number of its items. */
export function valueAt(value: Value, path: string): Value {
  if (path === '') return value;
  return path.split('/').reduce<Value>((within, name) => {
    if (typeof within !== 'object' || within === null || !Object.hasOwn(within, name)) return undefined;
    return (within as Readonly<Record<string, Value>>)[name];
  }, value);
}

/** A simple value as XML Schema writes it, null as nil; undefined for others. */
export function plainText(value: Value): string | undefined {
  if (value === null) return 'null';
  return typeof value === 'object' || value === undefined ? undefined : String(value);
}

/** The leaves of a plain value with their paths, in order. */
export function leavesOf(value: Value, path = ''): readonly (readonly [path: string, text: string])[] {
  const text = plainText(value);
  if (text !== undefined) return [[path, text]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one as Value, path === '' ? name : `${path}/${name}`));
}
