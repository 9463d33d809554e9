import { isDeepStrictEqual } from 'node:util';
import type { BreakingCase, Fields, Outcome } from './case.ts';
import type { OldAnswer } from './old-clients.ts';

/**
 * What came of the call of a case.
 *
 * @param arrived requests that reached the handler.
 */
export function outcomeOf(one: BreakingCase, arrived: readonly unknown[], { result, fault }: OldAnswer): Outcome {
  const request = comparable(arrived[0]);
  if (fault !== undefined && arrived.length === 0) return 'server refuses';
  const means = one.call?.means ?? one.call?.typed ?? one.call?.request;
  if (!isDeepStrictEqual(request, comparable(means))) return { arrives: request as Fields };
  if (one.fault !== undefined) {
    const { name, expected = name, value, reads = value } = one.fault;
    if (fault?.name !== expected) return 'undeclared fault';
    const fields = asTexts(fault.value);
    const complete = Object.entries(asTexts(reads)).every(([field, text]) => fields[field] === text);
    return complete ? 'ok' : { reads: fields };
  }
  if (fault !== undefined) return 'client refuses';
  const { expected = one.response ?? {} } = one;
  const read = comparable(result) ?? {};
  return expected !== 'none' && isDeepStrictEqual(read, comparable(expected)) ? 'ok' : { reads: read as Fields };
}

/** Fields of the detail of a fault. Some clients do not read its schema and have texts alone. */
const asTexts = (detail: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(comparable(detail) ?? {}).map(([name, value]) => [name, String(value)]));

/** Properties in which the clients show the elements of the wildcard `$any others`. */
const wildcards: ReadonlySet<string> = new Set(['others', 'any', '_value_1']);

/**
 * A value without what clients show in different ways: nothing, null and an empty list are one; integers are numbers; what
 * wildcards take is left out.
 */
export function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  if ('$long' in value) return Number(value.$long);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !wildcards.has(name))
      .map(([name, field]) => [name, comparable(field)] as const)
      .filter(([, field]) => field !== undefined && field !== null && !(Array.isArray(field) && field.length === 0)),
  );
}
