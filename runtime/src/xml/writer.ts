import type { PrefixSource } from '../types/value-context.ts';
import type { XsiType } from './codec-tables.ts';
import type { BinaryEncoder } from './encoded-message.ts';
import type { XmlError } from './error.ts';
import type { AttributeName, Tag } from './tag.ts';

/**
 * The writer of generated codecs. Nothing is sent before the whole message is written, so that an error leaves no partial
 * message on the wire.
 */
export interface XmlWriter extends PrefixSource {
  /** The version of the envelope: each has an encoding of its own. */
  readonly soapVersion: '1.1' | '1.2';
  /**
   * Opens an element with children; `close` must follow with the same tag. If `tag.isStart`, attributes follow (`type`,
   * `attribute`), then `content`.
   *
   * @throws {XmlError} `limit` when too many elements are open, as for a circular value.
   */
  open(tag: Tag): void;
  /** As `open`, but attributes can follow any tag. */
  start(tag: Tag): void;
  /** Ends the open start tag, if there is one. */
  content(): void;
  /** Ends the element, and its start tag if that is still open. */
  close(tag: Tag): void;

  /** An xsi:type of the element whose start tag is open. */
  type(name: XsiType): void;
  /**
   * An attribute of the element whose start tag is open.
   *
   * @throws {XmlError} `value`, naming the attribute, for a character that XML 1.0 does not allow.
   */
  attribute(name: AttributeName, value: string): void;
  /** As `attribute`, for a value that needs no escaping: digits, for example. */
  plainAttribute(name: AttributeName, value: string): void;
  /** Whether the open start tag has an attribute of this name. */
  hasAttribute(name: Pick<AttributeName, 'namespace' | 'local'>): boolean;
  /** Character data in the open element, escaped as by `text`; in mixed content also between children. */
  chars(value: string): void;

  /**
   * An element with character content and no attributes; so are those of `plain`, `base64` and `blob`. The content is
   * escaped; CR as `&#xD;`, so that it is preserved (rule W2).
   *
   * @throws {XmlError} `value`, naming the field, for a character that XML 1.0 does not allow.
   */
  text(tag: Tag, value: string): void;
  /** An element whose content needs no escaping: digits, names, dates. */
  plain(tag: Tag, value: string): void;
  /** An element with base64 content. @param encode encodes the message unless it holds Blobs. */
  base64(tag: Tag, value: Uint8Array, encode: BinaryEncoder): void;
  /** As `base64`, for a streamed field: its bytes are read when the message is sent. */
  blob(tag: Tag, value: Blob, encode: BinaryEncoder): void;
  /** As `blob`, for the content of the open element. */
  blobContent(value: Blob, encode: BinaryEncoder): void;
  /** An empty element with xsi:nil="true". */
  nil(tag: Tag): void;
  /** Appends XML text, which the caller guarantees to be well-formed. */
  raw(text: string): void;
  /** The default namespace in the innermost open element. */
  defaultNamespace(): string;

  /** The error for a value that is not valid for its type. */
  invalid(tag: Tag, type: string, reason: string): XmlError;
  /** The error for a missing required field. */
  missing(tag: Tag): XmlError;
  /** The error for an attribute of the open element that is not valid for its type. */
  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError;
  /** The error for a missing required attribute. */
  missingAttribute(name: AttributeName): XmlError;
  /** The error for text of the open element that is not valid for its type. */
  invalidContent(type: string, reason: string): XmlError;
  /**
   * The error for a property of the open element that is a choice, a group or a list, so that no single element is at fault;
   * without a property, for the element.
   */
  wrong(property: string | undefined, reason: string): XmlError;
}
