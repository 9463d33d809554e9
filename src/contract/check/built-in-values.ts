import { float } from '@soapwright/runtime';
import { isNCName, isSimpleType, type SimpleTypeName } from '../model/index.ts';

/** Groups of built-in types that have the same facets. */
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
/** dateTime, its parts, and duration. */
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

/** Lexical forms (XML Schema part 2, 3.2 and 3.3) after white space is collapsed. Types without one accept any text. */
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
      return isExpandedName(collapsed) || (collapsed.split(':').length <= 2 && collapsed.split(':').every(isNCName));
    default:
      return true;
  }
}

/** Whether a text is a name with its namespace, `{namespace}local`: a prefix means nothing outside of a message. */
export function isExpandedName(text: string): boolean {
  const [, local] = /^\{[^\s{}]+\}(.*)$/.exec(text) ?? [];
  return local !== undefined && isNCName(local);
}

function isNmtoken(text: string): boolean {
  return text !== '' && text.split(':').every((part) => isNCName(`_${part}`));
}

/** White space handling of all types except string and normalizedString. */
export function collapse(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}

function inRange(text: string, root: SimpleTypeName): boolean {
  const [least, most] = ranges[root] ?? [];
  const value = BigInt(text.replace(/^\+/, ''));
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** Rejects days such as the 30th of February. */
function isDay(text: string, root: SimpleTypeName): boolean {
  const [, years, months = '', days = ''] = /^(?:(-?\d+)|-)-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (months === '' || !(root === 'dateTime' || root === 'date' || root === 'gMonthDay')) return true;
  const inYear = years === undefined ? 2000 : Number(years);
  const leap = (inYear % 4 === 0 && inYear % 100 !== 0) || inYear % 400 === 0;
  const most = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(months) - 1] ?? 0;
  return Number(days) <= most;
}

/** Whether a text equals the codec's text of its value: only then is it valid in a literal type of TypeScript. */
export function isCanonical(text: string, kind: Kind, root?: SimpleTypeName): boolean {
  switch (kind) {
    case 'integer':
      return /^(?:0|-?[1-9]\d{0,399})$/.test(text);
    case 'decimal':
      return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) && !/^-0(?:\.0*)?$/.test(text);
    case 'float':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && printed(text, root) === text;
    default:
      return collapse(text) === text;
  }
}

/** A number of `float` or `double`, as TypeScript writes it: a float has the digits of 32 bits. */
function printed(text: string, root: SimpleTypeName | undefined): string {
  return String(root === 'float' ? float.parse(text) : Number(text));
}

/** A value in the form in which a codec returns it. @param whiteSpace of a facet. */
export function canonical(text: string, root: SimpleTypeName, whiteSpace: 'preserve' | 'replace' | 'collapse'): string {
  const kind = kindOf(root);
  const isPreserved = root === 'string' && whiteSpace === 'preserve';
  const isReplaced = (root === 'string' || root === 'normalizedString') && whiteSpace !== 'collapse';
  const value = isPreserved ? text : isReplaced ? text.replace(/[\t\n\r]/g, ' ') : collapse(text);
  if (kind === 'integer' && /^[+-]?\d{1,400}$/.test(value)) return String(BigInt(value.replace(/^\+/, '')));
  if (kind === 'float' && Number.isFinite(Number(value))) return printed(value, root);
  if (kind !== 'decimal') return value;
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(value) ?? [];
  const digits = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Negative, 0 or positive as the first value is less, equal or greater; undefined where there is no order. */
export function compare(one: string, other: string, kind: Kind): number | undefined {
  if (kind === 'integer' || kind === 'decimal') return compareDecimals(one, other);
  if (kind === 'float') return Number(one) - Number(other);
  if (kind !== 'calendar') return undefined;
  return one.includes('P') ? compareDurations(one, other) : compareInstants(one, other);
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

const hours = 3600;

/** A time zone is at most 14 hours: where only one has a zone, closer values have no order (XML Schema part 2, 3.2.7.4). */
function compareInstants(one: string, other: string): number | undefined {
  const [a, b] = [instantOf(one), instantOf(other)];
  if (a === undefined || b === undefined) return undefined;
  const difference = a.seconds - b.seconds;
  return a.zoned === b.zoned || Math.abs(difference) > 14 * hours ? difference : undefined;
}

const instant = /^(-?\d{4,})?(?:--?(\d\d))?(?:-{1,3}(\d\d))?T?(?:(\d\d):(\d\d):(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/;

/** Missing parts are those of 1972-01-01T00:00:00. Undefined for years that no Date of JavaScript can represent. */
function instantOf(text: string): { readonly seconds: number; readonly zoned: boolean } | undefined {
  const parts = instant.exec(text);
  if (parts === null) return undefined;
  const [, year = '1972', month = '1', day = '1', hour = '0', minute = '0', second = '0', zone] = parts;
  const days = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)) / 1000;
  const [, sign = '+', zoneHour = '0', zoneMinute = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone ?? '') ?? [];
  const offset = Number(`${sign}1`) * (Number(zoneHour) * hours + Number(zoneMinute) * 60);
  const seconds = days + Number(hour) * hours + Number(minute) * 60 + Number(second) - offset;
  return Number.isNaN(seconds) ? undefined : { seconds, zoned: zone !== undefined };
}

/** Year and month that durations are added to: they are ordered if all four agree (XML Schema part 2, 3.2.6.2). */
const referenceMonths: readonly (readonly [year: number, month: number])[] = [
  [1696, 8],
  [1697, 1],
  [1903, 2],
  [1903, 6],
];

function compareDurations(one: string, other: string): number | undefined {
  const signs = new Set(
    referenceMonths.map((start) => Math.sign(secondsAfter(start, one) - secondsAfter(start, other))),
  );
  const [sign = Number.NaN] = signs;
  return signs.size > 1 || Number.isNaN(sign) ? undefined : sign;
}

const durationParts = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

function secondsAfter([year, month]: readonly [number, number], duration: string): number {
  const [, minus = '', ...parts] = durationParts.exec(duration) ?? [];
  const [years = 0, months = 0, days = 0, hour = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const sign = minus === '' ? 1 : -1;
  const start = new Date(0).setUTCFullYear(year, month + sign * (years * 12 + months), 1) / 1000;
  return start + sign * (days * 24 * hours + hour * hours + minutes * 60 + seconds);
}

/** Base types of the built-in types that are derived from another one (XML Schema part 2, 3.3). */
const builtInBases: Readonly<Record<string, string>> = {
  normalizedString: 'string',
  token: 'normalizedString',
  language: 'token',
  NMTOKEN: 'token',
  Name: 'token',
  NCName: 'Name',
  ID: 'NCName',
  IDREF: 'NCName',
  ENTITY: 'NCName',
  integer: 'decimal',
  nonPositiveInteger: 'integer',
  negativeInteger: 'nonPositiveInteger',
  long: 'integer',
  int: 'long',
  short: 'int',
  byte: 'short',
  nonNegativeInteger: 'integer',
  unsignedLong: 'nonNegativeInteger',
  unsignedInt: 'unsignedLong',
  unsignedShort: 'unsignedInt',
  unsignedByte: 'unsignedShort',
  positiveInteger: 'nonNegativeInteger',
};

export function isBuiltInDerived(type: string, from: string): boolean {
  for (let step: string | undefined = type; step !== undefined; step = builtInBases[step])
    if (step === from) return true;
  return false;
}

/** The least and the greatest value of an integer type; undefined for an unbounded type. */
export function rangeOf(type: SimpleTypeName): Range {
  return ranges[type] ?? [undefined, undefined];
}

/** The built-in type of a local name in the namespace of XML Schema; anySimpleType counts as text. */
export function builtIn(local: string): SimpleTypeName | undefined {
  if (isSimpleType(local)) return local;
  return local === 'anySimpleType' ? 'string' : undefined;
}
