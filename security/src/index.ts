export { type ClientSecurityOptions, type ClientToken, security } from './client.ts';
export { type DigestParts, passwordDigest } from './password.ts';
export { memoryReplayStore, type ReplayStore } from './replay.ts';
export { type UsernameToken, type UsernameTokenOptions, usernameTokens } from './server.ts';
