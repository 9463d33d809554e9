import { type Construct, type ConstructName, type Key, keyDoc, type Members } from './construct.ts';
import { constructs } from './index.ts';
import { type JsonSchema, reference } from './json-schema-parts.ts';
import { ruleSchemas } from './json-schema-rules.ts';
import {
  definitions as constantDefinitions,
  namePatterns,
  type RuleNames,
  ruleDefinitions,
  suffix,
  valueSchema,
  xmlName,
} from './json-schema-values.ts';

/** Prints the JSON Schemas (draft 7) of contracts, of overlays and of soapwright.yaml, with which editors complete and validate them. */

/** The file of each schema, below `schema/`, and the construct at its top. */
export const schemaFiles: Readonly<Record<string, Top>> = {
  'contract.schema.json': 'contract',
  'overlay.schema.json': 'overlay',
  'soapwright.schema.json': 'configuration',
};

type Definitions = Readonly<Record<string, JsonSchema>>;

type Top = 'contract' | 'configuration' | 'overlay';

const titles: Readonly<Record<Top, string>> = {
  contract: 'Soapwright contract',
  configuration: 'soapwright.yaml',
  overlay: 'Overlay of a WSDL',
};

const widestLine = 90;

/** The text of a schema file. */
export function jsonSchemaText(file: string, names: RuleNames): string {
  const known = { ...constantDefinitions, ...ruleDefinitions(names) };
  const top = schemaFiles[file] ?? 'contract';
  const { description, ...schema } = constructSchema(top);
  const used = new Set<string>();
  const text = JSON.stringify(schema);
  collect(text, known, used);
  const definitions = Object.fromEntries([...used].sort().map((name) => [name, definitionOf(name, known)]));
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
function collect(text: string, known: Definitions, used: Set<string>): void {
  for (const [, name = ''] of text.matchAll(/"#\/definitions\/(\w+)"/g)) {
    if (used.has(name)) continue;
    used.add(name);
    collect(JSON.stringify(definitionOf(name, known)), known, used);
  }
}

function definitionOf(name: string, known: Definitions): JsonSchema {
  return known[name] ?? constructSchema(name as ConstructName);
}

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
  // Draft 7 ignores siblings of a reference.
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
