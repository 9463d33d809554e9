import type { FormEntries, Message, OperationDescription, Version } from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { RawRequest } from '../dynamic/service-client.ts';
import type { Value } from '../model/value.ts';
import type { Envelope } from '../read/envelope.ts';
import type { ReadMessage } from '../read/message-reader.ts';

/** Where a request is sent, and how. */
export interface Target {
  /** Name of the environment; empty for the options of the command alone. */
  readonly environment: string;
  /** Value of the choice of ports. */
  readonly port: string;
  readonly version: Version;
  readonly address: string;
  /** In seconds. */
  readonly timeout: number;
}

/** What was entered. */
export type Draft =
  | { readonly kind: 'form'; readonly entries: FormEntries }
  /** Texts in YAML or JSON. @param headers by the names of the header blocks. */
  | { readonly kind: 'data'; readonly data: string; readonly headers: string };

/** A request that was made from a draft. */
export interface Request {
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
  readonly target: Target;
  readonly draft: Draft;
  /** As it may be shown: names stand for secret variables. */
  readonly message: Message;
  readonly raw: RawRequest;
  readonly showsSecrets: boolean;
}

export interface Received {
  readonly status: number;
  /** Names and values in turn; that of the type is `Content-Type`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** What the contract says of a response. */
export interface ReadResponse {
  readonly envelope: Envelope;
  readonly read: ReadMessage;
  /** The result as objects, lists and texts, without sensitive fields unless they are to be shown. */
  readonly plain: Value;
}

/** A request that was sent, and what came of it. */
export interface Exchange extends Request {
  readonly id: number;
  readonly at: Date;
  readonly milliseconds: number;
  /** Undefined if there was none. */
  readonly received: Received | undefined;
  /** Undefined if the response is not an envelope. */
  readonly response: ReadResponse | undefined;
  /** Why there is no result; undefined with one, and for a fault. */
  readonly problem: string | undefined;
  /** Requests and responses over HTTP, with secrets masked. */
  readonly log: readonly string[];
  /** Why it was not recorded. */
  readonly notRecorded: string | undefined;
}
