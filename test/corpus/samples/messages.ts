import type { Tag } from '@soapwright/runtime';
import type { ElementDescription, PagesDescription } from '@soapwright/runtime/pages';
import { XmlBuilder } from '../../../runtime/src/xml/builder.ts';
import { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import type { ResolvedOperation, ResolvedService } from '../../../src/contract/model/index.ts';
import type { GeneratedCodec } from './generated-codec.ts';

/** An element at the root of a body, a header block or a fault's detail, with the codec of both sides. */
export interface MessageElement {
  /** As `Add input`, `fault NotFound`. */
  readonly label: string;
  readonly element: Pick<ElementDescription, 'name' | 'namespace' | 'record'>;
  /** Whether it is encoded (SOAP 1.1, section 5): no schema can judge it. */
  readonly isEncoded: boolean;
  /** Of a body. */
  readonly body?: { readonly operation: ResolvedOperation; readonly direction: 'input' | 'output' };
  read(text: string): unknown;
  write(value: unknown): string;
}

/** All elements of messages of a service; those that several operations share once. */
export function messageElements(service: ResolvedService, codec: GeneratedCodec): readonly MessageElement[] {
  const bodies = service.operations.flatMap((operation, index) => bodiesOf(operation, index, codec));
  return [...bodies, ...headersOf(service, codec), ...faultsOf(service, codec)];
}

function bodiesOf(operation: ResolvedOperation, index: number, codec: GeneratedCodec): readonly MessageElement[] {
  const { identifier, name } = operation;
  const described = codec.description.operations[index];
  const client = codec.clientOperations[identifier];
  const server = codec.serverOperations[identifier];
  if (described === undefined || client === undefined || server === undefined) {
    throw new Error(`The operation ${name} was not generated.`);
  }
  const { namespace } = codec.description;
  const input: MessageElement = {
    label: `${name} input`,
    element: {
      name: described.inputElement,
      namespace: described.inputNamespace ?? namespace,
      record: described.input,
    },
    isEncoded: operation.input.use === 'encoded',
    body: { operation, direction: 'input' },
    read: (text) => readBody(text, server.input, (reader) => server.readInput(reader)),
    write: (value) => written(client.input, (builder) => client.writeInput(builder, value)),
  };
  const output: MessageElement = {
    label: `${name} output`,
    element: {
      name: described.outputElement,
      namespace: described.outputNamespace ?? namespace,
      record: described.output,
    },
    isEncoded: operation.output?.use === 'encoded',
    body: { operation, direction: 'output' },
    read: (text) => readBody(text, client.output, (reader) => client.readOutput(reader)),
    write: (value) => written(server.output, (builder) => server.writeOutput(builder, value)),
  };
  return [input, output].filter(({ element }) => element.name !== '');
}

function headersOf(
  service: ResolvedService,
  { description, clientHeaders, serverHeaders }: GeneratedCodec,
): readonly MessageElement[] {
  const all = description.operations.flatMap(({ headers }) => [
    ...(headers?.input ?? []).map((described) => ({ described, from: clientHeaders, to: serverHeaders })),
    ...(headers?.output ?? []).map((described) => ({ described, from: serverHeaders, to: clientHeaders })),
  ]);
  return unique(all, ({ described }) => described).map(({ described, from, to }) => {
    const [writable, readable] = [from, to].map((module) => find(Object.values(module), described));
    if (writable === undefined || readable === undefined) throw new Error(`The header ${described.name} is missing.`);
    const { namespace, name: local } = described;
    return {
      label: `header ${local}`,
      element: described,
      isEncoded: isEncodedIn(service.headers, described),
      read: (xml) => readable.read([{ namespace, local, xml }], { strict: true }),
      write: (value) => written(writable.tag, (builder) => writable.write(builder, value)),
    };
  });
}

function faultsOf(
  service: ResolvedService,
  { description, clientFaults, serverFaults }: GeneratedCodec,
): readonly MessageElement[] {
  const all = description.operations.flatMap(({ faults = [] }) => faults);
  return unique(all, (described) => described).map((described) => {
    const readable = find(Object.values(clientFaults), described);
    const writable = find(Object.values(serverFaults), described);
    if (writable === undefined || readable === undefined) throw new Error(`The fault ${described.name} is missing.`);
    return {
      label: `fault ${described.name}`,
      element: described,
      isEncoded: isEncodedIn(service.faults, described),
      read: (text) => read(text, readable.tag, (reader) => readable.read(reader)),
      write: (value) => written(writable.tag, (builder) => writable.write(builder, value)),
    };
  });
}

function isEncodedIn(all: ResolvedService['headers'] | ResolvedService['faults'], { namespace, name }: Named): boolean {
  const found = all.find(({ element }) => element.name.local === name && element.name.namespace === namespace);
  return found?.use === 'encoded';
}

type Named = Pick<ElementDescription, 'name' | 'namespace'>;

function unique<Item>(items: readonly Item[], nameFor: (item: Item) => Named): readonly Item[] {
  const byName = new Map(items.map((item) => [`${nameFor(item).namespace} ${nameFor(item).name}`, item]));
  return [...byName.values()];
}

function find<Item extends { readonly tag: Tag }>(
  items: readonly Item[],
  { namespace, name }: Named,
): Item | undefined {
  return items.find(({ tag }) => tag.namespace === namespace && tag.local === name);
}

/** In a body, in which encoded messages may have more elements. */
function readBody(text: string, tag: Tag, content: (reader: XmlBytesReader) => unknown): unknown {
  const reader = readerOf(`<soap:Body xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">${text}</soap:Body>`);
  if (!reader.openChild() || !reader.is(tag)) throw reader.misplaced();
  return content(reader);
}

function read(text: string, tag: Tag, content: (reader: XmlBytesReader) => unknown): unknown {
  const reader = readerOf(text);
  if (!reader.is(tag)) throw reader.misplaced();
  const value = content(reader);
  reader.finish();
  return value;
}

function readerOf(text: string): XmlBytesReader {
  const reader = new XmlBytesReader(new TextEncoder().encode(text), { strict: true });
  reader.openRoot();
  return reader;
}

function written(tag: Tag, content: (builder: XmlBuilder) => void): string {
  const builder = new XmlBuilder();
  builder.open(tag);
  content(builder);
  builder.close(tag);
  const bytes = builder.finish().bytes();
  if (bytes instanceof Promise) throw new TypeError('A WSDL of others has no streamed fields.');
  // The envelope around it declares the prefix of encodingStyle.
  const text = new TextDecoder().decode(bytes);
  return text.replace(
    /^<[^\s/>]+(?=[^>]* soap:encodingStyle=)/,
    '$& xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"',
  );
}

/** Values of attributes that a reader adds, by the attributes' names. */
export function defaultsOf({ records }: PagesDescription): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { place, name, fallback, fixed } of Object.values(records).flat()) {
    const value = fallback ?? fixed;
    if (place !== 'attribute' || value === undefined) continue;
    found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return found;
}
