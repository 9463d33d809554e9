import { capital } from '../lint/wording.ts';
import type { Value } from './content.ts';
import { byDirection, type Direction, type ReachedBy, type Violations } from './findings.ts';
import type { Place } from './places.ts';
import { typeText } from './places.ts';
import type { Side } from './side.ts';
import { type Problem, problemsBetween, shapeText } from './simple-inclusion.ts';
import { shapeOf } from './simple-shape.ts';

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

export interface Comparing {
  readonly sides: Sides;
  readonly direction: Direction;
  /** Messages of this direction that hold the value. */
  readonly reached: ReachedBy;
  readonly violations: Violations;
}

/** Compares the values of an element or an attribute, without the contents of records. */
export function compareValue(before: Value, after: Value, comparing: Comparing): void {
  const { direction, reached, violations } = comparing;
  const at = { subject: after.place, after: after.place, before: before.place };
  const label = capital(after.place.label);
  if (direction === 'request' && before.nillable && !after.nillable) {
    violations.add('REQUEST_NILLABLE_NOT_REMOVED', at, `${label} can no longer be nil.`, reached);
  }
  if (direction === 'response' && !before.nillable && after.nillable) {
    violations.add('RESPONSE_NILLABLE_NOT_ADDED', at, `${label} can be nil.`, reached);
  }
  for (const kind of ['default', 'fixed'] as const) {
    if (before[kind] === after[kind]) continue;
    const [from, to] = [before[kind], after[kind]].map((value) => (value === undefined ? 'none' : `"${value}"`));
    violations.add(
      'FIELD_SAME_DEFAULT',
      at,
      `The ${kind} value of ${after.place.label} was ${from}, and is ${to}.`,
      reached,
    );
  }
  compareTypes(before, after, comparing);
}

function compareTypes(before: Value, after: Value, comparing: Comparing): void {
  const { sides, direction, reached, violations } = comparing;
  const [from, to] = [sides.before.definition(before.type), sides.after.definition(after.type)];
  const at = { subject: after.place, after: after.place, before: before.place };
  const [isAny, willBeAny] = [sides.before.isAny(before.type), sides.after.isAny(after.type)];
  if (isAny || willBeAny) {
    const isNarrower = direction === 'request' ? isAny && !willBeAny : !isAny && willBeAny;
    if (isNarrower) violations.add('FIELD_COMPATIBLE_TYPE', at, typeMessage(before, after, sides), reached);
    return;
  }
  // Records are compared by their contents, and named simple types once.
  if (from?.kind === 'complex' || to?.kind === 'complex') return;
  if (from?.name !== undefined && to?.name !== undefined) return;
  compareSimple(before, after, after.place, comparing);
}

/** Compares two simple types with names. */
export function compareNamedSimple(
  before: Value,
  after: Value,
  sides: Sides,
  reached: ReachedBy,
  violations: Violations,
): void {
  const [from, to] = [sides.before.definition(before.type), sides.after.definition(after.type)];
  if (from?.kind !== 'simple' || to?.kind !== 'simple') return;
  const place = sides.after.places.of(to);
  const named = { ...before, place: sides.before.places.of(from) };
  for (const [direction, by] of byDirection(reached)) {
    compareSimple(named, { ...after, place }, place, { sides, direction, reached: by, violations });
  }
  compareReservedValues(named.place, place, from.reserved ?? [], to.reserved ?? [], {
    violations,
    used: valuesOf(after, sides.after),
    earlier: valuesOf(before, sides.before),
  });
}

interface UsedValues {
  readonly violations: Violations;
  readonly used: readonly string[];
  readonly earlier: readonly string[];
}

function compareReservedValues(
  before: Place,
  after: Place,
  old: readonly string[],
  current: readonly string[],
  { violations, used, earlier }: UsedValues,
): void {
  const at = { subject: after, after, before };
  for (const value of old) {
    if (used.includes(value) && !earlier.includes(value)) {
      violations.add('RESERVED_NO_REUSE', at, `${capital(after.label)} uses the reserved value "${value}" again.`);
    } else if (!current.includes(value)) {
      violations.add('RESERVED_NO_DELETE', at, `${capital(after.label)} no longer reserves the value "${value}".`);
    }
  }
}

function valuesOf({ type }: Value, side: Side): readonly string[] {
  return shapeOf(type, side)?.limits.enumeration?.map(({ value }) => value) ?? [];
}

function compareSimple(before: Value, after: Value, subject: Place, comparing: Comparing): void {
  const { sides, direction, reached, violations } = comparing;
  const [old, current] = [shapeOf(before.type, sides.before), shapeOf(after.type, sides.after)];
  if (old === undefined || current === undefined) return;
  const isRequest = direction === 'request';
  const problems = isRequest ? problemsBetween(current, old) : problemsBetween(old, current);
  for (const problem of problems) {
    const [rule, message] = wordsOf(problem, isRequest, subject);
    const origin = problem.kind === 'value' && !isRequest ? problem.value.origin : undefined;
    const place = origin === undefined ? subject : { ...subject, origin };
    const old = problem.kind === 'value' && isRequest ? problem.value.origin : undefined;
    const at = { subject, after: place, before: old === undefined ? before.place : { ...before.place, origin: old } };
    violations.add(rule, at, message, reached);
  }
}

type SimpleRule =
  | 'FIELD_COMPATIBLE_TYPE'
  | 'REQUEST_FACET_NOT_TIGHTENED'
  | 'RESPONSE_FACET_NOT_LOOSENED'
  | 'REQUEST_ENUM_VALUE_NO_DELETE'
  | 'RESPONSE_ENUM_VALUE_NO_ADD';

/** In a request, the new contract has the wide type, which must admit what old clients send. */
function wordsOf(problem: Problem, isRequest: boolean, { label }: Place): readonly [SimpleRule, string] {
  if (problem.kind === 'value') {
    const { value } = problem.value;
    return isRequest
      ? ['REQUEST_ENUM_VALUE_NO_DELETE', `${capital(label)} no longer has the value "${value}".`]
      : ['RESPONSE_ENUM_VALUE_NO_ADD', `${capital(label)} has the new value "${value}".`];
  }
  const [from, to] = isRequest ? [problem.narrow, problem.wide] : [problem.wide, problem.narrow];
  if (problem.kind === 'type') return ['FIELD_COMPATIBLE_TYPE', `${capital(label)} was ${from}, and is ${to}.`];
  const text = `${capital(problem.facet)} of ${label} was ${from}, and is ${to}.`;
  return [isRequest ? 'REQUEST_FACET_NOT_TIGHTENED' : 'RESPONSE_FACET_NOT_LOOSENED', text];
}

function typeMessage(before: Value, after: Value, { before: old, after: current }: Sides): string {
  return `${capital(after.place.label)} was ${valueTypeText(before, old)}, and is ${valueTypeText(after, current)}.`;
}

function valueTypeText({ type }: Value, side: Side): string {
  if (type.kind === 'named') {
    const definition = side.definition(type);
    return definition?.kind === 'complex' ? `the record ${typeText(type.name)}` : typeText(type.name);
  }
  const shape = type.type.kind === 'simple' ? shapeOf(type, side) : undefined;
  return shape === undefined ? 'a record' : shapeText(shape);
}
