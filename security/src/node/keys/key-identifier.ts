import type { KeyObject, X509Certificate } from 'node:crypto';
import { fieldsOf, subjectKeyIdentifier, thumbprint } from './certificate-fields.ts';
import { isSameName, parseName } from './distinguished-name.ts';

/** How a KeyInfo names a key. Nothing in it is trusted. */
export type KeyIdentifier =
  /** BinarySecurityToken (X509v3, X509PKIPathv1) or X509Certificate of X509Data: that of the key first. */
  | { readonly kind: 'certificates'; readonly certificates: readonly X509Certificate[] }
  | { readonly kind: 'subject-key-identifier'; readonly value: Uint8Array }
  | { readonly kind: 'issuer-serial'; readonly issuer: string; readonly serial: bigint }
  | { readonly kind: 'subject-name'; readonly name: string }
  /** SHA-1 of the certificate. */
  | { readonly kind: 'thumbprint'; readonly value: Uint8Array }
  | { readonly kind: 'key-name'; readonly name: string }
  | { readonly kind: 'key-value'; readonly key: KeyObject }
  /** The key of a SAML 2 assertion's subject. */
  | { readonly kind: 'assertion'; readonly id: string };

/** Whether an identifier names a certificate. */
export function isNamedBy(certificate: X509Certificate, identifier: KeyIdentifier): boolean {
  switch (identifier.kind) {
    case 'certificates':
      return identifier.certificates[0]?.raw.equals(certificate.raw) === true;
    case 'subject-key-identifier':
      return isEqual(subjectKeyIdentifier(certificate), identifier.value);
    case 'thumbprint':
      return isEqual(thumbprint(certificate), identifier.value);
    case 'issuer-serial': {
      const issuer = parseName(identifier.issuer);
      const fields = fieldsOf(certificate);
      return issuer !== undefined && fields.serial === identifier.serial && isSameName(fields.issuer, issuer);
    }
    // A KeyName may be the name of a certificate; any other is that of a secret.
    case 'subject-name':
    case 'key-name': {
      const subject = parseName(identifier.name);
      return subject !== undefined && isSameName(fieldsOf(certificate).subject, subject);
    }
    case 'key-value':
      return certificate.publicKey.equals(identifier.key);
    case 'assertion':
      return false;
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}
