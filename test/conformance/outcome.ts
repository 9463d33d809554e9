import { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
import { XmlError } from '../../runtime/src/xml/error.ts';
import { type Case, suiteFile } from './suite.ts';
import { readBySaxes, readDocument, type Tree } from './tree.ts';
import { type Blanked, blankDoctype, readWithoutDoctype } from './without-doctype.ts';

/** What a reader made of a document. */
export interface Reading {
  /** The code of the error that it ended in; `read` when it was read to its end. */
  readonly end: string;
  /** The text of the error. */
  readonly reason: string;
  readonly tree: Tree | undefined;
}

/** What became of a case. */
export interface Outcome extends Case {
  /** Whether `<!DOCTYPE` stands in the file. */
  readonly doctype: boolean;
  /** Whether its XML declaration says 1.1. */
  readonly version11: boolean;
  /** By the reader as it is. */
  readonly plain: Reading;
  /** By the reader that passes over a document type declaration. */
  readonly skipping: Reading;
  /** By saxes, which is given the document without its document type declaration; a fault of that alone it cannot see. */
  readonly saxes: Reading;
  /** The document type declaration; empty where there is none. */
  readonly declaration: string;
}

/** Has a case read in every way. */
export function outcomeOf(one: Case): Outcome {
  const bytes = suiteFile(one.path);
  const text = textOf(bytes);
  const plain = attempt(() => readDocument(new XmlBytesReader(bytes)));
  let blanked: Blanked = { text: undefined, declaration: '' };
  const skipping = attempt(() => {
    blanked = blankDoctype(bytes);
    return readWithoutDoctype(bytes, blanked);
  });
  return {
    ...one,
    doctype: text.includes('<!DOCTYPE'),
    version11: /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.1/.test(text),
    plain,
    skipping,
    saxes: attempt(() => readBySaxes(blanked.text ?? text)),
    declaration: blanked.declaration,
  };
}

/** The canonical form of a case that the suite holds; undefined where there is none. */
export function canonicalForm({ output }: Case): Tree | undefined {
  return output === undefined ? undefined : readBySaxes(textOf(suiteFile(output)));
}

/** The same document without any attribute: all that a document type declaration can change where no entity is used. */
export function withoutAttributes({ name, content }: Tree): Tree {
  return {
    name,
    attributes: [],
    content: content.map((item) => (typeof item === 'string' ? item : withoutAttributes(item))),
  };
}

function attempt(read: () => Tree): Reading {
  try {
    return { end: 'read', reason: '', tree: read() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { end: error instanceof XmlError ? error.code : 'refused', reason, tree: undefined };
  }
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
