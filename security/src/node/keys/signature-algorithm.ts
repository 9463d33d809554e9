import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

const base = 'http://www.w3.org/2000/09/xmldsig#';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const since2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

/** Names of the signature algorithms that are implemented. Whether one is allowed is decided where it is used. */
export type SignatureAlgorithm =
  | 'rsa-sha1'
  | `rsa-${'sha256' | 'sha384' | 'sha512'}`
  | `rsa-pss-${'sha256' | 'sha384' | 'sha512'}`
  | `ecdsa-${'sha256' | 'sha384' | 'sha512'}`
  | 'hmac-sha1'
  | `hmac-${'sha256' | 'sha384' | 'sha512'}`;

export type KeyKind = 'rsa' | 'ec' | 'hmac';

export interface SignatureMethod {
  readonly algorithm: SignatureAlgorithm;
  /** As in the `Algorithm` of a SignatureMethod. */
  readonly uri: string;
  /** The only kind of key that it is for. */
  readonly kind: KeyKind;
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512';
}

/** The signature algorithms with their URIs (XML Signature 1.1, 6.4; RFC 9231). */
export const signatureMethods: readonly SignatureMethod[] = [
  { algorithm: 'rsa-sha1', uri: `${base}rsa-sha1`, kind: 'rsa', hash: 'sha1' },
  { algorithm: 'rsa-sha256', uri: `${more}rsa-sha256`, kind: 'rsa', hash: 'sha256' },
  { algorithm: 'rsa-sha384', uri: `${more}rsa-sha384`, kind: 'rsa', hash: 'sha384' },
  { algorithm: 'rsa-sha512', uri: `${more}rsa-sha512`, kind: 'rsa', hash: 'sha512' },
  { algorithm: 'rsa-pss-sha256', uri: `${since2007}sha256-rsa-MGF1`, kind: 'rsa', hash: 'sha256' },
  { algorithm: 'rsa-pss-sha384', uri: `${since2007}sha384-rsa-MGF1`, kind: 'rsa', hash: 'sha384' },
  { algorithm: 'rsa-pss-sha512', uri: `${since2007}sha512-rsa-MGF1`, kind: 'rsa', hash: 'sha512' },
  { algorithm: 'ecdsa-sha256', uri: `${more}ecdsa-sha256`, kind: 'ec', hash: 'sha256' },
  { algorithm: 'ecdsa-sha384', uri: `${more}ecdsa-sha384`, kind: 'ec', hash: 'sha384' },
  { algorithm: 'ecdsa-sha512', uri: `${more}ecdsa-sha512`, kind: 'ec', hash: 'sha512' },
  { algorithm: 'hmac-sha1', uri: `${base}hmac-sha1`, kind: 'hmac', hash: 'sha1' },
  { algorithm: 'hmac-sha256', uri: `${more}hmac-sha256`, kind: 'hmac', hash: 'sha256' },
  { algorithm: 'hmac-sha384', uri: `${more}hmac-sha384`, kind: 'hmac', hash: 'sha384' },
  { algorithm: 'hmac-sha512', uri: `${more}hmac-sha512`, kind: 'hmac', hash: 'sha512' },
];

/** The method of an algorithm. */
export function signatureMethod(algorithm: SignatureAlgorithm): SignatureMethod {
  const method = signatureMethods.find((one) => one.algorithm === algorithm);
  if (method === undefined) throw new TypeError(`${algorithm} is not a signature algorithm.`);
  return method;
}

/** The kind of a key; undefined for one that signs nothing here, such as Ed25519. */
export function kindOfKey(key: KeyObject): KeyKind | undefined {
  if (key.type === 'secret') return 'hmac';
  return key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ec' ? key.asymmetricKeyType : undefined;
}

/** XML Signature concatenates the two numbers of an ECDSA signature (RFC 4050, 3.3); RSA ignores this option. */
const dsaEncoding = 'ieee-p1363';

function paddingOf(algorithm: SignatureAlgorithm) {
  return algorithm.startsWith('rsa-pss-')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
}

/** Signs with a private key, or a secret one for HMAC. @throws {TypeError} for a key of another kind. */
export function signWithKey(algorithm: SignatureAlgorithm, key: KeyObject, bytes: Uint8Array): Uint8Array {
  const { kind, hash } = signatureMethod(algorithm);
  if (kindOfKey(key) !== kind) throw new TypeError(`${algorithm} needs a key of kind ${kind}.`);
  if (kind === 'hmac') return createHmac(hash, key).update(bytes).digest();
  return sign(hash, bytes, { key, dsaEncoding, ...paddingOf(algorithm) });
}

/** Whether a signature is by a key. False for a key of another kind: an HMAC is never computed with a public key. */
export function verifyWithKey(
  algorithm: SignatureAlgorithm,
  key: KeyObject,
  { bytes, signature }: { readonly bytes: Uint8Array; readonly signature: Uint8Array },
): boolean {
  const { kind, hash } = signatureMethod(algorithm);
  if (kindOfKey(key) !== kind) return false;
  if (kind === 'hmac') {
    const expected = createHmac(hash, key).update(bytes).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  try {
    return verify(hash, bytes, { key, dsaEncoding, ...paddingOf(algorithm) }, signature);
  } catch {
    return false;
  }
}
