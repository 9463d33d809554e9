import { type AnyElement, ValueError } from '@soapwright/runtime';
import { type ElementNode, elementText } from '@soapwright/runtime/pages';
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
  type SoapVersion,
  soapEncoding,
  soapEncoding12,
  xmlNamespace,
} from '../../contract/index.ts';
import { type DeclaredSample, declaredSamples } from '../../emit/index.ts';
import { MessageCodecs } from '../codec/index.ts';
import type { Value } from '../model/value.ts';
import { ValueModel } from '../model/value-model.ts';
import { MessageReader } from '../read/message-reader.ts';
import { type ConvertOptions, ValueConverter, type ValuePath, type ValueProblem } from './convert-value.ts';
import { prefixOf, soapDeclaration } from './envelope-text.ts';
import { type MakeOptions, ValueMaker } from './make-value.ts';
import { type PlainOptions, PlainWriter } from './plain-value.ts';
import { Random } from './random.ts';
import { type Attach, ElementWriter } from './write-element.ts';

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
  readonly reader: MessageReader;
  readonly codecs: MessageCodecs;
  readonly #names: { readonly namespace: string; readonly prefixes: Readonly<Record<string, string>> };
  readonly contract: Contract;
  #declared: readonly DeclaredSample[] | undefined;

  constructor(contract: Contract, service: ResolvedService) {
    this.model = new ValueModel(service);
    this.codecs = new MessageCodecs(this.model);
    this.reader = new MessageReader(contract, this.model);
    this.contract = contract;
    const { namespace, prefixes, prefixed } = service;
    const declared = [...prefixes].filter(
      ([name]) => (prefixed || name !== namespace) && name !== xmlNamespace && name !== '',
    );
    this.#names = { namespace, prefixes: Object.fromEntries(declared.map(([name, prefix]) => [prefix, name])) };
  }

  /**
   * The element of a body as XML text; empty for an empty body.
   *
   * @param value of the contract, as `convert` returns it.
   * @param attach for values that refer to attachments; undefined where they are URIs already.
   */
  write(operation: ResolvedOperation, side: MessageSide, value: Value, version?: SoapVersion, attach?: Attach): string {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return '';
    const result = resultOf(operation, side);
    const whole = result === undefined ? value : { [result.property]: value };
    return this.#text(body.element, body, whole, version, { attach });
  }

  /** The element of a body, with sensitive values marked. */
  element(operation: ResolvedOperation, side: MessageSide, value: Value, attach?: Attach): ElementNode {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return emptyElement({ namespace: '', local: '' });
    const result = resultOf(operation, side);
    const whole = result === undefined ? value : { [result.property]: value };
    return this.#element(body.element, body, whole, attach);
  }

  /** A header block, addressed as the contract says, with sensitive values marked. */
  block(header: ResolvedHeader, value: Value): ElementNode {
    return { ...this.#element(header.element.name, header, value), addressed: header };
  }

  #element(name: QName, root: RootValue, value: Value, attach?: Attach): ElementNode {
    if (root.type.kind !== 'any' || value === null)
      return new ElementWriter(this.model, attach).root(name, root, value);
    const text = value === undefined ? '' : (value as AnyElement).xml;
    const content = { kind: 'mixed', nodes: [{ kind: 'raw', text, sensitive: false }] } as const;
    return { ...emptyElement(name), content };
  }

  /** A header block as XML text, addressed as the contract says. It declares all of its prefixes. */
  writeBlock(header: ResolvedHeader, value: Value, version: SoapVersion): string {
    return this.#text(header.element.name, header, value, version, { addressed: header });
  }

  /** Plausible header blocks, as XML text, of those that a message must have. */
  requiredBlocks(
    { headers }: ResolvedOperation,
    side: MessageSide,
    seed: string,
    version: SoapVersion,
  ): readonly string[] {
    return headers[side === 'request' ? 'input' : 'output']
      .filter(({ required }) => required)
      .map(({ header }) => {
        const maker = this.maker({ random: new Random(`${seed} ${header.identifier}`) });
        return this.writeBlock(header, this.makeBlock(header, maker), version);
      });
  }

  /** An element of a fault's detail as XML text. */
  writeRoot(root: DeclaredRoot, value: Value, version?: SoapVersion): string {
    return this.#text(root.element.name, root, value, version);
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

  /** The same; undefined for a value that was read and does not fit the contract. */
  plainIfValid(operation: ResolvedOperation, side: MessageSide, value: Value, options: PlainOptions = {}): Value {
    try {
      return this.plain(operation, side, value, options);
    } catch (error) {
      if (error instanceof ValueError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  plainRoot(root: DeclaredRoot, value: Value, options: PlainOptions = {}): Value {
    return new PlainWriter(this.model, options).root(root, value);
  }

  /** The item of a list. */
  plainItem(field: Field, value: Value, options: PlainOptions = {}): Value {
    return new PlainWriter(this.model, options).root(field, value);
  }

  maker(options: MakeOptions): ValueMaker {
    this.#declared ??= declaredSamples(this.contract);
    return new ValueMaker(this.model, { ...options, declared: this.#declared });
  }

  /** A plausible value of a message. */
  make(operation: ResolvedOperation, side: MessageSide, maker: ValueMaker): Value {
    const body = bodyOf(operation, side);
    if (body === undefined || isEmptyBody(body.element)) return {};
    if (body.type.kind === 'any') return maker.element(body.element);
    const value = maker.root(body, operation.name);
    const result = resultOf(operation, side);
    return result === undefined ? value : (value as Readonly<Record<string, Value>>)[result.property];
  }

  /** A plausible value of a header block. */
  makeBlock(header: ResolvedHeader, maker: ValueMaker): Value {
    if (header.type.kind === 'any') return maker.element(header.element.name);
    return maker.root(header, header.identifier);
  }

  #text(
    { namespace, local }: QName,
    root: RootValue,
    value: Value,
    version?: SoapVersion,
    { addressed, attach }: TextOptions = {},
  ): string {
    if (root.type.kind === 'any' && value !== null) {
      return value === undefined
        ? elementText(this.#names, emptyElement({ namespace, local }), version)
        : (value as AnyElement).xml;
    }
    const made = new ElementWriter(this.model, attach).root({ namespace, local }, root, value);
    const node = root.use === 'encoded' && version !== undefined ? withEncodingStyle(made, version) : made;
    if (!addressed?.mustUnderstand && addressed?.role === undefined) return elementText(this.#names, node, version);
    const moreAttributes = node === made ? withSoapPrefix(node, version ?? '1.1') : node.moreAttributes;
    return elementText(this.#names, { ...node, addressed, moreAttributes }, version);
  }
}

interface TextOptions {
  /** Of a header block. */
  readonly addressed?: ResolvedHeader;
  readonly attach?: Attach | undefined;
}

/** Says how the element is encoded (SOAP 1.1, 4.1.1), and declares the prefix of SOAP. */
function withEncodingStyle(node: ElementNode, version: SoapVersion): ElementNode {
  // A value with any attributes can have it already.
  if (node.attributes.some(({ name }) => name === 'encodingStyle')) return node;
  const { text } = withSoapPrefix(node, version);
  const style = `${prefixOf(version)}:encodingStyle="${version === '1.1' ? soapEncoding : soapEncoding12}"`;
  return { ...node, moreAttributes: { kind: 'raw', text: `${text} ${style}`, sensitive: false } };
}

function withSoapPrefix({ moreAttributes }: ElementNode, version: SoapVersion): NonNullable<typeof moreAttributes> {
  const declaration = soapDeclaration(version);
  const text = moreAttributes === undefined ? declaration : `${declaration} ${moreAttributes.text}`;
  return { kind: 'raw', text, sensitive: false };
}

function bodyOf({ input, output }: ResolvedOperation, side: MessageSide): ResolvedBody | undefined {
  return side === 'request' ? input : output;
}

/** The field that handlers return instead of the response. */
function resultOf({ result }: ResolvedOperation, side: MessageSide): Field | undefined {
  return side === 'response' ? result : undefined;
}

function emptyElement({ namespace, local }: QName): Parameters<typeof elementText>[1] {
  return { kind: 'element', name: local, namespace, attributes: [], content: { kind: 'elements', nodes: [] } };
}
