import { wsse } from '../../names.ts';
import type { Name } from '../../xml-elements.ts';

const oasis = 'http://docs.oasis-open.org/wss/';
const x509Profile = `${oasis}2004/01/oasis-200401-wss-x509-token-profile-1.0#`;

/** Namespace of XML Signature. */
export const ds = 'http://www.w3.org/2000/09/xmldsig#';
/** Namespace of XML Signature 1.1. */
export const ds11 = 'http://www.w3.org/2009/xmldsig11#';
/** Namespace of SAML 2.0 assertions. */
export const saml2 = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** Types of tokens and of key identifiers (X.509 Token Profile 1.1, SOAP Message Security 1.1, SAML Token Profile 1.1). */
export const valueTypes: Readonly<
  Record<'x509v3' | 'pkiPath' | 'subjectKeyIdentifier' | 'thumbprint' | 'encryptedKey' | 'samlId', string>
> = {
  x509v3: `${x509Profile}X509v3`,
  pkiPath: `${x509Profile}X509PKIPathv1`,
  subjectKeyIdentifier: `${x509Profile}X509SubjectKeyIdentifier`,
  thumbprint: `${oasis}oasis-wss-soap-message-security-1.1#ThumbprintSHA1`,
  encryptedKey: `${oasis}oasis-wss-soap-message-security-1.1#EncryptedKeySHA1`,
  samlId: `${oasis}oasis-wss-saml-token-profile-1.1#SAMLID`,
};

/** `TokenType` of references to SAML 2.0 assertions. */
export const saml2TokenType: string = `${oasis}oasis-wss-saml-token-profile-1.1#SAMLV2.0`;
/** Namespace of `TokenType`. */
export const wsse11: string = `${oasis}oasis-wss-wssecurity-secext-1.1.xsd`;

export const tokenReference: Name = [wsse, 'SecurityTokenReference'];
export const binaryToken: Name = [wsse, 'BinarySecurityToken'];
