/** Transcodes requests that are not in UTF-8 or UTF-16. An option, so that only servers with it load the code. */
export interface ServerEncodings {
  /** @param charset parameter of a Content-Type. */
  isKnown(charset: string): boolean;
  /**
   * The message in UTF-8; undefined if that has more than `limit` bytes.
   *
   * @param charset undefined if the byte order mark or the XML declaration names the encoding.
   * @throws {XmlError} `encoding` for bytes that are not valid in the encoding, and for an unknown one.
   */
  utf8(message: Uint8Array, charset: string | undefined, limit: number): Uint8Array | undefined;
}
