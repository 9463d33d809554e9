export { type ClientSecurityOptions, type ClientToken, security } from './client.ts';
export {
  type Credentials,
  credentialInterceptors,
  type DemandedCredentials,
  type TimestampOptions,
  type TokenCredentials,
} from './credentials.ts';
export type { ClientKeys, DemandedMessages, KeySurroundings, KeyUse, ServerKeys } from './message-keys.ts';
export { type DigestParts, passwordDigest } from './password.ts';
export { memoryReplayStore, type ReplayStore } from './replay.ts';
export { demandedMessageSecurity, securedMessages } from './secured-messages.ts';
export { type UsernameToken, type UsernameTokenOptions, usernameTokens } from './server.ts';
