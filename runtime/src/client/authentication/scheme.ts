import type { Challenge } from '../client-error.ts';

/** A request that is signed in. */
export interface SignedRequest {
  readonly method: string;
  /** Absolute, without credentials and fragment. */
  readonly url: string;
  /** The target in the request line, which Digest covers: path and query, or host and port of CONNECT. */
  readonly target: string;
  /** The whole body in memory; it is sent from there, too. Empty for a request that is sent without its body. */
  body(): Promise<Uint8Array>;
}

/** What one request is signed in with. */
export interface Answer {
  /** The value of `Authorization` or `Proxy-Authorization`. */
  readonly header: string;
  /** Checks what a response with success says in `Authentication-Info`. @throws {ClientError} `unverified-server`. */
  verify?(info: string): Promise<void>;
}

/** The answers that one call has sent, and the challenge that follows. */
export interface Challenged {
  /** Those of the scheme, in the order of the response. */
  readonly challenges: readonly Challenge[];
  /** Answers that were sent for this call, from the first to the last one. */
  readonly answers: readonly Answer[];
}

/** The state of a scheme for one origin. All calls of a client share it. */
export interface SchemeState {
  /** For a request before its challenge; undefined if a challenge is needed. @throws {ClientError} */
  known(request: SignedRequest): Promise<Answer | undefined>;
  /** For the same request after a challenge; undefined if the credentials were refused. @throws {ClientError} */
  answer(challenged: Challenged, request: SignedRequest): Promise<Answer | undefined>;
}

/** A handshake on one connection: each step is the token of a message of it. */
export interface Handshake {
  /** The first token, in base64. @throws {ClientError} */
  start(): Promise<string>;
  /** The token that follows one of the server; undefined if nothing follows. @throws {ClientError} */
  next(token: string, certificate: Uint8Array | undefined): Promise<string | undefined>;
  /** Checks the token of the last response, if it has one. @throws {ClientError} `unverified-server`. */
  finish?(token: string | undefined): Promise<void>;
  /** Whether the next token is the last one that is needed, so that the body goes with it. */
  readonly takesBody: boolean;
}

interface SchemeBase {
  /** As it is registered: `Basic`, `Digest`. */
  readonly name: string;
  /** The strongest one that is offered is chosen. */
  readonly strength: number;
  readonly allowHttp: boolean;
  /** The only realm that receives an answer. */
  readonly realm: string | undefined;
}

/** A scheme whose requests are signed in one by one. */
export interface RequestScheme extends SchemeBase {
  /**
   * An empty request that precedes a large one: `bare`, without credentials, for a challenge; `signed`, to try them.
   * Undefined for none.
   */
  readonly probe: 'bare' | 'signed' | undefined;
  begin(): SchemeState;
}

/** A scheme that signs a connection in. */
export interface ConnectionScheme extends SchemeBase {
  handshake(request: Pick<SignedRequest, 'url'>): Handshake;
  /** Whether every request on the connection must be signed in. */
  readonly everyRequest: boolean;
}

export type Scheme = RequestScheme | ConnectionScheme;

/** Options of all schemes. */
export interface SchemeOptions {
  /** Also sends credentials without TLS; default false. Loopback addresses need no permission. */
  readonly allowHttp?: boolean | undefined;
  /** The only realm that receives credentials. Default: any of the address. */
  readonly realm?: string | undefined;
}

export function isOfConnection(scheme: Scheme): scheme is ConnectionScheme {
  return 'handshake' in scheme;
}
