import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CanonicalizationOrTransformationAlgorithm, HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';
import type { XmlElement } from './dom.ts';

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
