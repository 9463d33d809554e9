import type { FieldDescription } from './pages-description.ts';

/** The input for a simple type; unknown types are entered as text. */
export interface InputType {
  readonly kind: 'text' | 'boolean' | 'file';
  /** The keyboard of a phone. */
  readonly inputMode?: 'numeric' | 'decimal' | 'url';
  /** The check of the browser; the service validates values itself. */
  readonly pattern?: string;
  /** The pattern in words. */
  readonly format?: string;
  readonly example?: string;
  /** Whether an empty value is valid although there is a format. */
  readonly emptyToo?: boolean;
}

const zone = '(?:Z|[+\\-][0-9]{2}:[0-9]{2})?';
const date = '-?[0-9]{4,}-[0-9]{2}-[0-9]{2}';
const time = '[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?';
const number = '[+\\-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)';
const timeOfDuration = 'T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?';
const duration = `-?P(?=[0-9]|T[0-9])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:${timeOfDuration})?`;

const text: InputType = { kind: 'text' };
const file: InputType = { kind: 'file' };

function checked(pattern: string, format: string, more: Partial<InputType> = {}): InputType {
  return { kind: 'text', pattern, format, ...more };
}

/** A type that is part of a date or time. */
function calendar(pattern: string, format: string, example: string): InputType {
  return checked(`${pattern}${zone}`, `${format}, with or without a zone`, { example });
}

const integer = checked('[+\\-]?[0-9]+', 'a whole number', { inputMode: 'numeric' });
const natural = checked('\\+?[0-9]+', 'a whole number', { inputMode: 'numeric' });
const decimal = checked(number, 'a decimal number', { inputMode: 'decimal' });
const float = checked(`${number}(?:[eE][+\\-]?[0-9]+)?|-?INF|NaN`, 'a number, INF, -INF or NaN', {
  inputMode: 'decimal',
});
const dateTime = 'date and time, with any number of fraction digits';
/** The service checks the characters of names. */
const name = checked('\\S+', 'a name without white space');
const qname = checked('\\S+', 'a name, with a prefix or without');
const names = checked('.*\\S.*', 'names separated by spaces');

/** Local names of built-in types, a valid value of a sample, and the input. */
const rows: readonly (readonly [types: string, sample: string, input: InputType])[] = [
  ['string normalizedString', 'string', text],
  ['token', 'token', text],
  ['anyType', 'text', text],
  ['anyURI', 'https://example.org/', { kind: 'text', inputMode: 'url' }],
  ['int long short byte integer nonPositiveInteger', '0', integer],
  ['negativeInteger', '-1', integer],
  ['unsignedInt unsignedLong unsignedShort unsignedByte nonNegativeInteger', '0', natural],
  ['positiveInteger', '1', natural],
  ['decimal', '1.50', decimal],
  ['float double', '1.5', float],
  ['boolean', 'false', { kind: 'boolean' }],
  ['base64Binary', 'AQID', file],
  ['hexBinary', '010203', checked('(?:[0-9A-Fa-f]{2})*', 'pairs of hex digits', { emptyToo: true })],
  ['dateTime', '2001-02-03T04:05:06Z', calendar(`${date}T${time}`, dateTime, '2026-01-31T12:30:00.1234567Z')],
  ['date', '2001-02-03', calendar(date, 'a date', '2026-01-31')],
  ['time', '04:05:06', calendar(time, 'a time', '12:30:00')],
  ['duration', 'P1DT2H3M', checked(duration, 'a duration', { example: 'P1DT2H30M' })],
  ['gYear', '2001', calendar('-?[0-9]{4,}', 'a year', '2026')],
  ['gYearMonth', '2001-02', calendar('-?[0-9]{4,}-[0-9]{2}', 'a month of a year', '2026-01')],
  ['gMonth', '--02', calendar('--[0-9]{2}', 'a month', '--01')],
  ['gMonthDay', '--02-03', calendar('--[0-9]{2}-[0-9]{2}', 'a day of any year', '--01-31')],
  ['gDay', '---03', calendar('---[0-9]{2}', 'a day of any month', '---31')],
  ['language', 'en', checked('[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*', 'a language code', { example: 'de-CH' })],
  ['Name NCName ENTITY', 'name', name],
  ['NMTOKEN', 'token', name],
  ['ID IDREF', 'id', name],
  ['QName NOTATION', 'name', qname],
  ['NMTOKENS', 'one two', names],
  ['IDREFS', 'id', names],
  ['ENTITIES', 'name', names],
];

const simpleTypes: ReadonlyMap<string, { readonly sample: string; readonly input: InputType }> = new Map(
  rows.flatMap(([types, sample, input]) => types.split(' ').map((type) => [type, { sample, input }] as const)),
);

export function inputTypeOf({ type = '', attached = false }: FieldDescription): InputType {
  return attached ? file : (simpleTypes.get(type)?.input ?? text);
}

/** A valid value of a simple field, so that samples can be sent unchanged. @param turn index of a listed value. */
export function sampleText({ type = '', fixed, values, sample, fallback }: FieldDescription, turn = 0): string {
  return (
    fixed ?? values?.[turn % Math.max(1, values.length)] ?? sample ?? fallback ?? simpleTypes.get(type)?.sample ?? ''
  );
}

/** Whether a form has a file for it. */
export function isBinary({ type, attached = false }: FieldDescription): boolean {
  return attached || type === 'base64Binary';
}

/** The values of a field, if the contract lists them. */
export function listedValues({ fixed, values }: FieldDescription): readonly string[] | undefined {
  return fixed === undefined ? values : [fixed];
}

/** Whether an empty value is valid: not for numbers, times and booleans. */
export function allowsEmpty(field: FieldDescription): boolean {
  const values = listedValues(field);
  if (values !== undefined) return values.includes('');
  if (field.filled === true) return false;
  const { kind, format, emptyToo } = inputTypeOf(field);
  return kind === 'file' || (kind === 'text' && (format === undefined || emptyToo === true));
}
