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
  textIn,
  unspecifiedFormat,
} from './elements.ts';
import { rejected } from './saml-rejection.ts';
import { authnStatement, conditions, issuer, status, subject } from './token-shape.ts';
import type { XmlElement } from './xml-dom.ts';

/** Checks that an Issuer element names the provider (saml-profiles-2.0, 4.1.4.2). @throws {Rejection} `SignInRefused`. */
function checkIssuer(element: XmlElement, issuer: string): void {
  const format = attributeOf(element, 'Format');
  if (textIn(element) !== issuer || (format !== undefined && format !== entityFormat)) throw rejected('another issuer');
}

/**
 * Checks a Response apart from its assertion (saml-profiles-2.0, 4.1.4.2): status, issuer, destination and time. Issuer
 * and Destination may be missing when the Response is not signed.
 *
 * @returns InResponseTo: the ID of the request; undefined without one.
 * @throws {Rejection} `SignInRefused`.
 */
export function checkResponse(
  element: XmlElement,
  { provider, now, isSigned }: { readonly provider: SamlProvider; readonly now: number; readonly isSigned: boolean },
): string | undefined {
  const code = only(only(element, status), [protocolNamespace, 'StatusCode']);
  if (attributeOf(code, 'Value') !== success) throw rejected('the status is not Success');
  const named = optional(element, issuer);
  if (named !== undefined) checkIssuer(named, provider.issuer);
  else if (isSigned) throw rejected('another issuer');
  const destination = collapsed(attributeOf(element, 'Destination'));
  if (destination === undefined ? isSigned : !isOurs(provider, destination)) {
    throw rejected('a destination that is not ours');
  }
  if (isFuture(instant(element, 'IssueInstant'), now)) throw rejected('issued in the future');
  return attributeOf(element, 'InResponseTo');
}

/** Whether a URL is an assertion consumer service of ours. */
function isOurs({ returnTo }: SamlProvider, address: string): boolean {
  return address === returnTo.web || address === returnTo.client;
}

/** The statements of an assertion about a sign-in. */
export interface Statement extends Omit<Subject, 'notOnOrAfter'> {
  /** When the assertion expires, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the provider's session ends, in milliseconds since 1970; undefined when the assertion has no such time. */
  readonly sessionEndsAt: number | undefined;
}

/**
 * Checks issuer, times, subject and audience of an assertion whose signature was verified. Attributes are ignored: the
 * NameID identifies the subject.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function checkAssertion(
  element: XmlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Statement {
  checkIssuer(only(element, issuer), provider.issuer);
  if (isFuture(instant(element, 'IssueInstant'), now)) throw rejected('issued in the future');
  const { name, inResponseTo, notOnOrAfter } = readSubject(only(element, subject), { provider, now });
  const until = checkConditions(only(element, conditions), { entityId: provider.entityId, now });
  const statements = all(element, authnStatement);
  if (statements.length === 0) throw rejected('no authentication statement');
  const ends: number[] = [];
  for (const statement of statements) {
    if (isFuture(instant(statement, 'AuthnInstant'), now)) throw rejected('issued in the future');
    const end = optionalInstant(statement, 'SessionNotOnOrAfter');
    if (end === undefined) continue;
    if (isOver(end, now)) throw rejected('the session at the provider has ended');
    ends.push(end);
  }
  const sessionEndsAt = ends.length === 0 ? undefined : Math.min(...ends) + clockSkew;
  return { sessionEndsAt, name, inResponseTo, expiresAt: Math.min(notOnOrAfter, until ?? notOnOrAfter) + clockSkew };
}

const audienceRestriction: Name = [assertionNamespace, 'AudienceRestriction'];
/** OneTimeUse is enforced for every assertion; ProxyRestriction is about assertions that we would issue. */
const known: readonly Name[] = [
  audienceRestriction,
  [assertionNamespace, 'OneTimeUse'],
  [assertionNamespace, 'ProxyRestriction'],
];

/**
 * Checks the conditions of an assertion (saml-core-2.0, 2.5): validity period and audience. An unknown condition cannot be
 * fulfilled, so it is rejected.
 *
 * @returns the end of validity in milliseconds since 1970; undefined without one.
 * @throws {Rejection} `SignInRefused`.
 */
function checkConditions(
  conditions: XmlElement,
  { entityId, now }: { readonly entityId: string; readonly now: number },
): number | undefined {
  const from = optionalInstant(conditions, 'NotBefore');
  const until = optionalInstant(conditions, 'NotOnOrAfter');
  if (from !== undefined && isFuture(from, now)) throw rejected('the assertion is not valid at this time');
  if (until !== undefined && isOver(until, now)) throw rejected('the assertion is not valid at this time');
  if (childrenOf(conditions).some((child) => !known.some((name) => isNamed(child, name)))) {
    throw rejected('an unknown condition');
  }
  const restrictions = all(conditions, audienceRestriction);
  const forUs = restrictions.every((restriction) =>
    all(restriction, [assertionNamespace, 'Audience']).some((audience) => collapsed(textIn(audience)) === entityId),
  );
  if (restrictions.length === 0 || !forUs) throw rejected('no audience, or another one');
  return until;
}

const nameId: Name = [assertionNamespace, 'NameID'];
const confirmation: Name = [assertionNamespace, 'SubjectConfirmation'];

/** The subject of an assertion. */
interface Subject {
  /** The text of its NameID, unchanged. */
  readonly name: string;
  /** InResponseTo of its confirmation, the ID of the request; undefined without one. */
  readonly inResponseTo: string | undefined;
  /** Milliseconds since 1970. */
  readonly notOnOrAfter: number;
}

/**
 * Reads the subject of an assertion: a NameID in e-mail or unspecified format, and one bearer confirmation with our
 * recipient that has not expired (saml-profiles-2.0, 4.1.4.2 and 4.1.4.3).
 *
 * @throws {Rejection} `SignInRefused`.
 */
function readSubject(
  subject: XmlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Subject {
  if (childrenOf(subject).some((child) => !isNamed(child, nameId) && !isNamed(child, confirmation))) {
    throw rejected('an unexpected element');
  }
  const name = only(subject, nameId);
  const format = attributeOf(name, 'Format') ?? unspecifiedFormat;
  if (format !== emailFormat && format !== unspecifiedFormat) {
    throw rejected('the name of the subject is in another format');
  }
  const [first, ...others] = all(subject, confirmation);
  if (first === undefined || others.length > 0 || attributeOf(first, 'Method') !== bearer) {
    throw rejected('the subject is not confirmed by bearer');
  }
  const data = only(first, [assertionNamespace, 'SubjectConfirmationData']);
  if (childrenOf(first).length > 1) throw rejected('an unexpected element');
  if (!isOurs(provider, collapsed(attributeOf(data, 'Recipient')) ?? ''))
    throw rejected('a recipient that is not ours');
  const notOnOrAfter = instant(data, 'NotOnOrAfter');
  if (attributeOf(data, 'NotBefore') !== undefined || isOver(notOnOrAfter, now)) {
    throw rejected('the confirmation is not valid at this time');
  }
  return { name: textIn(name), inResponseTo: attributeOf(data, 'InResponseTo'), notOnOrAfter };
}
