import {
  bearer,
  checkConditions,
  clockSkew,
  collapsed,
  emailFormat,
  isFuture,
  isOver,
  issuerOf,
  protocolNamespace,
  readSubject,
  type SamlElement,
  samlNames,
  unspecifiedFormat,
} from '@soapwright/security/saml';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { rejected } from './saml-rejection.ts';

/** saml-core-2.0, 3.2.2.2. */
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const { authnStatement, conditions, issuer, status, subject } = samlNames;

/** Checks that an Issuer element names the provider (saml-profiles-2.0, 4.1.4.2). @throws {Rejection} `SignInRefused`. */
function checkIssuer(element: SamlElement, issuer: string): void {
  if (issuerOf(element) !== issuer) throw rejected('another issuer');
}

/**
 * Checks a Response apart from its assertion (saml-profiles-2.0, 4.1.4.2): status, issuer, destination and time. Issuer
 * and Destination may be missing when the Response is not signed.
 *
 * @returns InResponseTo: the ID of the request; undefined without one.
 * @throws {Rejection} `SignInRefused`.
 */
export function checkResponse(
  element: SamlElement,
  { provider, now, isSigned }: { readonly provider: SamlProvider; readonly now: number; readonly isSigned: boolean },
): string | undefined {
  const code = element.only(status).only([protocolNamespace, 'StatusCode']);
  if (code.attribute('Value') !== success) throw rejected('the status is not Success');
  const named = element.optional(issuer);
  if (named !== undefined) checkIssuer(named, provider.issuer);
  else if (isSigned) throw rejected('another issuer');
  const destination = collapsed(element.attribute('Destination'));
  if (destination === undefined ? isSigned : !isOurs(provider, destination)) {
    throw rejected('a destination that is not ours');
  }
  if (isFuture(element.instant('IssueInstant'), now)) throw rejected('issued in the future');
  return element.attribute('InResponseTo');
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
  element: SamlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Statement {
  checkIssuer(element.only(issuer), provider.issuer);
  if (isFuture(element.instant('IssueInstant'), now)) throw rejected('issued in the future');
  const { name, inResponseTo, notOnOrAfter } = checkSubject(element.only(subject), { provider, now });
  const { notOnOrAfter: until } = checkConditions(element.only(conditions), { audiences: [provider.entityId], now });
  const statements = element.every(authnStatement);
  if (statements.length === 0) throw rejected('no authentication statement');
  const ends: number[] = [];
  for (const statement of statements) {
    if (isFuture(statement.instant('AuthnInstant'), now)) throw rejected('issued in the future');
    const end = statement.optionalInstant('SessionNotOnOrAfter');
    if (end === undefined) continue;
    if (isOver(end, now)) throw rejected('the session at the provider has ended');
    ends.push(end);
  }
  const sessionEndsAt = ends.length === 0 ? undefined : Math.min(...ends) + clockSkew;
  return { sessionEndsAt, name, inResponseTo, expiresAt: Math.min(notOnOrAfter, until ?? notOnOrAfter) + clockSkew };
}

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
function checkSubject(
  element: SamlElement,
  { provider, now }: { readonly provider: SamlProvider; readonly now: number },
): Subject {
  const { name, confirmations } = readSubject(element);
  const format = name.attribute('Format') ?? unspecifiedFormat;
  if (format !== emailFormat && format !== unspecifiedFormat) {
    throw rejected('the name of the subject is in another format');
  }
  const [first, ...others] = confirmations;
  if (first === undefined || others.length > 0 || first.method !== bearer) {
    throw rejected('the subject is not confirmed by bearer');
  }
  const { data } = first;
  if (data === undefined) throw rejected('an element is missing or repeated');
  if (!isOurs(provider, collapsed(data.attribute('Recipient')) ?? '')) throw rejected('a recipient that is not ours');
  const notOnOrAfter = data.instant('NotOnOrAfter');
  if (data.attribute('NotBefore') !== undefined || isOver(notOnOrAfter, now)) {
    throw rejected('the confirmation is not valid at this time');
  }
  return { name: name.text, inResponseTo: data.attribute('InResponseTo'), notOnOrAfter };
}
