import type { Occurs } from '../../contract/index.ts';

type OccursRule =
  | 'REQUEST_FIELD_NOT_MADE_REQUIRED'
  | 'REQUEST_CARDINALITY_NOT_NARROWED'
  | 'RESPONSE_FIELD_NOT_MADE_OPTIONAL'
  | 'RESPONSE_CARDINALITY_NOT_WIDENED';

/** The changes of occurrences that break requests: a rule, and the end of a sentence about the field. */
export function* requestOccurs(from: Occurs, to: Occurs): Iterable<readonly [OccursRule, string]> {
  if (from.min === 0 && to.min === 1) yield ['REQUEST_FIELD_NOT_MADE_REQUIRED', 'was optional, and is required'];
  else if (to.min > from.min) yield ['REQUEST_CARDINALITY_NOT_NARROWED', timesText('at least', from.min, to.min)];
  if (isMore(from.max, to.max)) yield ['REQUEST_CARDINALITY_NOT_NARROWED', timesText('at most', from.max, to.max)];
}

/** The same in responses. */
export function* responseOccurs(from: Occurs, to: Occurs): Iterable<readonly [OccursRule, string]> {
  if (from.min === 1 && to.min === 0) yield ['RESPONSE_FIELD_NOT_MADE_OPTIONAL', 'was required, and is optional'];
  else if (to.min < from.min) yield ['RESPONSE_CARDINALITY_NOT_WIDENED', timesText('at least', from.min, to.min)];
  if (isMore(to.max, from.max)) yield ['RESPONSE_CARDINALITY_NOT_WIDENED', timesText('at most', from.max, to.max)];
}

function isMore(one: Occurs['max'], other: Occurs['max']): boolean {
  return other !== 'unbounded' && (one === 'unbounded' || one > other);
}

function timesText(limit: string, from: Occurs['max'], to: Occurs['max']): string {
  const shown = (count: Occurs['max']): string => (count === 'unbounded' ? 'any number' : String(count));
  return `occurred ${limit} ${shown(from)} times, and occurs ${limit} ${shown(to)}`;
}
