import type { SoapVersion } from '../soap/version.ts';
import type { Spool } from '../spool/spool.ts';
import type { QName } from '../types/qname.ts';
import type { LimitNames, Limits } from '../xml/limits.ts';
import type { ServerAddressing } from './addressed-request.ts';
import type { ServerAuthentication } from './authentication-option.ts';
import type { ServerInterceptor } from './interceptor.ts';
import type { ServerMessageSecurity } from './message-security-option.ts';
import type { ServerMultipart } from './multipart.ts';
import type { OverloadOptions } from './overload/admission.ts';
import type { Pages } from './pages-option.ts';
import type { ServerEncodings } from './server-encodings.ts';
import type { ErrorListener, EventListener } from './server-events.ts';
import type { SenderFaultStatus } from './service-description.ts';

/** Options of a server. All have defaults except `state`, which is required unless its type allows undefined. */
export type ServerOptions<State = undefined> = CommonOptions & {
  /** Wrap each call of a handler; the first one is the outermost. */
  readonly interceptors?: readonly ServerInterceptor<State>[] | undefined;
} & (undefined extends State ? { readonly state?: State } : { readonly state: State });

export interface CommonOptions {
  /** Limits of a request; each has a default. */
  readonly limits?: { readonly [name in keyof Limits]?: number | undefined } | undefined;
  /** What messages call limits that have other names in the configuration of your program. */
  readonly limitNames?: LimitNames | undefined;
  /** How many requests run and wait at once; others get 503 with `Retry-After`. GET is not limited. */
  readonly overload?: OverloadOptions | undefined;
  /**
   * Storage of streamed fields during a request. Default: temporary files on Node (`fileSpool` of
   * `@soapwright/runtime/server/node` has a folder of your choice), memory elsewhere.
   */
  readonly spool?: Spool | undefined;
  /**
   * How messages with binary values in parts of their own are received and answered: `mtom()` of
   * `@soapwright/runtime/server/mtom`. Default: they get 415.
   */
  readonly multipart?: ServerMultipart | undefined;
  /**
   * How requests in other encodings than UTF-8 and UTF-16 are read: `encodings()` of
   * `@soapwright/runtime/server/encodings`. Default: they get 415 (rule T5).
   */
  readonly encodings?: ServerEncodings | undefined;
  /**
   * How callers are authenticated: `httpAuthentication()` of `@soapwright/runtime/server/authentication`. Default: they are
   * not, and `context.principal` is undefined.
   */
  readonly authentication?: ServerAuthentication | undefined;
  /**
   * How signed and encrypted messages are opened, and responses secured: `serverMessageSecurity()` of
   * `@soapwright/security/messages`. Messages are then stored whole; not with `multipart`. Default: they are read as they
   * are.
   */
  readonly messageSecurity?: ServerMessageSecurity | undefined;
  /**
   * How header blocks of WS-Addressing are checked and answered: `addressing()` of `@soapwright/runtime/server/addressing`.
   * Default of generated servers: as the contract says; otherwise they are not read, and mandatory ones are rejected.
   */
  readonly addressing?: ServerAddressing | undefined;
  /** Reject unknown elements and fields out of order (rule R1); default false. */
  readonly strict?: boolean | undefined;
  /** The full address of the service as callers see it, for the WSDL (rule P2); default: that of each request. */
  readonly publicUrl?: string | undefined;
  /** The path of the service; default: the path of the contract's address. */
  readonly path?: string | undefined;
  /** Default: those of the contract. */
  readonly soapVersions?: readonly SoapVersion[] | undefined;
  /**
   * HTTP status of a SOAP 1.2 fault with the code Sender (rule T7). Default: that of the contract, else 400, as SOAP 1.2
   * part 2 says. ASP.NET responds with 500; a WCF client reads the envelope of a fault only if the status is 500, and
   * reports any other status but 2xx as a failed connection.
   */
  readonly senderFaultStatus?: SenderFaultStatus | undefined;
  /**
   * Reject a SOAP 1.1 request whose SOAPAction is absent or empty (rule D2); default true. Otherwise the body's element alone
   * selects the operation, unless several operations have that element.
   */
  readonly requireSoapAction?: boolean | undefined;
  /** Reject a POST without Content-Length with 411 (rule T3); default true. Otherwise chunked bodies are read too. */
  readonly requireContentLength?: boolean | undefined;
  /** Web pages of these origins may call the service; `*` is any origin. Default: none. */
  readonly cors?: { readonly origins: '*' | readonly string[] } | undefined;
  /**
   * Use `X-Forwarded-Proto`, `X-Forwarded-Host` and, for the log, the last address of `X-Forwarded-For`, which a proxy in
   * front of the server must then set, and its `X-Request-Id` as the request id; default false.
   */
  readonly trustProxy?: boolean | undefined;
  /** Seconds for which browsers may reach this host by HTTPS alone (`Strict-Transport-Security`); default: no such header. */
  readonly strictTransportSecurity?: number | undefined;
  /**
   * HTML pages for GET on the address, exported by generated code as `pages` (rules P1 to P5). Default: none, GET then
   * responds to `?wsdl` and `?disco` alone; what pages need is not even loaded.
   */
  readonly pages?: Pages | undefined;
  /**
   * Show test forms to callers on the server's own machine, and accept their posts (rules P3 and P4); default true. A
   * proxy on that machine which replaces `Host` by its own name and adds no header looks like such a caller: disable the
   * forms behind it.
   */
  readonly testForms?: boolean | undefined;
  /**
   * Header blocks that the handlers process in addition to the declared ones, so that callers may mark them with
   * mustUnderstand (rule D5).
   */
  readonly understood?: readonly QName[] | undefined;
  /** GET on other paths, such as an operator's `/healthz`, by path. */
  readonly routes?: Readonly<Record<string, Route>> | undefined;
  /** Called for each response; see `ServerEvent`. It gets no value of any message. */
  readonly log?: EventListener | undefined;
  /** Gets unexpected errors of handlers, which may contain secrets. Default: `console.error`. */
  readonly onError?: ErrorListener | undefined;
}

/** Responds to GET and HEAD on a path. If it fails, the caller gets a 500 without details, and `onError` the error. */
export type Route = (request: RouteRequest) => RouteResponse | Promise<RouteResponse>;

/** A request for a route. */
export interface RouteRequest {
  /** Address of the socket's peer; undefined where the host does not provide it. */
  readonly peerAddress: string | undefined;
  /** Value of an HTTP header of the request by its name, in any case. */
  httpHeader(name: string): string | undefined;
}

export interface RouteResponse {
  /** Default 200. */
  readonly status?: number | undefined;
  /** Default `text/plain; charset=utf-8`. */
  readonly contentType?: string | undefined;
  readonly body: string;
}
