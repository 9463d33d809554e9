export type { CertificateFields } from './certificate-fields.ts';
export type {
  CertificateSource,
  DecryptionKey,
  OaepParameters,
  PrivateKeySource,
  RemoteDecrypter,
  RemoteSigner,
  SecretSource,
  SigningKey,
} from './key.ts';
export type { KeyIdentifier } from './key-identifier.ts';
export { decryptionKey, signingKey } from './private-key.ts';
export { revocationLists } from './revocation-list.ts';
export { type ScheduledKey, scheduledKey } from './scheduled-key.ts';
export type { KeyKind, SignatureAlgorithm } from './signature-algorithm.ts';
export { type RevocationStatus, type Trust, type TrustedKey, type TrustOptions, trust } from './trust.ts';
export type { KeyReference } from './write-key-info.ts';
