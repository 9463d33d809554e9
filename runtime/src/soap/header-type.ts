import { encodeUtf8 } from '#bytes';
import type { ReaderOptions } from '../xml/bytes-reader.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { BlockReader } from './block-reader.ts';
import { type HeaderBlock, type HeaderCarrier, isOurRole } from './header-block.ts';
import { HeaderFault } from './header-fault.ts';
import { checkRoot } from './root.ts';
import { asXmlError } from './xml-fault.ts';

/** How a header block is addressed. */
export interface HeaderOptions {
  /** Whether the receiver must refuse the message if it does not know the block; default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** Whom the block is for, as a URI; whoever the message is for unless it is given. */
  readonly role?: string | undefined;
}

/** A header block of a declared type, to be sent. */
export interface TypedBlock<Value> {
  readonly type: HeaderType<Value>;
  readonly value: Value;
  readonly mustUnderstand: boolean;
  readonly role: string | undefined;
}

/** A header block to be sent: of a declared type, or one element as XML text that declares its namespaces. */
export type HeaderContent = string | TypedBlock<unknown>;

/** A kind of header block that a contract declares. Generated `headers.ts` holds one for each. */
export interface HeaderType<Value> {
  /** Name in the contract. */
  readonly name: string;
  /** The element that the block is. */
  readonly tag: Tag;
  /** Whom such blocks are for, as a URI; undefined for whoever the message is for. */
  readonly role: string | undefined;
  /** A block to be sent. @param options in place of those of the contract. */
  block(value: Value, options?: HeaderOptions): TypedBlock<Value>;
  /**
   * The value of the block of this type that was received, and is for us; undefined where there is none. Two are an error,
   * as is one that does not read. Where the operation declares the block, both were ruled out before.
   *
   * @param carrier a handler's context, a client's `Answer`, or the `SoapFault` that a client received.
   * @throws {SoapFault} `Sender`, naming the block.
   */
  of(carrier: HeaderCarrier): Value | undefined;
  /** As `of`, with the limits and the strictness of whoever received the message. */
  read(blocks: readonly HeaderBlock[], options: ReaderOptions): Value | undefined;
  /** Writes the content of the block's element. */
  write(writer: XmlWriter, value: Value): void;
}

/** A header block that an operation declares. */
export interface HeaderUse {
  readonly header: HeaderType<unknown>;
  /** Whether a message without it is refused. */
  readonly required: boolean;
}

/**
 * Declares a kind of header block.
 *
 * @param name in the contract.
 * @param tag of its element, which must be in a namespace (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1). A start tag without
 * its `>` where `write` begins with attributes.
 * @throws {TypeError} when it is in none, or its tag does not declare it.
 */
export function header<Value>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Value,
  write: (writer: XmlWriter, value: Value) => void,
  options: HeaderOptions = {},
): HeaderType<Value> {
  if (tag.namespace === '') throw new TypeError(`The header block ${name} must be an element in a namespace.`);
  checkRoot(name, tag);
  return new DeclaredHeader(name, tag, read, write, options);
}

class DeclaredHeader<Value> implements HeaderType<Value> {
  readonly name: string;
  readonly tag: Tag;
  readonly role: string | undefined;
  readonly write: (writer: XmlWriter, value: Value) => void;
  readonly #mustUnderstand: boolean;
  readonly #readContent: (reader: XmlReader) => Value;
  /** What was read from each block: it is asked for more than once. */
  readonly #values = new WeakMap<HeaderBlock, { readonly value: Value }>();

  constructor(
    name: string,
    tag: Tag,
    readContent: (reader: XmlReader) => Value,
    write: (writer: XmlWriter, value: Value) => void,
    options: HeaderOptions,
  ) {
    this.name = name;
    this.tag = tag;
    this.role = options.role;
    this.write = write;
    this.#mustUnderstand = options.mustUnderstand ?? false;
    this.#readContent = readContent;
  }

  block(value: Value, options: HeaderOptions = {}): TypedBlock<Value> {
    const { mustUnderstand = this.#mustUnderstand, role = this.role } = options;
    return { type: this, value, mustUnderstand, role };
  }

  of({ headerBlocks }: HeaderCarrier): Value | undefined {
    return this.read(headerBlocks, {});
  }

  read(blocks: readonly HeaderBlock[], options: ReaderOptions): Value | undefined {
    let found: HeaderBlock | undefined;
    for (const block of blocks) {
      if (!this.#isOne(block)) continue;
      if (found !== undefined) throw HeaderFault.repeated(this.tag);
      found = block;
    }
    if (found === undefined) return undefined;
    let read = this.#values.get(found);
    if (read === undefined) {
      read = { value: this.#valueOf(found, options) };
      this.#values.set(found, read);
    }
    return read.value;
  }

  #isOne(block: HeaderBlock): boolean {
    const { local, namespace } = this.tag;
    if (block.local !== local || block.namespace !== namespace) return false;
    return isOurRole(block.role) || block.role === this.role;
  }

  #valueOf({ xml }: HeaderBlock, { limits, strict }: ReaderOptions): Value {
    try {
      const reader = new BlockReader(encodeUtf8(xml), { limits, strict, charset: 'utf-8' });
      reader.openRoot();
      const value = this.#readContent(reader);
      reader.finish();
      return value;
    } catch (error) {
      const unreadable = asXmlError(error);
      throw unreadable === undefined ? error : HeaderFault.invalid(this.tag, unreadable);
    }
  }
}
