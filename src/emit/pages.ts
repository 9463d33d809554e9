import {
  faultCodecOf,
  type HeaderUse,
  headerCodecOf,
  kebabCase,
  needsKeys,
  type PolymorphicType,
  type ResolvedAttachment,
  type ResolvedBody,
  type ResolvedFault,
  type ResolvedOperation,
  type ResolvedService,
  type RootValue,
  requestTypeNameOf,
  responseTypeNameOf,
} from '../contract/index.ts';
import { type Code, headed, type Literal, line } from './code.ts';
import { rootBodies } from './codec/identifiers.ts';
import { hasTables } from './codec/table-types.ts';
import type { DeclaredSample } from './declared-samples.ts';
import { type EmitOptions, type Printing, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { packedLiteral } from './packed-text.ts';
import { Describer, type Entry, flag, given, type RecordEntry } from './pages-fields.ts';
import { LiteralPrinter } from './print-code.ts';
import { SharedFields } from './shared-fields.ts';
import { declaredPrefixes, propertyKey } from './tags.ts';
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

/** The text of the WSDL is in the `.wsdl` file; here it is packed, for servers that read no files. */
function* description(service: ResolvedService, wsdl: readonly (readonly string[])[]): Generator<string> {
  const printer = new LiteralPrinter(1);
  yield printer.entry(['name', stringLiteral(service.name)]);
  yield printer.entry(['namespace', stringLiteral(service.namespace)]);
  yield printer.entry(['address', stringLiteral(service.address || `http://localhost/${kebabCase(service.name)}`)]);
  yield printer.entry(['soapVersions', { list: service.soapVersions.map(stringLiteral) }]);
  if (service.senderFaultStatus !== undefined) yield printer.entry(['senderFaultStatus', service.senderFaultStatus]);
  // XML has no U+0000.
  const text = wsdl.flatMap((pieces, part) => (part === 0 ? pieces : ['\0', ...pieces])).join('');
  yield printer.open('wsdl: {');
  yield printer.line(`length: ${text.length},`);
  yield printer.line(`packed: \`\\\n${packedLiteral(text)}\`,`);
  yield printer.close('},');
}

/**
 * pages.ts: additional plain data for the pages, an operation and a record at a time.
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
    otherClients: sides === 'both' ? otherClients(service) : [],
    credentials: sides === 'both' ? sampleCredentials(service) : [],
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

/** The class and the method of each operation of further port types, by its constant. */
function otherClients({ portTypes }: ResolvedService): readonly Code[] {
  const calls = portTypes
    .slice(1)
    .flatMap(({ client, methods }) =>
      [...methods].map(([method, identifier]) => line(`${propertyKey(identifier)}: ['${client}', '${method}'],`)),
    );
  return calls.length === 0 ? [] : [headed(line('others: {'), calls, '},')];
}

function sampleCredentials(service: ResolvedService): readonly Code[] {
  const entries = credentialsOfClients(service).map(([client, text]) => line(`${client}: ${stringLiteral(text)},`));
  return entries.length === 0 ? [] : [headed(line('credentials: {'), entries, '},')];
}

/** What programs on pages give the clients that demand credentials, as TypeScript: variables of the environment. */
export function credentialsOfClients({
  portTypes,
}: ResolvedService): readonly (readonly [client: string, text: string])[] {
  const account = "{ user: process.env.SOAP_USER ?? '', password: process.env.SOAP_PASSWORD ?? '' }";
  return portTypes.flatMap(({ client, security }) => {
    const [first] = security;
    if (first === undefined) return [];
    const { usernameToken, httpAuthentication, clientCertificate } = first;
    const isByPassword = httpAuthentication === undefined || /^(?:basic|digest)$/.test(httpAuthentication);
    const properties = [
      ...(usernameToken ? [`usernameToken: ${account}`] : []),
      ...(httpAuthentication ? [`httpAuthentication: ${account}`] : []),
    ];
    const isOther = clientCertificate || first.assertion !== undefined || needsKeys(first);
    const isSimple = isByPassword && !isOther && properties.length > 0;
    return [[client, isSimple ? `{ ${properties.join(', ')} }` : "'none'"] as const];
  });
}

/** What pages show, as the text of the properties of an object literal that refers to nothing else. */
export function pagesText(service: ResolvedService, declared: readonly DeclaredSample[]): string {
  return [...pages(service, declared)].join('');
}

/** What large contracts say once. */
interface Shared {
  /** The common start of most soapActions. */
  readonly prefix: string;
  readonly fields: SharedFields;
}

function* pages(
  service: ResolvedService,
  declared: readonly DeclaredSample[],
  shared: Shared | undefined = undefined,
): Generator<string> {
  const printer = new LiteralPrinter(1);
  const describer = new Describer(service, declared);
  for (const entry of given('doc', service.doc)) yield printer.entry(entry);
  if (service.mtom.client === 'required') yield printer.entry(['requiresMtom', 'true']);
  yield printer.open('operations: [');
  const repeated = repeatedNames(service);
  for (const operation of service.operations) {
    const name = repeated.has(operation.name) ? operation.identifier : operation.name;
    const entries = operationEntries(operation, name, service.namespace);
    if (shared === undefined) yield printer.literal('', { object: entries });
    else yield operationCall(operation, entries, shared.prefix, printer);
  }
  yield printer.close('],');
  yield printer.open('records: {');
  for (const [name, fields] of records(service, describer)) {
    if (shared === undefined) yield printer.entry([name, { list: fields }]);
    else shared.fields.add(name, fields);
  }
  if (shared !== undefined) yield* shared.fields.printed(printer);
  yield printer.close('},');
  const declarations = [...service.messages, ...service.declarations];
  for (const entry of prefixes(service)) yield printer.entry(entry);
  const hierarchies = declarations.filter((declaration) => declaration.kind === 'polymorphic').map(hierarchy);
  if (hierarchies.length > 0) yield printer.entry(['hierarchies', { object: hierarchies }]);
  const abstract = declarations.filter((declaration) => declaration.kind === 'structure' && declaration.abstract);
  if (abstract.length > 0) {
    yield printer.entry(['abstract', { list: abstract.map(({ typeName }) => stringLiteral(typeName)) }]);
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

function prefixes(service: ResolvedService): readonly Entry[] {
  const declared = declaredPrefixes(service).map(([key, name]): Entry => [key, stringLiteral(name)]);
  return declared.length === 0 ? [] : [['prefixes', { object: declared }]];
}

/** A call of `operation` with the entries that do not follow from the name. */
function operationCall(
  { name }: ResolvedOperation,
  entries: readonly Entry[],
  prefix: string,
  printer: LiteralPrinter,
): string {
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
  if (more.length === 0) return printer.line(`operation(${stringLiteral(name)}),`);
  return printer.literal(`operation(${stringLiteral(name)}, `, { object: more }, '),');
}

/** Names of several operations: overloads, or operations of several port types. Pages tell them apart by their constants. */
function repeatedNames({ operations }: ResolvedService): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of operations) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

/** @param name for the pages. */
function operationEntries(resolved: ResolvedOperation, name: string, namespace: string): readonly Entry[] {
  const { doc, soapAction, input, output, operation } = resolved;
  const foreign = (key: string, body: ResolvedBody | undefined): readonly Entry[] =>
    body === undefined || body.element.namespace === namespace ? [] : [[key, stringLiteral(body.element.namespace)]];
  const bodyKey = (body: ResolvedBody | undefined, use: string): string =>
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
    ['input', bodyKey(input, requestTypeNameOf(operation))],
    ['output', bodyKey(output, responseTypeNameOf(operation))],
    ...headers(resolved),
    ...attachments(resolved),
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

function attachments({ attachments: { input, output } }: ResolvedOperation): readonly Entry[] {
  if (input.length === 0 && output.length === 0) return [];
  const lists: readonly Entry[] = [
    ['input', { list: input.map(attachment) }],
    ['output', { list: output.map(attachment) }],
  ];
  return [['attachments', { object: lists }]];
}

function attachment({ part, property, type }: ResolvedAttachment): Literal {
  return { object: [['part', stringLiteral(part)], ['property', stringLiteral(property)], ...given('type', type)] };
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
