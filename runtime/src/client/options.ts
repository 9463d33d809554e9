import type { HeaderContent } from '../soap/header-type.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { Spool } from '../spool/spool.ts';
import type { QName } from '../types/qname.ts';
import type { ReaderOptions, Tolerance } from '../xml/bytes-reader.ts';
import type { Deviation } from '../xml/deviation.ts';
import type { Limits } from '../xml/limits.ts';
import type { Authentication } from './authentication.ts';
import { ClientError } from './client-error.ts';
import type { HeadersInput } from './http-headers.ts';
import type { Interceptor, SoapResponse } from './interceptor.ts';
import type { Multipart } from './multipart.ts';
import type { Transport } from './transport.ts';

/** How responses are read. */
export type Reading = 'strict' | 'standard' | Tolerance;

/** A difference of a response from the contract that was passed over. */
export interface ResponseDeviation extends Deviation {
  /** Name of the operation. */
  readonly operation: string;
}

/** A store of cookies, as `CookieJar` of tough-cookie. */
export interface CookieJar {
  /** The value of the `Cookie` header for an address; empty without cookies. */
  getCookieString(url: string): Promise<string>;
  /** Stores the value of a `Set-Cookie` header of a response from an address. A rejection is ignored. */
  setCookie(cookie: string, url: string): Promise<unknown>;
}

/** Limits of responses. */
export type ResponseLimits = { readonly [name in keyof Limits]?: number | undefined } & {
  /**
   * How many times its size a body may have after decoding its Content-Encoding, beyond 1 MiB; default 200. Where `fetch`
   * decodes, which does not tell the size, the limits of decoded bytes hold alone.
   */
  readonly maxExpansion?: number | undefined;
};

/** Options of a client. */
export interface ClientOptions {
  /**
   * Absolute address of the service, http or https. Default of generated clients: the contract's. A user and password in it
   * are sent as Basic authentication.
   */
  readonly address?: string;
  /** Default 1.1, which more services support. */
  readonly soap?: SoapVersion | undefined;
  /** Default `node:http` on Node, `fetch` elsewhere. */
  readonly transport?: Transport | undefined;
  /**
   * How calls are signed in: `basic`, `bearer`, `digest` or `anyOf` of `@soapwright/runtime/client/authentication`, `ntlm` or
   * `negotiate` of its `node`. Credentials reach the origin of the address alone. A header `Authorization` of a call goes
   * before it.
   */
  readonly authentication?: Authentication | undefined;
  /** Milliseconds for a whole call, including interceptors; default 60,000, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** HTTP headers for every call. */
  readonly headers?: HeadersInput | undefined;
  /**
   * Blocks of the SOAP header for every call: `Session.block(value)` of a declared type, or an element as XML text that
   * declares its namespaces.
   */
  readonly headerBlocks?: readonly HeaderContent[] | undefined;
  /**
   * Header blocks of responses that you process, in addition to those that operations declare. They count as understood
   * (rule D5): `Security` of WS-Security, for example.
   */
  readonly understood?: readonly QName[] | undefined;
  /** Wrap every call; the first one is the outermost. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Limits of responses; default those of a server. */
  readonly limits?: ResponseLimits | undefined;
  /**
   * Keeps the cookies of responses and sends them again: `'keep'` in memory, for this client; or a jar of your own, such as
   * `new CookieJar()` of tough-cookie. Default: cookies are ignored. In browsers the browser does so: see `credentials` of
   * `fetch`.
   */
  readonly cookies?: 'keep' | CookieJar | undefined;
  /**
   * Stores streamed fields of large responses: `fileSpool({ folder })` on Node. Default on Node: a temporary folder that is
   * removed with the process; elsewhere: memory.
   */
  readonly spool?: Spool | undefined;
  /**
   * How responses are read. `standard` passes over what rules R1 and R3 allow, `strict` rejects that too, and `tolerant` of
   * `@soapwright/runtime/client/tolerant` passes over more. Default of generated clients: `reading` of their target;
   * otherwise `standard`.
   */
  readonly reading?: Reading | undefined;
  /**
   * Called with each difference of a response from the contract that was passed over, before the call ends. The call throws
   * its errors.
   */
  readonly onDeviation?: ((deviation: ResponseDeviation) => void) | undefined;
  /**
   * How messages with binary values in parts of their own are sent and received: `mtom()` of
   * `@soapwright/runtime/client/mtom`. Default: they are sent as base64.
   */
  readonly multipart?: Multipart | undefined;
  /** Name the soapAction in the Content-Type of SOAP 1.2 (rule C1). Default false. */
  readonly actionParameter?: boolean | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with a `ClientError` of code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call; default the client's. */
  readonly timeout?: number | undefined;
  /** HTTP headers, which replace the client's of the same names. */
  readonly headers?: HeadersInput | undefined;
  /** Blocks of the SOAP header, in addition to the client's; a typed block replaces the client's of its type. */
  readonly headerBlocks?: readonly HeaderContent[] | undefined;
  /**
   * Called with the response, before the call returns its result: for header blocks and HTTP headers. The call throws its
   * errors. Not called for a fault, which has its header blocks itself.
   */
  readonly onResponse?: ((response: SoapResponse) => void) | undefined;
  /** Replaces the client's. */
  readonly onDeviation?: ((deviation: ResponseDeviation) => void) | undefined;
}

/** @throws {ClientError} `invalid-options`. */
export function readerOptionsOf(reading: Reading = 'standard'): Pick<ReaderOptions, 'strict' | 'tolerance'> {
  if (reading === 'standard' || reading === 'strict') return { strict: reading === 'strict' };
  if (typeof reading === 'object') return { tolerance: reading };
  throw new ClientError(
    'invalid-options',
    `reading is 'standard', 'strict', or the value tolerant, not ${JSON.stringify(reading)}.`,
  );
}

/** The maxTimeout delay of a timer: 24.8 days. */
const maxTimeout = 2 ** 31 - 1;

/** @throws {ClientError} `invalid-options`. */
export function checkTimeout(timeout: number): number {
  if (timeout === Number.POSITIVE_INFINITY || (timeout > 0 && timeout <= maxTimeout)) return timeout;
  throw new ClientError(
    'invalid-options',
    `timeout is in milliseconds, more than 0 and at most ${maxTimeout}, or Infinity; ${String(timeout)} is not.`,
  );
}
