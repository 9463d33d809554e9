import { type KeyObject, X509Certificate } from 'node:crypto';
import { envelopedSignature, exclusiveC14n } from './elements.ts';
import { rejected } from './saml-rejection.ts';
import { digests, readSignature, type Signature, signatures } from './signature-form.ts';
import type { Part } from './token-shape.ts';
import { type XmlElement, xmlCrypto } from './xml-dom.ts';

const transforms: readonly string[] = [envelopedSignature, exclusiveC14n];

/**
 * Verifies the signature of a part of a token with the pinned certificates; certificates in the token are ignored.
 *
 * @param xml the whole token, which the part was parsed from.
 * @param certificates PEM.
 * @returns the signed bytes as text: the canonical form of the part without its signature. Nothing else of the part is
 *   trustworthy.
 * @throws {Rejection} `SignInRefused`.
 */
export function signedXml(
  xml: string,
  part: Part & { readonly signature: XmlElement },
  certificates: readonly string[],
): string {
  const signature = readSignature(part.signature, part);
  const key = certificates.map(publicKeyOf).find((one) => isBy(one, signature));
  if (key === undefined) throw rejected('the signature is not by a pinned certificate');
  const [signed, ...others] = signedBy(key, xml, signature);
  if (signed === undefined || others.length > 0) throw rejected('the signed content was changed');
  return signed;
}

function publicKeyOf(certificate: string): KeyObject {
  return new X509Certificate(certificate).publicKey;
}

/**
 * Whether a key has signed the SignedInfo. The library checks that last, after it has canonicalized and digested all
 * references; checked first, a large forged token costs little.
 */
function isBy(key: KeyObject, { signedInfo, keyType, algorithm, value }: Signature): boolean {
  if (key.asymmetricKeyType !== keyType) return false;
  return algorithm.verifySignature(new xmlCrypto.ExclusiveCanonicalization().process(signedInfo, {}), key, value);
}

/** The references signed by the key; empty when the signature is invalid, for which the library may throw. */
function signedBy(key: KeyObject, xml: string, { element }: Signature): readonly string[] {
  const verifier = new xmlCrypto.SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  verifier.CanonicalizationAlgorithms = Object.fromEntries(
    Object.entries(verifier.CanonicalizationAlgorithms).filter(([uri]) => transforms.includes(uri)),
  );
  verifier.HashAlgorithms = Object.fromEntries(digests);
  verifier.SignatureAlgorithms = Object.fromEntries(
    [...signatures].map(([uri, { algorithm }]) => [uri, algorithm] as const),
  );
  try {
    verifier.loadSignature(element);
    return verifier.checkSignature(xml) ? verifier.getSignedReferences() : [];
  } catch {
    return [];
  }
}
