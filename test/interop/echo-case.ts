import type { ForeignCall } from './foreign.ts';

/** A call by a foreign client to a server that returns its input. */
export interface EchoCase extends ForeignCall {
  readonly what: string;
  /** What handlers are given, each time that something arrives: twice where the client sends back what it got. */
  readonly given: readonly unknown[];
  /** Of the header blocks that the contract declares. */
  readonly givenHeaders?: Readonly<Record<string, unknown>>;
  /** The response as the client reads it; not checked if undefined. */
  readonly result?: unknown;
  readonly resultHeaders?: unknown;
  /** What the client throws: of the server, or, where it cannot do a thing, its own. */
  readonly fault?: { readonly code: RegExp; readonly reason: RegExp; readonly detail?: unknown };
}

/** What a client that is given a value sends, and sends again when it has it back. */
export const twice = (value: unknown): readonly unknown[] => [value, value];
