import type { SoapVersion } from '../soap/version.ts';
import type { Spool } from '../spool/spool.ts';
import type { QName } from '../types/qname.ts';
import type { Limits } from '../xml/limits.ts';
import type { OverloadOptions } from './overload/admission.ts';
import type { Pages } from './pages-option.ts';
import type { ErrorListener, EventListener } from './server-events.ts';
import type { SenderFaultStatus } from './service-description.ts';

/** How a server behaves. Everything has a default but `state`, which only services whose handlers share something have. */
export type ServerOptions<State = undefined> = CommonOptions &
  (undefined extends State ? { readonly state?: State } : { readonly state: State });

export interface CommonOptions {
  /** What a request may cost; each one that is left out keeps its default. */
  readonly limits?: { readonly [name in keyof Limits]?: number | undefined } | undefined;
  /** How many requests it takes on at once; the others are answered 503 with `Retry-After`. GET is always answered. */
  readonly overload?: OverloadOptions | undefined;
  /**
   * Where the values of streamed fields lie while a request is dealt with. Default: on Node a folder for temporary files
   * (`fileSpool` of `@soapwright/runtime/server/node` takes another one), in memory elsewhere.
   */
  readonly spool?: Spool | undefined;
  /** Refuse unknown elements and fields out of order (rule R1); default false. */
  readonly strict?: boolean | undefined;
  /** The whole address of the service as callers see it, for the WSDL (rule P2); default: the one that was asked for. */
  readonly publicUrl?: string | undefined;
  /** The path that is served; default: the path of the contract's address. */
  readonly path?: string | undefined;
  /** Default: those of the contract. */
  readonly soapVersions?: readonly SoapVersion[] | undefined;
  /**
   * HTTP status of a SOAP 1.2 fault with the code Sender (rule T7). Default: that of the contract, else 400, as SOAP 1.2
   * part 2 says. ASP.NET responds with 500; a WCF client reads the envelope of a fault only if the status is 500, and
   * reports any other status but 2xx as a failed connection.
   */
  readonly senderFaultStatus?: SenderFaultStatus | undefined;
  /** Refuse a POST without Content-Length by 411 (rule T3); default true. Else chunked bodies are read too. */
  readonly requireContentLength?: boolean | undefined;
  /** Web pages of these origins may call the service; `*` stands for any. Default: none. */
  readonly cors?: { readonly origins: '*' | readonly string[] } | undefined;
  /**
   * Believe `X-Forwarded-Proto`, `X-Forwarded-Host` and, for the log, the last address of `X-Forwarded-For`, which a proxy
   * in front must then set; default false.
   */
  readonly trustProxy?: boolean | undefined;
  /**
   * HTML pages for GET on the address, exported by generated code as `pages` (rules P1 to P5). Default: none, GET then
   * responds to `?wsdl` and `?disco` alone; what pages need is not even loaded.
   */
  readonly pages?: Pages | undefined;
  /**
   * Show test forms to callers on the server's own machine, and take what they post (rules P3 and P4); default true. A
   * proxy on that machine that puts its own name into `Host` and adds no header cannot be told from a person there:
   * behind such a one, switch them off.
   */
  readonly testForms?: boolean | undefined;
  /**
   * Header blocks that the handlers deal with besides those that operations declare, so that callers may demand that they be
   * understood (rule D5).
   */
  readonly understood?: readonly QName[] | undefined;
  /** GET on other paths, such as an operator's `/healthz`, by path. */
  readonly routes?: Readonly<Record<string, Route>> | undefined;
  /** Told of every answer; see `ServerEvent`. It gets no value of any message. */
  readonly log?: EventListener | undefined;
  /** Handed what handlers throw by failure; it may hold anything. Default: `console.error`. */
  readonly onError?: ErrorListener | undefined;
}

/** Answers GET (and HEAD) on a path. Should it fail, the caller gets a 500 that says no more, and `onError` the error. */
export type Route = (request: RouteRequest) => RouteResponse | Promise<RouteResponse>;

/** Who asks for a route. */
export interface RouteRequest {
  /** Address of the peer of the socket; undefined where the host does not tell. */
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
