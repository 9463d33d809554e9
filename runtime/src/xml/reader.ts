import type { Base64Fault } from '../bytes/base64.ts';
import type { ValueContext } from '../types/value-context.ts';
import type { ChildTable, TypeTable } from './codec-tables.ts';
import type { DeviationKind } from './deviation.ts';
import type { XmlError } from './error.ts';
import type { AttributeName, Tag } from './tag.ts';
import type { AnyAttribute, AnyElement, Wildcard } from './wildcard.ts';

/** Decodes base64. A parameter of the reader, so that only codecs with binary values need it. */
export interface Base64Decoder {
  /** Decodes a range of bytes of text. White space is allowed. @returns the bytes, or the fault. */
  decode(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault;
  readonly reasons: Readonly<Record<Base64Fault, string>>;
  /** Reads the content of the open element of the reader that is given. */
  readBytes(reader: XmlReader, decoder: Base64Decoder): Uint8Array;
}

/** Decodes base64 to Blobs. */
export interface BlobDecoder extends Base64Decoder {
  /** A Blob of bytes, which must not change afterwards. */
  blobOf(bytes: Uint8Array): Blob;
  readBlob(reader: XmlReader, decoder: BlobDecoder): Blob;
}

/**
 * The view of generated codecs on a message: its innermost open element.
 *
 * A codec is called after a start tag. It may first read the start tag's declarations (`type`, `attribute`,
 * `otherAttributes`, `nil`). Then it reads the content through the end tag: children (`child`, `next` or `piece`, until
 * they return `END`) or one value (`text`, `base64`, `blob`, `any`). Everything is checked to be well-formed XML 1.0 with
 * well-formed namespaces, skipped parts included.
 *
 * @see https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
 */
export interface XmlReader extends ValueContext {
  /** Namespace name of the open element. */
  readonly namespace: string;
  /** Local name of the open element. */
  readonly local: string;
  /** The last result of `next` or `piece`. */
  readonly current: number;

  /**
   * The type that the open element's xsi:type names, as an index into `table.names`; 0, the declared one, without an
   * xsi:type. `child`, `next` and `piece` do not check the xsi:type again.
   *
   * @throws {XmlError} `type` for a type that is not in the table, and for an abstract one.
   */
  type(table: TypeTable): number;
  /** Value of an attribute of the open element; undefined without it. Call it before the content is read. */
  attribute(name: AttributeName): string | undefined;
  /**
   * All attributes of the open element except the declared ones, those of XML Schema instances (xsi:type, …) and namespace
   * declarations. Call it before the content is read.
   *
   * @param wildcard that admits them; without one, all are admitted.
   */
  otherAttributes(declared: readonly AttributeName[], wildcard?: Wildcard): AnyAttribute[];
  /** Whether the open element has xsi:nil="true"; if so, it is read through its end tag, and must be empty. */
  nil(): boolean;

  /**
   * Opens the next child of the open element. A lenient reader skips unknown elements; a strict one rejects them, and a
   * known one out of order unless the table is unordered. Text between the children is rejected unless it is white space.
   *
   * @returns its index in `expected.tags`; `END` (-1) when the element's end tag was read instead.
   * @throws {XmlError} `ill-formed`, `unexpected-element`, `unexpected-text`, `nil`, `type` or `limit`.
   */
  child(expected: ChildTable): number;
  /**
   * As `child`, for content whose order the codec checks. @returns also `OTHER` (-2), for an element that is not in the
   * table and is admitted by its wildcards.
   */
  next(expected: ChildTable): number;
  /** As `next`, for mixed content: the text before the child or the end tag, if any, is added to `into`. */
  piece(expected: ChildTable, into: unknown[]): number;

  /**
   * The character content of the open element, through its end tag. Comments and processing instructions do not split
   * it, CDATA sections and character references are resolved, line ends are normalised (XML 1.0, 2.11).
   *
   * @throws {XmlError} `nil` when the element is nil, `unexpected-element` when it holds one.
   */
  text(): string;
  /** As `text`, but the element stays open, with the namespaces of its start tag: `end` must follow. */
  openText(): string;
  /** Reads the end tag of an element whose content was read by `openText`. */
  end(): void;
  /** The bytes of an xs:base64Binary, through the end tag. @throws {XmlError} `value` when it is not strict base64. */
  base64(decoder: Base64Decoder): Uint8Array;
  /** As `base64`, for a streamed field: the Blob may be stored outside of memory. */
  blob(decoder: BlobDecoder): Blob;
  /**
   * Calls `read` for a value that is streamed, or holds one that is. The preceding properties are then available while the
   * value is still arriving.
   *
   * @param property of the value.
   * @param soFar returns the properties that were already read; of a list, its items.
   */
  within<Value>(property: string, soFar: () => object, read: () => Value): Value;
  /** The open element as XML text, through its end tag. @throws {XmlError} `ill-formed` or `limit`. */
  any(): AnyElement;
  /** Reads the open element through its end tag and discards it, checking that it is well-formed. */
  skip(): void;
  /**
   * Checks the number of items before one is added to a list that has `count` of them.
   *
   * @param most maximum of the list; any number by default.
   * @throws {XmlError} `limit`, or `repeated-element` for one too many.
   */
  item(count: number, most?: number): void;

  /**
   * Passes over an error, which is reported as a deviation of that kind. Readers without this method, and those that are not
   * tolerant, do not. @returns whether the error was passed over.
   */
  tolerate?(kind: DeviationKind, error: XmlError): boolean;

  /**
   * Whether the open element is nil; if so, it is read through its end tag, and reported. For an element that is optional and
   * not nillable, by tolerant readers only.
   */
  absent?(): boolean;
  /** As `absent`, for an item of a list, which is absent too if it has neither attributes nor content. */
  absentItem?(): boolean;

  /** The error for a second occurrence of a field, after its start tag. */
  repeated(): XmlError;
  /** The error for a missing required child, after `child` has returned `END`. */
  missing(tag: Tag): XmlError;
  /**
   * The error for a missing required child, after another one or the end.
   *
   * @param next the result of `next` or `piece`; no other child may have been opened since.
   */
  expected(tag: Tag, next: number): XmlError;
  /** As `expected`, where one of several is required; any element, when `tags` is empty. */
  expectedOne(tags: readonly Tag[], next: number): XmlError;
  /** As `expected`, for a child that occurs less than `least` times. */
  few(tag: Tag, least: number, next: number): XmlError;
  /** The error for the open element when its name is not allowed here. */
  misplaced(): XmlError;
  /** The error for a value that is not valid for its type, right after the value was read. */
  invalid(type: string, reason: string): XmlError;
  /** The error for an attribute of the open element that is not valid for its type. */
  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError;
  /** The error for a missing required attribute of the open element. */
  missingAttribute(name: AttributeName): XmlError;
}

/** The result of a reader at the end of the open element. */
export const END = -1;

/** The result of a reader for a child that a wildcard admits. */
export const OTHER = -2;
