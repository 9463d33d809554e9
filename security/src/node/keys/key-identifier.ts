import type { KeyObject, X509Certificate } from 'node:crypto';

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
