export type { DataAlgorithm, KeyAlgorithm } from '../../encryption/algorithms.ts';
export type { EncryptedPart } from '../../encryption/encrypt.ts';
export type { MessageBytes, MessagePart } from '../../encryption/parts.ts';
export { SecurityError, type SecurityErrorCode } from '../../security-error.ts';
export type { SignatureAlgorithm } from '../keys/signature-algorithm.ts';
export type { KeyReference } from '../keys/write-key-info.ts';
export type { DigestAlgorithm } from '../signature/algorithms.ts';
export { type ClientMessageSecurity, type ClientMessageSecurityOptions, messageSecurity } from './client.ts';
export { type EncryptOptions, type EncryptPartsOptions, encryptMessage } from './encrypt-message.ts';
export {
  type ClientKeyOptions,
  type KeyOptions,
  messageKeys,
  type ServerKeyOptions,
  serverMessageKeys,
} from './message-keys.ts';
export type { MessageSecurityOptions } from './message-pipeline.ts';
export { type DecryptOptions, decryptMessage } from './open-message.ts';
export type { SignedPart } from './parts.ts';
export { type ServerMessageSecurityOptions, serverMessageSecurity } from './server.ts';
export { type SignOptions, signMessage, type WholeEnvelope } from './sign-message.ts';
export { type SignatureProfile, signatureProfiles } from './signature-profiles.ts';
export { type ReadLimits, readMessage, type SoapMessage } from './soap-message.ts';
export type { TimeLimits } from './timestamps.ts';
export { type CoveredPart, type VerifiedMessage, type VerifyMessageOptions, verifyMessage } from './verify-message.ts';
