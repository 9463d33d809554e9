import { type KeyObject, X509Certificate } from 'node:crypto';
import { envelopedSignature, exclusiveC14n } from './elements.ts';
import { refused } from './saml-rejection.ts';
import { digests, readSignature, type Signature, signatures } from './signature-form.ts';
import type { Part } from './token-shape.ts';
import type { XmlElement } from './xml-dom.ts';
import { xmlCrypto } from './xml-dom.ts';

const transforms: readonly string[] = [envelopedSignature, exclusiveC14n];

/**
 * Verifies the signature that stands in a part of a token. Only pinned certificates count; the one that a token brings is
 * never looked at.
 *
 * @param xml the whole token, which the part was parsed from.
 * @param certificates PEM.
 * @returns the bytes that were signed, as text: the canonical form of the part without its signature. Nothing else of
 * the part may be believed.
 * @throws {Refusal} `SignInRefused`.
 */
export function signedXml(
  xml: string,
  part: Part & { readonly signature: XmlElement },
  certificates: readonly string[],
): string {
  const signature = readSignature(part.signature, part);
  const key = certificates.map(publicKeyOf).find((one) => isBy(one, signature));
  if (key === undefined) throw refused('the signature is not by a pinned certificate');
  const [signed, ...others] = signedBy(key, xml, signature);
  if (signed === undefined || others.length > 0) throw refused('what was signed was changed');
  return signed;
}

function publicKeyOf(certificate: string): KeyObject {
  return new X509Certificate(certificate).publicKey;
}

/**
 * Whether a key has signed the SignedInfo. The library asks that last, after it has worked through all that is referred to;
 * asked first, it costs a forger's token little, however large, and whichever of the certificates it is.
 */
function isBy(key: KeyObject, { signedInfo, keyType, algorithm, value }: Signature): boolean {
  if (key.asymmetricKeyType !== keyType) return false;
  return algorithm.verifySignature(new xmlCrypto.ExclusiveCanonicalization().process(signedInfo, {}), key, value);
}

/** What a signature by the key signs; nothing when it is not valid, for which the library throws too. */
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
