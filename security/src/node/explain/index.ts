export type { DecryptionKey } from '../keys/key.ts';
export { decryptionKey } from '../keys/private-key.ts';
export { type Trust, trust } from '../keys/trust.ts';
export { type ExplainOptions, explainSecurity } from './explain-security.ts';
export type {
  CertificateReport,
  Check,
  EncryptedKeyReport,
  EncryptedReport,
  ItemReport,
  KeyReport,
  ProtectionReport,
  ReferenceReport,
  SecurityReport,
  SignatureReport,
  TimestampReport,
  TokenReport,
  UsernameTokenReport,
} from './report.ts';
