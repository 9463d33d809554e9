import { createHash, createPrivateKey, createPublicKey, type KeyLike, KeyObject, sign, verify } from 'node:crypto';
import { createOptionalCallbackFunction, type HashAlgorithm, type SignatureAlgorithm } from 'xml-crypto';
import {
  attributeOf,
  childrenOf,
  envelopedSignature,
  exclusiveC14n,
  isNamed,
  type Name,
  signatureNamespace,
  textIn,
} from './elements.ts';
import { rejected } from './saml-rejection.ts';
import type { Part } from './token-shape.ts';
import type { XmlElement } from './xml-dom.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

type Sha = 'sha256' | 'sha384' | 'sha512';

/** Allowed digest algorithms (RFC 9231) by URI. SHA-1 is not allowed. */
export const digests: ReadonlyMap<string, new () => HashAlgorithm> = new Map([
  [`${encryption}sha256`, digest(`${encryption}sha256`, 'sha256')],
  [`${more}sha384`, digest(`${more}sha384`, 'sha384')],
  [`${encryption}sha512`, digest(`${encryption}sha512`, 'sha512')],
]);

/**
 * Allowed signature algorithms with their key types. HMAC is not allowed: with the public certificate as the secret,
 * anybody could forge signatures.
 */
export const signatures: ReadonlyMap<
  string,
  { readonly keyType: 'rsa' | 'ec'; readonly algorithm: new () => SignatureAlgorithm }
> = new Map(
  (['rsa', 'ec'] as const).flatMap((keyType) =>
    (['sha256', 'sha384', 'sha512'] as const).map((sha) => {
      const uri = `${more}${keyType === 'rsa' ? 'rsa' : 'ecdsa'}-${sha}`;
      return [uri, { keyType, algorithm: signature(uri, sha) }] as const;
    }),
  ),
);

function digest(uri: string, sha: Sha): new () => HashAlgorithm {
  return class implements HashAlgorithm {
    getAlgorithmName(): string {
      return uri;
    }

    getHash(xml: string): string {
      return createHash(sha).update(xml, 'utf8').digest('base64');
    }
  };
}

/** XML Signature concatenates the two numbers of an ECDSA signature (RFC 4050, 3.3); RSA ignores this option. */
const dsaEncoding = 'ieee-p1363';

function signature(uri: string, sha: Sha): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    readonly getSignature = createOptionalCallbackFunction((signedInfo: string, key: KeyLike): string => {
      const own = key instanceof KeyObject ? key : createPrivateKey(key);
      return sign(sha, Buffer.from(signedInfo), { key: own, dsaEncoding }).toString('base64');
    });

    readonly verifySignature = createOptionalCallbackFunction(
      (signedInfo: string, key: KeyLike, value: string): boolean => {
        const own = key instanceof KeyObject ? key : createPublicKey(key);
        return verify(sha, Buffer.from(signedInfo), { key: own, dsaEncoding }, Buffer.from(value, 'base64'));
      },
    );

    getAlgorithmName(): string {
      return uri;
    }
  };
}

const signed = (local: string): Name => [signatureNamespace, local];

/** A well-formed signature, not verified yet. */
export interface Signature {
  readonly element: XmlElement;
  readonly signedInfo: XmlElement;
  readonly algorithm: SignatureAlgorithm;
  /** The key type of the algorithm. */
  readonly keyType: 'rsa' | 'ec';
  /** Base64. */
  readonly value: string;
}

/**
 * Checks the form of a signature before anything is computed: SignedInfo, SignatureValue and optionally KeyInfo, which is
 * ignored; one reference, to the parent of the signature; enveloped-signature and exclusive canonicalization, and no other
 * transform; allowed algorithms.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function readSignature(signature: XmlElement, { id }: Part): Signature {
  const [signedInfo, value] = sequence(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  const [canonicalization, method, reference] = sequence(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (attributeOf(reference, 'URI') !== `#${id}`) {
    throw rejected('a reference to something else than its parent');
  }
  checkExclusive(canonicalization);
  // SignedInfo uses a single prefix, so no signer needs parameters here.
  if (childrenOf(canonicalization).length > 0) throw rejected('a signature of another form');
  const [transforms, digestMethod, digestValue] = sequence(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const [enveloped, exclusive] = sequence(transforms, ['Transform', 'Transform']);
  if (algorithmOf(enveloped) !== envelopedSignature) throw rejected('an algorithm that is not allowed');
  checkExclusive(exclusive);
  const digest = algorithmOf(digestMethod);
  const known = signatures.get(algorithmOf(method));
  if (known === undefined || !digests.has(digest)) throw rejected('an algorithm that is not allowed');
  checkParameters(enveloped);
  for (const element of [method, digestMethod]) {
    if (childrenOf(element).length > 0) throw rejected('a signature of another form');
  }
  for (const element of [value, digestValue]) {
    if (!/^[A-Za-z0-9+/=\s]+$/.test(textIn(element))) throw rejected('a signature of another form');
  }
  const { keyType, algorithm } = known;
  return { element: signature, signedInfo, keyType, algorithm: new algorithm(), value: textIn(value) };
}

/** The children of an element, which must be exactly these, optionally followed by one more. */
function sequence<const Locals extends readonly string[]>(
  element: XmlElement,
  locals: Locals,
  last?: string,
): { readonly [index in keyof Locals]: XmlElement } {
  const children = childrenOf(element);
  const expected = last !== undefined && children.length > locals.length ? [...locals, last] : locals;
  const fits =
    children.length === expected.length &&
    children.every((child, index) => isNamed(child, signed(expected[index] ?? '')));
  if (!fits) throw rejected('a signature of another form');
  return children as { readonly [index in keyof Locals]: XmlElement };
}

function algorithmOf(element: XmlElement): string {
  return attributeOf(element, 'Algorithm') ?? '';
}

function checkExclusive(element: XmlElement): void {
  if (algorithmOf(element) !== exclusiveC14n) throw rejected('an algorithm that is not allowed');
  checkParameters(element);
}

/** Some signers repeat InclusiveNamespaces in each transform, in the transform's namespace, where it has no meaning. */
function checkParameters(element: XmlElement): void {
  const known = (child: XmlElement) =>
    [exclusiveC14n, algorithmOf(element)].some((namespace) => isNamed(child, [namespace, 'InclusiveNamespaces']));
  const children = childrenOf(element);
  if (children.length > 1 || !children.every(known)) throw rejected('a signature of another form');
}
