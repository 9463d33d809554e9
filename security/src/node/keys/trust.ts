import type { KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateSource } from './key.ts';
import type { KeyIdentifier } from './key-identifier.ts';

/** Whether an authority has revoked a certificate. `unknown` rejects it. */
export type RevocationStatus = 'good' | 'revoked' | 'unknown';

export interface TrustOptions {
  /** Certificates of authorities: certificates that they have issued are trusted, over any number of authorities between. */
  readonly anchors?: CertificateSource | readonly CertificateSource[] | undefined;
  /** Certificates of senders that are trusted themselves while they are valid, whoever has issued them. */
  readonly pinned?: CertificateSource | readonly CertificateSource[] | undefined;
  /** Certificates of senders and of authorities between that messages only name; they are not trusted by being here. */
  readonly known?: CertificateSource | readonly CertificateSource[] | undefined;
  /** Secrets for HMAC by the KeyName that messages have; the empty name is for messages without any. */
  readonly secrets?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Which certificates that anchors vouch for are accepted; default all. */
  readonly accepts?: ((certificate: X509Certificate) => boolean) | undefined;
  /** Asks whether a certificate was revoked, by CRL or OCSP; called for each certificate of a path but its anchor. */
  readonly revocation?:
    | ((certificate: X509Certificate, issuer: X509Certificate) => RevocationStatus | Promise<RevocationStatus>)
    | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A key that may verify signatures. */
export interface TrustedKey {
  /** Public, or secret for HMAC. */
  readonly key: KeyObject;
  /** Undefined for HMAC. */
  readonly certificate: X509Certificate | undefined;
}

/** Decides which keys verify signatures. */
export interface Trust {
  /**
   * Finds the key that a signature names, and checks that it is trusted.
   *
   * @param identifier of its KeyInfo; undefined without any: the only pinned certificate or secret is meant.
   * @throws {UntrustedKey}
   */
  find(identifier: KeyIdentifier | undefined): Promise<TrustedKey>;
}
