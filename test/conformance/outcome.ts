import { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
import { XmlError } from '../../runtime/src/xml/error.ts';
import { type Case, suiteFile } from './suite.ts';
import { readBySaxes, readDocument, type Tree } from './tree.ts';
import { type Blanked, blankDoctype, readWithoutDoctype } from './without-doctype.ts';

/** The result of reading a document. */
export interface Reading {
  /** The code of the error; `read` without an error. */
  readonly end: string;
  /** The text of the error. */
  readonly reason: string;
  readonly tree: Tree | undefined;
}

/** The results of a case. */
export interface Outcome extends Case {
  /** Whether the file contains `<!DOCTYPE`. */
  readonly doctype: boolean;
  /** Whether its XML declaration has version 1.1. */
  readonly version11: boolean;
  /** By the reader. */
  readonly plain: Reading;
  /** By the reader, without the document type declaration. */
  readonly skipping: Reading;
  /** By saxes, without the document type declaration, so that it finds no fault in that. */
  readonly saxes: Reading;
  /** The document type declaration; empty without one. */
  readonly declaration: string;
}

/** Reads a case in every way. */
export function outcomeOf(one: Case): Outcome {
  const bytes = suiteFile(one.path);
  const text = decodedText(bytes);
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

/** The canonical form of a case; undefined if the suite has none. */
export function canonicalForm({ output }: Case): Tree | undefined {
  return output === undefined ? undefined : readBySaxes(decodedText(suiteFile(output)));
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

function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
