import { X509Certificate } from 'node:crypto';
import {
  assertionNamespace,
  type Part,
  parseSaml,
  type SamlElement,
  type Shape,
  samlNames,
  shapeOf,
  signedXml,
} from '@soapwright/security/saml';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { checkAssertion, checkResponse, type Statement } from './check-assertion.ts';
import { rejected, rejecting } from './saml-rejection.ts';

/** Characters of base64. Tokens of real providers have 5,000 to 50,000, including those with hundreds of groups. */
export const maxTokenLength: number = 256 * 1024;
/** Maximum characters per line if there are several lines (RFC 2045, 6.8). */
const maxLineLength = 76;

/**
 * Decodes the XML of a token. The base64 must be strict: only the alphabet and correct padding, in one line or in lines as
 * in RFC 2045. The UTF-8 must be valid, without a byte order mark.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function decodeToken(token: string): string {
  if (token.length > maxTokenLength) throw rejected('the token is too long');
  const lines = token.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > 1 && lines.some((line) => line.length > maxLineLength || line === '')) {
    throw rejected('the token is not strict base64');
  }
  const text = lines.join('');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw rejected('the token is not strict base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw rejected('the token is not UTF-8');
  }
}

/** The content of a verified token. */
export interface VerifiedToken extends Statement {
  /** ID of the assertion, unique per issuer. */
  readonly assertionId: string;
}

/**
 * Verifies a token of a provider. Cheap checks come first; of a signed part only the signed bytes are trusted. The caller
 * checks the request and reuse.
 *
 * @param token base64 of a SAML 2.0 Response or Assertion.
 * @param now milliseconds since 1970.
 * @throws {Rejection} `SignInRefused`.
 */
export function readToken(provider: SamlProvider, token: string, now: number): VerifiedToken {
  return rejecting(() => readXml(provider, decodeToken(token), now).verified);
}

/** As `readToken`, with the values of an attribute (saml-core-2.0, 2.7.3); none if it has no such attribute. */
export function readAttributes(
  provider: SamlProvider,
  token: string,
  { name, now }: { readonly name: string; readonly now: number },
): { readonly verified: VerifiedToken; readonly values: readonly string[] } {
  return rejecting(() => {
    const { verified, assertion } = readXml(provider, decodeToken(token), now);
    const values = assertion
      .every([assertionNamespace, 'AttributeStatement'])
      .flatMap((statement) => statement.every([assertionNamespace, 'Attribute']))
      .filter((attribute) => attribute.attribute('Name') === name)
      .flatMap((attribute) => attribute.every([assertionNamespace, 'AttributeValue']).map(({ text }) => text));
    return { verified, values };
  });
}

function readXml(
  provider: SamlProvider,
  xml: string,
  now: number,
): { readonly verified: VerifiedToken; readonly assertion: SamlElement } {
  const shape = shapeOf(parseSaml(xml));
  const signed = signedParts(shape, provider.certificates);
  const statement = checkAssertion(signed.assertion, { provider, now });
  if (shape.response !== undefined) {
    const isSigned = signed.response !== undefined;
    const inResponseTo = checkResponse(signed.response ?? shape.response.element, { provider, now, isSigned });
    if (inResponseTo !== statement.inResponseTo) throw rejected('Response and Assertion refer to different requests');
  }
  return { verified: { ...statement, assertionId: shape.assertion.id }, assertion: signed.assertion };
}

/**
 * Parses the parts again from their signed bytes. Every signature must be valid.
 *
 * @param certificates PEM.
 */
function signedParts(
  shape: Shape,
  certificates: readonly string[],
): { readonly response: SamlElement | undefined; readonly assertion: SamlElement } {
  const keys = certificates.map((certificate) => new X509Certificate(certificate).publicKey);
  const reparse = (part: Part): SamlElement | undefined =>
    part.signature && parseSaml(signedXml({ ...part, signature: part.signature }, keys));
  const { assertion, response } = samlNames;
  const signedAssertion = reparse(shape.assertion);
  const signedResponse = shape.response && reparse(shape.response);
  const found = signedAssertion ?? signedResponse?.only(assertion);
  const matches =
    found?.isNamed(assertion) &&
    found.attribute('ID') === shape.assertion.id &&
    (signedResponse === undefined ||
      (signedResponse.isNamed(response) && signedResponse.attribute('ID') === shape.response?.id));
  if (found === undefined || !matches) throw rejected('a reference to something else than its parent');
  return { response: signedResponse, assertion: found };
}
