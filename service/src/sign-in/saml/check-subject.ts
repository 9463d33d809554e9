import type { SamlProvider } from '../../storage/identity-provider.ts';
import { isOurs } from './check-response.ts';
import type { XmlElement } from './dom.ts';
import { all, attributeOf, childrenOf, collapsed, isNamed, type Name, only, textOf } from './elements.ts';
import { refused } from './fault.ts';
import { instant, isOver } from './instant.ts';
import { assertionNamespace, bearer, emailFormat, unspecifiedFormat } from './names.ts';

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
