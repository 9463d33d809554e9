import { createRequire } from 'node:module';

/** What is used of a node of xmldom. */
export interface XmlNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlNode | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
}

export interface XmlElement extends XmlNode {
  /** Null or undefined when it is in none. */
  readonly namespaceURI: string | null | undefined;
  readonly localName: string;
  readonly attributes: {
    readonly length: number;
    item(index: number): { readonly localName: string; readonly value: string } | null;
  };
  getAttributeNode(name: string): { readonly value: string } | null | undefined;
}

interface XmlDom {
  readonly DOMParser: new (options: {
    readonly errorHandler: (level: string) => void;
  }) => {
    parseFromString(xml: string, mimeType: string): { readonly documentElement: XmlElement | null | undefined };
  };
}

/**
 * The parser that xml-crypto uses as well, so that both see one tree. It is loaded without its declarations: those bring
 * every global of a browser into whatever is compiled with them.
 */
const xmldom: XmlDom = createRequire(import.meta.url)('@xmldom/xmldom');

/** Parses a document; `faults` is told of whatever the parser complains of, and repairs. */
export function parseXml(xml: string, faults: (level: string) => void): XmlElement | undefined {
  const parser = new xmldom.DOMParser({ errorHandler: faults });
  return parser.parseFromString(xml, 'text/xml').documentElement ?? undefined;
}
