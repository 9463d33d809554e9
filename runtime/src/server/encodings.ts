import { TextPieces } from '../xml/encodings.ts';
import { XmlError } from '../xml/error.ts';
import { Utf8Pieces, wholeUtf8 } from '../xml/utf8-pieces.ts';
import type { ServerEncodings } from './server-encodings.ts';

export type { ServerEncodings };

/**
 * Requests in the encodings of the platform's `TextDecoder`, for `createServer(…, { encodings: encodings() })`: ISO-8859-x,
 * Windows-125x, Shift_JIS and others, and UTF-16 without a byte order mark. Responses are in UTF-8. Without the option
 * servers take UTF-8, US-ASCII and UTF-16.
 *
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export function encodings(): ServerEncodings {
  return {
    isKnown(charset) {
      // It stands for either order of bytes.
      if (charset.toLowerCase() === 'utf-16') return true;
      try {
        return new TextPieces(charset) !== undefined;
      } catch {
        return false;
      }
    },
    utf8(message, charset, limit) {
      const pieces = new Utf8Pieces(charset);
      const text = wholeUtf8(message, pieces, limit);
      if (!pieces.wasTrimmed) return text;
      throw new XmlError('ill-formed', 'The XML is not well-formed: white space is before its declaration.', '', 0);
    },
  };
}
