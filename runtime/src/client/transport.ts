import { MessageStream } from '../xml/message-stream.ts';

/** One HTTP POST, as plain data. */
export interface TransportRequest {
  /** Absolute, http or https, without credentials and fragment. */
  readonly url: string;
  /** Names and values in turn. `Content-Type` and `Content-Length` are always among them; `Host` never is. */
  readonly headers: readonly string[];
  /** A string is sent as UTF-8. A stream, of `length` bytes, is given to `sendLarge` alone. */
  readonly body: string | Uint8Array | MessageStream;
  /** An answer with more bytes than this in its body is not to be taken in. */
  readonly maxAnswerBytes: number;
  /** Aborted when the caller no longer waits. Its reason is a `ClientError`. */
  readonly signal: AbortSignal;
  /**
   * Takes in large answers, where the operation's holds streamed fields. Transports that do not know of it collect every
   * answer.
   */
  readonly intake?: AnswerIntake | undefined;
  /**
   * Tells the same as `signal` at a fraction of its price, where it is there. One listener at a time; it is called at
   * once when the caller has gone already.
   */
  onCancel?(listener: (reason: unknown) => void): void;
}

/** A request whose body is in memory. */
export type WholeRequest = TransportRequest & { readonly body: string | Uint8Array };

/** Takes in the body of an answer piece by piece, so that it is never in memory as a whole. */
export interface AnswerIntake {
  /**
   * To be asked when the head of the answer is there. False: the body is to be collected, up to `maxAnswerBytes`. True: each
   * piece is to be taken, `maxAnswerBytes` does not count, and the response's body is empty.
   */
  begin(status: number, headers: readonly string[]): boolean;
  /**
   * Takes the next piece, which must not change until then; the one after it must wait for the promise that is answered.
   *
   * @throws what the transport is to reject with, leaving the rest of the answer; so may the promise.
   */
  take(piece: Uint8Array): Promise<void> | undefined;
}

/** The answer to it, whatever its status. */
export interface TransportResponse {
  readonly status: number;
  /** Names, in any case, and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * Carries requests to a service. A transport neither follows redirects nor repeats a request. It rejects with a
 * `ClientError` of code `too-large` for an answer over the limit; any other rejection counts as a lost connection.
 */
export interface Transport {
  send(request: WholeRequest): Promise<TransportResponse>;
  /**
   * Sends a large message, whose body may be a `MessageStream`: it is iterated once, each piece being valid until the next
   * one is asked for. Transports without it are given messages whole.
   */
  sendLarge?(request: TransportRequest): Promise<TransportResponse>;
}

/** Sends as the transport wants it: a message for one that takes no streams is whole. */
export function sendBy(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  return transport.sendLarge === undefined || !(request.body instanceof MessageStream)
    ? transport.send(request as WholeRequest)
    : transport.sendLarge(request);
}

/** The first value of a header in a flat list of names and values. `name` is in lower case. */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    const each = headers[i] as string;
    if (each.length === name.length && each.toLowerCase() === name) return headers[i + 1];
  }
  return undefined;
}
