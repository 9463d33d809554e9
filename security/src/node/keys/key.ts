import type { KeyObject, X509Certificate } from 'node:crypto';
import type { KeyKind, SignatureAlgorithm } from './signature-algorithm.ts';

/** A key that signs, with its certificates. */
export interface SigningKey {
  readonly kind: KeyKind;
  /** The key's certificate first, then those of its issuers in order; empty for HMAC and for a key without any. */
  readonly certificates: readonly X509Certificate[];
  /** Undefined for HMAC. */
  readonly publicKey: KeyObject | undefined;
  /**
   * Signs bytes, hashed by the algorithm. ECDSA signatures are the two numbers one after the other, as XML Signature has
   * them.
   */
  sign(algorithm: SignatureAlgorithm, bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** RSA-OAEP with MGF1 of the same hash function. */
export interface OaepParameters {
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** OAEPparams; undefined without any. */
  readonly label?: Uint8Array | undefined;
}

/** A private RSA key that decrypts keys. */
export interface DecryptionKey {
  /** Its certificate first, then those of its issuers; empty for a key without any. */
  readonly certificates: readonly X509Certificate[];
  readonly publicKey: KeyObject;
  /** Decrypts the CipherValue of an EncryptedKey. @throws {Error} if it was encrypted for another key, or changed. */
  decrypt(parameters: OaepParameters, bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** Certificates in DER, or in PEM one after another. */
export type CertificateSource = X509Certificate | string | Uint8Array;

/** Where a private key is. */
export type PrivateKeySource =
  | {
      /** A private key in PEM (PKCS#8, PKCS#1 or SEC 1), also with its certificates, in any order. */
      readonly pem: string | Uint8Array;
      readonly passphrase?: string | undefined;
      readonly certificates?: CertificateSource | readonly CertificateSource[] | undefined;
    }
  | {
      /** The bytes of a .p12 or .pfx file with one private key and its certificates. */
      readonly pkcs12: Uint8Array;
      readonly passphrase?: string | undefined;
    }
  | {
      /** A private JSON Web Key (RFC 7517); its `x5c` are the certificates. */
      readonly jwk: Readonly<Record<string, unknown>>;
      readonly certificates?: CertificateSource | readonly CertificateSource[] | undefined;
    }
  | {
      readonly key: KeyObject;
      readonly certificates?: CertificateSource | readonly CertificateSource[] | undefined;
    };

/** A private key that another machine or a card has: an HSM, a smart card, a cloud's KMS. */
export interface RemoteSigner {
  readonly sign: SigningKey['sign'];
  readonly certificates: CertificateSource | readonly CertificateSource[];
}

/** As {@link RemoteSigner}, for a key that decrypts. */
export interface RemoteDecrypter {
  readonly decrypt: DecryptionKey['decrypt'];
  readonly certificates: CertificateSource | readonly CertificateSource[];
}

/** A secret that both sides know, for HMAC. */
export interface SecretSource {
  readonly secret: Uint8Array;
}
