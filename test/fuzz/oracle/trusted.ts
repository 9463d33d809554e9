import { SaxesParser } from 'saxes';
import { addText, type Node, sorted } from './tree.ts';

/** A document as read by saxes, or its error. */
export type Trusted = Accepted | Refused;

interface Accepted {
  readonly root: Node;
  readonly refused?: undefined;
  /** As of `Refused`. */
  readonly trims?: boolean;
}

export interface Refused {
  readonly refused: string;
  /**
   * A namespace name begins or ends with white space, which saxes takes off (Namespaces in XML, 2.3 compares names as they
   * stand): its verdict on the message does not count.
   */
  readonly trims?: boolean;
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';

interface Open {
  readonly namespace: string;
  readonly local: string;
  readonly attributes: [string, string, string][];
  readonly children: (Node | string)[];
  cdata: boolean;
}

/**
 * Reads a message by saxes: XML 1.0 fifth edition with namespaces. What SOAP and our transport say beyond that is in
 * `decodeMessage`.
 */
export function trustedTree(message: Uint8Array): Trusted {
  const text = decodeMessage(message);
  if (typeof text !== 'string') return text;
  // Saxes passes over a second one; it is not white space (XML 1.0, 2.3 and 4.3.3).
  return text.startsWith('\ufeff') ? { refused: 'a second byte order mark' } : treeOfText(text);
}

/** The text of a message, without its byte order mark (rule T5). */
export function decodeMessage(message: Uint8Array): string | Refused {
  const [first, second] = message;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    const name = utf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    return new TextDecoder(name, { fatal: true }).decode(message);
  } catch {
    return { refused: 'encoding' };
  }
}

export function treeOfText(text: string): Trusted {
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const stack: Open[] = [];
  let root: Node | undefined;
  let trims = false;
  parser.on('error', (error) => {
    throw new Refusal(error.message);
  });
  parser.on('doctype', () => {
    throw new Refusal('doctype');
  });
  parser.on('attribute', ({ prefix, name, value }) => {
    if ((prefix === 'xmlns' || name === 'xmlns') && value !== value.trim()) trims = true;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own: [string, string, string][] = [];
    for (const { uri: namespace, local: name, value } of Object.values(attributes)) {
      if (namespace !== XMLNS) own.push([namespace, name, value]);
    }
    stack.push({ namespace: uri, local, attributes: sorted(own), children: [], cdata: false });
  });
  parser.on('closetag', () => {
    const closed = stack.pop() as Open;
    const outer = stack.at(-1);
    if (outer === undefined) root = closed;
    else outer.children.push(closed);
  });
  parser.on('text', (more) => {
    const open = stack.at(-1);
    if (open !== undefined) addText(open.children, more);
  });
  parser.on('cdata', (more) => {
    const open = stack.at(-1);
    if (open === undefined) return;
    open.cdata = true;
    addText(open.children, more);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message, trims };
    throw error;
  }
  return root === undefined ? { refused: 'no root' } : { root, trims };
}

class Refusal extends Error {}
