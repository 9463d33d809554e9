import type { HeaderContent } from '../soap/header-type.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { Spool } from '../spool/spool.ts';
import type { QName } from '../types/qname.ts';
import type { Limits } from '../xml/limits.ts';
import { ClientError } from './client-error.ts';
import type { HeadersInput } from './http-headers.ts';
import type { Answer, Interceptor } from './interceptor.ts';
import type { Transport } from './transport.ts';

/** How a client calls its service. */
export interface ClientOptions {
  /**
   * Where the service lies, absolute, http or https. Generated clients take the contract's address when it is left
   * out. A user and password in it are sent as Basic authentication.
   */
  readonly address?: string;
  /** SOAP 1.1 unless it is given: more services have it. */
  readonly soap?: SoapVersion | undefined;
  /** `node:http` on Node, `fetch` elsewhere, unless it is given. */
  readonly transport?: Transport | undefined;
  /** Milliseconds for a whole call, interceptors included; 60,000 unless it is given, `Infinity` for no end. */
  readonly timeout?: number | undefined;
  /** HTTP headers for every call. */
  readonly headers?: HeadersInput | undefined;
  /**
   * Blocks of the SOAP header for every call: `Session.block(value)` of a declared type, or an element as XML text that
   * declares its namespaces.
   */
  readonly headerBlocks?: readonly HeaderContent[] | undefined;
  /**
   * Header blocks of answers that you deal with besides those that operations declare, so that a service may demand that
   * they be understood (rule D5): `Security` of WS-Security, say.
   */
  readonly understood?: readonly QName[] | undefined;
  /** Stand around every call, the first outermost. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** What an answer may cost; those of the server unless they are given. */
  readonly limits?: { readonly [name in keyof Limits]?: number | undefined } | undefined;
  /**
   * Where streamed fields of large answers lie: on Node `fileSpool({ folder })`, else a folder for temporary files that goes
   * with the process; in memory elsewhere.
   */
  readonly spool?: Spool | undefined;
  /** Refuse answers with unknown elements, or with elements out of order (rule R1). Off by default. */
  readonly strict?: boolean | undefined;
  /** Name the soapAction in the Content-Type of SOAP 1.2 (rule C1). Off by default. */
  readonly actionParameter?: boolean | undefined;
}

/** How one call differs. */
export interface CallOptions {
  /** Ends the call; it then rejects with a `ClientError` of code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. Milliseconds for the whole call. */
  readonly timeout?: number | undefined;
  /** HTTP headers besides the client's; they replace those of the same name. */
  readonly headers?: HeadersInput | undefined;
  /** Blocks of the SOAP header, after the client's; a declared type's replaces the client's of that type. */
  readonly headerBlocks?: readonly HeaderContent[] | undefined;
  /**
   * Told of the answer before its result is handed over: its header blocks, its HTTP headers. What it throws, the call
   * throws. A fault has its header blocks itself.
   */
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
}

/** What a timer can hold: 24.8 days. */
const longest = 2 ** 31 - 1;

/** @throws {ClientError} `invalid-options`. */
export function checkTimeout(timeout: number): number {
  if (timeout === Number.POSITIVE_INFINITY || (timeout > 0 && timeout <= longest)) return timeout;
  throw new ClientError(
    'invalid-options',
    `timeout is in milliseconds, more than 0 and at most ${longest}, or Infinity; ${String(timeout)} is not.`,
  );
}
