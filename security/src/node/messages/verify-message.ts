import type { X509Certificate } from 'node:crypto';
import type { TreeElement } from '@soapwright/runtime/xml';
import { childAround } from '../../canonical/inherited-attributes.ts';
import type { ReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { isNamed } from '../../xml-elements.ts';
import { ds } from '../keys/names.ts';
import type { SignatureAlgorithm } from '../keys/signature-algorithm.ts';
import type { Trust } from '../keys/trust.ts';
import { type AssertionOptions, useAssertion, type VerifiedAssertion } from '../saml/verify-assertion.ts';
import { type AllowedAlgorithms, modernAlgorithms } from '../signature/algorithms.ts';
import { Identifiers } from '../signature/identifiers.ts';
import type { PartContents } from '../signature/part-contents.ts';
import { malformed } from '../signature/signature-form.ts';
import { type CoveredElement, type VerifiedSignature, verifySignature } from '../signature/verify-signature.ts';
import { type AssertedMessage, assertedMessage } from './asserted-message.ts';
import { elementsOf, isRequired, nameOfPart, type SignedPart } from './parts.ts';
import type { SoapMessage } from './soap-message.ts';
import { checkTimestamp, type TimeLimits } from './timestamps.ts';

export interface VerifyMessageOptions extends TimeLimits {
  /** Whose signatures count. May be left out with `assertions` of holders of keys: those are the signers. */
  readonly trust?: Trust | undefined;
  /**
   * Demands an assertion of SAML 2.0 in each message. The holder of its key must have signed the message, or somebody in
   * `trust`; that signature must cover the assertion if it vouches for the subject.
   */
  readonly assertions?: AssertionOptions | undefined;
  /** What one signature must cover; default the Body and the Timestamp. */
  readonly parts?: readonly SignedPart[] | undefined;
  /** The signature algorithms that are taken; default all but those with SHA-1. */
  readonly algorithms?: readonly SignatureAlgorithm[] | undefined;
  /** Whether digests may be SHA-1, and signatures unless `algorithms` says otherwise; default false. */
  readonly allowSha1?: boolean | undefined;
  /**
   * Whether an xsi:type is taken whose namespace is not signed, as senders have it that declare the prefix of a type for it
   * alone; default false.
   */
  readonly unsignedTypes?: boolean | undefined;
  /** Remembers messages until they have expired, so that none is taken twice. */
  readonly replay?: ReplayStore | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** An element of a message that its signature covers, with all of its content. */
export interface CoveredPart {
  /** Names from the root, `{namespace}local` each, separated by `/`. */
  readonly path: string;
  readonly namespace: string;
  readonly local: string;
  /** Offsets in bytes in the envelope. */
  readonly start: number;
  readonly end: number;
}

/** What is known of a message whose signature was verified. */
export interface VerifiedMessage {
  /** The signer's certificate, which is trusted; undefined for HMAC, and for the key of an assertion. */
  readonly certificate: X509Certificate | undefined;
  /** Undefined without `assertions`. */
  readonly assertion: VerifiedAssertion | undefined;
  readonly algorithm: SignatureAlgorithm;
  readonly covered: readonly CoveredPart[];
  /** The values of all its signatures in base64. */
  readonly signatures: readonly string[];
}

/** The most signatures of a message that are verified. */
export const mostSignatures = 4;

/** SHA-1 as the options say. */
export function allowedAlgorithms({ algorithms, allowSha1 = false }: VerifyMessageOptions): AllowedAlgorithms {
  const { signatures, digests } = modernAlgorithms;
  if (!allowSha1) return { signatures: algorithms ?? signatures, digests };
  return { signatures: algorithms ?? [...signatures, 'rsa-sha1', 'hmac-sha1'], digests: [...digests, 'sha1'] };
}

/**
 * Verifies the signatures of a message. One of them must cover all required parts, each at its one place: signatures of
 * several signers do not add up.
 *
 * @param contents values in parts of their own, by the texts that stand for them.
 * @throws {SecurityError} with the reason.
 */
export async function verifyMessage(
  message: SoapMessage,
  options: VerifyMessageOptions,
  contents?: PartContents | undefined,
): Promise<VerifiedMessage> {
  const { document, security } = message;
  if (security === undefined) throw new SecurityError('policy', 'The message has no Security header block.');
  const signatures = security.children.filter((child) => isNamed(child, [ds, 'Signature']));
  if (signatures.length === 0) throw new SecurityError('policy', 'The message is not signed.');
  if (signatures.length > mostSignatures) throw malformed('there are too many signatures');
  const identifiers = new Identifiers(document.root);
  const algorithms = allowedAlgorithms(options);
  const asserted = await assertedMessage(message, options);
  const verified: VerifiedSignature[] = [];
  for (const signature of signatures) {
    const { trust } = asserted;
    const { unsignedTypes } = options;
    const settings = { trust, identifiers, algorithms, unsignedTypes, contents };
    verified.push(await verifySignature(document, signature, settings));
  }
  return await acceptMessage(message, verified, options, asserted);
}

/**
 * Checks that a verified signature covers what the options demand, that the message has not expired, and that it was not
 * received before.
 *
 * @throws {SecurityError} `policy`, `expired` or `replay`.
 */
export async function acceptMessage(
  message: SoapMessage,
  verified: readonly VerifiedSignature[],
  options: VerifyMessageOptions,
  asserted: AssertedMessage,
): Promise<VerifiedMessage> {
  const { now = Date.now, lifetime = 300, clockSkew = 60 } = options;
  const { assertion } = asserted;
  const parts = [...(options.parts ?? ['Body', 'Timestamp']), ...asserted.parts];
  const [first] = verified;
  if (first === undefined) throw new SecurityError('policy', 'The message is not signed.');
  const missing = verified.map((one) => missingPart(message, parts, one));
  const complete = verified.filter((_, index) => missing[index] === undefined);
  const [chosen] = complete;
  if (chosen === undefined) throw new SecurityError('policy', `The signature does not cover the ${missing[0]}.`);
  const [timestamp, ...others] = elementsOf('Timestamp', message);
  if (others.length > 0) throw malformed('there are two Timestamps');
  const end = timestamp === undefined ? undefined : checkTimestamp(timestamp, message, options, now());
  // A Timestamp that is not signed can be exchanged: the message counts for as long as any Timestamp makes it count.
  const isTimed = timestamp !== undefined && chosen.covered.some((one) => isSameElement(one, timestamp));
  const until = isTimed && end !== undefined ? end : now() + (lifetime + clockSkew) * 1000;
  await requireNew(complete, options.replay, until);
  if (assertion !== undefined) await useAssertion(assertion, options.assertions ?? { issuers: {}, audiences: [] });
  const { root } = message.document;
  return {
    assertion,
    certificate: chosen.signer.certificate,
    algorithm: chosen.algorithm,
    covered: chosen.covered.flatMap((one) => coveredPart(root, one)),
    signatures: verified.map(({ value }) => value),
  };
}

/** Each of several signatures would do for a message that is sent again without the others. */
async function requireNew(
  complete: readonly VerifiedSignature[],
  replay: ReplayStore | undefined,
  until: number,
): Promise<void> {
  if (replay === undefined) return;
  for (const { fingerprint } of complete) {
    if (await replay.add(fingerprint, until)) continue;
    throw new SecurityError('replay', 'The message was received before.');
  }
}

function isSameElement(one: { readonly start: number; readonly end: number }, { start, end }: TreeElement): boolean {
  return one.start === start && one.end === end;
}

/** The first part that a signature does not cover; undefined for none. */
function missingPart(
  message: SoapMessage,
  parts: readonly SignedPart[],
  { covered }: VerifiedSignature,
): string | undefined {
  const isCovered = (element: TreeElement): boolean => covered.some((one) => isSameElement(one, element));
  const missing = parts.find((part) => {
    const elements = elementsOf(part, message);
    return elements.length === 0 ? isRequired(part) : !elements.every(isCovered);
  });
  return missing && nameOfPart(missing);
}

/** None for an element that was in the message before it was decrypted. */
function coveredPart(root: TreeElement, { start, end }: CoveredElement): readonly CoveredPart[] {
  const names: string[] = [];
  for (let at: TreeElement | undefined = root; at !== undefined; at = childAround(at, { start })) {
    const { namespace, local } = at;
    names.push(`{${namespace}}${local}`);
    if (at.start === start && at.end === end) return [{ path: names.join('/'), namespace, local, start, end }];
  }
  return [];
}
