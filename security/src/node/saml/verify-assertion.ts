import type { KeyObject, X509Certificate } from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import type { ReplayStore } from '../../replay.ts';
import { collapsed, type SamlElement } from '../../saml/saml-element.ts';
import { SamlError } from '../../saml/saml-error.ts';
import {
  bearer,
  exclusiveC14n,
  holderOfKey,
  samlNames,
  senderVouches,
  signatureNamespace,
  unspecifiedFormat,
} from '../../saml/saml-names.ts';
import {
  type Confirmation,
  checkConditions,
  clockSkew,
  isFuture,
  isOver,
  issuerOf,
  readSubject,
} from '../../saml/statements.ts';
import { type Part, shapeOf } from '../../saml/token-shape.ts';
import { parseSaml } from '../../saml/xml-form.ts';
import { attributeValue, elementsWithin, isNamed } from '../../xml-elements.ts';
import { readKeyInfo } from '../keys/read-key-info.ts';
import type { Trust, TrustedKey } from '../keys/trust.ts';
import { attributesOf } from './assertion-attributes.ts';
import { readSignature, signedXml } from './enveloped-signature.ts';

/** How the subject of an assertion is confirmed (SAML Token Profile 1.1, 3.5). */
export type ConfirmationMethod = 'bearer' | 'holder-of-key' | 'sender-vouches';

const methods: Readonly<Record<ConfirmationMethod, string>> = {
  bearer,
  'holder-of-key': holderOfKey,
  'sender-vouches': senderVouches,
};

export interface AssertionOptions {
  /**
   * The issuers that are trusted, by the text of Issuer, each with the keys that sign its assertions: an issuer never speaks
   * for another one.
   */
  readonly issuers: Readonly<Record<string, Trust>>;
  /** Names of this service: an assertion must be for one of them. */
  readonly audiences: readonly string[];
  /** The Recipients of confirmations that are taken, for assertions that have one; default none. */
  readonly recipients?: readonly string[] | undefined;
  /** The confirmation methods that are taken; default `bearer` and `holder-of-key`. */
  readonly methods?: readonly ConfirmationMethod[] | undefined;
  /** Whether each assertion is taken once, as those with OneTimeUse always are; default false. */
  readonly once?: boolean | undefined;
  /** Remembers the assertions that are taken once; needed with `once`, and for assertions with OneTimeUse. */
  readonly replay?: ReplayStore | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** An assertion whose signature, conditions and subject were checked. */
export interface VerifiedAssertion {
  readonly id: string;
  readonly issuer: string;
  /** The NameID of the subject. */
  readonly subject: { readonly name: string; readonly format: string };
  readonly method: ConfirmationMethod;
  /** The keys for `holder-of-key`, one of them the sender's; empty for others. */
  readonly keys: readonly KeyObject[];
  /** The texts of attributes by their names. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The issuer's certificate. */
  readonly certificate: X509Certificate | undefined;
  /** Whether its issuer demands that it is taken once. */
  readonly isForOneUse: boolean;
  /** The signed assertion, without its signature. */
  readonly xml: string;
}

/**
 * Verifies an assertion of SAML 2.0: its form, its signature by the key of its issuer, its conditions and its confirmation.
 * That the sender has the key of `holder-of-key`, or has signed to vouch, is for the caller to check; then `useAssertion`.
 *
 * @param element the Assertion in a message.
 * @throws {SecurityError} with the reason.
 */
export async function verifyAssertion(
  document: TreeDocument,
  element: TreeElement,
  options: AssertionOptions,
): Promise<VerifiedAssertion> {
  const { assertion: part } = shapeOf(parseSaml(standalone(document, element)));
  if (part.signature === undefined) throw new SamlError('not signed');
  const signer = await signerOf({ ...part, signature: part.signature }, options);
  const xml = signedXml({ ...part, signature: part.signature }, [signer.key]);
  const signed = parseSaml(xml);
  const matches = signed.isNamed(samlNames.assertion) && signed.attribute('ID') === part.id;
  if (!matches) throw new SamlError('a reference to something else than its parent');
  return { id: part.id, ...checkStatements(signed, options), certificate: signer.certificate, xml };
}

/** An element as a document of its own, which has the same exclusive canonical form. */
function standalone(document: TreeDocument, element: TreeElement): string {
  const lists = [...elementsWithin(element)].filter((one) => isNamed(one, [exclusiveC14n, 'InclusiveNamespaces']));
  const inclusivePrefixes = lists.flatMap((list) => (attributeValue(list, 'PrefixList') ?? '').split(/[ \t\r\n]+/));
  const form = canonicalXml(document, element, {
    method: 'exclusive',
    // Comments are kept so that they are refused.
    comments: true,
    inclusivePrefixes: inclusivePrefixes.map((prefix) => (prefix === '#default' ? '' : prefix)),
  });
  return new TextDecoder().decode(form);
}

async function signerOf(
  part: Part & { readonly signature: SamlElement },
  options: AssertionOptions,
): Promise<TrustedKey> {
  const trust = trustIn(issuerOf(part.element.only(samlNames.issuer)), options);
  const { keyInfo } = readSignature(part.signature, part);
  const { document } = part.element;
  const identifier = keyInfo && readKeyInfo(keyInfo.node, { document, resolve: () => undefined });
  return await trust.find(identifier);
}

function trustIn(issuer: string, { issuers }: AssertionOptions): Trust {
  const trust = Object.hasOwn(issuers, issuer) ? issuers[issuer] : undefined;
  if (trust === undefined) throw new SamlError('another issuer');
  return trust;
}

type Statements = Omit<VerifiedAssertion, 'id' | 'certificate' | 'xml'>;

/** Checks what a signed assertion states. */
function checkStatements(assertion: SamlElement, options: AssertionOptions): Statements {
  const now = (options.now ?? Date.now)();
  const issuer = issuerOf(assertion.only(samlNames.issuer));
  if (isFuture(assertion.instant('IssueInstant'), now)) throw new SamlError('issued in the future');
  const conditions = assertion.only(samlNames.conditions);
  const { notOnOrAfter, isForOneUse } = checkConditions(conditions, { audiences: options.audiences, now });
  const { name, confirmations } = readSubject(assertion.only(samlNames.subject));
  const { method, data, end } = confirmed(confirmations, options, now);
  const ends = [notOnOrAfter, end].filter((one) => one !== undefined);
  // An assertion without an end would be valid for ever.
  if (ends.length === 0) throw new SamlError('the assertion is not valid at this time');
  return {
    issuer,
    subject: { name: name.text, format: name.attribute('Format') ?? unspecifiedFormat },
    method,
    keys: method === 'holder-of-key' ? keysOf(data) : [],
    attributes: attributesOf(assertion),
    expiresAt: Math.min(...ends) + clockSkew,
    isForOneUse,
  };
}

/** The first confirmation by a method that is taken. */
function confirmed(confirmations: readonly Confirmation[], options: AssertionOptions, now: number) {
  const { methods: taken = ['bearer', 'holder-of-key'], recipients = [] } = options;
  for (const { method: uri, data } of confirmations) {
    const method = taken.find((one) => methods[one] === uri);
    if (method === undefined) continue;
    const recipient = collapsed(data?.attribute('Recipient'));
    if (recipient !== undefined && !recipients.includes(recipient)) throw new SamlError('a recipient that is not ours');
    const start = data?.optionalInstant('NotBefore');
    const end = data?.optionalInstant('NotOnOrAfter');
    if ((start !== undefined && isFuture(start, now)) || (end !== undefined && isOver(end, now))) {
      throw new SamlError('the confirmation is not valid at this time');
    }
    return { method, data, end };
  }
  throw new SamlError('the subject is not confirmed by a method that is accepted');
}

/** The public keys of the holder: certificates or bare keys. */
function keysOf(data: SamlElement | undefined): readonly KeyObject[] {
  const keyInfos = data?.every([signatureNamespace, 'KeyInfo']) ?? [];
  const keys = keyInfos.flatMap(({ node, document }) => {
    const identifier = readKeyInfo(node, { document, resolve: () => undefined });
    if (identifier.kind === 'key-value') return [identifier.key];
    const [certificate] = identifier.kind === 'certificates' ? identifier.certificates : [];
    return certificate === undefined ? [] : [certificate.publicKey];
  });
  if (keys.length === 0) throw new SamlError('the holder of the key has not signed the message');
  return keys;
}

/** Remembers that an assertion is used, if it is taken once. @throws {SecurityError} if it was used before. */
export async function useAssertion(
  { id, issuer, expiresAt, isForOneUse }: VerifiedAssertion,
  { once = false, replay }: AssertionOptions,
): Promise<void> {
  if (!once && !isForOneUse) return;
  // JSON separates the two values unambiguously. Without a store nothing is known of earlier uses.
  if (replay === undefined || !(await replay.add(JSON.stringify([issuer, id]), expiresAt))) {
    throw new SamlError('the assertion was used before');
  }
}
