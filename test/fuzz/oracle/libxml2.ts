import { ParseOption, XmlDocument, XmlLibError } from 'libxml2-wasm';
import { type Trusted, treeOfText } from './trusted.ts';

/** Rejected by libxml2, although Namespaces in XML requires no such check (2.1: a namespace name is any URI reference). */
const BEYOND = /is not (?:a valid URI|absolute)$/;

/** A message as libxml2 reads it: its document is written, and saxes makes a tree of that. Undefined where it does not count. */
export function libxml2Tree(message: Uint8Array): Trusted | undefined {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(message, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const reasons = error.details.map(({ message }) => message.trim());
    const isBeyond = reasons.length > 0 && reasons.every((reason) => BEYOND.test(reason));
    return isBeyond ? undefined : { refused: reasons.join('; ') };
  }
  try {
    const tree = treeOfText(document.toString({ format: false }));
    return tree.trims ? undefined : tree;
  } finally {
    document.dispose();
  }
}
