// SAML 2.0 responses with a signed assertion (RSA-SHA256), as a provider sends them.
import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { saml } from './site.js';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const assertionPath = "/*/*[local-name(.)='Assertion']";
const newId = () => `_${randomBytes(20).toString('hex')}`;
const time = (milliseconds) => new Date(milliseconds).toISOString();

/** A new token for a user, in base64. @param {string} privateKey PEM */
export function samlToken(email, privateKey) {
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
  signed.computeSignature(response(email), {
    prefix: 'ds',
    location: { reference: `${assertionPath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return Buffer.from(signed.getSignedXml()).toString('base64');
}

function response(email) {
  const issued = time(Date.now());
  const until = time(Date.now() + 300_000);
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${issued}" Destination="${saml.recipient}"><saml:Issuer>${saml.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${saml.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${saml.recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${saml.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement></saml:Assertion></samlp:Response>`;
}
