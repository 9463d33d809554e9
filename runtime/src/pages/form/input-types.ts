import type { FieldDescription } from '../pages-description.ts';

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

const integer: InputType = { kind: 'text', inputMode: 'numeric', pattern: '[+\\-]?[0-9]+', format: 'a whole number' };
const natural: InputType = { kind: 'text', inputMode: 'numeric', pattern: '\\+?[0-9]+', format: 'a whole number' };
const float: InputType = {
  kind: 'text',
  inputMode: 'decimal',
  pattern: `${number}(?:[eE][+\\-]?[0-9]+)?|-?INF|NaN`,
  format: 'a number, INF, -INF or NaN',
};
/** The service checks the characters of names. */
const name: InputType = { kind: 'text', pattern: '\\S+', format: 'a name without white space' };
const qname: InputType = { ...name, format: 'a name, with a prefix or without' };
const names: InputType = { kind: 'text', pattern: '.*\\S.*', format: 'names separated by spaces' };
const text: InputType = { kind: 'text' };

/** By the local name of the type in XML Schema. */
const inputTypes: ReadonlyMap<string, InputType> = new Map([
  ...['int', 'long', 'short', 'byte', 'integer', 'negativeInteger', 'nonPositiveInteger'].map(
    (name): [string, InputType] => [name, integer],
  ),
  ...['unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte', 'nonNegativeInteger', 'positiveInteger'].map(
    (name): [string, InputType] => [name, natural],
  ),
  ['decimal', { kind: 'text', inputMode: 'decimal', pattern: number, format: 'a decimal number' }],
  ['float', float],
  ['double', float],
  ['boolean', { kind: 'boolean' }],
  ['base64Binary', { kind: 'file' }],
  ['hexBinary', { kind: 'text', pattern: '(?:[0-9A-Fa-f]{2})*', format: 'pairs of hex digits', emptyToo: true }],
  ['anyURI', { kind: 'text', inputMode: 'url' }],
  [
    'dateTime',
    {
      kind: 'text',
      pattern: `${date}T${time}${zone}`,
      format: 'date and time, with any number of fraction digits, with or without a zone',
      example: '2026-01-31T12:30:00.1234567Z',
    },
  ],
  ['date', { kind: 'text', pattern: date + zone, format: 'a date, with or without a zone', example: '2026-01-31' }],
  ['time', { kind: 'text', pattern: time + zone, format: 'a time, with or without a zone', example: '12:30:00' }],
  ['duration', { kind: 'text', pattern: duration, format: 'a duration', example: 'P1DT2H30M' }],
  ['gYear', { kind: 'text', pattern: `-?[0-9]{4,}${zone}`, format: 'a year, with or without a zone', example: '2026' }],
  [
    'gYearMonth',
    {
      kind: 'text',
      pattern: `-?[0-9]{4,}-[0-9]{2}${zone}`,
      format: 'a month of a year, with or without a zone',
      example: '2026-01',
    },
  ],
  [
    'gMonth',
    { kind: 'text', pattern: `--[0-9]{2}${zone}`, format: 'a month, with or without a zone', example: '--01' },
  ],
  [
    'gMonthDay',
    {
      kind: 'text',
      pattern: `--[0-9]{2}-[0-9]{2}${zone}`,
      format: 'a day of any year, with or without a zone',
      example: '--01-31',
    },
  ],
  [
    'gDay',
    {
      kind: 'text',
      pattern: `---[0-9]{2}${zone}`,
      format: 'a day of any month, with or without a zone',
      example: '---31',
    },
  ],
  [
    'language',
    {
      kind: 'text',
      pattern: '[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*',
      format: 'a language code',
      example: 'de-CH',
    },
  ],
  ...['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY'].map((type): [string, InputType] => [type, name]),
  ...['QName', 'NOTATION'].map((type): [string, InputType] => [type, qname]),
  ...['NMTOKENS', 'IDREFS', 'ENTITIES'].map((type): [string, InputType] => [type, names]),
]);

export function inputTypeOf({ type }: FieldDescription): InputType {
  return inputTypes.get(type ?? '') ?? text;
}

export function isBinary({ type }: FieldDescription): boolean {
  return type === 'base64Binary';
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
