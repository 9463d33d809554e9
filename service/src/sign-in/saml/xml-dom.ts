import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CanonicalizationOrTransformationAlgorithm, HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

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

/** What is used of SignedXml. */
export interface SignatureVerifier {
  CanonicalizationAlgorithms: Record<string, new () => CanonicalizationOrTransformationAlgorithm>;
  HashAlgorithms: Record<string, new () => HashAlgorithm>;
  SignatureAlgorithms: Record<string, new () => SignatureAlgorithm>;
  loadSignature(signature: XmlElement): void;
  checkSignature(xml: string): boolean;
  getSignedReferences(): readonly string[];
}

interface XmlCrypto {
  readonly SignedXml: new (options: {
    readonly publicCert: KeyObject;
    readonly getCertFromKeyInfo: () => null;
  }) => SignatureVerifier;
  readonly ExclusiveCanonicalization: new () => { process(element: XmlElement, options: object): string };
}

/** The library with the nodes of `dom.ts`: its own declarations name those of browsers, which are not declared here. */
export const xmlCrypto: XmlCrypto = createRequire(import.meta.url)('xml-crypto');
