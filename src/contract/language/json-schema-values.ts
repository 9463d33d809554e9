import { mappings, mappingsOf, mediaTypes, simpleTypes } from '../model/index.ts';
import { builtInTypes, reservedTypeNames } from './built-in-types.ts';
import type { NameKind, SimpleKind, Value } from './construct.ts';
import { has, type JsonSchema, reference, when } from './json-schema-parts.ts';

/** An XML name as far as ASCII goes; the loader checks the rest (Namespaces in XML 1.0, production 4). */
export const xmlName: string = String.raw`[^\s\u0000-\u001F\u007F-\u009F"'<>&:$?\[\]{}(),;!@#%^*+=|\\/~${'`'}.\-0-9][^\s\u0000-\u001F\u007F-\u009F"'<>&:$?\[\]{}(),;!@#%^*+=|\\/~${'`'}]*`;

/** The names of each kind, as regular expressions. */
export const namePatterns: Readonly<Record<NameKind, string>> = {
  any: '.*',
  lintRule: '.*',
  breakingRule: '.*',
  path: '\\S.*',
  xmlName,
  prefix: `(?!(?:[Xx][Mm][Ll]|[Xx][Mm][Ll][Nn][Ss]|[Xx][Ss][Dd]?|[Xx][Ss][Ii])$)${xmlName}`,
  qualified: `(?:${xmlName}:)?${xmlName}`,
  expanded: `\\{[^\\s{}]+\\}${xmlName}`,
  attribute: `(?!xmlns$)${xmlName}`,
  qualifiedAttribute: `(?!(?:[^:]+:)?xmlns$)(?:${xmlName}:)?${xmlName}`,
  qualifiedType: `(?!(?:${[...reservedTypeNames].join('|')})$)(?:${xmlName}:)?${xmlName}`,
};

/** `?`, `[]` or `[1..10]` after a name. */
export const suffix: string = String.raw`(\?|\[\]|\[\s*\d+\s*\.\.\s*(\d+|\*)\s*\])`;
const typePrefix = '(?!(?:xs|xsd|s):)';
const typeName = String.raw`[^\s?\[\]]+`;
/** Characters that no URI holds; `$` begins a variable. */
const inUri = String.raw`\s\u0000-\u001F\u007F-\u009F"<>\\^${'`'}{|}`;
const variable = String.raw`\$\{[A-Za-z_][A-Za-z0-9_]*:-[^{}$\s"<>\\^${'`'}|]*\}`;
const notInXml = { type: 'string', pattern: '[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]' };

function text(pattern: string): JsonSchema {
  return { type: 'string', pattern };
}

const notBlank = text('\\S');
const literal: JsonSchema = { type: ['string', 'number', 'boolean'], not: notInXml };
const values: JsonSchema = { type: 'array', minItems: 1, uniqueItems: true, items: literal };
const simpleTypeName: JsonSchema = { anyOf: [notBlank, reference('innerType')] };

const simpleKinds: Readonly<Record<SimpleKind, JsonSchema>> = {
  flag: { type: 'boolean' },
  text: { type: 'string', not: notInXml },
  note: { ...notBlank, not: { anyOf: [{ enum: ['true', 'false'] }, notInXml] } },
  version: { type: ['string', 'number'], pattern: '\\S', not: { anyOf: [{ enum: ['true', 'false'] }, notInXml] } },
  literal,
  reservedValue: { ...literal, pattern: '\\S' },
  reference: notBlank,
  xmlName: text(`^${xmlName}$`),
  identifier: text('^[\\p{L}_][\\p{L}\\p{N}\\p{M}_]*$'),
  type: { anyOf: [reference('typeName'), reference('innerType')] },
  typeName: reference('typeName'),
  typeExpression: {
    type: 'string',
    anyOf: [reference('simpleType'), { pattern: `^${typePrefix}${typeName}\\s*${suffix}?$` }],
  },
  optionalType: { type: 'string', anyOf: [reference('simpleType'), { pattern: `^${typePrefix}${typeName}\\s*\\??$` }] },
  resultType: text(`^(?!(?:${simpleTypes.join('|')})\\s*(?:\\?|\\[.*\\])?$)${typePrefix}${typeName}\\s*${suffix}?$`),
  simpleType: simpleTypeName,
  arrayType: text(`^${typePrefix}${typeName}\\s*(?:\\[[\\d,\\s]*\\])*$`),
  occurs: text('^\\s*\\d+\\s*\\.\\.\\s*(\\d+|\\*)\\s*$'),
  values,
  describedValues: {
    anyOf: [
      values,
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: { anyOf: [{ type: 'string', not: notInXml }, reference('value')] },
      },
    ],
  },
  regularExpression: { ...notBlank, not: notInXml },
  count: { type: 'integer', minimum: 0 },
  bound: { type: ['string', 'number'], pattern: '\\S' },
  uri: text(`^[^${inUri}]+$`),
  prefixedNamespace: text(`^(?:[^$${inUri}]|\\$(?!\\{)|${variable})*$`),
  namespace: { ...text(`^(?:[^$${inUri}]|\\$(?!\\{)|${variable})*$`), minLength: 1 },
  order: text(`^(sequence|choice|all)\\s*${suffix}?$`),
  namespaces: {
    anyOf: [
      { enum: ['any', 'other'] },
      {
        type: 'array',
        minItems: 1,
        items: { ...notBlank, not: { pattern: '^(?:any|other|##(?!(?:local|targetNamespace)$).*)$' } },
      },
    ],
  },
  address: {
    ...text(
      `^(?:(?=[Hh][Tt][Tt][Pp][Ss]?://|\\$\\{)(?:[^$#${inUri}]|\\$(?!\\{)|${variable.replace('{}$', '{}$#')})*)?$`,
    ),
  },
  soapAction: text('^(?! )[\\u0020\\u0021\\u0023-\\u007E]*(?<! )$'),
  soapActionTemplate: text('^(?! )(?:[\\u0020\\u0021\\u0023-\\u007A\\u007C\\u007E]|\\{operation\\})*(?<! )$'),
  nameTemplate: text('^(?:[^\\s{}:]|\\{(?:operation|name)\\})+$'),
  soapVersion: { enum: ['1.1', '1.2', 1.1, 1.2] },
  senderFaultStatus: { enum: [400, 500] },
  mediaTypes: text(mediaTypes.source),
  languageVersion: { const: 1 },
  true: { const: true },
  nothing: { type: 'null' },
  relativePath: { ...text('^(?![\\\\/]|[A-Za-z][A-Za-z0-9+.-]*:)[^\\\\]*$'), minLength: 1 },
  folderPath: text('^(?![\\\\/]|[A-Za-z]:).*\\S'),
  baseUrl: text('^[Hh][Tt][Tt][Pp][Ss]?://[^\\s?#]+$'),
  serviceFile: text('^(?!.*\\.[Aa][Ss][Mm][Xx]$)[A-Za-z0-9_~-][A-Za-z0-9._~-]*$'),
  message: {},
  xml: text('^\\s*<'),
  lintRules: { anyOf: [reference('lintPreset'), reference('lintCategory')] },
  lintCategory: reference('lintCategory'),
  breakingRules: { anyOf: [reference('breakingCategory'), reference('breakingRule'), notBlank] },
};

export function valueSchema(value: Value): JsonSchema {
  switch (value.kind) {
    case 'choice':
      return { enum: value.words };
    case 'integer':
      return { type: 'integer', minimum: value.least, maximum: value.most };
    case 'list': {
      const items = valueSchema(value.of);
      return { type: 'array', ...(value.filled && { minItems: 1 }), ...(value.unique && { uniqueItems: true }), items };
    }
    case 'map': {
      const filled = value.filled ? { minProperties: 1 } : {};
      return { type: 'object', ...filled, ...mapNames(value.names), additionalProperties: valueSchema(value.of) };
    }
    case 'either':
      return { anyOf: value.of.map(valueSchema) };
    case 'construct':
      return reference(value.of);
    default:
      return simpleKinds[value.kind];
  }
}

function mapNames(names: NameKind): JsonSchema {
  if (names === 'any') return {};
  const isRule = names === 'lintRule' || names === 'breakingRule';
  return { propertyNames: isRule ? { anyOf: [reference(names), {}] } : { pattern: `^${namePatterns[names]}$` } };
}

/** Definitions that are not constructs. */
export const definitions: Readonly<Record<string, JsonSchema>> = {
  typeName: {
    description: 'A built-in type, or the name of a declared one.',
    type: 'string',
    anyOf: [reference('simpleType'), { pattern: `^${typePrefix}${typeName}$` }],
  },
  simpleType: {
    description: 'A built-in simple type of XML Schema.',
    enum: simpleTypes,
    enumDescriptions: simpleTypes.map((type) => builtInTypes[type]),
  },
  // With a name of its own, or that of its type.
  namedResult: when({ type: 'string' }, valueSchema({ kind: 'resultType' }), {
    allOf: [
      when({ properties: { type: reference('simpleType') }, required: ['type'] }, has('as')),
      when(has('record'), has('as')),
    ],
  }),
  // The mappings of each built-in type; other types have none.
  mappingFits: Object.values(mappings).reduceRight<JsonSchema>(
    (otherwise, words) => {
      const types = simpleTypes.filter((type) => mappingsOf(type) === words);
      return when(
        { properties: { type: { enum: types } }, required: ['type'] },
        { properties: { mapping: { enum: words } } },
        otherwise,
      );
    },
    { properties: { mapping: false } },
  ),
};

/** The names that the sections `lint` and `breaking` of a soapwright.yaml may use. */
export interface RuleNames {
  readonly presets: readonly string[];
  readonly lintCategories: readonly string[];
  readonly lintRules: readonly string[];
  readonly breakingCategories: readonly string[];
  readonly breakingRules: readonly string[];
}

/** For completion. Other names are reported by the loader, which knows the rules of its version. */
export function ruleDefinitions(names: RuleNames): Readonly<Record<string, JsonSchema>> {
  return {
    lintPreset: { enum: names.presets },
    lintRule: { enum: names.lintRules },
    lintCategory: { anyOf: [{ enum: names.lintCategories }, reference('lintRule'), notBlank] },
    breakingRule: { enum: names.breakingRules },
    breakingCategory: { enum: names.breakingCategories },
  };
}
