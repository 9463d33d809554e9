import { encodeUtf8, indexOf } from '#bytes';
import type { Base64Fault } from '../bytes/base64.ts';
import type { XmlBytesReader } from './bytes-reader.ts';
import { LESS, SLASH } from './chars.ts';
import { readText } from './content.ts';
import type { ElementStack } from './element-stack.ts';
import { limitMessage } from './limits.ts';
import type { Base64Decoder, BlobDecoder } from './reader.ts';
import type { StreamedFields } from './streamed-fields.ts';

/** The streamed fields of an empty element, which is never extracted. */
const noStreams: Partial<StreamedFields> = {};

/** As `XmlReader.base64`. */
export function readBytes(reader: XmlBytesReader, decoder: Base64Decoder): Uint8Array {
  const { elements } = reader;
  if (elements.attributes.instance !== 0 && reader.isNilBody()) return new Uint8Array(0);
  const bytes = readBinary(elements, decoder);
  if (typeof bytes === 'string') throw reader.invalid('base64Binary', decoder.reasons[bytes]);
  return bytes;
}

/** As `XmlReader.blob`. */
export function readBlob(reader: XmlBytesReader, decoder: BlobDecoder): Blob {
  const { lexer, elements } = reader;
  if (elements.attributes.instance !== 0 && reader.isNilBody()) return new Blob([]);
  const { values, reached } = elements.empty ? noStreams : (reader.streamed ?? noStreams);
  if (reached !== undefined && lexer.pos === lexer.size) throw reached(reader.innermost, elements.path());
  if (!elements.empty) reader.before ??= reader.recordBefore?.(reader.innermost);
  const extracted = values?.get(lexer.pos);
  if (extracted === undefined) {
    const bytes = reader.base64(decoder);
    const { maxStreamBytes } = lexer.limits;
    if (bytes.length <= maxStreamBytes) return decoder.blobOf(bytes);
    throw lexer.about('limit', limitMessage('maxStreamBytes', lexer.limits), elements.path(elements.depth + 1));
  }
  reader.streamedValues++;
  elements.endTag();
  return extracted;
}

/** Reads base64 content through the end tag. @returns the bytes, or the fault of the text. */
function readBinary(elements: ElementStack, decoder: Base64Decoder): Uint8Array | Base64Fault {
  const { lexer } = elements;
  const { data, pos } = lexer;
  const end = elements.empty ? -1 : indexOf(data, LESS, pos);
  if (end !== -1 && data[end + 1] === SLASH) {
    const bytes = decoder.decode(data, pos, end);
    if (typeof bytes !== 'string') {
      lexer.pos = end;
      elements.endTag();
      return bytes;
    }
  }
  // Resolves comments, CDATA sections and references first, and reports errors.
  const text = encodeUtf8(readText(elements));
  return decoder.decode(text, 0, text.length);
}
