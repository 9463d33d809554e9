import type { Tag } from '@soapwright/runtime';
import type { ElementDescription, PagesDescription } from '@soapwright/runtime/pages';
import { XmlBuilder } from '../../../runtime/src/xml/builder.ts';
import { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import type { ResolvedOperation, ResolvedService } from '../../../src/contract/index.ts';
import type { GeneratedCodec } from './generated-codec.ts';

/** An element at the root of a body, a header block or a fault's detail, with the codec of both sides. */
export interface MessageElement {
  /** As `Add input`, `fault NotFound`. */
  readonly label: string;
  readonly element: Pick<ElementDescription, 'name' | 'namespace' | 'record'>;
  /** Of a body. */
  readonly body?: { readonly operation: ResolvedOperation; readonly direction: 'input' | 'output' };
  read(text: string): unknown;
  write(value: unknown): string;
}

/** All elements of messages of a service; those that several operations share once. */
export function messageElements(service: ResolvedService, codec: GeneratedCodec): readonly MessageElement[] {
  const bodies = service.operations.flatMap((operation, index) => bodiesOf(operation, index, codec));
  return [...bodies, ...headersOf(codec), ...faultsOf(codec)];
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
    body: { operation, direction: 'input' },
    read: (text) => read(text, server.input, (reader) => server.readInput(reader)),
    write: (value) => written(client.input, (builder) => client.writeInput(builder, value)),
  };
  const output: MessageElement = {
    label: `${name} output`,
    element: {
      name: described.outputElement,
      namespace: described.outputNamespace ?? namespace,
      record: described.output,
    },
    body: { operation, direction: 'output' },
    read: (text) => read(text, client.output, (reader) => client.readOutput(reader)),
    write: (value) => written(server.output, (builder) => server.writeOutput(builder, value)),
  };
  return [input, output].filter(({ element }) => element.name !== '');
}

function headersOf({ description, clientHeaders, serverHeaders }: GeneratedCodec): readonly MessageElement[] {
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
      read: (xml) => readable.read([{ namespace, local, xml }], { strict: true }),
      write: (value) => written(writable.tag, (builder) => writable.write(builder, value)),
    };
  });
}

function faultsOf({ description, clientFaults, serverFaults }: GeneratedCodec): readonly MessageElement[] {
  const all = description.operations.flatMap(({ faults = [] }) => faults);
  return unique(all, (described) => described).map((described) => {
    const readable = find(Object.values(clientFaults), described);
    const writable = find(Object.values(serverFaults), described);
    if (writable === undefined || readable === undefined) throw new Error(`The fault ${described.name} is missing.`);
    return {
      label: `fault ${described.name}`,
      element: described,
      read: (text) => read(text, readable.tag, (reader) => readable.read(reader)),
      write: (value) => written(writable.tag, (builder) => writable.write(builder, value)),
    };
  });
}

type Named = Pick<ElementDescription, 'name' | 'namespace'>;

function unique<Item>(items: readonly Item[], nameOf: (item: Item) => Named): readonly Item[] {
  const byName = new Map(items.map((item) => [`${nameOf(item).namespace} ${nameOf(item).name}`, item]));
  return [...byName.values()];
}

function find<Item extends { readonly tag: Tag }>(
  items: readonly Item[],
  { namespace, name }: Named,
): Item | undefined {
  return items.find(({ tag }) => tag.namespace === namespace && tag.local === name);
}

function read(text: string, tag: Tag, content: (reader: XmlBytesReader) => unknown): unknown {
  const reader = new XmlBytesReader(new TextEncoder().encode(text), { strict: true });
  reader.openRoot();
  if (!reader.is(tag)) throw reader.misplaced();
  const value = content(reader);
  reader.finish();
  return value;
}

function written(tag: Tag, content: (builder: XmlBuilder) => void): string {
  const builder = new XmlBuilder();
  builder.open(tag);
  content(builder);
  builder.close(tag);
  const bytes = builder.finish().bytes();
  if (bytes instanceof Promise) throw new TypeError('A WSDL of others has no streamed fields.');
  return new TextDecoder().decode(bytes);
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
