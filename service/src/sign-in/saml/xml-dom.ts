import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CanonicalizationOrTransformationAlgorithm, HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

/** The used part of an xmldom node. */
export interface XmlNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlNode | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
}

export interface XmlElement extends XmlNode {
  /** Null or undefined for no namespace. */
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
 * The parser that xml-crypto uses as well, so that both see the same tree. Loaded without its type declarations, which
 * require the DOM library of TypeScript.
 */
const xmldom: XmlDom = createRequire(import.meta.url)('@xmldom/xmldom');

/** Parses a document; `faults` is called for every error that the parser reports or repairs. */
export function parseXml(xml: string, faults: (level: string) => void): XmlElement | undefined {
  const parser = new xmldom.DOMParser({ errorHandler: faults });
  return parser.parseFromString(xml, 'text/xml').documentElement ?? undefined;
}

/** The used part of SignedXml. */
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

/** xml-crypto with the node types above, since its declarations use those of the DOM library. */
export const xmlCrypto: XmlCrypto = createRequire(import.meta.url)('xml-crypto');
