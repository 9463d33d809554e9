import type { XsiType } from './codec-tables.ts';
import type { BinaryEncoder } from './encoded-message.ts';
import type { XmlError } from './error.ts';
import type { AttributeName, Tag } from './tag.ts';
import type { AnyAttribute, AnyElement, Wildcard } from './wildcard.ts';

/** What declares prefixes for values that hold names. */
export interface PrefixSource {
  /**
   * A prefix that stands for a namespace on the element that is being written; the empty string for no namespace.
   *
   * @throws {ValueError} for no namespace where a default one is in force, and for what XML cannot carry.
   */
  prefix(namespace: string): string;
}

/**
 * What generated codecs write to. Nothing leaves before the whole message is written, so an error half-way leaves no
 * trace on the wire.
 */
export interface XmlWriter extends PrefixSource {
  /**
   * Opens an element that holds others; `close` must follow with the same tag. After a start tag come its attributes
   * (`type`, `attribute`, `otherAttributes`), then `content`.
   *
   * @throws {XmlError} `limit` when too many elements are open, as when a value holds itself.
   */
  open(tag: Tag): void;
  /** As `open`, but attributes can follow whatever the tag. */
  start(tag: Tag): void;
  /** Ends the start tag that is open. Does nothing when none is. */
  content(): void;
  /** Ends the element; its start tag too, when that is still open. */
  close(tag: Tag): void;

  /** An xsi:type of the element whose start tag is open. */
  type(name: XsiType): void;
  /**
   * An attribute of the element whose start tag is open.
   *
   * @throws {XmlError} `value`, naming it, when a character is one that XML 1.0 cannot carry.
   */
  attribute(name: AttributeName, value: string): void;
  /**
   * Attributes that a wildcard lets in, after all others of the element.
   *
   * @throws {XmlError} `value` for what is no attribute, for one that is there already, and for one that the wildcard
   *   does not let in.
   */
  otherAttributes(attributes: readonly AnyAttribute[], wildcard?: Wildcard): void;
  /** Character data in the open element, escaped as by `text`; also between children, where content is mixed. */
  chars(value: string): void;

  /**
   * An element with character content and nothing in its start tag, as are those of `plain`, `base64` and `blob`: their
   * tags are no start tags. The content is escaped; CR as `&#xD;`, so that it survives (rule W2).
   *
   * @throws {XmlError} `value`, naming the field, when a character is one that XML 1.0 cannot carry.
   */
  text(tag: Tag, value: string): void;
  /** An element whose content needs no escaping: digits, names, dates. */
  plain(tag: Tag, value: string): void;
  /** An element with base64 content. */
  base64(tag: Tag, value: Uint8Array, encode: BinaryEncoder): void;
  /** As `base64`, for a field that is streamed: its bytes are asked for when the message is sent. */
  blob(tag: Tag, value: Blob, encode: BinaryEncoder): void;
  /** As `blob`, for the content of the open element. */
  blobContent(value: Blob, encode: BinaryEncoder): void;
  /** An empty element that says xsi:nil="true". */
  nil(tag: Tag): void;
  /**
   * An element as it stands. Its names keep their namespaces, whatever is declared around it.
   *
   * @throws {XmlError} `value` when it is not well-formed, is not what its names say, or the wildcard does not let it in.
   */
  any(element: AnyElement, wildcard?: Wildcard): void;

  /** The error for a value that does not fit its type. */
  invalid(tag: Tag, type: string, reason: string): XmlError;
  /** The error for a required field that the caller left out. */
  missing(tag: Tag): XmlError;
  /** The error for an attribute of the open element whose value does not fit its type. */
  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError;
  /** The error for a required attribute that the caller left out. */
  missingAttribute(name: AttributeName): XmlError;
  /** The error for the text of the open element, when it does not fit its type. */
  invalidContent(type: string, reason: string): XmlError;
  /** The error for a property of the open element that no single element stands for: a choice, a group, a list. */
  wrong(property: string, reason: string): XmlError;
}
