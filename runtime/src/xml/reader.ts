import type { Base64Fault } from '../bytes/base64.ts';
import type { ChildTable, TypeTable } from './codec-tables.ts';
import type { XmlError } from './error.ts';
import type { AttributeName, Tag } from './tag.ts';
import type { AnyAttribute, AnyElement, Wildcard } from './wildcard.ts';

/** Decodes base64. A parameter of the reader, so that only codecs with binary values need it. */
export interface Base64Decoder {
  /** Decodes a range of the bytes of a text. White space is allowed. @returns the bytes, or what is wrong. */
  decode(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault;
  readonly reasons: Readonly<Record<Base64Fault, string>>;
}

/** What the values of some types need to know of the message around them. */
export interface ValueContext {
  /** The namespace that a prefix stands for; the empty prefix is the default namespace. Undefined when nothing declares it. */
  resolvePrefix(prefix: string): string | undefined;
  /** How many items a list may have. */
  readonly maxItems: number;
}

/**
 * What generated codecs see of a message: its open element, over bytes they never touch.
 *
 * A codec is called when a start tag has been read. It may ask for what stands in the tag (`type`, `attribute`,
 * `otherAttributes`, `nil`), and then reads the content, through the end tag, either as children (`child`, `next` or
 * `piece`, until it answers `END`) or as one value (`text`, `base64`, `blob`, `any`). Everything that is read is checked to
 * be well-formed XML 1.0 in well-formed namespaces, parts that are skipped included.
 *
 * @see https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
 */
export interface XmlReader extends ValueContext {
  /** Namespace name of the open element. */
  readonly namespace: string;
  /** Local name of the open element. */
  readonly local: string;
  /** What `next` or `piece` answered last. */
  readonly current: number;

  /**
   * The type that the open element's xsi:type names, as an index in `table.names`; 0, the declared one, without an
   * xsi:type. What was asked here is not judged again by `child`, `next` or `piece`.
   *
   * @throws {XmlError} `type` for a type that is not in the table, and for an abstract one.
   */
  type(table: TypeTable): number;
  /** Value of an attribute of the open element; undefined when it is not there. To be asked before the content is read. */
  attribute(name: AttributeName): string | undefined;
  /**
   * All attributes of the open element but those of XML Schema instances (xsi:type, …) and the known ones; namespace
   * declarations are none. To be asked before the content is read.
   *
   * @param wildcard what lets them in; others are passed over. Without it, all are let in.
   */
  otherAttributes(known: readonly AttributeName[], wildcard?: Wildcard): AnyAttribute[];
  /** True when the open element says xsi:nil="true"; it is then read through its end tag, and must be empty. */
  nil(): boolean;

  /**
   * Opens the next child of the open element and answers its index in `expected.tags`; answers `END` (-1) when the
   * element's end tag was read instead. Unknown elements are skipped, and refused when the reader is strict, as is a
   * known one out of order unless the table is unordered. Character data between the children is refused unless it is white space.
   *
   * @throws {XmlError} `ill-formed`, `unexpected-element`, `unexpected-text`, `nil`, `type` or `limit`.
   */
  child(expected: ChildTable): number;
  /**
   * As `child`, for content whose order the codec judges: none is judged here. Answers `OTHER` (-2) for an element that
   * the table has not, and that its wildcards let in; it is open then.
   */
  next(expected: ChildTable): number;
  /**
   * As `next`, for mixed content: the character data before the child, or before the end, becomes an item of `into`,
   * unless there is none.
   */
  piece(expected: ChildTable, into: unknown[]): number;

  /**
   * The character content of the open element, through its end tag. Comments and processing instructions do not split
   * it, CDATA sections and character references are resolved, line ends are normalised (XML 1.0, 2.11).
   *
   * @throws {XmlError} `nil` when the element says xsi:nil, `unexpected-element` when it holds one.
   */
  text(): string;
  /** As `text`, but the element stays open, with what its start tag declares: `end` must follow. */
  openText(): string;
  /** Reads the end tag of an element whose content was read by `openText`. */
  end(): void;
  /** The bytes of an xs:base64Binary, through the end tag. @throws {XmlError} `value` when it is not strict base64. */
  base64(decoder: Base64Decoder): Uint8Array;
  /** As `base64`, for a field that is streamed: what comes back may lie outside memory. */
  blob(decoder: Base64Decoder): Blob;
  /**
   * Reads a value that is streamed, or holds one that is: what was read before it can be known while it is still arriving.
   *
   * @param property that it becomes.
   * @param soFar the properties that are there already; of a list, its items.
   */
  within<Value>(property: string, soFar: () => object, read: () => Value): Value;
  /** The open element as it stands, through its end tag. @throws {XmlError} `ill-formed` or `limit`. */
  any(): AnyElement;
  /** Reads the open element through its end tag and forgets it, checking that it is well-formed. */
  skip(): void;
  /**
   * To be asked before an item is added to a list that has `count` of them: enforces the limit on items.
   *
   * @param most how many the list may have; any number when absent.
   * @throws {XmlError} `limit`, or `repeated-element` for one too many.
   */
  item(count: number, most?: number): void;

  /** The error for a field that was there before and does not repeat. To be thrown when its second start tag was read. */
  repeated(): XmlError;
  /** The error for a required child that is not there. To be thrown when `child` has answered `END`. */
  missing(tag: Tag): XmlError;
  /**
   * The error for a required child in whose place something else came.
   *
   * @param next what `next` or `piece` has answered: an index, `END` or `OTHER`. No other child may have been opened since.
   */
  expected(tag: Tag, next: number): XmlError;
  /** As `expected`, where one of several was required; any element, when there are none. */
  expectedOne(tags: readonly Tag[], next: number): XmlError;
  /** As `expected`, for a child that must be there `least` times and was there less often. */
  few(tag: Tag, least: number, next: number): XmlError;
  /** The error for the open element, when no element of its name belongs where it stands. */
  misplaced(): XmlError;
  /** The error for a value that does not fit its type. To be thrown right after the value was read. */
  invalid(type: string, reason: string): XmlError;
  /** The error for an attribute of the open element whose value does not fit its type. */
  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError;
  /** The error for a required attribute that the open element has not. */
  missingAttribute(name: AttributeName): XmlError;
}

/** What a reader answers at the end of the open element. */
export const END = -1;

/** What a reader answers for a child that a wildcard lets in. */
export const OTHER = -2;
