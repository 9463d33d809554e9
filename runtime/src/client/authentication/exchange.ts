import type { Connection } from '../connecting-transport.ts';
import type { SignedRequest } from './scheme.ts';

/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  /** Names and values alternately. */
  readonly headers: readonly string[];
}

/** What is sent of a request. */
export interface Sending<Own extends Connection> {
  /** The value of the header; undefined for none. */
  readonly authorization: string | undefined;
  readonly withBody: boolean;
  /** A connection of its own; undefined for any. */
  readonly connection: Own | undefined;
}

/** A request that can be sent several times, with and without its body. */
export interface Exchange<Own extends Connection, Response extends ResponseHead> extends SignedRequest {
  /** False for GET and CONNECT: each of its responses is one to the request. */
  readonly hasBody: boolean;
  /** Whether its body should be sent once: a stream, or many bytes. */
  readonly isLarge: boolean;
  send(sending: Sending<Own>): Promise<Response>;
}

/** Where servers and proxies demand credentials, and receive them. */
export interface Place {
  readonly status: 401 | 407;
  readonly challenge: string;
  readonly answer: string;
  readonly info: string;
}

export const ofServer: Place = {
  status: 401,
  challenge: 'www-authenticate',
  answer: 'Authorization',
  info: 'authentication-info',
};

export const ofProxy: Place = {
  status: 407,
  challenge: 'proxy-authenticate',
  answer: 'Proxy-Authorization',
  info: 'proxy-authentication-info',
};
