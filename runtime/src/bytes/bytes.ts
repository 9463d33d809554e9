import type { Base64Fault } from './base64.ts';

/**
 * What the runtime asks of a platform about bytes. The module behind the import `#bytes` exports these functions:
 * `node/node-bytes.ts` on Node (Buffer's native routines), `portable-bytes.ts` everywhere else. Ranges are half-open: `start` counts,
 * `end` does not.
 */
export interface Bytes {
  /** Whether every byte is below 0x80. */
  isAscii(data: Uint8Array): boolean;
  /** Whether the bytes are valid UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
  isUtf8(data: Uint8Array): boolean;
  /** The text of a range that is known to be ASCII. */
  decodeAscii(data: Uint8Array, start: number, end: number): string;
  /** The text of a range that is known to be valid UTF-8. A byte order mark stays what it is: U+FEFF. */
  decodeUtf8(data: Uint8Array, start: number, end: number): string;
  /** The bytes of a text without lone surrogates, in memory of their own. */
  encodeUtf8(text: string): Uint8Array;
  /** Writes a text without lone surrogates into `target` at `offset`, and answers how many bytes that took. */
  encodeUtf8Into(text: string, target: Uint8Array, offset: number): number;
  /** How many bytes `encodeUtf8` would answer. */
  utf8Length(text: string): number;
  /** Where `byte` stands first, at `from` or after; -1 when nowhere. */
  indexOf(data: Uint8Array, byte: number, from: number): number;
  /**
   * The bytes that a range of base64 stands for, in memory of their own; or what is wrong with it. White space of XML
   * is allowed anywhere. Everything else that is not canonical is refused (XML Schema part 2, 3.2.16).
   */
  decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault;
  /**
   * Decodes groups of four base64 digits, `end - start` being a multiple of four, into `target` at `offset`, which takes
   * three bytes for each. Answers false when there is anything else among them, padding and white space too; what it has
   * written then means nothing.
   */
  decodeBase64Groups(data: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): boolean;
  /**
   * Decodes lines of one width with their ends, whole groups all of them, into `target` at `offset`, and answers how many
   * bytes that makes; -1 when there is anything else among them, padding too, or it would not be faster than byte by byte.
   * What it has written then means nothing.
   */
  decodeBase64Lines(data: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number;
  encodeBase64(data: Uint8Array): string;
  /** Writes `base64Length(data.length)` bytes into `target` at `offset`. */
  encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void;
  /** UTF-16 without its byte order mark as UTF-8; undefined for an odd length or a lone surrogate. */
  utf16ToUtf8(data: Uint8Array, littleEndian: boolean): Uint8Array | undefined;
}
