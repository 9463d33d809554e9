import { createSecretKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { SecurityError } from '../../security-error.ts';
import { certificatePath, checkValidity, untrusted } from './certificate-path.ts';
import { certificatesOf, isSameCertificate } from './certificates.ts';
import type { CertificateSource } from './key.ts';
import { isNamedBy, type KeyIdentifier } from './key-identifier.ts';

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
   * @throws {SecurityError} `key`.
   */
  find(identifier: KeyIdentifier | undefined): Promise<TrustedKey>;
}

/**
 * Decides which keys verify signatures: secrets by name, certificates that are pinned, and certificates of authorities.
 *
 * @throws {TypeError} for options without any key, and for something that is not a certificate.
 */
export function trust(options: TrustOptions): Trust {
  return new KeyTrust(options);
}

class KeyTrust implements Trust {
  readonly #anchors: readonly X509Certificate[];
  readonly #pinned: readonly X509Certificate[];
  readonly #known: readonly X509Certificate[];
  readonly #secrets: ReadonlyMap<string, KeyObject>;
  readonly #options: TrustOptions;

  constructor(options: TrustOptions) {
    this.#anchors = certificatesOf(options.anchors);
    this.#pinned = certificatesOf(options.pinned);
    this.#known = certificatesOf(options.known);
    this.#secrets = new Map(
      Object.entries(options.secrets ?? {}).map(([name, secret]) => [name, createSecretKey(secret)]),
    );
    this.#options = options;
    if (this.#anchors.length + this.#pinned.length + this.#secrets.size === 0) {
      throw new TypeError('trust needs anchors, pinned certificates or secrets.');
    }
  }

  async find(identifier: KeyIdentifier | undefined): Promise<TrustedKey> {
    const secret = this.#secret(identifier);
    if (secret !== undefined) return { key: secret, certificate: undefined };
    if (identifier?.kind === 'certificates') {
      const [own, ...between] = identifier.certificates;
      if (own === undefined) throw unknownKey();
      return await this.#trusted(own, between);
    }
    const named = this.#named(identifier);
    let failure: unknown;
    for (const certificate of named) {
      try {
        return await this.#trusted(certificate, []);
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? unknownKey();
  }

  #secret(identifier: KeyIdentifier | undefined): KeyObject | undefined {
    if (identifier !== undefined && identifier.kind !== 'key-name') return undefined;
    return this.#secrets.get(identifier?.name ?? '');
  }

  /** The own certificates that an identifier names. Of several, such as one that was renewed, the first valid one counts. */
  #named(identifier: KeyIdentifier | undefined): readonly X509Certificate[] {
    if (identifier === undefined) return this.#pinned.length === 1 ? this.#pinned : [];
    // A bare key says nothing about its owner: only a pinned certificate does.
    const candidates = identifier.kind === 'key-value' ? this.#pinned : [...this.#pinned, ...this.#known];
    return candidates.filter((certificate) => isNamedBy(certificate, identifier));
  }

  async #trusted(certificate: X509Certificate, between: readonly X509Certificate[]): Promise<TrustedKey> {
    const now = (this.#options.now ?? Date.now)();
    const trustedKey = { key: certificate.publicKey, certificate };
    if (this.#pinned.some((one) => isSameCertificate(one, certificate))) {
      checkValidity(certificate, now);
      return trustedKey;
    }
    if (this.#anchors.some((one) => isSameCertificate(one, certificate))) {
      throw untrusted(certificate, 'is an anchor, which vouches for others; pin it to trust it itself');
    }
    const path = certificatePath(certificate, {
      anchors: this.#anchors,
      between: [...between.slice(0, mostOfMessage), ...this.#known],
      now,
    });
    if (this.#options.accepts?.(certificate) === false) throw untrusted(certificate, 'is not accepted');
    await this.#checkRevocation(path);
    return trustedKey;
  }

  async #checkRevocation(path: readonly X509Certificate[]): Promise<void> {
    const { revocation } = this.#options;
    if (revocation === undefined) return;
    for (const [index, certificate] of path.entries()) {
      const issuer = path[index + 1];
      if (issuer === undefined) return;
      const status = await revocation(certificate, issuer);
      if (status === 'revoked') throw untrusted(certificate, 'was revoked');
      if (status !== 'good') throw untrusted(certificate, 'may have been revoked: its authority does not say');
    }
  }
}

/** The most certificates of a message that may be in a path. */
const mostOfMessage = 10;

function unknownKey(): SecurityError {
  return new SecurityError('key', 'The signature names a key that is not known.');
}
