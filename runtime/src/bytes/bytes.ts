import type { Base64Fault } from './base64.ts';

/**
 * The platform's operations on bytes. The import `#bytes` is a module with these functions: `node/node-bytes.ts` on Node
 * (Buffer's native routines), `portable-bytes.ts` elsewhere. Ranges include `start` and exclude `end`.
 */
export interface Bytes {
  /** Whether every byte is below 0x80. */
  isAscii(data: Uint8Array): boolean;
  /** Whether the bytes are valid UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
  isUtf8(data: Uint8Array): boolean;
  /** The text of a range that is known to be ASCII. */
  decodeAscii(data: Uint8Array, start: number, end: number): string;
  /** The text of a range of up to 16 bytes that is known to be ASCII. */
  shortText(data: Uint8Array, start: number, end: number): string;
  /** The text of a range that is known to be valid UTF-8. A byte order mark is decoded as U+FEFF. */
  decodeUtf8(data: Uint8Array, start: number, end: number): string;
  /** The bytes of a text without lone surrogates, in a new buffer. */
  encodeUtf8(text: string): Uint8Array;
  /** Writes a text without lone surrogates into `target` at `offset`. @returns the number of bytes written. */
  encodeUtf8Into(text: string, target: Uint8Array, offset: number): number;
  /** Number of bytes of a text in UTF-8. */
  utf8Length(text: string): number;
  /** The first offset of `byte` at or after `from`; -1 without one. */
  indexOf(data: Uint8Array, byte: number, from: number): number;
  /**
   * Decodes a range of base64 to a new buffer, or returns its fault. White space of XML is allowed anywhere; everything
   * else that is not canonical is rejected (XML Schema part 2, 3.2.16).
   */
  decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault;
  /**
   * Decodes groups of four base64 digits into `target` at `offset`, three bytes each; `end - start` is a multiple of four.
   *
   * @returns false for any other character, padding and white space included; `target` is undefined then.
   */
  decodeBase64Groups(data: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): boolean;
  /**
   * Decodes lines of equal width, of complete groups, with their line ends, into `target` at `offset`.
   *
   * @returns the number of bytes; -1 for any other character, padding included, or when decoding byte by byte is as fast;
   *   `target` is undefined then.
   */
  decodeBase64Lines(data: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number;
  encodeBase64(data: Uint8Array): string;
  /** Writes `base64Length(data.length)` bytes into `target` at `offset`. */
  encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void;
  /** A Blob of bytes, which must not change afterwards. */
  blobOfBytes(bytes: Uint8Array): Blob;
}
