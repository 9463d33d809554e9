import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { signingKey } from '@soapwright/security/keys';
import {
  assertionNamespace,
  parseSaml,
  protocolNamespace,
  type SamlElement,
  SamlError,
  signAssertion,
} from '@soapwright/security/saml';
import { escaped } from '../common/html.ts';
import { errorCode } from '../common/storage-error.ts';
import { DemoError } from './demo-values.ts';

/** The used part of an AuthnRequest (saml-core-2.0, 3.4.1). */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  /** AssertionConsumerServiceURL. */
  readonly returnTo: string;
  /** The NameID of its Subject: the expected user. */
  readonly subject: string | undefined;
}

/** Maximum bytes of XML; real requests have some hundreds. */
const most = 64 * 1024;

/**
 * Parses the parameter SAMLRequest of the HTTP redirect binding (saml-bindings-2.0, 3.4.4.1). Signatures are ignored.
 *
 * @throws {DemoError} `not-a-sign-in`, `too-large`.
 */
export function readAuthnRequest(parameter: string): AuthnRequest {
  const root = parsed(inflated(parameter));
  if (!root.isNamed([protocolNamespace, 'AuthnRequest'])) throw notARequest();
  const id = root.attribute('ID');
  const returnTo = root.attribute('AssertionConsumerServiceURL');
  const issuer = textIn(root, 'Issuer');
  const subject = textIn(root, 'NameID');
  if (!id || !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(id) || !returnTo || !issuer) throw notARequest();
  return { id, issuer, returnTo, subject: subject === '' ? undefined : subject };
}

function inflated(parameter: string): string {
  try {
    return inflateRawSync(Buffer.from(parameter, 'base64'), { maxOutputLength: most }).toString('utf8');
  } catch (error) {
    if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw notARequest(error);
    throw new DemoError('too-large', `SAMLRequest has more than ${most} bytes when it is inflated.`);
  }
}

/** The text of the first element with a local name in the assertion namespace. */
function textIn(root: SamlElement, local: string): string | undefined {
  return root.all.find((element) => element.isNamed([assertionNamespace, local]))?.text.trim();
}

function parsed(xml: string): SamlElement {
  try {
    return parseSaml(xml);
  } catch (error) {
    throw error instanceof SamlError ? notARequest(error) : error;
  }
}

function notARequest(cause?: unknown): DemoError {
  return new DemoError('not-a-sign-in', 'SAMLRequest is not an AuthnRequest of the HTTP redirect binding.', cause);
}

export interface SamlResponseValues {
  /** Entity ID of the provider. */
  readonly issuer: string;
  /** Entity ID of the service. */
  readonly audience: string;
  /** The assertion consumer service. */
  readonly recipient: string;
  /** The ID of the AuthnRequest. */
  readonly inResponseTo: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Validity of a token in milliseconds. */
const samlLifetime: number = 5 * 60_000;

/**
 * A SAML 2.0 Response with one signed assertion (RSA-SHA256, exclusive canonicalization), in base64.
 *
 * @param privateKey PEM.
 */
export async function samlToken(values: SamlResponseValues, privateKey: string): Promise<string> {
  const signed = await signAssertion(response(values), signingKey({ pem: privateKey }));
  return Buffer.from(signed, 'utf8').toString('base64');
}

function response({ issuer, audience, recipient, inResponseTo, email, now }: SamlResponseValues): string {
  const issued = time(now);
  const until = time(now + samlLifetime);
  const [by, to, request] = [escaped(issuer), escaped(recipient), escaped(inResponseTo)];
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${newId()}" Version="2.0" IssueInstant="${issued}" Destination="${to}" InResponseTo="${request}">`,
    `<saml:Issuer>${by}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${issued}">`,
    `<saml:Issuer>${by}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escaped(email)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${request}" NotOnOrAfter="${until}" Recipient="${to}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    '</saml:Assertion></samlp:Response>',
  ].join('');
}

/** An xs:ID, which must not start with a digit. */
function newId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
