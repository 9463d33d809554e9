/** Clients of security token services (WS-Trust). */
export { type StsClient, type StsClientOptions, stsClient } from './sts-client.ts';
export type { TokenRequest } from './token-request.ts';
