import type { XmlError } from './error.ts';
import type { Tag } from './tag.ts';

/**
 * What generated codecs write to. Nothing leaves before the whole message is written, so an error half-way leaves no
 * trace on the wire.
 */
export interface XmlWriter {
  /** Opens an element that holds others; `close` must follow with the same tag. */
  open(tag: Tag): void;
  close(tag: Tag): void;
  /**
   * An element with character content, which is escaped; CR as `&#xD;`, so that it survives (rule W2).
   *
   * @throws {XmlError} `value`, naming the field, when a character is one that XML 1.0 cannot carry.
   */
  text(tag: Tag, value: string): void;
  /** An element whose content needs no escaping: digits, names, dates. */
  plain(tag: Tag, value: string): void;
  /** An element with base64 content. */
  base64(tag: Tag, value: Uint8Array): void;
  /** As `base64`, for a field that is streamed: its bytes are asked for when the message is sent. */
  blob(tag: Tag, value: Blob): void;
  /** An empty element that says xsi:nil="true". */
  nil(tag: Tag): void;
  /** The error for a value that does not fit its type. */
  invalid(tag: Tag, type: string, reason: string): XmlError;
  /** The error for a required field that the caller left out. */
  missing(tag: Tag): XmlError;
}
