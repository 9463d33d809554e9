/** Namespaces and other URIs of SAML 2.0 and XML Signature, as they stand in tokens. */

export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/** saml-core-2.0, 3.2.2.2. */
export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** saml-profiles-2.0, 3.3. */
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** saml-core-2.0, 8.3. */
export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Exclusive canonicalization, without comments. Its own namespace is the same. */
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
