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
export { decryptionKey, signingKey } from './private-key.ts';
export type { KeyKind, SignatureAlgorithm } from './signature-algorithm.ts';
