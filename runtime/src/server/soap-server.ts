import type { HttpResponse } from './http-response.ts';
import type { ServerLoad } from './overload/admission.ts';
import type { ContentCoding, RequestHead } from './request-head.ts';

/** A SOAP service without a network: adapters bring requests to it and take answers away. */
export interface SoapServer {
  /** The path that is served. */
  readonly path: string;
  /** What it has taken on at this moment. */
  readonly load: ServerLoad;
  /** Answers a Web `Request`; never rejects. @param info what the host knows beyond the request. */
  fetch(request: Request, info?: FetchInfo): Promise<Response>;
  /**
   * For adapters: judges the head of a request. What comes back is either the whole answer, or the wish for the body
   * (`isPendingBody`). It never rejects.
   */
  begin(head: RequestHead): HttpResponse | Promise<HttpResponse> | PendingBody;
}

/** What the host of a Web server knows beyond the request. */
export interface FetchInfo {
  /** Address of the peer of the socket. */
  readonly peerAddress?: string | undefined;
}

/** A request whose head is in order, so that its body may be read. */
export interface PendingBody {
  /** The most bytes that the body may have, before and after it is decoded. */
  readonly limit: number;
  /** The length that was announced; undefined for a chunked body. */
  readonly length: number | undefined;
  /** How the body is to be decoded; undefined when it comes as it is. */
  readonly coding: ContentCoding | undefined;
  /** Answers it; never rejects. @param body whole and decoded. */
  answer(body: Uint8Array): HttpResponse | Promise<HttpResponse>;
  /** The answer when the body is over the limit (rule T7). */
  tooLarge(): HttpResponse;
  /** The answer when the body cannot be decoded. */
  undecodable(): HttpResponse;
  /**
   * Takes the body in piece by piece, where that is better than to have all of it in memory: when it may hold streamed
   * fields and is not small. `limit` does not hold for it then; it has limits of its own.
   */
  intake(): BodyIntake | undefined;
  /** The most bytes that a body may have which is taken in piece by piece, before it is decoded. */
  readonly mostBytes: number;
}

/** Takes in the body of a request piece by piece. */
export interface BodyIntake {
  /** The answer, where there is one before the body's end: the rest is not to be taken in. */
  readonly early: HttpResponse | Promise<HttpResponse> | undefined;
  /**
   * Takes the next piece, decoded. Answers a promise where the next one must wait; it never rejects. The piece must not
   * change until then.
   */
  take(piece: Uint8Array): Promise<void> | undefined;
  /** Answers the request, when all is there; never rejects. */
  end(): HttpResponse | Promise<HttpResponse>;
  /** Gives up what was spooled. To be called when the answer was sent, or nobody waits for it. */
  discard(): void;
}

/** Whether a request's body is wanted before it can be answered. */
export function isPendingBody(outcome: HttpResponse | Promise<HttpResponse> | PendingBody): outcome is PendingBody {
  return 'limit' in outcome;
}
