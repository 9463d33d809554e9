import type { Name } from '../xml-elements.ts';

// Namespaces and other URIs of SAML 2.0 and XML Signature.
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/** saml-profiles-2.0, 3. */
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const holderOfKey = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key';
export const senderVouches = 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches';

/** saml-core-2.0, 8.3. */
export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Exclusive canonicalization, without comments. Its own namespace is the same. */
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export const samlNames: {
  readonly [name in
    | 'response'
    | 'assertion'
    | 'signature'
    | 'issuer'
    | 'status'
    | 'subject'
    | 'nameId'
    | 'confirmation'
    | 'conditions'
    | 'authnStatement'
    | 'attributeStatement']: Name;
} = {
  response: [protocolNamespace, 'Response'],
  assertion: [assertionNamespace, 'Assertion'],
  signature: [signatureNamespace, 'Signature'],
  issuer: [assertionNamespace, 'Issuer'],
  status: [protocolNamespace, 'Status'],
  subject: [assertionNamespace, 'Subject'],
  nameId: [assertionNamespace, 'NameID'],
  confirmation: [assertionNamespace, 'SubjectConfirmation'],
  conditions: [assertionNamespace, 'Conditions'],
  authnStatement: [assertionNamespace, 'AuthnStatement'],
  attributeStatement: [assertionNamespace, 'AttributeStatement'],
};
