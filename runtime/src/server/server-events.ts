import type { FaultCode } from '../soap/fault.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { ShedReason } from './overload/admission.ts';

/** What a server tells its log. No value of a message is ever in it (rule R5). */
export type ServerEvent = ResultEvent | FaultEvent | RefusedEvent | ShedEvent | ErrorEvent;

/** An operation was answered with its result. */
export interface ResultEvent {
  readonly event: 'result';
  readonly requestId: string;
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  /** Address of whoever calls; behind a trusted proxy the one that the proxy has seen. */
  readonly peerAddress: string | undefined;
  /** From the head of the request to the answer, which is not sent yet. */
  readonly milliseconds: number;
}

/** A request was answered with a fault. */
export interface FaultEvent {
  readonly event: 'fault';
  readonly requestId: string;
  /** Undefined when the request did not get as far as naming one. */
  readonly operation: string | undefined;
  readonly soapVersion: SoapVersion;
  readonly peerAddress: string | undefined;
  readonly milliseconds: number;
  readonly status: number;
  readonly code: FaultCode;
  readonly detailCode: string | undefined;
  readonly path: string | undefined;
}

/** A request was refused by HTTP alone: 404, 405, 411, 415 and their like (rule T7). */
export interface RefusedEvent {
  readonly event: 'refused';
  /** In the `X-Request-Id` of the answer. */
  readonly requestId: string;
  readonly status: number;
  readonly peerAddress: string | undefined;
}

/** A request was answered 503, for the server has too much to do. */
export interface ShedEvent {
  readonly event: 'shed';
  /** In the `X-Request-Id` of the answer. */
  readonly requestId: string;
  readonly reason: ShedReason;
  readonly soapVersion: SoapVersion;
  readonly peerAddress: string | undefined;
}

/** Something failed that should not: a fault with the same id follows where a caller is there to get one (rule W4). */
export interface ErrorEvent {
  readonly event: 'error';
  readonly requestId: string;
  readonly operation: string | undefined;
  /** The class of the error. Its text goes to `onError` alone: it may hold anything. */
  readonly errorName: string;
}

export type EventListener = (event: ServerEvent) => void;

export type ErrorListener = (
  error: unknown,
  about: { readonly requestId: string; readonly operation: string | undefined },
) => void;

/** The class of what was thrown, for the log. Anything can be thrown, even what fails when it is looked at. */
export function errorName(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error;
  } catch {
    return 'unknown';
  }
}
