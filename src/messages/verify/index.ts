/** Compares a live service with its contract, from outside. */
export { type LiveWsdl, liveContract, wsdlFindings } from './compare-wsdl.ts';
export { LiveService } from './live-service.ts';
export {
  demandOf,
  type MessageDemand,
  MessageSecurity,
  type SecurityProfile,
  securityProfiles,
} from './message-security.ts';
export { type Verification, type VerifyOptions, verifyService } from './verify-service.ts';
