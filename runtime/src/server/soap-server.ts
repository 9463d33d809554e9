import type { HttpResponse } from './http-response.ts';
import type { ServerLoad } from './overload/admission.ts';
import type { ContentCoding, RequestHead } from './request-head.ts';

/** A SOAP service without a network: adapters pass requests to it and send its responses. */
export interface SoapServer {
  /** The path of the service. */
  readonly path: string;
  /** Requests that are running or waiting now. */
  readonly load: ServerLoad;
  /** Responds to a Web `Request`; the promise never rejects. @param info data of the host beyond the request. */
  fetch(request: Request, info?: FetchInfo): Promise<Response>;
  /**
   * For adapters: checks the head of a request, and returns the complete response or asks for the body (`isPendingBody`).
   * It never rejects.
   */
  begin(head: RequestHead): HttpResponse | Promise<HttpResponse> | PendingBody;
}

/** Information of the host of a Web server beyond the request. */
export interface FetchInfo {
  /** Address of the socket's peer. */
  readonly peerAddress?: string | undefined;
  /**
   * The host has chosen the service by its own routes: it responds at the path of the request, whatever the option `path`
   * says. Default: other paths get 404.
   */
  readonly mounted?: boolean | undefined;
}

/** Why a service cannot respond: something has read the body of the request before. */
export const consumedBody =
  'The body of the request was read before the SOAP service got it: route requests to the service before a body parser reads them.';

/** A request with a valid head, whose body may be read. */
export interface PendingBody {
  /** Maximum bytes of the body, before and after decoding. */
  readonly limit: number;
  /** The announced length; undefined for a chunked body. */
  readonly length: number | undefined;
  /** The coding of the body; undefined if it is not encoded. */
  readonly coding: ContentCoding | undefined;
  /** Responds to the request; never rejects. @param body complete and decoded. */
  respond(body: Uint8Array): HttpResponse | Promise<HttpResponse>;
  /** The response to a body over the limit (rule T7). */
  tooLarge(): HttpResponse;
  /** The response to a body that cannot be decoded. */
  undecodable(): HttpResponse;
  /**
   * Receives the body piece by piece instead of in memory, if it may have streamed fields and is not small. Has its
   * own limits, which replace `limit`.
   */
  intake(): BodyIntake | undefined;
  /** Maximum bytes of a body that is received piece by piece, before decoding. */
  readonly mostBytes: number;
}

/** Receives the body of a request piece by piece. */
export interface BodyIntake {
  /** The response, if there is one before the end of the body, whose rest is then ignored. */
  readonly early: HttpResponse | Promise<HttpResponse> | undefined;
  /**
   * Receives the next decoded piece. Returns a promise if the next piece must wait; it never rejects. The piece must not
   * change until then.
   */
  receive(piece: Uint8Array): Promise<void> | undefined;
  /** Responds to the complete request; never rejects. */
  end(): HttpResponse | Promise<HttpResponse>;
  /** Releases spooled values. Call it when the response was sent or the caller has disconnected. */
  discard(): void;
}

/** Whether the body of a request is needed for its response. */
export function isPendingBody(outcome: HttpResponse | Promise<HttpResponse> | PendingBody): outcome is PendingBody {
  return 'limit' in outcome;
}
