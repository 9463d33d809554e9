import type { FaultCode } from '@soapwright/runtime';

/**
 * One call of an operation, for both directions: our client calls their server, and their client calls our server. Values
 * are those of generated code.
 */
export interface Case {
  /** The subject of the call, as the end of a test's title. */
  readonly what: string;
  /** Name of the method and of the handler. */
  readonly operation: string;
  readonly request: unknown;
  /** The method's result. The handler of our server returns it. */
  readonly response?: unknown;
  /** Paths of two values of the response of their server that are one object: the second one is a reference. */
  readonly same?: readonly [path: string, path: string] | undefined;
  /** Replaces a response. */
  readonly fault?: CaseFault;
  /** Values of declared header blocks, by their names in generated code. */
  readonly requestHeaders?: Readonly<Record<string, unknown>>;
  readonly responseHeaders?: Readonly<Record<string, unknown>>;
  /** What their client is given, in its own notation; `request` in that notation unless it is set. */
  readonly sent?: unknown;
  /** What their client returns, in its own notation; `response` in that notation unless it is set. */
  readonly received?: unknown;
  /** The request that reaches our server's handler where their client cannot send `request` as it is. */
  readonly arrived?: unknown;
  /** The header blocks that reach our server's handler; `requestHeaders` unless it is set. */
  readonly arrivedHeaders?: Readonly<Record<string, unknown>>;
  /** Paths of differences from their WSDL in the response of their server. */
  readonly deviations?: readonly string[];
  /** The only direction that is possible: `server` calls their server, `client` is called by their client. */
  readonly only?: 'server' | 'client';
}

export interface CaseFault {
  readonly code: FaultCode;
  readonly reason: string;
  /** Name of a declared fault in generated code, with its value. */
  readonly name?: string;
  readonly value?: unknown;
  /** URI of the node that generated the fault. */
  readonly node?: string;
  /** The detail, where the WSDL does not declare it; empty for none. */
  readonly detailXml?: string;
}

/** What their client returns for a case. */
export interface ForeignAnswer {
  readonly result?: unknown;
  readonly headers?: unknown;
  readonly fault?: { readonly code: string; readonly reason: string; readonly detail?: unknown } | undefined;
}
