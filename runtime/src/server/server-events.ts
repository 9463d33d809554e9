import type { FaultCode } from '../soap/fault.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { ShedReason } from './overload/admission.ts';

/** An event for the server's log. It never contains a value of a message (rule R5). */
export type ServerEvent = ResultEvent | FaultEvent | RefusedEvent | ShedEvent | ErrorEvent;

/** An operation has returned its result. */
export interface ResultEvent {
  readonly event: 'result';
  readonly requestId: string;
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  /** Address of the caller; behind a trusted proxy the address that the proxy reports. */
  readonly peerAddress: string | undefined;
  /** Of the request's `traceparent`, if that is valid. */
  readonly traceId?: string | undefined;
  /** From the head of the request to the response, which is not yet sent. */
  readonly milliseconds: number;
}

/** The response to a request is a fault. */
export interface FaultEvent {
  readonly event: 'fault';
  readonly requestId: string;
  /** Undefined if the operation was not yet known. */
  readonly operation: string | undefined;
  readonly soapVersion: SoapVersion;
  readonly peerAddress: string | undefined;
  /** Of the request's `traceparent`, if that is valid. */
  readonly traceId?: string | undefined;
  readonly milliseconds: number;
  readonly status: number;
  readonly code: FaultCode;
  readonly detailCode: string | undefined;
  readonly path: string | undefined;
}

/** A request was rejected by HTTP alone, for example by 404, 405, 411 or 415 (rule T7). */
export interface RefusedEvent {
  readonly event: 'refused';
  /** In the `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly status: number;
  readonly peerAddress: string | undefined;
  /** Of the request's `traceparent`, if that is valid. */
  readonly traceId?: string | undefined;
}

/** A request was rejected with 503 because the server is overloaded. */
export interface ShedEvent {
  readonly event: 'shed';
  /** In the `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly reason: ShedReason;
  readonly soapVersion: SoapVersion;
  readonly peerAddress: string | undefined;
}

/** An unexpected error: a fault with the same id follows if there is still a caller (rule W4). */
export interface ErrorEvent {
  readonly event: 'error';
  readonly requestId: string;
  readonly operation: string | undefined;
  /** The class of the error. Only `onError` gets its text, which may contain secrets. */
  readonly errorName: string;
}

export type EventListener = (event: ServerEvent) => void;

export type ErrorListener = (
  error: unknown,
  about: { readonly requestId: string; readonly operation: string | undefined },
) => void;

/** The class of a thrown value, for the log. Even its getters may throw. */
export function errorName(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error;
  } catch {
    return 'unknown';
  }
}
