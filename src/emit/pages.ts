import {
  faultCodecOf,
  type HeaderUse,
  headerCodecOf,
  kebabCase,
  type PolymorphicType,
  type ResolvedBody,
  type ResolvedFault,
  type ResolvedOperation,
  type ResolvedService,
  type RootValue,
  requestTypeNameOf,
  responseTypeNameOf,
} from '../contract/index.ts';
import { type Literal, printLiteral } from './code.ts';
import { rootBodies } from './codec/identifiers.ts';
import { hasTables } from './codec/table-types.ts';
import type { DeclaredSample } from './declared-samples.ts';
import { type EmitOptions, type Printing, specifierOf } from './file.ts';
import { stringLiteral, templateContent } from './literal.ts';
import { packedLiteral } from './packed-text.ts';
import { Describer, type Entry, flag, given, type RecordEntry } from './pages-fields.ts';
import { SharedFields } from './shared-fields.ts';
import { declaredPrefixes } from './tags.ts';
import type { DescriptionView, PagesView } from './views.ts';

/**
 * description.ts: what every server of the service needs.
 *
 * @param wsdl the WSDL, split at the places of the address; each part in pieces.
 */
export function printDescription(
  service: ResolvedService,
  wsdl: readonly (readonly string[])[],
  { source }: EmitOptions,
): Printing<DescriptionView> {
  return { pieces: description(service, wsdl), around: () => ({ source }) };
}

/** Characters of a WSDL that is not packed. */
const LONGEST_PLAIN = 512 * 1024;

function* description(service: ResolvedService, wsdl: readonly (readonly string[])[]): Generator<string> {
  yield entryText(['name', stringLiteral(service.name)], 2);
  yield entryText(['namespace', stringLiteral(service.namespace)], 2);
  yield entryText(['address', stringLiteral(service.address || `http://localhost/${kebabCase(service.name)}`)], 2);
  yield entryText(['soapVersions', { list: service.soapVersions.map(stringLiteral) }], 2);
  if (service.senderFaultStatus !== undefined) yield entryText(['senderFaultStatus', service.senderFaultStatus], 2);
  const length = wsdl.reduce((sum, pieces) => sum + pieces.reduce((total, piece) => total + piece.length, 1), 0);
  if (length > LONGEST_PLAIN) {
    // XML has no U+0000.
    const text = wsdl.flatMap((pieces, part) => (part === 0 ? pieces : ['\0', ...pieces])).join('');
    yield `  wsdl: {\n    length: ${text.length},\n    packed: \`\\\n${packedLiteral(text)}\`,\n  },\n`;
    return;
  }
  yield '  wsdl: [\n';
  for (const pieces of wsdl) {
    yield '    `';
    for (const piece of pieces) yield templateContent(piece);
    yield '`,\n';
  }
  yield '  ],\n';
}

/**
 * pages.ts: what the pages show besides, as plain data, an operation and a record at a time.
 *
 * @param declared elements for samples of strict wildcards.
 */
export function printPages(
  service: ResolvedService,
  { source, importExtension, sides = 'both' }: EmitOptions,
  declared: readonly DeclaredSample[] = [],
): Printing<PagesView> {
  const specifier = (name: string): string => specifierOf(`./${name}`, importExtension);
  const hasHeaders = service.headers.length > 0;
  const around = {
    source,
    description: specifier('description'),
    client: sides === 'both' ? service.names.client : '',
    module: specifier('client'),
    operations: specifier('server-operations'),
    headers: hasHeaders ? specifier('server-headers') : '',
    clientHeaders: specifier('client-headers'),
    isLarge: hasTables(service),
  };
  const [first] = service.operations;
  const prefix = first?.soapAction.endsWith(first.name) ? first.soapAction.slice(0, -first.name.length) : '';
  if (!hasTables(service)) {
    return { pieces: pages(service, declared), around: () => ({ ...around, actionPrefix: '', fields: '' }) };
  }
  const shared = new SharedFields();
  return {
    pieces: pages(service, declared, { prefix, fields: shared }),
    around: () => ({ ...around, actionPrefix: stringLiteral(prefix), fields: shared.shared }),
  };
}

/** What pages show, as the text of the properties of an object literal that refers to nothing else. */
export function pagesText(service: ResolvedService, declared: readonly DeclaredSample[]): string {
  return [...pages(service, declared)].join('');
}

/** What large contracts say once. */
interface Shared {
  /** What the soapAction of most operations begins with. */
  readonly prefix: string;
  readonly fields: SharedFields;
}

function* pages(
  service: ResolvedService,
  declared: readonly DeclaredSample[],
  shared: Shared | undefined = undefined,
): Generator<string> {
  const describer = new Describer(service, declared);
  for (const entry of given('doc', service.doc)) yield entryText(entry, 2);
  yield '  operations: [\n';
  for (const operation of service.operations) {
    const entries = operationEntries(operation, service.namespace);
    yield shared === undefined ? printed('', { object: entries }, 4) : operationCall(operation, entries, shared.prefix);
  }
  yield '  ],\n  records: {\n';
  for (const [name, fields] of records(service, describer)) {
    if (shared === undefined) yield entryText([name, { list: fields }], 4);
    else shared.fields.add(name, fields);
  }
  if (shared !== undefined) yield* shared.fields.printed(4);
  yield '  },\n';
  const declarations = [...service.messages, ...service.declarations];
  for (const entry of prefixes(service)) yield entryText(entry, 2);
  const hierarchies = declarations.filter((declaration) => declaration.kind === 'polymorphic').map(hierarchy);
  if (hierarchies.length > 0) yield entryText(['hierarchies', { object: hierarchies }], 2);
  const abstract = declarations.filter((declaration) => declaration.kind === 'structure' && declaration.abstract);
  if (abstract.length > 0) {
    yield entryText(['abstract', { list: abstract.map(({ typeName }) => stringLiteral(typeName)) }], 2);
  }
}

/** Fields of each record, by its key. */
function* records(service: ResolvedService, describer: Describer): Generator<RecordEntry> {
  for (const declaration of [...service.messages, ...service.declarations]) yield* describer.record(declaration);
  for (const { codec, type } of rootBodies(service)) {
    if (type.kind === 'record' || type.kind === 'array' || type.kind === 'collection') continue;
    yield [codec, type.kind === 'any' ? [] : [describer.text('$text', type)]];
  }
  yield* describer.encoded();
}

function entryText([key, value]: Entry, indent: number): string {
  return printed(`${key}: `, value, indent);
}

/** As text at once: of a large contract, all as trees takes many times the memory. */
function printed(head: string, value: Literal, indent: number): string {
  const parts: string[] = [];
  printLiteral(head, value, ',', indent, parts);
  return parts.join('');
}

function prefixes(service: ResolvedService): readonly Entry[] {
  const declared = declaredPrefixes(service).map(([key, name]): Entry => [key, stringLiteral(name)]);
  return declared.length === 0 ? [] : [['prefixes', { object: declared }]];
}

/** A call of `operation` with the entries that do not follow from the name. */
function operationCall({ name }: ResolvedOperation, entries: readonly Entry[], prefix: string): string {
  const usual = new Map(
    Object.entries({
      name,
      soapAction: `${prefix}${name}`,
      inputElement: name,
      outputElement: `${name}Response`,
      input: `${name}Request`,
      output: `${name}Response`,
    }).map(([key, text]) => [key, stringLiteral(text)]),
  );
  const more = entries.filter(([key, value]) => usual.get(key) !== value);
  if (more.length === 0) return `    operation(${stringLiteral(name)}),\n`;
  const parts: string[] = [];
  printLiteral(`operation(${stringLiteral(name)}, `, { object: more }, '),', 4, parts);
  return parts.join('');
}

function operationEntries(resolved: ResolvedOperation, namespace: string): readonly Entry[] {
  const { name, doc, soapAction, input, output, operation } = resolved;
  const foreign = (key: string, body: ResolvedBody | undefined): readonly Entry[] =>
    body === undefined || body.element.namespace === namespace ? [] : [[key, stringLiteral(body.element.namespace)]];
  const keyOf = (body: ResolvedBody | undefined, use: string): string =>
    stringLiteral(body === undefined ? '' : recordKey(body, use));
  return [
    ['name', stringLiteral(name)],
    ...given('group', operation.group),
    ...given('doc', doc),
    ['soapAction', stringLiteral(soapAction)],
    ['inputElement', stringLiteral(input.element.local)],
    ['outputElement', stringLiteral(output?.element.local ?? '')],
    ...foreign('inputNamespace', input),
    ...foreign('outputNamespace', output),
    ['input', keyOf(input, requestTypeNameOf(operation))],
    ['output', keyOf(output, responseTypeNameOf(operation))],
    ...headers(resolved),
    ...(resolved.faults.length === 0 ? [] : [['faults', { list: resolved.faults.map(fault) }] as const]),
    ...given('deprecated', operation.deprecated),
    ...given('since', operation.since),
  ];
}

/** What describes the content of an element at a root: its record, or an entry of its own. */
function recordKey({ type }: Pick<RootValue, 'type'>, use: string): string {
  if (type.kind === 'record' || type.kind === 'array') return type.typeName;
  return type.kind === 'collection' ? type.name : use;
}

function headers({ headers: { input, output } }: ResolvedOperation): readonly Entry[] {
  if (input.length === 0 && output.length === 0) return [];
  const lists: readonly Entry[] = [
    ['input', { list: input.map(header) }],
    ['output', { list: output.map(header) }],
  ];
  return [['headers', { object: lists }]];
}

function header({ header: used, required }: HeaderUse): Literal {
  const { element, type, identifier, mustUnderstand, role } = used;
  return {
    object: [
      ['name', stringLiteral(element.name.local)],
      ['namespace', stringLiteral(element.name.namespace)],
      ['record', stringLiteral(recordKey({ type }, headerCodecOf(identifier)))],
      ...flag('required', required),
      ...flag('mustUnderstand', mustUnderstand),
      ...given('role', role),
      ...given('doc', element.doc),
    ],
  };
}

function fault({ element, type, identifier }: ResolvedFault): Literal {
  return {
    object: [
      ['name', stringLiteral(element.name.local)],
      ['namespace', stringLiteral(element.name.namespace)],
      ['record', stringLiteral(recordKey({ type }, faultCodecOf(identifier)))],
      ...given('doc', element.doc),
    ],
  };
}

function hierarchy({ typeName, abstract, members }: PolymorphicType): Entry {
  const types = members.map(
    (member): Literal => ({
      object: [
        ['record', stringLiteral(member.typeName)],
        ['namespace', stringLiteral(member.name.namespace)],
        ['local', stringLiteral(member.name.local)],
      ],
    }),
  );
  return [
    typeName,
    {
      object: [...flag('abstract', abstract), ['types', { list: types }]],
    },
  ];
}
