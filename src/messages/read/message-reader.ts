import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type BindingOperation,
  type Contract,
  encodedTypesOf,
  type Field,
  firstBound,
  type HeaderUse,
  isEmptyBody,
  nameKey,
  type QName,
  type ResolvedBody,
  type ResolvedFault,
  type ResolvedHeader,
  type ResolvedOperation,
  type RootValue,
  sameName,
} from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';
import { inOtherNamespace } from './content-faults.ts';
import { type Deviation, type DeviationKind, type ReadingMode, readableBy } from './deviation.ts';
import { ElementReader, type ReadRoot } from './element-reader.ts';
import { EncodedReader } from './encoded-reader.ts';
import { type Envelope, versions } from './envelope.ts';
import { type Found, type Hints, OperationIndex } from './operation-index.ts';
import type { Declared, UnreadText } from './place.ts';
import { Schemas } from './schemas.ts';

/** A message that was read by its contract. */
export interface ReadMessage extends Found {
  readonly isFault: boolean;
  /** All differences from the contract. */
  readonly deviations: readonly Deviation[];
  /** Places whose text is not a value of their type. */
  readonly unread: readonly UnreadText[];
  /** As a generated client or server has it; undefined for a fault, and where only deviations were asked for. */
  readonly value: Value;
  readonly headers: readonly { readonly header: ResolvedHeader; readonly value: Value }[];
  /** The elements of a fault's detail that the operation declares. */
  readonly details: readonly { readonly fault: ResolvedFault; readonly detail: Value }[];
}

export interface ReadOptions {
  /** Whether values are read, or deviations alone. */
  readonly values?: boolean | undefined;
  /** The values are those that a client with that option has; default `strict`. */
  readonly reading?: ReadingMode | undefined;
}

export interface ReadItemsOptions {
  /** The document that the items are in, as UTF-8. */
  readonly data: Uint8Array;
  readonly path: string;
  readonly first: number;
  readonly reading: ReadingMode;
}

export interface ReadItems extends Pick<ReadMessage, 'deviations' | 'unread'> {
  readonly values: readonly Value[];
}

/** Operations that one element may belong to; in rpc style, overloads. */
const mostCandidates = 20;

/** Reads envelopes by a contract. */
export class MessageReader {
  readonly #model: ValueModel;
  readonly #contract: Contract;
  readonly #schemas: Schemas;
  readonly #operations: OperationIndex;

  constructor(contract: Contract, model: ValueModel) {
    this.#contract = contract;
    this.#model = model;
    this.#schemas = new Schemas(contract);
    this.#operations = new OperationIndex(model.service);
  }

  /** The deviations of a message; undefined for one of no operation. Of several, it is of the one that it deviates least from. */
  check(envelope: Envelope, hints: Hints): ReadMessage | undefined {
    const found = this.#operations.find(envelope, hints);
    const all = found.length > 0 ? found : this.#operationsOfFault(envelope);
    const read = all.slice(0, mostCandidates).map((one) => this.read(one, envelope, hints, { values: false }));
    return read.reduce<ReadMessage | undefined>(
      (best, one) => (best === undefined || one.deviations.length < best.deviations.length ? one : best),
      undefined,
    );
  }

  /** Reads a message of an operation. */
  read(found: Found, envelope: Envelope, hints: Hints = {}, options: ReadOptions = {}): ReadMessage {
    const { values = true, reading: mode = 'strict' } = options;
    const { operation, direction } = found;
    const expected = direction === 'request' ? operation.input : operation.output;
    const reader = this.#reader(envelope, mode);
    const add = (kind: DeviationKind, path: string, reason: string, element?: TreeElement): void => {
      reader.deviations.push({ kind, path, place: path, reason, readableBy: readableBy[kind], offset: element?.start });
    };
    const reading = { operation, envelope, reader, add, values };
    const { soapVersions } = this.#model.service;
    if (!soapVersions.includes(envelope.version)) {
      add(
        'version',
        'Envelope',
        `it is of SOAP ${envelope.version}, and the contract of ${soapVersions.join(' and ')}`,
      );
    }
    this.#action(found, envelope, hints, add);
    const headers = this.#headers(operation.headers[direction === 'request' ? 'input' : 'output'], reading);
    const isFault = envelope.fault !== undefined;
    const details = this.#details(envelope.fault?.detail ?? [], reading);
    const whole = isFault ? undefined : this.#body(expected, reading);
    const result = direction === 'response' ? operation.result?.property : undefined;
    const value = result === undefined ? whole : (whole as Readonly<Record<string, Value>> | undefined)?.[result];
    const { deviations, unread } = reader;
    return { ...found, isFault, deviations, unread, value, headers, details };
  }

  /** Reads items of a list apart from their message. @param path of the list; `first` is the index of the first item. */
  readItems(
    { element: declared, name, type }: Field,
    items: readonly TreeElement[],
    { data, path, first, reading }: ReadItemsOptions,
  ): ReadItems {
    const reader = new ElementReader({ schemas: this.#schemas, model: this.#model, data, reading });
    const values = items.map((item, index) => {
      const at = `${path}[${first + index}]`;
      if (sameName(item, name)) return reader.read(item, declared, at, { value: type, isEncoded: false });
      const reason = inOtherNamespace(item, name);
      const { start: offset } = item;
      reader.deviations.push({ kind: 'unknown-element', path, place: at, reason, readableBy: 'none', offset });
      return undefined;
    });
    return { values, deviations: reader.deviations, unread: reader.unread };
  }

  /** A fault without its request belongs to the first operation that declares the element of its detail. */
  #operationsOfFault({ fault }: Envelope): readonly Found[] {
    const operation = this.#model.service.operations.find(({ faults }) =>
      faults.some(({ element }) => fault?.detail.some((one) => sameName(one, element.name)) === true),
    );
    return operation === undefined ? [] : [{ operation, direction: 'response' }];
  }

  /** SOAP 1.2 can do without an action. */
  #action({ operation, direction }: Found, { version }: Envelope, { action }: Hints, add: Add): void {
    if (direction !== 'request' || action === undefined || action === operation.soapAction) return;
    if (version === '1.2' && action === '') return;
    const shown = (text: string): string => (text === '' ? 'empty' : `"${text}"`);
    add('action', 'SOAPAction', `it is ${shown(action)}, and in the contract ${shown(operation.soapAction)}`);
  }

  #headers(uses: readonly HeaderUse[], { envelope, reader, add, values }: Reading): ReadMessage['headers'] {
    const declared = new Map(uses.map(({ header }) => [nameKey(header.element.name), header]));
    const headers = envelope.headerBlocks.flatMap((block) => {
      const path = `Header/${block.local}`;
      const header = declared.get(nameKey(block));
      declared.delete(nameKey(block));
      if (header !== undefined) {
        // How a block is addressed is not content of it.
        const attributes = block.attributes.filter(({ namespace }) => !versions.has(namespace));
        const element = { ...block, attributes };
        return { header, value: reader.read(element, header.element, path, readRoot(header, values)) };
      }
      add('undeclared-header', path, 'the contract has no such header block here', block);
      return [];
    });
    // A fault need not have the blocks of a response.
    for (const { header, required } of envelope.fault === undefined ? uses : []) {
      const { name } = header.element;
      if (required && declared.has(nameKey(name))) add('missing-header', `Header/${name.local}`, 'it is missing');
    }
    return headers;
  }

  #details(entries: readonly TreeElement[], { operation, reader, add, values }: Reading): ReadMessage['details'] {
    return entries.flatMap((entry) => {
      const path = `Fault/detail/${entry.local}`;
      const fault = operation.faults.find(({ element }) => sameName(element.name, entry));
      if (fault !== undefined) {
        return { fault, detail: reader.read(entry, fault.element, path, readRoot(fault, values)) };
      }
      add('undeclared-fault', path, 'the contract has no such element in the faults of the operation', entry);
      return [];
    });
  }

  /** In a contract with encoded messages, literal ones have neither references nor types of the encoding. */
  #reader(envelope: Envelope, reading: ReadingMode): ElementReader {
    const types = encodedTypesOf(this.#contract);
    const source = { schemas: this.#schemas, model: this.#model, data: envelope.data, parts: envelope.parts, reading };
    if (types === undefined) return new ElementReader(source);
    return new EncodedReader(source, types, envelope);
  }

  /** Empty for an empty body; undefined for another element. */
  #body(expected: ResolvedBody | undefined, { operation, envelope: { body }, reader, add, values }: Reading): Value {
    const [element, second] = body;
    // Encoded values that others refer to are beside the first element.
    if (second !== undefined && expected?.use !== 'encoded') {
      add('body', `Body/${second.local}`, 'the body holds a second element', second);
    }
    if (expected === undefined || isEmptyBody(expected.element)) {
      if (element !== undefined) add('body', `Body/${element.local}`, 'the body is empty in the contract', element);
      return {};
    }
    const { local } = expected.element;
    if (element === undefined) add('body', 'Body', `it is empty, and holds ${local} in the contract`);
    else if (element.local !== local) {
      add('body', `Body/${element.local}`, `the body holds ${local} in the contract`, element);
    } else {
      if (!sameName(element, expected.element)) {
        add('unknown-element', local, inOtherNamespace(element, expected.element), element);
      }
      const isRpc = this.#bound(operation)?.style === 'rpc';
      const { element: name, structure, schemaType } = expected;
      const root = readRoot(expected, values);
      const declared = isRpc ? undefined : (this.#schemas.index.element(name) ?? partOf(schemaType));
      if (declared !== undefined) return reader.read(element, declared, local, root);
      const parts = structure?.content.kind === 'fields' ? structure.content.fields : [];
      return reader.readParts(element, parts, local, root);
    }
    return undefined;
  }

  #bound({ operation }: ResolvedOperation): BindingOperation | undefined {
    return firstBound(this.#contract, operation);
  }
}

/** An encoded document has a part with a type, whose name its element has. */
function partOf(type: QName | undefined): Declared | undefined {
  return type && { type: { kind: 'named', name: type }, nillable: false, sensitive: false };
}

/** @param values whether its value is read, or deviations alone. */
function readRoot({ type, use }: RootValue, values: boolean): ReadRoot {
  return { value: values ? type : undefined, isEncoded: use === 'encoded' };
}

type Add = (kind: DeviationKind, path: string, reason: string, element?: TreeElement) => void;

/** One message while it is read. */
interface Reading {
  readonly operation: ResolvedOperation;
  readonly envelope: Envelope;
  readonly reader: ElementReader;
  readonly add: Add;
  readonly values: boolean;
}
