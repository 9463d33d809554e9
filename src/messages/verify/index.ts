/** Compares a live service with its contract, from outside. */
export { type LiveWsdl, liveContract, wsdlFindings } from './compare-wsdl.ts';
export { LiveService } from './live-service.ts';
export { type Verification, type VerifyOptions, verifyService } from './verify-service.ts';
