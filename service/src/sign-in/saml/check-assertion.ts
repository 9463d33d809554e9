import type { SamlProvider } from '../../storage/identity-provider.ts';
import { checkConditions } from './check-conditions.ts';
import { readSubject } from './check-subject.ts';
import type { XmlElement } from './dom.ts';
import { all, only } from './elements.ts';
import { refused } from './fault.ts';
import { clockSkew, instant, isFuture, isOver, optionalInstant } from './instant.ts';
import { checkIssuer } from './issuer.ts';
import { authnStatement, conditions, issuer, subject } from './shape.ts';

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
