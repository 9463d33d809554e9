import { base64Reasons, decodeBase64 } from '../../../runtime/src/bytes/base64.ts';
import { type ReaderOptions, XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';

/**
 * The reader without its short cuts: no tag is guessed, text goes the way of content in all its forms, and base64 is
 * decoded byte by byte.
 */
export class GeneralReader extends XmlBytesReader {
  override openLikely(): number {
    return -1;
  }

  override text(): string {
    const text = this.openText();
    this.end();
    return text;
  }

  override base64(): Uint8Array {
    const text = new TextEncoder().encode(this.text());
    const bytes = decodeBase64(text, 0, text.length);
    if (typeof bytes === 'string') throw this.invalid('base64Binary', base64Reasons[bytes]);
    return bytes;
  }
}

/** A kind of reader that can be made of a message. */
export type MakeReader = (message: Uint8Array, options?: ReaderOptions) => XmlBytesReader;

export const fast: MakeReader = (message, options) => new XmlBytesReader(message, options);
export const general: MakeReader = (message, options) => new GeneralReader(message, options);
