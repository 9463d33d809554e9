import { type SimpleTypeName, simpleTypes } from '../model/index.ts';

/** The built-in simple types, with what each is in TypeScript. */
export const builtInTypes: Readonly<Record<SimpleTypeName, string>> = {
  string: 'Text',
  int: 'A 32-bit integer: number',
  long: 'A 64-bit integer: bigint, unless `options` or `mapping` select another type',
  boolean: 'true or false',
  dateTime: 'A point in time: Date, or the exact DateTime',
  base64Binary: 'Bytes: Uint8Array, or a Blob where `stream` is true',
  decimal: 'Decimal digits: an exact string, or a number by `options` or `mapping`',
  double: '64-bit floating point: number',
  float: '32-bit floating point: number',
  date: 'A day, with or without a time zone: string',
  time: 'A time of day: string',
  duration: 'A length of time, such as P1DT2H: string',
  anyURI: 'A URI: string',
  hexBinary: 'Bytes in hexadecimal: Uint8Array',
  integer: 'An integer of any size: bigint',
  nonNegativeInteger: '0 and up: bigint',
  positiveInteger: '1 and up: bigint',
  nonPositiveInteger: '0 and down: bigint',
  negativeInteger: '-1 and down: bigint',
  unsignedLong: '0 to 2^64-1: bigint',
  unsignedInt: '0 to 2^32-1: number',
  short: '16 bits: number',
  unsignedShort: '0 to 65535: number',
  byte: '-128 to 127: number',
  unsignedByte: '0 to 255: number',
  gYear: 'A year: string',
  gYearMonth: 'A month of a year: string',
  gMonth: 'A month, such as --12: string',
  gMonthDay: 'A day of every year, such as --12-31: string',
  gDay: 'A day of every month, such as ---31: string',
  normalizedString: 'Text without tabs and line breaks',
  token: 'Text without leading, trailing or repeated spaces',
  language: 'A language code, such as de-CH: string',
  Name: 'An XML name: string',
  NCName: 'An XML name without a colon: string',
  NMTOKEN: 'Name characters: string',
  ID: 'An XML name without a colon: string',
  IDREF: 'An XML name without a colon: string',
  ENTITY: 'An XML name without a colon: string',
  NMTOKENS: 'A list of NMTOKEN: string[]',
  IDREFS: 'A list of IDREF: string[]',
  ENTITIES: 'A list of ENTITY: string[]',
  QName: 'A name with its namespace: { namespace, local }',
  NOTATION: 'The name of a notation: { namespace, local }',
};

/** Further names that no declared type may have. An element that is `untyped` declares no type. */
export const otherBuiltIns: ReadonlySet<string> = new Set(['anySimpleType', 'anyType', 'untyped', 'base64']);

export const reservedTypeNames: ReadonlySet<string> = new Set([...simpleTypes, ...otherBuiltIns]);

/** Names of types in other languages, for suggestions. */
const synonyms: Readonly<Record<string, string>> = {
  binary: 'base64Binary',
  bool: 'boolean',
  bytes: 'base64Binary',
  bigint: 'long',
  datetime: 'dateTime',
  int32: 'int',
  int64: 'long',
  number: 'int',
  str: 'string',
  text: 'string',
  timestamp: 'dateTime',
};

/** @param name in small letters */
export function synonymOf(name: string): string | undefined {
  return Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
}
