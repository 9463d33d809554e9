import { XmlBuilder } from '../../../runtime/src/xml/builder.ts';
import { type ReaderOptions, XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import { XmlError } from '../../../runtime/src/xml/error.ts';
import type { Tag } from '../../../runtime/src/xml/tag.ts';

/** A reader that has read the start tag of a document's root. */
export function opened(xml: string, options: ReaderOptions = {}): XmlBytesReader {
  const reader = new XmlBytesReader(new TextEncoder().encode(xml), options);
  reader.openRoot();
  return reader;
}

/** Text written into a root element, including the root. */
export function written(root: Tag, write: (builder: XmlBuilder) => void): string {
  const builder = new XmlBuilder();
  builder.open(root);
  write(builder);
  builder.close(root);
  return builder.finish().text ?? '';
}

/** The code and the path of the error that a function throws. */
export function failure(act: () => unknown): readonly [code: string, path: string] {
  try {
    act();
  } catch (error) {
    if (error instanceof XmlError) {
      const named =
        error.path === '' || /^(limit|ill-formed)$/.test(error.code) || error.message.startsWith(`${error.path}: `);
      if (!named) throw new Error(`"${error.message}" lacks its path`);
      return [error.code, error.path];
    }
    throw error;
  }
  return ['', 'nothing was thrown'];
}
