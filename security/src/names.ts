import type { QName } from '@soapwright/runtime/server';

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';

/** Namespace of WS-Security 1.0, which 1.1 uses too. */
export const wsse: string = `${oasis}wssecurity-secext-1.0.xsd`;

/** Namespace of identifiers and times. */
export const wsu: string = `${oasis}wssecurity-utility-1.0.xsd`;

/** Types of passwords (UsernameToken profile 1.1, 3.1). */
export const passwordTypes: Readonly<Record<'text' | 'digest', string>> = {
  text: `${oasis}username-token-profile-1.0#PasswordText`,
  digest: `${oasis}username-token-profile-1.0#PasswordDigest`,
};

/** Encoding of nonces. */
export const base64Encoding: string = `${oasis}soap-message-security-1.0#Base64Binary`;

/** The header block of WS-Security. */
export const securityHeader: QName = { namespace: wsse, local: 'Security' };
