import type { FaultCode } from '@soapwright/runtime';
import type { HandlerContext } from '@soapwright/runtime/server';
import type { ResolvedFault, ResolvedOperation } from '../../contract/index.ts';
import type { SourceLocation } from '../../diagnostics/index.ts';
import type { Value } from '../model/value.ts';
import type { Expectation } from './expectation.ts';

/** A fault that a mock responds with. */
export interface MockFault {
  readonly reason: string;
  readonly code: FaultCode;
  /** HTTP status; by default that of the code. */
  readonly status: number | undefined;
  /** A declared fault with the value of its detail. */
  readonly declared: { readonly fault: ResolvedFault; readonly detail: Value } | undefined;
}

/** One response of a mock: a value of the contract, or a fault. */
export type MockOutcome =
  | { readonly kind: 'respond'; readonly value: Value; readonly delay: number }
  | { readonly kind: 'fault'; readonly fault: MockFault; readonly delay: number };

/** An outcome that is computed from each request. It may reject with a `SoapFault`, which is the response. */
export interface ComputedOutcome {
  readonly kind: 'computed';
  compute(request: Value): Promise<MockOutcome>;
}

/** What a mock responds to requests of an operation. */
export interface MockExample {
  /** Part of the request; undefined for any. */
  readonly when: Value;
  /** The n-th request gets the n-th outcome, and later ones the last. */
  readonly outcomes: readonly (MockOutcome | ComputedOutcome)[];
  /** Requests that it responds to before the next example does. */
  readonly times: number;
  /** Fields that a response of the service must have; undefined where it must have the values of an outcome. */
  readonly needs?: readonly (readonly string[])[] | undefined;
  /** Where it is written; undefined for a rule of a test. */
  readonly at?: SourceLocation | undefined;
  /** What a probe expects of the response; absent where it says nothing. A mock ignores it. */
  readonly expect?: readonly Expectation[];
}

/** A request that a mock responds to. */
export interface MockCall {
  readonly operation: ResolvedOperation;
  /** The decoded body. */
  readonly request: Value;
  /** The envelope, as UTF-8. */
  readonly message: Uint8Array;
  readonly context: Pick<HandlerContext, 'signal' | 'soapVersion' | 'httpHeader'>;
}

/** Decides what a mock responds. It may reject with a `SoapFault`, which is the response. */
export interface Responder {
  respond(call: MockCall): Promise<MockOutcome>;
}
