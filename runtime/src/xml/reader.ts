import type { XmlError } from './error.ts';
import type { ChildTable, Tag } from './tag.ts';

/**
 * What generated codecs see of a message: its open element, over bytes they never touch.
 *
 * A codec is called when a start tag has been read. It reads the content, through the end tag, either as children
 * (`child`, until it answers `END`) or as one value (`text`, `base64`, `blob`). Everything that is read is checked to be
 * well-formed XML 1.0 in well-formed namespaces, parts that are skipped included.
 *
 * @see https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
 */
export interface XmlReader {
  /**
   * Opens the next child of the open element and answers its index in `expected.tags`; answers `END` (-1) when the
   * element's end tag was read instead. Unknown elements are skipped, and refused when the reader is strict, as is a
   * known one out of order. Character data between the children is refused unless it is white space.
   *
   * @throws {XmlError} `ill-formed`, `unexpected-element`, `unexpected-text`, `nil`, `type` or `limit`.
   */
  child(expected: ChildTable): number;
  /**
   * The character content of the open element, through its end tag. Comments and processing instructions do not split
   * it, CDATA sections and character references are resolved, line ends are normalised (XML 1.0, 2.11).
   *
   * @throws {XmlError} `nil` when the element says xsi:nil, `unexpected-element` when it holds one.
   */
  text(): string;
  /** The bytes of an xs:base64Binary, through the end tag. @throws {XmlError} `value` when it is not strict base64. */
  base64(): Uint8Array;
  /** As `base64`, for a field that is streamed: what comes back may lie outside memory. */
  blob(): Blob;
  /** True when the open element says xsi:nil="true"; it is then read through its end tag, and must be empty. */
  nil(): boolean;
  /** Reads the open element through its end tag and forgets it, checking that it is well-formed. */
  skip(): void;
  /** To be asked before an item is added to a list that has `count` of them: enforces the limit on items. */
  item(count: number): void;

  /** The error for a field that was there before and does not repeat. To be thrown when its second start tag was read. */
  repeated(): XmlError;
  /** The error for a required child that is not there. To be thrown when `child` has answered `END`. */
  missing(tag: Tag): XmlError;
  /** The error for a value that does not fit its type. To be thrown right after the value was read. */
  invalid(type: string, reason: string): XmlError;
}

/** What `XmlReader.child` answers at the end of the open element. */
export const END = -1;
