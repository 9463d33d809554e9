/**
 * The reader of secured messages, a package of its own. The bundle has it in a separate file (rolldown.config.js), which
 * only `explain-security` loads.
 */
export {
  type CertificateReport,
  type Check,
  type DecryptionKey,
  decryptionKey,
  type ExplainOptions,
  explainSecurity,
  type ItemReport,
  type KeyReport,
  type SecurityReport,
  type SignatureReport,
  type Trust,
  trust,
} from '@soapwright/security/explain';
