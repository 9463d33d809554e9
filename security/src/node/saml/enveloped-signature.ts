import { createHash, type KeyObject } from 'node:crypto';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import type { SamlElement } from '../../saml/saml-element.ts';
import { SamlError } from '../../saml/saml-error.ts';
import { envelopedSignature, exclusiveC14n, signatureNamespace } from '../../saml/saml-names.ts';
import type { Part } from '../../saml/token-shape.ts';
import { type SignatureMethod, signatureMethods, verifyWithKey } from '../keys/signature-algorithm.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

/** Allowed digest algorithms (RFC 9231) by URI. SHA-1 is not allowed. */
const digests: ReadonlyMap<string, string> = new Map([
  [`${encryption}sha256`, 'sha256'],
  [`${more}sha384`, 'sha384'],
  [`${encryption}sha512`, 'sha512'],
]);

/**
 * Allowed signature algorithms: RSA and ECDSA with SHA-2. HMAC is not allowed: with the public certificate as the secret,
 * anybody could forge signatures.
 */
const allowed: readonly SignatureMethod[] = signatureMethods.filter(
  ({ kind, hash, algorithm }) => kind !== 'hmac' && hash !== 'sha1' && !algorithm.startsWith('rsa-pss-'),
);

/** A well-formed signature, not verified yet. */
export interface EnvelopedSignature {
  readonly signedInfo: SamlElement;
  readonly method: SignatureMethod;
  readonly value: Uint8Array;
  /** Name of the hash function. */
  readonly digest: string;
  readonly digestValue: Uint8Array;
  /** The PrefixList of InclusiveNamespaces of the transform. */
  readonly inclusivePrefixes: readonly string[];
  readonly keyInfo: SamlElement | undefined;
}

/**
 * Checks the form of a signature before anything is computed: SignedInfo, SignatureValue and optionally KeyInfo, which is
 * ignored; one reference, to the parent of the signature; enveloped-signature and exclusive canonicalization, and no other
 * transform; allowed algorithms.
 *
 * @throws {SamlError}.
 */
export function readSignature(signature: SamlElement, { id }: Part): EnvelopedSignature {
  const [signedInfo, value] = sequence(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  const [canonicalization, method, reference] = sequence(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (reference.attribute('URI') !== `#${id}`) throw new SamlError('a reference to something else than its parent');
  checkExclusive(canonicalization);
  // SignedInfo uses a single prefix, so no signer needs parameters here.
  if (canonicalization.children.length > 0) throw new SamlError('a signature of another form');
  const [transforms, digestMethod, digestValue] = sequence(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const [enveloped, exclusive] = sequence(transforms, ['Transform', 'Transform']);
  if (algorithmOf(enveloped) !== envelopedSignature) throw new SamlError('an algorithm that is not allowed');
  checkExclusive(exclusive);
  const digest = digests.get(algorithmOf(digestMethod));
  const known = allowed.find(({ uri }) => uri === algorithmOf(method));
  if (known === undefined || digest === undefined) throw new SamlError('an algorithm that is not allowed');
  checkParameters(enveloped);
  for (const element of [method, digestMethod]) {
    if (element.children.length > 0) throw new SamlError('a signature of another form');
  }
  return {
    signedInfo,
    method: known,
    value: base64Of(value),
    digest,
    digestValue: base64Of(digestValue),
    inclusivePrefixes: prefixesOf(exclusive),
    keyInfo: signature.children[2],
  };
}

function base64Of(element: SamlElement): Uint8Array {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(element.text)) throw new SamlError('a signature of another form');
  return Buffer.from(element.text, 'base64');
}

/** Those of the transform's own InclusiveNamespaces; in another namespace they have no meaning. */
function prefixesOf(transform: SamlElement): readonly string[] {
  const [parameters] = transform.every([exclusiveC14n, 'InclusiveNamespaces']);
  const list = (parameters?.attribute('PrefixList') ?? '').split(/[ \t\r\n]+/).filter((prefix) => prefix !== '');
  return list.map((prefix) => (prefix === '#default' ? '' : prefix));
}

/**
 * Verifies the signature of a part of a document with the given keys; keys in the document are ignored. The signature is
 * checked before the digest: a large forged document costs little.
 *
 * @returns the signed bytes as text: the canonical form of the part without its signature. Nothing else of the part is
 *   trustworthy.
 * @throws {SamlError}
 */
export function signedXml(part: Part & { readonly signature: SamlElement }, keys: readonly KeyObject[]): string {
  const { document } = part.element;
  const signature = readSignature(part.signature, part);
  const { signedInfo, method, value, digest, digestValue, inclusivePrefixes } = signature;
  const bytes = canonicalXml(document, signedInfo.node, { method: 'exclusive' });
  if (!keys.some((key) => verifyWithKey(method.algorithm, key, { bytes, signature: value }))) {
    throw new SamlError('the signature is not by a pinned certificate');
  }
  const signed = canonicalXml(document, part.element.node, {
    method: 'exclusive',
    inclusivePrefixes,
    without: part.signature.node,
  });
  if (!createHash(digest).update(signed).digest().equals(digestValue)) {
    throw new SamlError('the signed content was changed');
  }
  return new TextDecoder().decode(signed);
}

/** The children of an element, which must be exactly these, optionally followed by one more. */
function sequence<const Locals extends readonly string[]>(
  element: SamlElement,
  locals: Locals,
  last?: string,
): { readonly [index in keyof Locals]: SamlElement } {
  const { children } = element;
  const expected = last !== undefined && children.length > locals.length ? [...locals, last] : locals;
  const fits =
    children.length === expected.length &&
    children.every((child, index) => child.isNamed([signatureNamespace, expected[index] ?? '']));
  if (!fits) throw new SamlError('a signature of another form');
  return children as { readonly [index in keyof Locals]: SamlElement };
}

function algorithmOf(element: SamlElement): string {
  return element.attribute('Algorithm') ?? '';
}

function checkExclusive(element: SamlElement): void {
  if (algorithmOf(element) !== exclusiveC14n) throw new SamlError('an algorithm that is not allowed');
  checkParameters(element);
}

/** Some signers repeat InclusiveNamespaces in each transform, in the transform's namespace, where it has no meaning. */
function checkParameters(element: SamlElement): void {
  const known = (child: SamlElement) =>
    [exclusiveC14n, algorithmOf(element)].some((namespace) => child.isNamed([namespace, 'InclusiveNamespaces']));
  const { children } = element;
  if (children.length > 1 || !children.every(known)) throw new SamlError('a signature of another form');
}
