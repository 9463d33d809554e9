import {
  type Field,
  localIdentifier,
  mappingsOf,
  type QName,
  type ResolvedService,
  type ResolvedSimpleType,
} from '../contract/index.ts';
import { block, type Code, fits, headed, line, listed, literalCode } from './code.ts';
import { facetEntries } from './facets.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { generation } from './generation.ts';
import { stringLiteral } from './literal.ts';
import { type Tags, tagsOf } from './tags.ts';
import { fieldTypeText, qualified, valueTypeText } from './type-text.ts';
import type { CodecView } from './views.ts';

/** codec.ts: a specialised reader and writer for each request, response and record. */
export function codecView(service: ResolvedService, { source, importExtension }: EmitOptions): CodecView {
  const types: CodecType[] = [
    ...service.operations.flatMap(({ input, output }) => [input, output]),
    ...service.records.map(({ typeName, fields, name }) => ({ typeName, fields, type: name })),
  ];
  const tags = tagsOf(
    service.namespace,
    types.flatMap(({ fields }) => fields.map(({ name }) => name)),
  );
  const names = namesOf(types, tags, service.simpleTypes);
  return {
    source,
    generation: String(generation),
    types: specifierOf('./types', importExtension),
    namespace: stringLiteral(service.namespace),
    tags: tags.declarations,
    simpleTypes: service.simpleTypes.map(simpleType),
    codecs: types.map((type) => [[childTable(type, tags)], reader(type, names), writer(type, tags)]),
  };
}

interface CodecType {
  readonly typeName: string;
  readonly fields: readonly Field[];
  /** The name of its type in the schema, where it has one. */
  readonly type?: QName;
}

/** What functions call their own things: a variable for a field must not hide them. */
const own: readonly string[] = ['reader', 'writer', 'value', 'item', 'soap', 't', 'namespace'];

interface Names extends Tags {
  /** The variable that holds a field while it is read. */
  readonly variableOf: (field: Field) => string;
}

function namesOf(types: readonly CodecType[], tags: Tags, simpleTypes: readonly ResolvedSimpleType[]): Names {
  const taken = new Set([...own, ...simpleTypes.map(({ typeName }) => simpleTypeOf(typeName))]);
  for (const { typeName, fields } of types) {
    for (const name of [tableOf(typeName), readerOf(typeName), writerOf(typeName)]) taken.add(name);
    for (const { name } of fields) taken.add(tags.of(name));
  }
  return { ...tags, variableOf: (field) => localIdentifier(field.property, taken) };
}

const tableOf = (typeName: string): string => `${typeName}Children`;
const readerOf = (typeName: string): string => `read${typeName}`;
const writerOf = (typeName: string): string => `write${typeName}`;

/** `const CodeType = soap.restriction<string, t.Code>('Code', soap.string, { … });` */
function simpleType(type: ResolvedSimpleType): Code {
  const { name, typeName, representation, base, builtIn, facets } = type;
  const given =
    base === undefined ? runtimeType({ kind: 'simple', name: builtIn, representation }) : simpleTypeOf(base);
  const of = base === undefined ? representation : `t.${base}`;
  const head = `const ${simpleTypeOf(typeName)} = soap.restriction<${of}, t.${typeName}>(${stringLiteral(name.local)}, ${given}, `;
  return literalCode(head, { object: facetEntries(facets) }, ');', 0);
}

const simpleTypeOf = (typeName: string): string => `${typeName}Type`;

function childTable({ typeName, fields, type }: CodecType, tags: Tags): Code {
  const names = fields.map(({ name }) => tags.of(name));
  const call = type === undefined ? 'children(' : 'childrenOf(';
  const items = type === undefined ? names : [`{ namespace, local: ${stringLiteral(type.local)} }`, ...names];
  return listed(`const ${tableOf(typeName)} = soap.${call}`, items, ');');
}

function reader({ typeName, fields }: CodecType, names: Names): readonly Code[] {
  const cases = fields.map((field, index) => block(`case ${index}:`, [...readField(field, names), line('break;')], ''));
  const required = fields.filter(({ optional, many }) => !optional && !many);
  const entries = fields.map((field) => {
    const variable = names.variableOf(field);
    return variable === field.property ? variable : `${field.property}: ${variable}`;
  });
  const end = [
    ...required.map((field) =>
      line(`if (${names.variableOf(field)} === undefined) throw reader.missing(${names.of(field.name)});`),
    ),
    listed('return {', entries, '};', 8, { spaced: true }),
  ];
  const choose = [...cases, block('case soap.END:', end, '')];
  const loop = block('for (;;) {', [block(`switch (reader.child(${tableOf(typeName)})) {`, choose, '}')], '}');
  const head = listed(`export function ${readerOf(typeName)}(`, ['reader: soap.XmlReader'], `): t.${typeName} {`);
  return headed(head, [...fields.map((field) => declaration(field, names)), loop], '}');
}

function declaration(field: Field, { variableOf }: Names): Code {
  const variable = variableOf(field);
  if (field.many) return line(`const ${variable}: ${fieldTypeText(field, qualified)} = [];`);
  return line(`let ${variable}: ${valueTypeText(field, qualified)} | undefined;`);
}

function readField(field: Field, { variableOf }: Names): readonly Code[] {
  const variable = variableOf(field);
  const value = field.nillable ? `reader.nil() ? null : ${readCall(field)}` : readCall(field);
  return field.many
    ? [line(`reader.item(${variable}.length);`), line(`${variable}.push(${value});`)]
    : [line(`if (${variable} !== undefined) throw reader.repeated();`), line(`${variable} = ${value};`)];
}

function readCall({ type }: Field): string {
  if (type.kind === 'record') return `${readerOf(type.typeName)}(reader)`;
  const own = ownCodec(type);
  return own === undefined ? `soap.readValue(reader, ${typeObject(type)})` : `soap.read${own}(reader)`;
}

function writer({ typeName, fields }: CodecType, tags: Tags): readonly Code[] {
  const unused = fields.length === 0 ? '_' : '';
  const parameters = [`${unused}writer: soap.XmlWriter`, `${unused}value: t.${typeName}`];
  return headed(
    listed(`export function ${writerOf(typeName)}(`, parameters, '): void {'),
    fields.flatMap((field) => writeField(field, tags.of(field.name))),
    '}',
  );
}

function writeField(field: Field, tag: string): readonly Code[] {
  const access = `value.${field.property}`;
  if (field.many) return [within(`for (const item of ${access})`, writeValue(field, tag, 'item'))];
  if (field.optional) return [within(`if (${access} !== undefined)`, writeValue(field, tag, access))];
  // The runtime's writers notice a missing value themselves; opening a record for one would come too early.
  const missing =
    field.type.kind === 'record' ? [line(`if (${access} === undefined) throw writer.missing(${tag});`)] : [];
  return [...missing, ...writeValue(field, tag, access)];
}

function writeValue(field: Field, tag: string, access: string): readonly Code[] {
  const { type, nillable } = field;
  const write =
    type.kind === 'record'
      ? [
          line(`writer.open(${tag});`),
          line(`${writerOf(type.typeName)}(writer, ${access});`),
          line(`writer.close(${tag});`),
        ]
      : [line(writeCall(type, tag, access))];
  if (!nillable) return write;
  return [within(`if (${access} === null)`, [line(`writer.nil(${tag});`)]), within('else', write)];
}

/** One short statement stands behind its head, all else in a block. */
function within(head: string, body: readonly Code[]): Code {
  const [only] = body;
  const flat = body.length === 1 && only?.kind === 'line' ? `${head} ${only.text}` : undefined;
  return flat !== undefined && fits(flat, 4) ? line(flat) : block(`${head} {`, body, '}');
}

type SimpleField = Extract<Field['type'], { kind: 'simple' }>;

function writeCall(type: SimpleField, tag: string, access: string): string {
  const own = ownCodec(type);
  return own === undefined
    ? `soap.writeValue(writer, ${tag}, ${typeObject(type)}, ${access});`
    : `soap.write${own}(writer, ${tag}, ${access});`;
}

/** The object that reads and writes values of a type. */
function typeObject(type: SimpleField): string {
  return type.declared === undefined ? runtimeType(type) : simpleTypeOf(type.declared);
}

/** What the runtime calls a simple type. */
function runtimeType({ name, representation }: SimpleField): string {
  const mapped = name === 'decimal' ? representation === 'number' : isBig(name) && representation !== 'bigint';
  if (!mapped) return `soap.${name}`;
  return representation === 'string' ? `soap.${name}AsString` : `soap.${name}AsNumber`;
}

function isBig(name: SimpleField['name']): boolean {
  return mappingsOf(name).includes('bigint');
}

/** The most common types have readers and writers of their own. */
function ownCodec(type: SimpleField): string | undefined {
  if (type.declared !== undefined) return undefined;
  switch (type.name) {
    case 'string':
      return 'String';
    case 'int':
      return 'Int';
    case 'boolean':
      return 'Boolean';
    case 'long':
      return { string: 'LongAsString', number: 'LongAsNumber' }[type.representation as string] ?? 'Long';
    case 'dateTime':
      return type.representation === 'DateTime' ? 'DateTime' : 'Date';
    case 'base64Binary':
      return type.representation === 'Blob' ? 'Blob' : 'Base64';
    default:
      return undefined;
  }
}
