import type { Version } from '../soap/version.ts';
import type { NamedLimits } from '../xml/limits.ts';
import type { HttpResponse } from './http-response.ts';
import type { HeadFields, RequestHead, Target } from './request-head.ts';
import type { PendingBody } from './soap-server.ts';

/** HTML pages of a service: the value of the option `pages`. `createPages` of `@soapwright/runtime/pages` creates them. */
export interface Pages {
  /** Returns the page for a GET on the address; a query without a meaning gets the list of operations. */
  get(request: PageRequest): HttpResponse;
  /** Begins a POST of a test form (rule P3); undefined when the request is something else. */
  post(request: PageRequest, server: FormServer): HttpResponse | PendingBody | undefined;
}

/** A request to the address of the service, with the server's data for a page. */
export interface PageRequest {
  readonly head: RequestHead;
  readonly fields: HeadFields;
  readonly target: Target;
  /** Address of the service as the caller sees it. */
  readonly address: string;
  /** Supported versions; the first one is the default. */
  readonly versions: readonly Version[];
  readonly testForms: boolean;
  /** Headers of every response: names and values in turn. */
  readonly extraHeaders: readonly string[];
}

/** The part of the server that a test form uses. */
export interface FormServer {
  readonly path: string;
  readonly limits: NamedLimits;
  readonly requireContentLength: boolean;
  /** Logs a rejection by HTTP status; returns headers for the response, names and values in turn. */
  logRejection(status: number): readonly string[];
  /** The response to an unexpected error (rule W4), which it reports. */
  failure(error: unknown, operation: string): HttpResponse;
  /** Responds to a SOAP request as if it had come over the network. @param body of the announced length. */
  dispatch(head: RequestHead, body: Uint8Array): HttpResponse | Promise<HttpResponse>;
}
