import type { FieldDescription } from '../pages-description.ts';

/** How a value of a simple type is best entered; a type that is not known is entered as text. */
export interface InputType {
  readonly kind: 'text' | 'boolean' | 'file';
  /** Which keyboard a telephone shows. */
  readonly inputMode?: 'numeric' | 'decimal' | 'url';
  /** What the browser checks before it sends; the service judges for itself. */
  readonly pattern?: string;
  /** What the pattern asks for, in words. */
  readonly format?: string;
  readonly example?: string;
  /** Whether nothing at all is a value although there is a format. */
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
/** Which characters it may have is for the service to say: there are too many of them. */
const name: InputType = { kind: 'text', pattern: '\\S+', format: 'a name without white space' };
const qname: InputType = { ...name, format: 'a name, with a prefix or without' };
const names: InputType = { kind: 'text', pattern: '.*\\S.*', format: 'names with spaces between them' };
const text: InputType = { kind: 'text' };

/** By the local name of the type in XML Schema. */
const entering: ReadonlyMap<string, InputType> = new Map([
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
      format: 'date and time, any number of digits behind the second, zone or none',
      example: '2026-01-31T12:30:00.1234567Z',
    },
  ],
  ['date', { kind: 'text', pattern: date + zone, format: 'a date, zone or none', example: '2026-01-31' }],
  ['time', { kind: 'text', pattern: time + zone, format: 'a time, zone or none', example: '12:30:00' }],
  ['duration', { kind: 'text', pattern: duration, format: 'a duration', example: 'P1DT2H30M' }],
  ['gYear', { kind: 'text', pattern: `-?[0-9]{4,}${zone}`, format: 'a year, zone or none', example: '2026' }],
  [
    'gYearMonth',
    {
      kind: 'text',
      pattern: `-?[0-9]{4,}-[0-9]{2}${zone}`,
      format: 'a month of a year, zone or none',
      example: '2026-01',
    },
  ],
  ['gMonth', { kind: 'text', pattern: `--[0-9]{2}${zone}`, format: 'a month, zone or none', example: '--01' }],
  [
    'gMonthDay',
    {
      kind: 'text',
      pattern: `--[0-9]{2}-[0-9]{2}${zone}`,
      format: 'a day of any year, zone or none',
      example: '--01-31',
    },
  ],
  [
    'gDay',
    { kind: 'text', pattern: `---[0-9]{2}${zone}`, format: 'a day of any month, zone or none', example: '---31' },
  ],
  [
    'language',
    {
      kind: 'text',
      pattern: '[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*',
      format: 'a code of a language',
      example: 'de-CH',
    },
  ],
  ...['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY'].map((type): [string, InputType] => [type, name]),
  ...['QName', 'NOTATION'].map((type): [string, InputType] => [type, qname]),
  ...['NMTOKENS', 'IDREFS', 'ENTITIES'].map((type): [string, InputType] => [type, names]),
]);

export function inputTypeOf({ type }: FieldDescription): InputType {
  return entering.get(type ?? '') ?? text;
}

export function isBinary({ type }: FieldDescription): boolean {
  return type === 'base64Binary';
}

/** The only values that a field may have; undefined where there are more than can be listed. */
export function listedValues({ fixed, values }: FieldDescription): readonly string[] | undefined {
  return fixed === undefined ? values : [fixed];
}

/** Whether nothing at all is a value of the type: what is no number, time or truth value may be empty. */
export function allowsEmpty(field: FieldDescription): boolean {
  const values = listedValues(field);
  if (values !== undefined) return values.includes('');
  if (field.filled === true) return false;
  const { kind, format, emptyToo } = inputTypeOf(field);
  return kind === 'file' || (kind === 'text' && (format === undefined || emptyToo === true));
}
