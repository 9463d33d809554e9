import type { AnyElement } from '@soapwright/runtime';
import { elementText } from '@soapwright/runtime/pages';
import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type Contract,
  type Field,
  isEmptyBody,
  type QName,
  type ResolvedBody,
  type ResolvedFault,
  type ResolvedHeader,
  type ResolvedOperation,
  type ResolvedService,
  type RootValue,
  xmlNamespace,
} from '../../contract/index.ts';
import { type DeclaredSample, declaredSamples } from '../../emit/index.ts';
import { encodedId } from '../samples/encoded-references.ts';
import type { Envelope } from '../samples/envelope.ts';
import { type ConvertOptions, ValueConverter, type ValuePath, type ValueProblem } from './convert-value.ts';
import { type MakeOptions, ValueMaker } from './make-value.ts';
import { type PlainOptions, PlainWriter } from './plain-value.ts';
import { ElementReader, type Value } from './read-element.ts';
import { ValueModel } from './value-model.ts';
import { ElementWriter } from './write-element.ts';

/** A message of an operation. */
export type MessageSide = 'request' | 'response';

export interface Converted {
  readonly value: Value;
  readonly problems: readonly ValueProblem[];
}

/** An element at the root of a header block or of a fault's detail. */
export type DeclaredRoot = ResolvedHeader | ResolvedFault;

/** Reads, writes and makes the messages of a service by its model, without generated code. */
export class ServiceMessages {
  readonly model: ValueModel;
  readonly #names: { readonly namespace: string; readonly prefixes: Readonly<Record<string, string>> };
  readonly #contract: Contract;
  #declared: readonly DeclaredSample[] | undefined;

  constructor(contract: Contract, service: ResolvedService) {
    this.model = new ValueModel(service);
    this.#contract = contract;
    const { namespace, prefixes, prefixed } = service;
    const declared = [...prefixes].filter(
      ([name]) => (prefixed || name !== namespace) && name !== xmlNamespace && name !== '',
    );
    this.#names = { namespace, prefixes: Object.fromEntries(declared.map(([name, prefix]) => [prefix, name])) };
  }

  /** The value of a message, as a generated client or server has it. */
  read(operation: ResolvedOperation, side: MessageSide, { body: elements, data, headerBlocks }: Envelope): Value {
    const body = bodyOf(operation, side);
    const [element] = elements;
    if (body === undefined || element === undefined || isEmptyBody(body.element)) return {};
    const targets = body.use === 'encoded' ? targetsIn([...elements, ...headerBlocks]) : undefined;
    const value = new ElementReader(this.model, { data, targets }).root(element, body);
    const result = resultOf(operation, side);
    return result === undefined ? value : (value as Readonly<Record<string, Value>> | null)?.[result.property];
  }

  /** The element of a body as XML text; empty for an empty body. @param value of the contract, as `convert` returns it. */
  write(operation: ResolvedOperation, side: MessageSide, value: Value): string {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return '';
    const result = resultOf(operation, side);
    return this.#text(body.element, body, result === undefined ? value : { [result.property]: value });
  }

  /** The value of a header block, or of an element of a fault's detail. */
  readRoot(root: DeclaredRoot, element: TreeElement, data: Uint8Array): Value {
    return new ElementReader(this.model, { data }).root(element, root);
  }

  /** A header block, or an element of a fault's detail, as XML text. */
  writeRoot(root: DeclaredRoot, value: Value): string {
    return this.#text(root.element.name, root, value);
  }

  /** @param path where the given value is, for the paths of problems. */
  convert(
    operation: ResolvedOperation,
    side: MessageSide,
    given: Value,
    path: ValuePath,
    options: ConvertOptions = {},
  ): Converted {
    const body = bodyOf(operation, side);
    const converter = new ValueConverter(this.model, options);
    if (body === undefined || isEmptyBody(body.element)) return { value: {}, problems: converter.problems };
    const result = resultOf(operation, side);
    if (result === undefined) return { value: converter.root(body, given, path), problems: converter.problems };
    const value = converter.root(body, given === undefined ? {} : { [result.property]: given }, path);
    const problems = converter.problems.map((problem) => {
      return { ...problem, path: problem.path.filter((_, index) => index !== path.length) };
    });
    return { value: (value as Readonly<Record<string, Value>>)[result.property], problems };
  }

  convertRoot(root: DeclaredRoot, given: Value, path: ValuePath, options: ConvertOptions = {}): Converted {
    const converter = new ValueConverter(this.model, options);
    return { value: converter.root(root, given, path), problems: converter.problems };
  }

  /** The value as objects, lists and texts; sensitive fields are replaced, or left out without `masks`. */
  plain(operation: ResolvedOperation, side: MessageSide, value: Value, options: PlainOptions = {}): Value {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return {};
    const writer = new PlainWriter(this.model, options);
    const result = resultOf(operation, side);
    if (result === undefined) return writer.root(body, value);
    return (writer.root(body, { [result.property]: value }) as Readonly<Record<string, Value>>)[result.property];
  }

  plainRoot(root: DeclaredRoot, value: Value, options: PlainOptions = {}): Value {
    return new PlainWriter(this.model, options).root(root, value);
  }

  maker(options: MakeOptions): ValueMaker {
    this.#declared ??= declaredSamples(this.#contract);
    return new ValueMaker(this.model, { ...options, declared: this.#declared });
  }

  /** A plausible value of a message. */
  make(operation: ResolvedOperation, side: MessageSide, maker: ValueMaker): Value {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return {};
    const value = maker.root(body, operation.name);
    const result = resultOf(operation, side);
    return result === undefined ? value : (value as Readonly<Record<string, Value>>)[result.property];
  }

  #text({ namespace, local }: QName, root: RootValue, value: Value): string {
    if (root.type.kind === 'any' && value !== null) {
      return value === undefined
        ? elementText(this.#names, emptyElement({ namespace, local }))
        : (value as AnyElement).xml;
    }
    return elementText(this.#names, new ElementWriter(this.model).root({ namespace, local }, root, value));
  }
}

function bodyOf({ input, output }: ResolvedOperation, side: MessageSide): ResolvedBody | undefined {
  return side === 'request' ? input : output;
}

/** The field that handlers return in place of the response. */
function resultOf({ result }: ResolvedOperation, side: MessageSide): Field | undefined {
  return side === 'response' ? result : undefined;
}

function emptyElement({ namespace, local }: QName): Parameters<typeof elementText>[1] {
  return { kind: 'element', name: local, namespace, attributes: [], content: { kind: 'elements', nodes: [] } };
}

function targetsIn(elements: readonly TreeElement[]): ReadonlyMap<string, TreeElement> {
  const targets = new Map<string, TreeElement>();
  const open = [...elements];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const id = encodedId(element);
    if (id !== undefined) targets.set(id, element);
    open.push(...element.children);
  }
  return targets;
}
