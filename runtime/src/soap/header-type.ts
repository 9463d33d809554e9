import { encodeUtf8 } from '#bytes';
import type { ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import type { XmlReader } from '../xml/reader.ts';
import { requireDeclaredNamespace, type Tag } from '../xml/tag.ts';
import { openReader, readTolerantly } from '../xml/tolerance.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { asXmlError } from './detail-codes.ts';
import { type HeaderBlock, type HeaderCarrier, isOurRole } from './header-block.ts';
import { invalidHeader, missingHeader, repeatedHeader } from './header-fault.ts';
import { writeBlock } from './typed-block-writer.ts';
import { soap11, soap12 } from './version.ts';

/** How a header block is addressed. */
export interface HeaderOptions {
  /** Whether the receiver must reject the message if it does not understand the block; default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** URI of the role that the block is for; default the receiver of the message. */
  readonly role?: string | undefined;
}

/** How a header block is read. */
export interface ReadableOptions extends Pick<HeaderOptions, 'role'> {
  /** Whether references in it may lead to the other blocks (SOAP 1.1, 5.1). */
  readonly encoded?: boolean | undefined;
}

/** A header block of a declared type, for sending. */
export interface TypedBlock<Value> {
  readonly type: WritableHeader<Value>;
  readonly value: Value;
  readonly mustUnderstand: boolean;
  readonly role: string | undefined;
}

/** A header block for sending: of a declared type, or one element as XML text that declares its namespaces. */
export type HeaderContent = string | TypedBlock<unknown>;

/** Whether a block is in a namespace; a text also if it contains an element that is. */
export function hasNamespace(block: HeaderContent, namespace: string): boolean {
  if (typeof block !== 'string') return block.type.tag.namespace === namespace;
  return block.includes(`"${namespace}"`) || block.includes(`'${namespace}'`);
}

interface DeclaredHeader {
  /** Name in the contract. */
  readonly name: string;
  /** The element of the block. */
  readonly tag: Tag;
  /** URI of the role that such blocks are for; undefined for the receiver of the message. */
  readonly role: string | undefined;
}

/** A declared header block for its receivers. Generated `client-headers.ts` and `server-headers.ts` export those of one side. */
export interface ReadableHeader<Value> extends DeclaredHeader {
  /**
   * The value of the received block of this type that is for this receiver; undefined when absent.
   *
   * @param carrier a handler's context, a client's response, or the `SoapFault` that a client received.
   * @throws {SoapFault} `Sender`, naming the block, when it occurs twice or cannot be read. Never for a block that the
   * operation declares: it was read before.
   */
  of(carrier: HeaderCarrier): Value | undefined;
  /** As `of`, with the limits and the strictness of the receiver. */
  read(blocks: readonly HeaderBlock[], options: ReaderOptions): Value | undefined;
}

/** A declared header block for its senders. */
export interface WritableHeader<Value> extends DeclaredHeader {
  /** Creates a block for sending. @param options override those of the contract. */
  block(value: Value, options?: HeaderOptions): TypedBlock<Value>;
  /** Writes the content of the block's element. */
  write(writer: XmlWriter, value: Value): void;
  /** Writes a block of this type. Part of the type, so that only clients and servers with declared header blocks load it. */
  readonly writeBlock: typeof writeBlock;
}

/** A declared header block for senders and receivers. */
export interface HeaderType<Value> extends ReadableHeader<Value>, WritableHeader<Value> {}

/** A header block that an operation declares. */
export interface HeaderUse<Header = HeaderType<unknown>> {
  readonly header: Header;
  /** Whether a message without it is rejected. */
  readonly required: boolean;
}

/**
 * Declares a type of header block for receivers.
 *
 * @param name in the contract.
 * @param tag of its element, which must be in a namespace (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1). A start tag without
 * its `>` where the element has attributes.
 * @throws {TypeError} when it is in no namespace, or its tag does not declare it.
 */
export function readableHeader<Value>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Value,
  { role, encoded }: ReadableOptions = {},
): ReadableHeader<Value> {
  requireNamespace(name, tag);
  return new ReceivedHeader(name, tag, role, read, encoded);
}

/** Declares a type of header block for senders; parameters and errors as of `readableHeader`. */
export function writableHeader<Value>(
  name: string,
  tag: Tag,
  write: (writer: XmlWriter, value: Value) => void,
  declared: HeaderOptions = {},
): WritableHeader<Value> {
  requireNamespace(name, tag);
  const type: WritableHeader<Value> = {
    name,
    tag,
    role: declared.role,
    write,
    writeBlock,
    block(value, { mustUnderstand = declared.mustUnderstand ?? false, role = declared.role } = {}) {
      return { type, value, mustUnderstand, role };
    },
  };
  return type;
}

/** Declares a type of header block for senders and receivers; parameters and errors as of `readableHeader`. */
export function header<Value>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Value,
  write: (writer: XmlWriter, value: Value) => void,
  options: HeaderOptions & ReadableOptions = {},
): HeaderType<Value> {
  const { block } = writableHeader(name, tag, write, options);
  const received = new ReceivedHeader(name, tag, options.role, read, options.encoded);
  return Object.assign(received, { block, write, writeBlock });
}

function requireNamespace(name: string, tag: Tag): void {
  if (tag.namespace === '') throw new TypeError(`The header block ${name} must be an element in a namespace.`);
  requireDeclaredNamespace(name, tag);
}

class ReceivedHeader<Value> implements ReadableHeader<Value> {
  readonly name: string;
  readonly tag: Tag;
  readonly role: string | undefined;
  readonly #readContent: (reader: XmlReader) => Value;
  readonly #encoded: boolean;
  /** The value of each block, which is used more than once. */
  readonly #values = new WeakMap<HeaderBlock, { readonly value: Value }>();

  constructor(
    name: string,
    tag: Tag,
    role: string | undefined,
    readContent: (reader: XmlReader) => Value,
    encoded = false,
  ) {
    this.#encoded = encoded;
    this.name = name;
    this.tag = tag;
    this.role = role;
    this.#readContent = readContent;
  }

  of({ headerBlocks }: HeaderCarrier): Value | undefined {
    return this.read(headerBlocks, {});
  }

  read(blocks: readonly HeaderBlock[], options: ReaderOptions): Value | undefined {
    let found: HeaderBlock | undefined;
    for (const block of blocks) {
      if (!this.#matches(block)) continue;
      if (found !== undefined) throw repeatedHeader(this.tag);
      found = block;
    }
    if (found === undefined) return undefined;
    let read = this.#values.get(found);
    if (read === undefined) {
      read = { value: this.#valueOf(found, this.#encoded ? blocks : [], options) };
      this.#values.set(found, read);
    }
    return read.value;
  }

  #matches(block: HeaderBlock): boolean {
    const { local, namespace } = this.tag;
    if (block.local !== local || block.namespace !== namespace) return false;
    return isOurRole(block.role) || block.role === this.role;
  }

  /** @param beside blocks that references may lead to. */
  #valueOf(
    block: HeaderBlock,
    beside: readonly HeaderBlock[],
    { limits, strict, tolerance, deviations }: ReaderOptions,
  ): Value {
    const others = beside.filter((one) => one !== block).map(({ xml }) => xml);
    const isAlone = others.length === 0;
    const document = isAlone ? block.xml : `<Header>${block.xml}${others.join('')}</Header>`;
    try {
      return readTolerantly({ limits, strict, tolerance, deviations, charset: 'utf-8' }, (options) => {
        const reader = blockReader(encodeUtf8(document), options);
        reader.openRoot();
        if (!isAlone) reader.openChild();
        const value = this.#readContent(reader);
        if (isAlone) reader.finish();
        return value;
      });
    } catch (error) {
      const unreadable = asXmlError(error);
      throw unreadable === undefined ? error : invalidHeader(this.tag, unreadable);
    }
  }
}

/**
 * Reads a header block without the attributes by which SOAP addresses it. They are not content: a value that held them could
 * not be sent on.
 */
function blockReader(block: Uint8Array, options: ReaderOptions): XmlBytesReader {
  const reader = openReader(block, options);
  const all = reader.otherAttributes.bind(reader);
  reader.otherAttributes = (known, wildcard) =>
    all(known, wildcard).filter(({ namespace }) => namespace !== soap11.namespace && namespace !== soap12.namespace);
  return reader;
}

/**
 * Reads the header blocks that an operation declares, so that `of` finds them valid.
 *
 * @throws {SoapFault} `Sender` for a required block that is missing, and for one that occurs twice or cannot be read.
 */
export function checkHeaders(
  declared: readonly HeaderUse<ReadableHeader<unknown>>[],
  blocks: readonly HeaderBlock[],
  options: ReaderOptions,
): void {
  for (const { header, required } of declared) {
    if (header.read(blocks, options) === undefined && required) throw missingHeader(header.tag);
  }
}
