import type { FieldDescription } from '../description.ts';

/** How a value of a simple type is best entered; a type that is not known is entered as text. */
export interface Entering {
  readonly kind: 'text' | 'boolean' | 'file';
  /** Which keyboard a telephone shows. */
  readonly inputMode?: 'numeric' | 'decimal' | 'url';
  /** What the browser checks before it sends; the service judges for itself. */
  readonly pattern?: string;
  /** What the pattern asks for, in words. */
  readonly format?: string;
  readonly example?: string;
}

const zone = '(?:Z|[+\\-][0-9]{2}:[0-9]{2})?';
const date = '-?[0-9]{4,}-[0-9]{2}-[0-9]{2}';
const time = '[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?';

const integer: Entering = { kind: 'text', inputMode: 'numeric', pattern: '[+\\-]?[0-9]+', format: 'a whole number' };
const natural: Entering = { kind: 'text', inputMode: 'numeric', pattern: '\\+?[0-9]+', format: 'a whole number' };
const float: Entering = { kind: 'text', inputMode: 'decimal', format: 'a number, INF, -INF or NaN' };
const text: Entering = { kind: 'text' };

/** By the local name of the type in XML Schema. */
const entering: ReadonlyMap<string, Entering> = new Map([
  ...['int', 'long', 'short', 'byte', 'integer', 'negativeInteger', 'nonPositiveInteger'].map(
    (name): [string, Entering] => [name, integer],
  ),
  ...['unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte', 'nonNegativeInteger', 'positiveInteger'].map(
    (name): [string, Entering] => [name, natural],
  ),
  [
    'decimal',
    {
      kind: 'text',
      inputMode: 'decimal',
      pattern: '[+\\-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)',
      format: 'a decimal number',
    },
  ],
  ['float', float],
  ['double', float],
  ['boolean', { kind: 'boolean' }],
  ['base64Binary', { kind: 'file' }],
  ['hexBinary', { kind: 'text', pattern: '(?:[0-9A-Fa-f]{2})*', format: 'pairs of hex digits' }],
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
]);

export function enteringOf({ type }: FieldDescription): Entering {
  return entering.get(type ?? '') ?? text;
}

export function isBinary({ type }: FieldDescription): boolean {
  return type === 'base64Binary';
}

/** Whether nothing at all is a value of the type: what is no number, time or truth value may be empty. */
export function mayBeEmpty(field: FieldDescription): boolean {
  const { kind, format } = enteringOf(field);
  return kind === 'file' || (kind === 'text' && format === undefined);
}
