import { contentCoding, MAX_EXPANSION, withoutCoding } from '../content-coding.ts';
import { findHeader } from '../http-headers.ts';
import { LimitedBody, responseTooLarge } from '../response-body.ts';
import type { TransportRequest, TransportResponse } from '../transport.ts';
import { CancellableRequest } from './cancellable-request.ts';
import { connectionLost, isLost, truncated } from './connection-error.ts';
import { ContentDecoder } from './content-decoder.ts';

/**
 * Receives the response to one request: into the request's sink, or into memory up to its limit. Settles the promise of the
 * transport, also when the call is cancelled.
 */
export class ResponseReceiver {
  /** Whether the promise is settled. */
  isOver = false;
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #abort: (isCancelled: boolean) => void;
  readonly #body: LimitedBody;
  #status = 0;
  #headers: readonly string[] = [];
  #usesSink = false;
  /** Pending while the sink processes a piece, or the decoder. */
  #writing: Promise<void> | undefined;
  /** Decodes the Content-Encoding. */
  #decoder: ContentDecoder | undefined;
  #endWatch: (() => void) | undefined;

  /** @param abort closes the connection after an error here: the call was cancelled, a limit exceeded, the sink failed. */
  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
    abort: (isCancelled: boolean) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#abort = abort;
    this.#body = new LimitedBody(request.maxResponseBytes);
  }

  /** Watches for the end of the call. */
  watch(): void {
    const cancel = (reason: unknown): void => {
      this.fail(reason);
      this.#abort(true);
    };
    if (this.#request instanceof CancellableRequest) {
      this.#request.onCancel(cancel);
      return;
    }
    // A transport in JavaScript may have passed a request without one.
    const signal: AbortSignal | undefined = this.#request.signal;
    if (signal === undefined) return;
    const onAbort = (): void => cancel(signal.reason);
    this.#endWatch = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  }

  /** Rejects for an error of the connection, or any other. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#endWatch?.();
    this.#decoder?.close();
    this.#reject(error);
  }

  /** Rejects for an error of the connection. */
  failConnection(error: unknown): void {
    if (this.#status === 0) this.fail(isLost(error) ? connectionLost(error) : error);
    else this.fail(truncated(this.#status, this.#headers, error));
  }

  begin(status: number, headers: readonly string[]): void {
    this.#status = status;
    const coding = contentCoding(headers);
    this.#headers = coding === undefined ? headers : withoutCoding(headers);
    try {
      this.#usesSink = this.#request.sink?.begin(status, this.#headers) ?? false;
    } catch (error) {
      this.#failAndAbort(error);
      return;
    }
    const isTooLarge = Number(findHeader(headers, 'content-length')) > this.#request.maxResponseBytes;
    if (isTooLarge && !this.#usesSink) this.#failTooLarge();
    if (coding === undefined || this.isOver) return;
    const { maxExpansion = MAX_EXPANSION } = this.#request;
    this.#decoder = new ContentDecoder(coding, status, maxExpansion, (piece) => this.#receive(piece));
  }

  /** Receives a piece. @returns a promise if the connection must wait before the next one; it never rejects. */
  write(piece: Uint8Array): Promise<void> | undefined {
    if (this.isOver) return undefined;
    if (this.#decoder === undefined) return this.#receive(piece);
    this.#writing = this.#settled(this.#decoder.write(piece));
    return this.#writing;
  }

  /** Receives a decoded piece. */
  #receive(piece: Uint8Array): Promise<void> | undefined {
    if (this.isOver) return undefined;
    if (!this.#usesSink) {
      if (!this.#body.add(piece)) this.#failTooLarge();
      return undefined;
    }
    try {
      const wait = this.#request.sink?.write(piece);
      if (this.#decoder !== undefined) return wait?.catch((error: unknown) => this.#failAndAbort(error));
      this.#writing = wait === undefined ? undefined : this.#settled(wait);
    } catch (error) {
      this.#failAndAbort(error);
    }
    return this.#writing;
  }

  async #settled(wait: Promise<void>): Promise<void> {
    try {
      await wait;
      this.#writing = undefined;
    } catch (error) {
      this.#failAndAbort(error);
    }
  }

  /** Settles the promise, once the sink is ready. @param onEnd called afterwards. */
  end(onEnd?: () => void): void {
    if (this.#writing !== undefined) {
      void this.#writing.then(() => this.end(onEnd));
      return;
    }
    if (this.isOver) return;
    if (this.#decoder !== undefined) {
      const decoder = this.#decoder;
      this.#decoder = undefined;
      this.#writing = this.#settled(decoder.end());
      void this.#writing.then(() => this.end(onEnd));
      return;
    }
    this.isOver = true;
    this.#endWatch?.();
    this.#resolve({ status: this.#status, headers: this.#headers, body: this.#body.bytes() });
    onEnd?.();
  }

  #failTooLarge(): void {
    this.#failAndAbort(responseTooLarge(this.#request.maxResponseBytes, this.#status));
  }

  #failAndAbort(error: unknown): void {
    // Otherwise `end` would wait for it again.
    this.#writing = undefined;
    this.fail(error);
    this.#abort(false);
  }
}
