import type { XmlElement } from './dom.ts';
import { attributeOf, textOf } from './elements.ts';
import { refused } from './fault.ts';
import { entityFormat } from './names.ts';

/** Checks that an Issuer element is a provider's (saml-profiles-2.0, 4.1.4.2). @throws {Refusal} `SignInRefused`. */
export function checkIssuer(element: XmlElement, issuer: string): void {
  const format = attributeOf(element, 'Format');
  if (textOf(element) !== issuer || (format !== undefined && format !== entityFormat)) throw refused('another issuer');
}
