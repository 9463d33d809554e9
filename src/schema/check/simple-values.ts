import { isSimpleType, type SimpleTypeName } from '../../contract/index.ts';
import { isNCName } from '../xml-name.ts';

/** What facets a type takes, by the built-in type that it comes down to. */
export type Kind = 'text' | 'list' | 'binary' | 'integer' | 'decimal' | 'float' | 'calendar' | 'boolean' | 'name';

const kindOfName: Readonly<Record<string, Kind>> = {
  decimal: 'decimal',
  double: 'float',
  float: 'float',
  boolean: 'boolean',
  hexBinary: 'binary',
  base64Binary: 'binary',
  QName: 'name',
  NOTATION: 'name',
};
const lists: ReadonlySet<string> = new Set(['NMTOKENS', 'IDREFS', 'ENTITIES']);
const calendar: ReadonlySet<string> = new Set(
  'dateTime date time duration gYear gYearMonth gMonth gMonthDay gDay'.split(' '),
);

type Range = readonly [least: bigint | undefined, most: bigint | undefined];

const ranges: Readonly<Record<string, Range>> = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  integer: [undefined, undefined],
  unsignedByte: [0n, 255n],
  unsignedShort: [0n, 65_535n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
};

export function kindOf(root: SimpleTypeName): Kind {
  if (Object.hasOwn(ranges, root)) return 'integer';
  if (Object.hasOwn(kindOfName, root)) return kindOfName[root] ?? 'text';
  if (lists.has(root)) return 'list';
  return calendar.has(root) ? 'calendar' : 'text';
}

const zone = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const year = '-?(?:[1-9]\\d{3,}|0\\d{3})';
const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const time = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)';

/** Lexical forms (XML Schema part 2, 3.2 and 3.3), white space taken away; of what is missing every text is one. */
const forms: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:true|false|1|0)$/,
  decimal: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  double: /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?|-?INF|NaN)$/,
  float: /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?|-?INF|NaN)$/,
  dateTime: new RegExp(`^${year}-${month}-${day}T${time}${zone}$`),
  date: new RegExp(`^${year}-${month}-${day}${zone}$`),
  time: new RegExp(`^${time}${zone}$`),
  gYear: new RegExp(`^${year}${zone}$`),
  gYearMonth: new RegExp(`^${year}-${month}${zone}$`),
  gMonth: new RegExp(`^--${month}${zone}$`),
  gMonthDay: new RegExp(`^--${month}-${day}${zone}$`),
  gDay: new RegExp(`^---${day}${zone}$`),
  duration: /^-?P(?=\d|T)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  hexBinary: /^(?:[\dA-Fa-f]{2})*$/,
  base64Binary: /^(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/][AQgw]==|[\dA-Za-z+/]{2}[AEIMQUYcgkosw048]=)?$/,
  language: /^[A-Za-z]{1,8}(?:-[\dA-Za-z]{1,8})*$/,
};

/** Whether a text is in the lexical space of a built-in type. */
export function isLexical(root: SimpleTypeName, text: string): boolean {
  const collapsed = root === 'string' || root === 'normalizedString' ? text : collapse(text);
  if (Object.hasOwn(ranges, root)) return /^[+-]?\d{1,400}$/.test(collapsed) && inRange(collapsed, root);
  const form = Object.hasOwn(forms, root) ? forms[root] : undefined;
  if (form !== undefined)
    return form.test(root === 'base64Binary' ? collapsed.replaceAll(' ', '') : collapsed) && isDay(collapsed, root);
  const words = collapsed === '' ? [] : collapsed.split(' ');
  switch (root) {
    case 'NCName':
    case 'ID':
    case 'IDREF':
    case 'ENTITY':
      return isNCName(collapsed);
    case 'IDREFS':
    case 'ENTITIES':
      return words.length > 0 && words.every(isNCName);
    case 'Name':
      return (
        collapsed.split(':').every((part, index) => isNCName(index === 0 && part === '' ? '_' : `_${part}`)) &&
        /^[^-.\d]/.test(collapsed)
      );
    case 'NMTOKEN':
      return words.length === 1 && isNmtoken(collapsed);
    case 'NMTOKENS':
      return words.length > 0 && words.every(isNmtoken);
    case 'QName':
    case 'NOTATION':
      return collapsed.split(':').length <= 2 && collapsed.split(':').every(isNCName);
    default:
      return true;
  }
}

function isNmtoken(text: string): boolean {
  return text !== '' && text.split(':').every((part) => isNCName(`_${part}`));
}

/** White space as every type but string and normalizedString has it. */
export function collapse(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Whether a built-in integer type has a value; of what is none, nothing is said. */
export function inRange(text: string, root: SimpleTypeName): boolean {
  if (!Object.hasOwn(ranges, root) || !/^[+-]?\d{1,400}$/.test(text)) return true;
  const [least, most] = ranges[root] ?? [];
  const value = BigInt(text.replace(/^\+/, ''));
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** No 30th of February. */
function isDay(text: string, root: SimpleTypeName): boolean {
  const [, years, months = '', days = ''] = /^(?:(-?\d+)|-)-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (months === '' || !(root === 'dateTime' || root === 'date' || root === 'gMonthDay')) return true;
  const inYear = years === undefined ? 2000 : Number(years);
  const leap = (inYear % 4 === 0 && inYear % 100 !== 0) || inYear % 400 === 0;
  const most = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(months) - 1] ?? 0;
  return Number(days) <= most;
}

/** Numbers are written as they come out again: a literal type must say exactly what a codec delivers. */
export function isCanonical(text: string, kind: Kind): boolean {
  switch (kind) {
    case 'integer':
      return /^(?:0|-?[1-9]\d{0,399})$/.test(text);
    case 'decimal':
      return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) && !/^-0(?:\.0*)?$/.test(text);
    case 'float':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(Number(text)) === text;
    default:
      return collapse(text) === text;
  }
}

/** Below 0, 0 or above as the first is less, the same or more; undefined where that is not known. */
export function compare(one: string, other: string, kind: Kind): number | undefined {
  if (kind === 'integer' || kind === 'decimal') return compareDecimals(one, other);
  if (kind === 'float') return Number(one) - Number(other);
  if (kind !== 'calendar') return undefined;
  const [first, second] = [Date.parse(one), Date.parse(other)];
  const difference = first - second;
  return Number.isNaN(difference) || !/Z$/.test(one) || !/Z$/.test(other) ? undefined : difference;
}

function compareDecimals(one: string, other: string): number | undefined {
  const parts = [one, other].map((text) => /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text));
  const [a, b] = parts;
  if (!a || !b) return undefined;
  const digits = Math.max(a[3]?.length ?? 0, b[3]?.length ?? 0);
  const scaled = ([, sign, whole = '', fraction = '']: RegExpExecArray): bigint => {
    const value = BigInt(`${whole}${fraction.padEnd(digits, '0')}` || '0');
    return sign === '-' ? -value : value;
  };
  const difference = scaled(a) - scaled(b);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The built-in type of a name in the namespace of XML Schema; that of all simple types counts as text. */
export function builtIn(local: string): SimpleTypeName | undefined {
  if (isSimpleType(local)) return local;
  return local === 'anySimpleType' ? 'string' : undefined;
}
