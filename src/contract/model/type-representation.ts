import type { ContractOptions, ElementDeclaration } from './model.ts';

/** The built-in simple types of XML Schema part 2, the most common ones first. */
export const simpleTypes = [
  'string',
  'int',
  'long',
  'boolean',
  'dateTime',
  'base64Binary',
  'decimal',
  'double',
  'float',
  'date',
  'time',
  'duration',
  'anyURI',
  'hexBinary',
  'integer',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedLong',
  'unsignedInt',
  'short',
  'unsignedShort',
  'byte',
  'unsignedByte',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
  'normalizedString',
  'token',
  'language',
  'Name',
  'NCName',
  'NMTOKEN',
  'ID',
  'IDREF',
  'ENTITY',
  'NMTOKENS',
  'IDREFS',
  'ENTITIES',
  'QName',
  'NOTATION',
] as const;

export type SimpleTypeName = (typeof simpleTypes)[number];

/** The types of whole numbers. */
export const wholeNumberTypes: ReadonlySet<SimpleTypeName> = new Set([
  'int',
  'long',
  'short',
  'byte',
  'integer',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
]);

/** The types of numbers that may have a fraction. */
export const fractionTypes: ReadonlySet<SimpleTypeName> = new Set(['decimal', 'double', 'float']);

/** Type of a value in TypeScript. The runtime exports `DateTime`, `Duration` and `QName`; `Blob` is streamed binary. */
export type Representation =
  | 'string'
  | 'string[]'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'Date'
  | 'DateTime'
  | 'Duration'
  | 'QName'
  | 'Uint8Array'
  | 'Blob';

/** The default representation of a type, and the contract's option that changes it. */
interface SimpleTypeEntry {
  readonly representation: Representation;
  readonly option?: keyof ContractOptions;
}

const text: SimpleTypeEntry = { representation: 'string' };
const texts: SimpleTypeEntry = { representation: 'string[]' };
const qname: SimpleTypeEntry = { representation: 'QName' };
const small: SimpleTypeEntry = { representation: 'number' };
const large: SimpleTypeEntry = { representation: 'bigint', option: 'long' };

/** All other types are text. */
const table: Readonly<Partial<Record<SimpleTypeName, SimpleTypeEntry>>> = {
  int: small,
  long: large,
  boolean: { representation: 'boolean' },
  dateTime: { representation: 'Date', option: 'dateTime' },
  base64Binary: { representation: 'Uint8Array' },
  decimal: { representation: 'string', option: 'decimal' },
  double: small,
  float: small,
  date: { representation: 'string', option: 'date' },
  duration: { representation: 'string', option: 'duration' },
  hexBinary: { representation: 'Uint8Array' },
  integer: large,
  nonNegativeInteger: large,
  positiveInteger: large,
  nonPositiveInteger: large,
  negativeInteger: large,
  unsignedLong: large,
  unsignedInt: small,
  short: small,
  unsignedShort: small,
  byte: small,
  unsignedByte: small,
  NMTOKENS: texts,
  IDREFS: texts,
  ENTITIES: texts,
  QName: qname,
  NOTATION: qname,
};

/** Values of the contract's options and of a field's `mapping`. */
export const mappings = {
  long: ['bigint', 'string', 'number'],
  decimal: ['string', 'number'],
  dateTime: ['Date', 'exact'],
  date: ['string', 'Date'],
  duration: ['string', 'exact'],
} as const;

/** Empty for a type with a fixed representation. */
export function mappingsOf(type: string): readonly string[] {
  const option = isSimpleType(type) ? table[type]?.option : undefined;
  return option === undefined ? [] : mappings[option];
}

const names: ReadonlySet<string> = new Set(simpleTypes);

export function isSimpleType(name: string): name is SimpleTypeName {
  return names.has(name);
}

/** By the mapping of the field, or else by the contract's options. */
export function representationOf(
  type: SimpleTypeName,
  element: Partial<Pick<ElementDeclaration, 'mapping' | 'stream'>>,
  options: ContractOptions,
): Representation {
  const { representation, option } = table[type] ?? text;
  if (type === 'base64Binary' && element.stream) return 'Blob';
  if (option === undefined) return representation;
  const mapping = element.mapping ?? options[option];
  if (mapping !== 'exact') return mapping as Representation;
  return type === 'duration' ? 'Duration' : 'DateTime';
}
