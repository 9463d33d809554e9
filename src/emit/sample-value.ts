import {
  type Facets,
  fractionTypes,
  isSimpleType,
  matchesPattern,
  rootOf,
  type SimpleDefinition,
  type SimpleTypeName,
  wholeNumberTypes,
} from '../contract/index.ts';
import { textOfPattern } from './sample-pattern.ts';

/** A value of each built-in type that does not allow the simplest text. */
const texts: Partial<Readonly<Record<SimpleTypeName, string>>> = {
  boolean: 'false',
  dateTime: '2001-02-03T04:05:06Z',
  date: '2001-02-03',
  time: '04:05:06',
  duration: 'P1DT2H3M',
  gYear: '2001',
  gYearMonth: '2001-02',
  gMonth: '--02',
  gMonthDay: '--02-03',
  gDay: '---03',
  base64Binary: 'AQID',
  hexBinary: '010203',
  anyURI: 'https://example.org/',
  language: 'en',
  positiveInteger: '1',
  negativeInteger: '-1',
  NMTOKENS: 'one',
  IDREFS: 'id',
  ENTITIES: 'name',
};

const isNumber = (name: SimpleTypeName): boolean => wholeNumberTypes.has(name) || fractionTypes.has(name);
const lists: ReadonlySet<SimpleTypeName> = new Set(['NMTOKENS', 'IDREFS', 'ENTITIES']);
/** Types that allow the empty text. */
const mayBeEmpty: ReadonlySet<SimpleTypeName> = new Set([
  'string',
  'normalizedString',
  'token',
  'anyURI',
  'hexBinary',
  'base64Binary',
]);
const mostExtra = 64;

/** A value of a type, in its lexical form; undefined where none was found that keeps all of its facets. */
export function sampleValue(definition: SimpleDefinition): string | undefined {
  switch (definition.kind) {
    case 'built-in':
      return builtInText(definition.name);
    case 'declared':
      return sampleValue(definition.definition);
    case 'list':
      return sampleValue(definition.item);
    case 'union':
      return firstOf(definition.members.map(sampleValue), () => true);
    case 'restriction':
      return restricted(definition);
  }
}

/** Whether the empty text is a value of a type. */
export function takesNothing(definition: SimpleDefinition): boolean {
  switch (definition.kind) {
    case 'built-in':
      return mayBeEmpty.has(definition.name);
    case 'declared':
      return takesNothing(definition.definition);
    case 'list':
      return true;
    case 'union':
      return definition.members.some(takesNothing);
    case 'restriction': {
      const { base, facets } = definition;
      return takesNothing(base) && fits('', [facets], itemsOf(base));
    }
  }
}

/** The shortest simple value of a built-in type; undefined for no type, and for names that need a declaration. */
export function sampleOfBuiltIn(local: string): string | undefined {
  if (!isSimpleType(local) || local === 'QName' || local === 'NOTATION') return undefined;
  return mayBeEmpty.has(local) ? '' : builtInText(local);
}

function builtInText(name: SimpleTypeName): string {
  return texts[name] ?? (isNumber(name) ? '0' : name === 'ID' || name === 'IDREF' ? 'id' : 'text');
}

function restricted(definition: Extract<SimpleDefinition, { kind: 'restriction' }>): string | undefined {
  const steps: Facets[] = [];
  let base: SimpleDefinition = definition;
  for (;;) {
    if (base.kind === 'declared') base = base.definition;
    else if (base.kind === 'restriction') {
      steps.push(base.facets);
      base = base.base;
    } else break;
  }
  return firstOf(candidates(base, steps), (text) => fits(text, steps, itemsOf(base)));
}

/** What counts as the length of a value. */
type Unit = 'characters' | 'items' | 'hex digits' | 'base64' | 'numbers' | 'others';

function itemsOf(definition: SimpleDefinition): Unit {
  if (definition.kind === 'list') return 'items';
  if (definition.kind === 'declared') return itemsOf(definition.definition);
  if (definition.kind === 'restriction') return itemsOf(definition.base);
  const name = rootOf(definition)?.name;
  if (name === undefined || name === 'QName' || name === 'NOTATION') return 'others';
  if (lists.has(name)) return 'items';
  if (name === 'hexBinary') return 'hex digits';
  if (name === 'base64Binary') return 'base64';
  return isNumber(name) ? 'numbers' : 'characters';
}

/** Texts that may be values, the best first, generated lazily. */
function* candidates(base: SimpleDefinition, steps: readonly Facets[]): Iterable<string> {
  for (const { enumeration } of steps) if (enumeration !== undefined) yield* enumeration.map(({ value }) => value);
  const unit = itemsOf(base);
  const plainest = sampleValue(base);
  if (plainest !== undefined) yield plainest;
  const lengths = steps.flatMap(({ length, minLength, maxLength }) => [length, minLength, maxLength]);
  for (const length of lengths) if (length !== undefined && length <= 10_000) yield ofLength(length, unit, plainest);
  for (const { minInclusive, maxInclusive } of steps) {
    if (minInclusive !== undefined) yield minInclusive;
    if (maxInclusive !== undefined) yield maxInclusive;
  }
  const root = base.kind === 'built-in' ? base.name : undefined;
  for (const { minExclusive, maxExclusive } of steps) {
    if (minExclusive !== undefined) yield* beside(minExclusive, 1, root);
    if (maxExclusive !== undefined) yield* beside(maxExclusive, -1, root);
  }
  const extras = [...Array.from({ length: mostExtra + 1 }, (_, extra) => extra), ...lengths];
  for (const pattern of steps.flatMap(({ patterns = [] }) => patterns)) {
    for (const extra of extras) {
      const text = extra === undefined ? '' : (textOfPattern(pattern, extra) ?? '');
      // Numbers are written without zeros before them.
      if (unit === 'numbers' || base.kind === 'union') yield text.replaceAll('0', '1');
      yield text;
    }
  }
}

function ofLength(length: number, unit: Unit, plainest = 'text'): string {
  if (unit === 'items') return Array.from({ length }, () => plainest).join(' ');
  if (unit === 'hex digits') return '01'.repeat(length);
  if (unit !== 'base64') return 'text'.repeat(length).slice(0, length);
  return 'AAAA'.repeat(Math.floor(length / 3)) + ['', 'AA==', 'AAA='][length % 3];
}

/** Values next to one that is not allowed. */
function* beside(bound: string, step: 1 | -1, root: SimpleTypeName | undefined): Iterable<string> {
  if (root === undefined) return;
  if (!isNumber(root)) {
    // A year, or whatever number comes first, further on.
    yield bound.replace(/\d+/, (digits) => String(Number(digits) + step).padStart(digits.length, '0'));
    return;
  }
  const whole = /^([+-]?\d+)(?:\.\d*)?$/.exec(bound)?.[1];
  if (whole !== undefined) yield String(BigInt(whole.replace('+', '')) + BigInt(step));
  if (!fractionTypes.has(root)) return;
  for (const part of [0.5, 0.1, 0.01, 0.001]) yield String(Number(bound) + step * part);
}

function firstOf(given: Iterable<string | undefined>, fitting: (text: string) => boolean): string | undefined {
  for (const text of given) if (text !== undefined && fitting(text)) return text;
  return undefined;
}

function fits(text: string, steps: readonly Facets[], unit: Unit): boolean {
  return steps.every((facets) => inList(text, facets) && hasLength(text, facets, unit) && inRange(text, facets, unit));
}

function inList(text: string, { enumeration, patterns = [] }: Facets): boolean {
  if (enumeration !== undefined && !enumeration.some(({ value }) => value === text)) return false;
  return patterns.every((pattern) => matchesPattern(pattern, text) === true);
}

function hasLength(text: string, { length, minLength, maxLength }: Facets, unit: Unit): boolean {
  if (unit === 'numbers' || unit === 'others') return true;
  const own = lengthOf(text, unit);
  return own === (length ?? own) && own >= (minLength ?? 0) && own <= (maxLength ?? own);
}

function lengthOf(text: string, unit: Unit): number {
  if (unit === 'items') return text === '' ? 0 : text.split(' ').length;
  if (unit === 'hex digits') return text.length / 2;
  return unit === 'base64' ? (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0) : [...text].length;
}

function inRange(text: string, facets: Facets, unit: Unit): boolean {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive, totalDigits, fractionDigits } = facets;
  const order = (bound: string): number => compare(text, bound, unit);
  const digits = text.replace(/^[+-]?0*|\./g, '').length;
  const behind = /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;
  return (
    (minInclusive === undefined || order(minInclusive) >= 0) &&
    (minExclusive === undefined || order(minExclusive) > 0) &&
    (maxInclusive === undefined || order(maxInclusive) <= 0) &&
    (maxExclusive === undefined || order(maxExclusive) < 0) &&
    digits <= (totalDigits ?? digits) &&
    behind <= (fractionDigits ?? behind)
  );
}

/** Not a number where the two cannot be compared. */
function compare(one: string, other: string, unit: Unit): number {
  if (unit !== 'numbers') {
    const [first, second] = [instantOf(one), instantOf(other)];
    return first - second;
  }
  const whole = /^[+-]?\d+$/;
  if (!whole.test(one) || !whole.test(other)) return Number(one) - Number(other);
  const difference = BigInt(one.replace('+', '')) - BigInt(other.replace('+', ''));
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Of a date, a time or parts of them, in milliseconds. */
function instantOf(text: string): number {
  const duration = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text);
  if (duration !== null) {
    const [, sign, ...parts] = duration;
    const days = [365.25, 30.5, 1, 1 / 24, 1 / 1_440, 1 / 86_400];
    const sum = parts.reduce((total, part, index) => total + Number(part ?? 0) * (days[index] ?? 0), 0);
    return (sign === '-' ? -sum : sum) * 86_400_000;
  }
  const [, year, month, day, clock = 'T00:00:00', zone = 'Z'] =
    /^(?:(-?\d{4,})|-)?(?:-?(\d\d))?(?:-{1,2}(\d\d))?(T?\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const date = `${(year ?? '2000').padStart(4, '0')}-${month ?? '01'}-${day ?? '01'}`;
  return Date.parse(`${date}T${clock.replace('T', '')}${zone}`);
}
