/** HTTP authentication of clients on every platform. NTLM, Negotiate and proxies, which need Node, are in its `node`. */

export type { Authentication } from '../authentication.ts';
export type { Connection } from '../connecting-transport.ts';
export { Authenticator } from './authenticator.ts';
export { basic } from './basic.ts';
export { bearer, type TokenSource } from './bearer.ts';
export { type HttpCredentials, httpAuthentication, type PasswordScheme, type UserAndPassword } from './credentials.ts';
export { type DigestOptions, digest } from './digest.ts';
export type { HashName } from './digest-answer.ts';
export { type Exchange, ofProxy, ofServer, type Place, type ResponseHead, type Sending } from './exchange.ts';
export { requireProtected } from './protected-address.ts';
export type { Scheme, SchemeOptions, SignedRequest } from './scheme.ts';
export { anyOf, SchemesAuthentication } from './schemes-authentication.ts';
export { largeBody } from './sent-request.ts';
