import {
  type Facets,
  type SimpleDefinition,
  type SimpleTypeName,
  type SimpleValue,
  translatePattern,
} from '../contract/index.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Texts of numbers that JSON does not have (XML Schema 1.0 part 2, 3.2.4.1). */
const noNumbers = { enum: ['INF', '-INF', 'NaN'] };

const integers: ReadonlySet<SimpleTypeName> = new Set([
  'int',
  'short',
  'byte',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
  'long',
  'unsignedLong',
  'integer',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
]);

/** The bounds of integers that are numbers in JSON. */
const bounds: Partial<Readonly<Record<SimpleTypeName, readonly [minimum: number, maximum: number]>>> = {
  byte: [-128, 127],
  short: [-32_768, 32_767],
  int: [-2_147_483_648, 2_147_483_647],
  unsignedByte: [0, 255],
  unsignedShort: [0, 65_535],
  unsignedInt: [0, 4_294_967_295],
};

/** `format` by OpenAPI's registry where it has one of the same meaning. */
const formats: Partial<Readonly<Record<SimpleTypeName, string>>> = {
  long: 'int64',
  unsignedLong: 'uint64',
  int: 'int32',
  double: 'double',
  float: 'float',
  decimal: 'decimal',
};

export function builtIn(name: SimpleTypeName, representation: SimpleValue['representation']): JsonSchema {
  const format = formats[name];
  switch (representation) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number': {
      if (!integers.has(name)) return { anyOf: [{ type: 'number', ...(format && { format }) }, noNumbers] };
      const [minimum, maximum] = bounds[name] ?? [];
      return {
        type: 'integer',
        ...(format && { format }),
        ...(minimum !== undefined && { minimum, maximum }),
      };
    }
    case 'string[]':
      return { type: 'array', items: { type: 'string' } };
    case 'Uint8Array':
    case 'Blob':
      if (name === 'hexBinary') return { type: 'string', pattern: '^([0-9A-Fa-f]{2})*$' };
      return { type: 'string', contentEncoding: 'base64' };
    case 'bigint':
      return { type: 'string', pattern: '^[+-]?[0-9]+$', ...(format && { format }) };
    default:
      return { type: 'string', ...(name !== 'string' && { format: format ?? `xs-${name}` }) };
  }
}

/** The lexical value as JSON has it. */
export function jsonValue(text: string, definition: SimpleDefinition): unknown {
  const { kind, representation } = rootOf(definition);
  if (kind === 'list') return text.split(/\s+/).filter((item) => item !== '');
  if (representation === 'boolean') return text === 'true' || text === '1';
  if (representation === 'number' && Number.isFinite(Number(text))) return Number(text);
  return text;
}

interface Root {
  readonly kind: 'list' | 'union' | 'built-in';
  readonly representation?: SimpleValue['representation'];
}

function rootOf(definition: SimpleDefinition): Root {
  switch (definition.kind) {
    case 'declared':
      return rootOf(definition.definition);
    case 'restriction':
      return rootOf(definition.base);
    case 'built-in':
      if (definition.representation === 'string[]') return { kind: 'list' };
      return { kind: 'built-in', representation: definition.representation };
    default:
      return { kind: definition.kind };
  }
}

export function isList(definition: SimpleDefinition): boolean {
  return rootOf(definition).kind === 'list';
}

export function isNumber(definition: SimpleDefinition): boolean {
  return rootOf(definition).representation === 'number';
}

export function listFacets({ length, minLength = length, maxLength = length }: Facets): JsonSchema {
  return {
    ...(minLength !== undefined && { minItems: minLength }),
    ...(maxLength !== undefined && { maxItems: maxLength }),
  };
}

export function numberFacets({ minInclusive, maxInclusive, minExclusive, maxExclusive }: Facets): JsonSchema {
  const bound = (name: string, text: string | undefined): JsonSchema =>
    text === undefined || !Number.isFinite(Number(text)) ? {} : { [name]: Number(text) };
  return {
    ...bound('minimum', minInclusive),
    ...bound('maximum', maxInclusive),
    ...bound('exclusiveMinimum', minExclusive),
    ...bound('exclusiveMaximum', maxExclusive),
  };
}

/** Lengths of binary values count bytes, and JSON has no bounds of texts: those are left to the service. */
export function textFacets(
  { length, minLength = length, maxLength = length }: Facets,
  base: SimpleDefinition,
): JsonSchema {
  if (rootOf(base).representation !== 'string') return {};
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** Patterns that JSON Schema has, too: those that need no flag v. */
export function patterns(given: readonly string[] = []): readonly JsonSchema[] {
  return given.flatMap((pattern) => {
    const translated = translatePattern(pattern);
    return 'fault' in translated || translated.flags !== 'u' ? [] : [{ pattern: translated.source }];
  });
}
