import type { ForeignCall } from './foreign.ts';

/** A call by a foreign client to a server that returns its input. */
export interface EchoCase extends ForeignCall {
  readonly what: string;
  /** Inputs of handlers, each time that something arrives: twice where the client sends its result back. */
  readonly given: readonly unknown[];
  /** Of the header blocks that the contract declares. */
  readonly givenHeaders?: Readonly<Record<string, unknown>>;
  /** The response as the client reads it; not checked if undefined. */
  readonly result?: unknown;
  readonly resultHeaders?: unknown;
  /** The client's error: the server's fault, or, where it cannot do a thing, its own. */
  readonly fault?: { readonly code: RegExp; readonly reason: RegExp; readonly detail?: unknown };
}

/** Values sent by a client that sends its input, and then the result. */
export const twice = (value: unknown): readonly unknown[] => [value, value];
