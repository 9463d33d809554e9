/** HTTP authentication of clients on every platform. NTLM, Negotiate and proxies, which need Node, are in its `node`. */

export type { Authentication } from '../authentication.ts';
export { basic } from './basic.ts';
export { bearer, type TokenSource } from './bearer.ts';
export { type DigestOptions, digest } from './digest.ts';
export type { HashName } from './digest-answer.ts';
export type { SchemeOptions } from './scheme.ts';
export { anyOf, SchemesAuthentication } from './schemes-authentication.ts';
