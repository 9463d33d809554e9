import type { Answer } from './answer.ts';
import type { PendingBody } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { ServerLoad } from './overload/admission.ts';

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
  begin(head: RequestHead): Answer | Promise<Answer> | PendingBody;
}

/** What the host of a Web server knows beyond the request. */
export interface FetchInfo {
  /** Address of the peer of the socket. */
  readonly peerAddress?: string | undefined;
}

/** Whether a request's body is wanted before it can be answered. */
export function isPendingBody(outcome: Answer | Promise<Answer> | PendingBody): outcome is PendingBody {
  return 'limit' in outcome;
}
