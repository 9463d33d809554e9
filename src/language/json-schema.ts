import { categories as breakingCategories } from '../breaking/rule.ts';
import { breakingRules } from '../breaking/rule-catalogue.ts';
import { mappings, mappingsOf, simpleTypes } from '../contract/index.ts';
import { categories as lintCategories, presets } from '../lint/rule.ts';
import { rules as lintRules } from '../lint/rule-catalogue.ts';
import { builtInTypes, reservedTypeNames } from './built-in-types.ts';
import {
  type Construct,
  type ConstructName,
  type Key,
  keyDoc,
  type Members,
  type NameKind,
  type Rule,
  type SimpleKind,
  type Value,
} from './construct.ts';
import { constructs } from './index.ts';

/** Prints the JSON Schemas (draft 7) of contracts of overlays and of soapwright.yaml, with which editors complete and validate them. */

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The file of each schema, below `schema/`, and the construct at its top. */
export const schemaFiles: Readonly<Record<string, Top>> = {
  'contract.schema.json': 'contract',
  'overlay.schema.json': 'overlay',
  'soapwright.schema.json': 'configuration',
};

type Top = 'contract' | 'configuration' | 'overlay';

const titles: Readonly<Record<Top, string>> = {
  contract: 'Soapwright contract',
  configuration: 'soapwright.yaml',
  overlay: 'Overlay of a WSDL',
};

const widestLine = 90;

/** The text of a schema file. */
export function jsonSchemaText(file: string): string {
  const top = schemaFiles[file] ?? 'contract';
  const { description, ...schema } = constructSchema(top);
  const used = new Set<string>();
  const text = JSON.stringify(schema);
  collect(text, used);
  const definitions = Object.fromEntries([...used].sort().map((name) => [name, definitionOf(name)]));
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://unpkg.com/soapwright/schema/${file}`,
    title: titles[top],
    description,
  };
  return `${layOut({ ...head, ...schema, definitions }, '')}\n`;
}

/** JSON with values on one line where they fit. */
function layOut(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= widestLine) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${layOut(item, inner)}`).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const lines = entries.map(([name, item]) => `${inner}${JSON.stringify(name)}: ${layOut(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** The definitions that a schema refers to, directly or through others. */
function collect(text: string, used: Set<string>): void {
  for (const [, name = ''] of text.matchAll(/"#\/definitions\/(\w+)"/g)) {
    if (used.has(name)) continue;
    used.add(name);
    collect(JSON.stringify(definitionOf(name)), used);
  }
}

function definitionOf(name: string): JsonSchema {
  const own = definitions[name];
  return own ?? constructSchema(name as ConstructName);
}

function reference(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

// --- Constructs ------------------------------------------------------------------------------------------------------

function constructSchema(name: ConstructName): JsonSchema {
  const construct = constructs[name];
  const { doc, short, filled } = construct;
  const description = { description: doc };
  const map = { type: 'object', ...(filled && { minProperties: 1 }), ...mapSchema(construct) };
  if (short === undefined) return { ...description, ...map };
  const shorts = short.kind === 'either' ? short.of : [short];
  return { ...description, anyOf: [...shorts.map(valueSchema), map] };
}

function mapSchema(construct: Construct): JsonSchema {
  const { keys, members, rules = [] } = construct;
  const properties = Object.fromEntries(Object.entries(keys).map(([name, row]) => [name, keySchema(row, construct)]));
  const conditions = rules.flatMap(ruleSchemas);
  return {
    properties,
    ...(members && { patternProperties: memberSchemas(members) }),
    additionalProperties: false,
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

function keySchema(row: Key, construct: Construct): JsonSchema {
  const { value, default: otherwise } = row;
  const schema = valueSchema(value);
  // What is beside a reference does not count in draft 7.
  const own = '$ref' in schema ? { allOf: [schema] } : schema;
  return { ...own, ...(otherwise !== undefined && { default: otherwise }), description: keyDoc(construct, row) };
}

function memberSchemas({ names, of, words }: Members): JsonSchema {
  const patterns: Record<string, JsonSchema> = { [`^${namePatterns[names]}$`]: valueSchema(of) };
  for (const [word, { of: definition, name }] of Object.entries(words)) {
    const follows = {
      property: `(?:\\s*|\\s+(?:\\d+|\\$?${xmlName})\\s*)${suffix}?`,
      reference: '\\s+\\S+',
      optional: `(?:\\s+${xmlName})?`,
    }[name];
    patterns[`^\\${word}${follows}$`] = reference(definition);
  }
  return patterns;
}

// --- Rules -----------------------------------------------------------------------------------------------------------

function has(...keys: readonly string[]): JsonSchema {
  return { required: keys };
}

function isSet(key: string): JsonSchema {
  return { properties: { [key]: { const: true } }, required: [key] };
}

function ruleSchemas(rule: Rule): readonly JsonSchema[] {
  switch (rule.rule) {
    case 'exclusive':
      return pairs(rule.keys).map((pair) => ({ not: has(...pair) }));
    case 'required':
      return [rule.keys.length === 1 ? has(...rule.keys) : { anyOf: rule.keys.map((key) => has(key)) }];
    case 'notBoth': {
      const [one, other] = rule.flags;
      return [{ not: { allOf: [isSet(one), isSet(other)] } }];
    }
    case 'excludes':
      return [
        when(rule.flag ? isSet(rule.key) : has(rule.key), { not: { anyOf: rule.others.map((key) => has(key)) } }),
      ];
    case 'needs':
      return [{ anyOf: [{ not: has(rule.key) }, has(rule.other)] }];
    case 'special':
      return special[rule.name];
  }
}

function pairs(keys: readonly string[]): readonly (readonly [string, string])[] {
  return keys.flatMap((one, index) => keys.slice(index + 1).map((other) => [one, other] as const));
}

function when(condition: JsonSchema, then: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  return { if: condition, then, ...(otherwise && { else: otherwise }) };
}

const bareMessage: JsonSchema = {
  anyOf: [{ type: 'string', pattern: '^[^\\s?\\[\\]]+$' }, reference('bare'), { type: 'object', maxProperties: 0 }],
};

const bareMessages: JsonSchema = {
  properties: {
    request: bareMessage,
    result: bareMessage,
    response: false,
  },
  required: ['request'],
};

const fieldMessages: JsonSchema = { properties: { request: reference('request'), result: reference('result') } };

const isBare: JsonSchema = { properties: { style: { const: 'bare' } }, required: ['style'] };

function operationsWithoutStyle(messages: JsonSchema): JsonSchema {
  const style = when({ not: has('style') }, messages);
  return { properties: { operations: { patternProperties: { '^[^$]': style } } } };
}

/** The results of operations in other styles than bare need names. */
function operationsWhen(condition: JsonSchema): JsonSchema {
  const result = when({ allOf: [condition, { not: isBare }] }, { properties: { result: reference('namedResult') } });
  return { properties: { operations: { patternProperties: { '^[^$]': result } } } };
}

const mainKeys = ['service', 'namespace', 'operations'];
const declarations = 'headers faults elements attributes groups attributeGroups notations types records'.split(' ');

const special: Readonly<Record<Extract<Rule, { rule: 'special' }>['name'], readonly JsonSchema[]>> = {
  file: [
    has('soapwright'),
    {
      anyOf: [
        { ...has(...mainKeys), anyOf: [has('address'), has('ports')] },
        { ...has('service', 'namespace', 'include'), anyOf: [has('address'), has('ports')] },
        {
          not: { anyOf: ['service', 'address', 'operations', 'ports'].map((key) => has(key)) },
          anyOf: ['namespaces', 'include', ...declarations].map((key) => has(key)),
        },
      ],
    },
    when(isBare, operationsWithoutStyle(bareMessages), operationsWithoutStyle(fieldMessages)),
    when({ not: has('resultName') }, when(isBare, operationsWhen(has('style')), operationsWhen({}))),
  ],
  operation: [
    when(
      isSet('oneWay'),
      { not: { anyOf: [has('result'), has('response')] } },
      { anyOf: [has('result'), has('response')] },
    ),
    when(has('style'), when(isBare, bareMessages, fieldMessages)),
  ],
  stream: [
    { not: { allOf: [isSet('stream'), has('record')] } },
    when(isSet('stream'), { properties: { type: { const: 'base64Binary' } } }),
  ],
  mapping: [reference('mappingFits')],
};

// --- Values ----------------------------------------------------------------------------------------------------------

/** An XML name as far as ASCII goes; the loader checks the rest (Namespaces in XML 1.0, production 4). */
const xmlName = String.raw`[^\s\u0000-\u001F\u007F-\u009F"'<>&:$?\[\]{}(),;!@#%^*+=|\\/~${'`'}.\-0-9][^\s\u0000-\u001F\u007F-\u009F"'<>&:$?\[\]{}(),;!@#%^*+=|\\/~${'`'}]*`;

const namePatterns: Readonly<Record<NameKind, string>> = {
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

const suffix = String.raw`(\?|\[\]|\[\s*\d+\s*\.\.\s*(\d+|\*)\s*\])`;
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
  languageVersion: { const: 1 },
  true: { const: true },
  nothing: { type: 'null' },
  relativePath: { ...text('^(?![\\\\/]|[A-Za-z][A-Za-z0-9+.-]*:)[^\\\\]*$'), minLength: 1 },
  folderPath: text('^(?![\\\\/]|[A-Za-z]:).*\\S'),
  baseUrl: text('^[Hh][Tt][Tt][Pp][Ss]?://[^\\s?#]+$'),
  serviceFile: text('^(?!.*\\.[Aa][Ss][Mm][Xx]$)[A-Za-z0-9_~-][A-Za-z0-9._~-]*$'),
  message: {},
  xml: text('^\\s*<'),
  lintRules: { anyOf: [{ enum: presets }, reference('lintCategory')] },
  lintCategory: reference('lintCategory'),
  breakingRules: { anyOf: [{ enum: breakingCategories }, reference('breakingRule'), notBlank] },
};

function valueSchema(value: Value): JsonSchema {
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

/** Definitions that are no construct. */
const definitions: Readonly<Record<string, JsonSchema>> = {
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
  // For completion. Other names are reported by the loader, which knows the rules of its version.
  lintRule: { enum: lintRules.map(({ id }) => id) },
  lintCategory: { anyOf: [{ enum: lintCategories }, reference('lintRule'), notBlank] },
  breakingRule: { enum: breakingRules.map(({ id }) => id) },
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
