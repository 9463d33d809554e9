import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';

const open = encodeUtf8('<a>');
const close = encodeUtf8('</a>');

/** The text that a reference, a comment or an instruction stands for, empty for the latter two; undefined when it is none. */
export function textOfMarkup(markup: Uint8Array): string | undefined {
  const document = new Uint8Array(open.length + markup.length + close.length);
  document.set(open);
  document.set(markup, open.length);
  document.set(close, open.length + markup.length);
  try {
    const reader = new XmlBytesReader(document, { charset: 'utf-8' });
    reader.openRoot();
    const text = reader.text();
    reader.finish();
    return text;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
