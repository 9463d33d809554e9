import type { SamlProvider } from '../../storage/identity-provider.ts';
import { checkAssertion, type Statement } from './check-assertion.ts';
import { checkResponse } from './check-response.ts';
import { decodeToken } from './decode.ts';
import { parseDocument } from './document.ts';
import type { XmlElement } from './dom.ts';
import { attributeOf, isNamed, only } from './elements.ts';
import { refused } from './fault.ts';
import { assertion, type Part, response, type Shape, shapeOf } from './shape.ts';
import { signedXml } from './verify-signature.ts';

/** What a provider vouches for by a token. */
export interface Vouched extends Statement {
  /** ID of the assertion: with the issuer it is told from every other one. */
  readonly assertionId: string;
}

/**
 * Reads a token of a provider. Checks that cost least come first; nothing is believed of a part that was signed but what
 * its signed bytes say. Whether it is awaited, and new, is left to the caller.
 *
 * @param token base64 of a SAML 2.0 Response or Assertion.
 * @param now milliseconds since 1970.
 * @throws {Refusal} `SignInRefused`.
 */
export function readToken(provider: SamlProvider, token: string, now: number): Vouched {
  const xml = decodeToken(token);
  const shape = shapeOf(parseDocument(xml));
  const signed = signedParts(xml, shape, provider.certificates);
  const statement = checkAssertion(signed.assertion, { provider, now });
  if (shape.response !== undefined) {
    const isSigned = signed.response !== undefined;
    const inResponseTo = checkResponse(signed.response ?? shape.response.element, { provider, now, isSigned });
    if (inResponseTo !== statement.inResponseTo) throw refused('Response and Assertion answer different requests');
  }
  return { ...statement, assertionId: shape.assertion.id };
}

/** The parts again, parsed from the bytes that were signed. Every signature that is there must be valid. */
function signedParts(
  xml: string,
  shape: Shape,
  certificates: readonly string[],
): { readonly response: XmlElement | undefined; readonly assertion: XmlElement } {
  const again = (part: Part): XmlElement | undefined =>
    part.signature && parseDocument(signedXml(xml, { ...part, signature: part.signature }, certificates));
  const alone = again(shape.assertion);
  const around = shape.response && again(shape.response);
  const found = alone ?? (around && only(around, assertion));
  const isRight =
    found !== undefined &&
    isNamed(found, assertion) &&
    attributeOf(found, 'ID') === shape.assertion.id &&
    (around === undefined || (isNamed(around, response) && attributeOf(around, 'ID') === shape.response?.id));
  if (!isRight) throw refused('a reference to something else than what it stands in');
  return { response: around, assertion: found };
}
