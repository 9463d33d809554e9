/** Whether something is as it should be. */
export interface Check {
  readonly verdict: 'right' | 'wrong' | 'unchecked';
  /** Why it is wrong, or was not checked; undefined if it is right. */
  readonly reason?: string | undefined;
  /** What would have been right, or what to do. */
  readonly hint?: string | undefined;
}

/** What is known of a key that the message names. */
export interface KeyReport {
  /** How it is named: `certificate`, `thumbprint`, `issuer and serial number`, and so on. */
  readonly namedBy: string;
  /** The name itself, if it is not a certificate. */
  readonly name?: string | undefined;
  readonly certificate?: CertificateReport | undefined;
}

export interface CertificateReport {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  /** ISO 8601, in UTC. */
  readonly validFrom: string;
  readonly validUntil: string;
  /** `RSA 2048`, `EC P-256`. */
  readonly key: string;
  /** SHA-256 of the certificate, in hexadecimal. */
  readonly fingerprint: string;
}

/** An item of the Security header block. */
export type ItemReport =
  | TimestampReport
  | UsernameTokenReport
  | TokenReport
  | SignatureReport
  | EncryptedKeyReport
  | { readonly kind: 'other'; readonly name: string; readonly id?: string | undefined };

export interface TimestampReport {
  readonly kind: 'timestamp';
  readonly id?: string | undefined;
  readonly created?: string | undefined;
  readonly expires?: string | undefined;
  readonly check: Check;
}

export interface UsernameTokenReport {
  readonly kind: 'username-token';
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly password: 'text' | 'digest' | 'none' | 'unknown';
  readonly nonce: boolean;
  readonly created?: string | undefined;
}

/** A BinarySecurityToken or an assertion. */
export interface TokenReport {
  readonly kind: 'token';
  readonly name: string;
  readonly id?: string | undefined;
  readonly certificates: readonly CertificateReport[];
  readonly check: Check;
}

export interface SignatureReport {
  readonly kind: 'signature';
  readonly id?: string | undefined;
  /** By its short name, or its URI if it is not known. */
  readonly algorithm: string;
  readonly canonicalization: string;
  readonly key?: KeyReport | undefined;
  /** Whether the key is trusted. */
  readonly trust: Check;
  /** Whether SignedInfo was signed by the key. */
  readonly value: Check;
  readonly references: readonly ReferenceReport[];
}

export interface ReferenceReport {
  readonly uri: string;
  /** Path of the element, such as `Envelope/Body`; undefined without any. */
  readonly element?: string | undefined;
  readonly digest: string;
  /** Short names or URIs. */
  readonly transforms: readonly string[];
  readonly check: Check;
}

export interface EncryptedKeyReport {
  readonly kind: 'encrypted-key' | 'reference-list';
  readonly id?: string | undefined;
  readonly algorithm?: string | undefined;
  readonly key?: KeyReport | undefined;
  readonly encrypted: readonly EncryptedReport[];
  /** Whether all of it could be decrypted. */
  readonly check: Check;
}

export interface EncryptedReport {
  readonly uri: string;
  /** `content of Envelope/Body`, `element in Envelope/Header/Security`, `attachment cid:…`; undefined without any. */
  readonly what?: string | undefined;
  readonly algorithm?: string | undefined;
}

/** An element of the message that a receiver reads, with what protects it. */
export interface ProtectionReport {
  /** Path, such as `Envelope/Body`. */
  readonly element: string;
  /** `by a valid signature`, `by a signature that is wrong`, and so on. */
  readonly signed: 'yes' | 'wrong' | 'unchecked' | 'no';
  readonly encrypted: 'yes' | 'content' | 'no';
}

export interface SecurityReport {
  readonly soap: '1.1' | '1.2';
  readonly blocks: readonly {
    /** URI of the role or actor; undefined for the receiver of the message. */
    readonly role?: string | undefined;
    readonly mustUnderstand: boolean;
    readonly items: readonly ItemReport[];
  }[];
  /** The Body, the header blocks and the items of Security blocks that can be signed. */
  readonly protection: readonly ProtectionReport[];
  /** What is wrong, in the order of the message; empty if nothing is. */
  readonly problems: readonly string[];
}
