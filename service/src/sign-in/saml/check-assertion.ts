import type { SamlProvider } from '../../storage/identity-providers.ts';
import {
  all,
  assertionNamespace,
  attributeOf,
  bearer,
  childrenOf,
  clockSkew,
  collapsed,
  emailFormat,
  entityFormat,
  instant,
  isFuture,
  isNamed,
  isOver,
  type Name,
  only,
  optional,
  optionalInstant,
  protocolNamespace,
  success,
  textOf,
  unspecifiedFormat,
} from './elements.ts';
import { refused } from './saml-rejection.ts';
import { authnStatement, conditions, issuer, status, subject } from './token-shape.ts';
import type { XmlElement } from './xml-dom.ts';

/** Checks that an Issuer element is a provider's (saml-profiles-2.0, 4.1.4.2). @throws {Refusal} `SignInRefused`. */
export function checkIssuer(element: XmlElement, issuer: string): void {
  const format = attributeOf(element, 'Format');
  if (textOf(element) !== issuer || (format !== undefined && format !== entityFormat)) throw refused('another issuer');
}

/**
 * Checks what a Response says beside its assertion (saml-profiles-2.0, 4.1.4.2): status, issuer, destination and time.
 * Issuer and Destination may be missing where nothing of it is signed.
 *
 * @returns the id of the request that it answers; undefined when it answers none.
 * @throws {Refusal} `SignInRefused`.
 */
export function checkResponse(
  element: XmlElement,
  { provider, now, isSigned }: { readonly provider: SamlProvider; readonly now: number; readonly isSigned: boolean },
): string | undefined {
  const code = only(only(element, status), [protocolNamespace, 'StatusCode']);
  if (attributeOf(code, 'Value') !== success) throw refused('the status is not Success');
  const named = optional(element, issuer);
  if (named !== undefined) checkIssuer(named, provider.issuer);
  else if (isSigned) throw refused('another issuer');
  const destination = collapsed(attributeOf(element, 'Destination'));
  if (destination === undefined ? isSigned : !isOurs(provider, destination)) {
    throw refused('a destination that is not ours');
  }
  if (isFuture(instant(element, 'IssueInstant'), now)) throw refused('issued in the future');
  return attributeOf(element, 'InResponseTo');
}

/** Whether an address is one that sign-ins go back to. */
export function isOurs({ returnTo }: SamlProvider, address: string): boolean {
  return address === returnTo.web || address === returnTo.client;
}

/** What an assertion says of a sign-in. */
export interface Statement {
  /** The text of the NameID, as it stands. */
  readonly name: string;
  /** The request that its subject was confirmed for; undefined when there was none. */
  readonly inResponseTo: string | undefined;
  /** From then on its age refuses it, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Until then the provider itself keeps the person signed in, in milliseconds since 1970; undefined: it does not say. */
  readonly sessionEndsAt: number | undefined;
}

/**
 * Reads an assertion whose signature was verified, and checks everything that it says of when, by whom and for whom it was
 * made. Attributes are not looked at: the subject is the NameID.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function checkAssertion(
  element: XmlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Statement {
  checkIssuer(only(element, issuer), provider.issuer);
  if (isFuture(instant(element, 'IssueInstant'), now)) throw refused('issued in the future');
  const { name, inResponseTo, notOnOrAfter } = readSubject(only(element, subject), { provider, now });
  const until = checkConditions(only(element, conditions), { entityId: provider.entityId, now });
  const statements = all(element, authnStatement);
  if (statements.length === 0) throw refused('no statement of an authentication');
  const ends: number[] = [];
  for (const statement of statements) {
    if (isFuture(instant(statement, 'AuthnInstant'), now)) throw refused('issued in the future');
    const end = optionalInstant(statement, 'SessionNotOnOrAfter');
    if (end === undefined) continue;
    if (isOver(end, now)) throw refused('the session at the provider is over');
    ends.push(end);
  }
  const sessionEndsAt = ends.length === 0 ? undefined : Math.min(...ends) + clockSkew;
  return { sessionEndsAt, name, inResponseTo, expiresAt: Math.min(notOnOrAfter, until ?? notOnOrAfter) + clockSkew };
}

const audienceRestriction: Name = [assertionNamespace, 'AudienceRestriction'];
/** OneTimeUse is kept for every assertion; ProxyRestriction is about assertions that we would make. */
const known: readonly Name[] = [
  audienceRestriction,
  [assertionNamespace, 'OneTimeUse'],
  [assertionNamespace, 'ProxyRestriction'],
];

/**
 * Checks the conditions of an assertion (saml-core-2.0, 2.5): they hold now, and it was made for us. One that is not known
 * cannot be kept, so it is refused.
 *
 * @returns when they end, in milliseconds since 1970; undefined when they do not say.
 * @throws {Refusal} `SignInRefused`.
 */
export function checkConditions(
  conditions: XmlElement,
  { entityId, now }: { readonly entityId: string; readonly now: number },
): number | undefined {
  const from = optionalInstant(conditions, 'NotBefore');
  const until = optionalInstant(conditions, 'NotOnOrAfter');
  if (from !== undefined && isFuture(from, now)) throw refused('made for another time');
  if (until !== undefined && isOver(until, now)) throw refused('made for another time');
  if (childrenOf(conditions).some((child) => !known.some((name) => isNamed(child, name)))) {
    throw refused('a condition that is not known');
  }
  const restrictions = all(conditions, audienceRestriction);
  const forUs = restrictions.every((restriction) =>
    all(restriction, [assertionNamespace, 'Audience']).some((audience) => collapsed(textOf(audience)) === entityId),
  );
  if (restrictions.length === 0 || !forUs) throw refused('no audience, or another one');
  return until;
}

const nameId: Name = [assertionNamespace, 'NameID'];
const confirmation: Name = [assertionNamespace, 'SubjectConfirmation'];

/** Whom an assertion is about. */
export interface Subject {
  /** The text of its NameID, as it stands. */
  readonly name: string;
  /** The request that it answers; undefined when it answers none. */
  readonly inResponseTo: string | undefined;
  /** Milliseconds since 1970. */
  readonly notOnOrAfter: number;
}

/**
 * Reads the subject of an assertion: a NameID that may be an e-mail address, and one confirmation, by bearer, for us and
 * for now (saml-profiles-2.0, 4.1.4.2 and 4.1.4.3).
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function readSubject(
  subject: XmlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Subject {
  if (childrenOf(subject).some((child) => !isNamed(child, nameId) && !isNamed(child, confirmation))) {
    throw refused('an element where it does not belong');
  }
  const name = only(subject, nameId);
  const format = attributeOf(name, 'Format') ?? unspecifiedFormat;
  if (format !== emailFormat && format !== unspecifiedFormat) {
    throw refused('the name of the subject is in another format');
  }
  const [first, ...others] = all(subject, confirmation);
  if (first === undefined || others.length > 0 || attributeOf(first, 'Method') !== bearer) {
    throw refused('the subject is not confirmed by bearer');
  }
  const data = only(first, [assertionNamespace, 'SubjectConfirmationData']);
  if (childrenOf(first).length > 1) throw refused('an element where it does not belong');
  if (!isOurs(provider, collapsed(attributeOf(data, 'Recipient')) ?? '')) throw refused('a recipient that is not ours');
  const notOnOrAfter = instant(data, 'NotOnOrAfter');
  if (attributeOf(data, 'NotBefore') !== undefined || isOver(notOnOrAfter, now)) {
    throw refused('confirmed for another time');
  }
  return { name: textOf(name), inResponseTo: attributeOf(data, 'InResponseTo'), notOnOrAfter };
}
