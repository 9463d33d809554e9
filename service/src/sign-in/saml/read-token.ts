import type { SamlProvider } from '../../storage/identity-providers.ts';
import { checkAssertion, checkResponse, type Statement } from './check-assertion.ts';
import { attributeOf, isNamed, only } from './elements.ts';
import { refused } from './saml-rejection.ts';
import { assertion, type Part, response, type Shape, shapeOf } from './token-shape.ts';
import { signedXml } from './verify-signature.ts';
import type { XmlElement } from './xml-dom.ts';
import { parseDocument } from './xml-form.ts';

/** Characters of base64. Tokens of real providers have 5,000 to 50,000, those with hundreds of groups included. */
export const maxTokenLength: number = 256 * 1024;
/** Characters of a line, where there are several (RFC 2045, 6.8). */
const maxLineLength = 76;

/**
 * The XML of a token. Its base64 is strict: nothing but the alphabet and the right padding, in one line, or in lines as
 * RFC 2045 breaks them. Its UTF-8 is strict as well, and a byte order mark is none of it.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function decodeToken(token: string): string {
  if (token.length > maxTokenLength) throw refused('the token is too long');
  const lines = token.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > 1 && lines.some((line) => line.length > maxLineLength || line === '')) {
    throw refused('the token is not strict base64');
  }
  const text = lines.join('');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw refused('the token is not strict base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('the token is not UTF-8');
  }
}

/** What a provider vouches for by a token. */
export interface VerifiedToken extends Statement {
  /** ID of the assertion: with the issuer it is told from every other one. */
  readonly assertionId: string;
}

/**
 * Reads a token of a provider. Checks that cost least come first; nothing is believed of a part that was signed but what
 * its signed bytes say. Whether it is awaited, and new, is left to the caller.
 *
 * @param token base64 of a SAML 2.0 Response or Assertion.
 * @param now milliseconds since 1970.
 * @throws {Rejection} `SignInRefused`.
 */
export function readToken(provider: SamlProvider, token: string, now: number): VerifiedToken {
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
