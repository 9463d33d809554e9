import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { escaped } from './escape.ts';

export interface SamlAnswer {
  /** Entity id of the provider. */
  readonly issuer: string;
  /** Entity id of the service. */
  readonly audience: string;
  /** Where the response is meant to go. */
  readonly recipient: string;
  /** The id of the AuthnRequest. */
  readonly inResponseTo: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds that a token is good for. */
export const samlLifetime: number = 5 * 60_000;

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const assertionPath = "/*/*[local-name(.)='Assertion']";

/**
 * A SAML 2.0 Response with one signed assertion (RSA-SHA256, exclusive canonicalization), in base64: what a user's browser
 * carries from the provider to the service.
 *
 * @param privateKey PEM.
 */
export function samlToken(answer: SamlAnswer, privateKey: string): string {
  const signed = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  signed.addReference({
    xpath: assertionPath,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  // saml-schema-assertion-2.0 wants it right behind the Issuer.
  signed.computeSignature(response(answer), {
    prefix: 'ds',
    location: { reference: `${assertionPath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return Buffer.from(signed.getSignedXml(), 'utf8').toString('base64');
}

function response({ issuer, audience, recipient, inResponseTo, email, now }: SamlAnswer): string {
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

/** An xs:ID, which may not begin with a digit. */
function newId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
