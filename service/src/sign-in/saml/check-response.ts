import type { SamlProvider } from '../../storage/identity-providers.ts';
import { attributeOf, collapsed, instant, isFuture, only, optional, textOf } from './elements.ts';
import { refused } from './saml-rejection.ts';
import { entityFormat, protocolNamespace, success } from './saml-uris.ts';
import { issuer, status } from './token-shape.ts';
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
