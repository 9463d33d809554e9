import { createHash, timingSafeEqual } from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { type CanonicalOptions, canonicalXml, writeCanonical } from '../../canonical/canonical-xml.ts';
import { envelopedSignature } from '../../saml/saml-names.ts';
import { SecurityError } from '../../security-error.ts';
import { readKeyInfo } from '../keys/read-key-info.ts';
import { type SignatureAlgorithm, verifyWithKey } from '../keys/signature-algorithm.ts';
import type { Trust, TrustedKey } from '../keys/trust.ts';
import {
  type AllowedAlgorithms,
  allowedDigest,
  allowedSignature,
  type DigestAlgorithm,
  modernAlgorithms,
  shown,
} from './algorithms.ts';
import type { Identifiers } from './identifiers.ts';
import { digestOf, type PartContents } from './part-contents.ts';
import { requireCoveredTypes } from './qualified-types.ts';
import { readCanonicalization, readSignature, requiredAttribute, type SignatureReference } from './signature-form.ts';
import { canonicalToken, referencedToken, strTransform } from './str-transform.ts';

/** Without Transforms and for the rest, Canonical XML 1.0 applies (XML Signature 1.1, 4.4.3.2). */
const byDefault: CanonicalOptions = { method: 'inclusive' };

export interface VerifyOptions {
  readonly trust: Trust;
  readonly identifiers: Identifiers;
  /** Default everything but SHA-1. */
  readonly algorithms?: AllowedAlgorithms | undefined;
  /** Whether the Signature is inside of what it signs, as in assertions; default false, as in messages. */
  readonly isEnveloped?: boolean | undefined;
  /** Whether an xsi:type is taken whose namespace is not signed; default false. */
  readonly unsignedTypes?: boolean | undefined;
  /** Values in parts of their own, by the texts that stand for them. */
  readonly contents?: PartContents | undefined;
}

/** An element with all of its content that a signature covers. */
export interface CoveredElement {
  readonly element: TreeElement;
  /** Offsets in bytes of its start and its end, which no other element has both. */
  readonly start: number;
  readonly end: number;
  /** Whether the signature is inside of the element and does not cover itself. */
  readonly isEnveloping: boolean;
}

export interface VerifiedSignature {
  readonly element: TreeElement;
  /** The key and its certificate, which is trusted. */
  readonly signer: TrustedKey;
  readonly algorithm: SignatureAlgorithm;
  readonly covered: readonly CoveredElement[];
  /** SignatureValue in base64, without white space. */
  readonly value: string;
  /** SHA-256 of the canonical SignedInfo: equal for a message that is sent again. */
  readonly fingerprint: string;
}

/**
 * Verifies a ds:Signature: that a trusted key has signed its SignedInfo, then that each element that it refers to is the one
 * that was signed. What a message must have signed is for the caller to check, by the identity of the covered elements.
 *
 * @throws {SecurityError} with the reason.
 */
export async function verifySignature(
  document: TreeDocument,
  signature: TreeElement,
  options: VerifyOptions,
): Promise<VerifiedSignature> {
  const { trust, identifiers, algorithms = modernAlgorithms, isEnveloped, unsignedTypes, contents } = options;
  const form = readSignature(document, signature);
  const { algorithm } = allowedSignature(form.signatureMethod, algorithms);
  const digests = form.references.map(({ digestMethod }) => allowedDigest(digestMethod, algorithms));
  const { keyInfo } = form;
  const identifier = keyInfo && readKeyInfo(keyInfo, { document, resolve: (id: string) => identifiers.find(id) });
  const signer = await trust.find(identifier);
  const bytes = canonicalXml(document, form.signedInfo, form.canonicalization);
  if (!verifyWithKey(algorithm, signer.key, { bytes, signature: form.value })) {
    throw new SecurityError('signature', 'The signature is not by its key, or SignedInfo was changed.');
  }
  const covered: CoveredElement[] = [];
  for (const [index, reference] of form.references.entries()) {
    const target = referenceTarget(reference, {
      document,
      identifiers,
      signature,
      isEnveloped,
      unsignedTypes,
    });
    const digest = await digestOf(digests[index] as DigestAlgorithm, target.write, contents);
    if (digest.length !== reference.digest.length || !timingSafeEqual(digest, reference.digest)) {
      throw new SecurityError('signature', `The element ${shown(reference.uri)} was changed after it was signed.`);
    }
    const { element, isEnveloping } = target;
    covered.push({ element, start: element.start, end: element.end, isEnveloping });
  }
  const fingerprint = createHash('sha256').update(bytes).digest('base64');
  const value = Buffer.from(form.value).toString('base64');
  return { element: signature, signer, algorithm, covered, value, fingerprint };
}

export interface ReferenceSource {
  readonly document: TreeDocument;
  readonly identifiers: Identifiers;
  readonly signature: TreeElement;
  /** Whether it may be inside of what it signs; default false. */
  readonly isEnveloped?: boolean | undefined;
  readonly unsignedTypes?: boolean | undefined;
}

/** An element as a reference means it. */
export interface ReferenceTarget {
  readonly element: TreeElement;
  readonly isEnveloping: boolean;
  readonly options: CanonicalOptions;
  /** Writes the bytes that the digest is of. */
  write(sink: (piece: Uint8Array) => void): void;
}

/** The element of a reference with its transforms: those that leave it what it is. @throws {SecurityError} for others. */
export function referenceTarget({ uri, transforms }: SignatureReference, source: ReferenceSource): ReferenceTarget {
  const { document, identifiers } = source;
  const element = identifiers.resolve(uri);
  let canonicalization: CanonicalOptions | undefined;
  let without: TreeElement | undefined;
  for (const [index, transform] of transforms.entries()) {
    const algorithm = requiredAttribute(transform, 'Algorithm');
    if (algorithm === strTransform && transforms.length === 1) {
      const token = referencedToken(document, element, identifiers);
      const options = transformOptions(transform);
      const write = (sink: (piece: Uint8Array) => void) => sink(canonicalToken(document, token, options));
      return { element: token, isEnveloping: false, options, write };
    }
    if (algorithm === envelopedSignature && index === 0) without = enveloped(element, source);
    else if (canonicalization === undefined) canonicalization = readCanonicalization(transform);
    else throw new SecurityError('algorithm', `The transform ${shown(algorithm)} is not allowed after another one.`);
  }
  // What `#id` means has no comments, whatever the canonicalization (XML Signature 1.1, 4.4.3.3).
  const form = { ...(canonicalization ?? byDefault), comments: false };
  const options = { ...form, without, instructions: 'refuse' as const };
  if (!source.unsignedTypes) requireCoveredTypes(document, element, options);
  return {
    element,
    isEnveloping: without !== undefined,
    options,
    write: (sink) => writeCanonical(document, element, options, sink),
  };
}

/** The signature that is left out of an element; undefined if it is elsewhere, as node-soap has it. */
function enveloped(element: TreeElement, { signature, isEnveloped = false }: ReferenceSource): TreeElement | undefined {
  const isInside = element.start <= signature.start && signature.end <= element.end;
  if (!isInside) return undefined;
  if (isEnveloped && element.children.includes(signature)) return signature;
  throw new SecurityError('algorithm', 'The transform enveloped-signature is not allowed here.');
}

/** The CanonicalizationMethod of an STR-Transform. */
function transformOptions({ children: [parameters] }: TreeElement): CanonicalOptions {
  const [method, ...others] = parameters?.children ?? [];
  if (method !== undefined && others.length === 0) return readCanonicalization(method);
  throw new SecurityError('form', 'The message is malformed: an STR-Transform has one CanonicalizationMethod.');
}
