import { Readable } from 'node:stream';
import { MessageStream } from '../../xml/message-stream.ts';
import { AnswerBody, tooLarge } from '../answer-body.ts';
import { findHeader, type Transport, type TransportRequest, type TransportResponse } from '../transport.ts';
import { Departures } from './departures.ts';

/** As much of undici's `Dispatcher` as is used here: any of its Pool, Agent, Client, ProxyAgent, MockAgent of versions 6 and 7. */
export interface UndiciDispatcher {
  dispatch(options: UndiciRequest, handler: UndiciHandler): boolean;
}

/** A request as undici takes it. */
export interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'POST';
  readonly headers: string[];
  readonly body: string | Uint8Array | Readable;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** What undici tells of a request: version 6 by the first five methods, version 7 by the others. */
export interface UndiciHandler {
  onConnect(abort: (reason?: Error) => void): void;
  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void, statusText: string): boolean;
  onData(piece: Buffer): boolean;
  onComplete(trailers: string[] | null): void;
  onError(error: Error): void;
  onRequestStart(controller: UndiciController): void;
  onResponseStart(
    controller: UndiciController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void;
  onResponseData(controller: UndiciController, piece: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: UndiciController, error: Error): void;
}

/** What version 7 gives to steer a request with. */
export interface UndiciController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * A transport on undici, which needs half of the CPU time of `node:http` for a small call. Connections, TLS and proxies are
 * the dispatcher's: make it, and close it, yourself. A pool of version 6 or 7 may be given; the runtime itself does not
 * depend on undici.
 *
 * @example
 * import { Pool } from 'undici';
 * const pool = new Pool('https://files.example', { connections: 64 });
 * const client = new FilesClient({ transport: undiciTransport(pool) });
 */
export function undiciTransport(dispatcher: UndiciDispatcher): Transport {
  return new UndiciTransport(dispatcher);
}

class UndiciTransport implements Transport {
  readonly #dispatcher: UndiciDispatcher;
  readonly #departures = new Departures();
  #target: { readonly url: string; readonly origin: string; readonly path: string } | undefined;

  constructor(dispatcher: UndiciDispatcher) {
    this.#dispatcher = dispatcher;
  }

  sendLarge(request: TransportRequest): Promise<TransportResponse> {
    return this.send(request);
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      let target = this.#target;
      if (target?.url !== request.url) {
        const { origin, pathname, search } = new URL(request.url);
        target = { url: request.url, origin, path: pathname + search };
        this.#target = target;
      }
      const { origin, path } = target;
      const exchange = new UndiciExchange(request, resolve, reject);
      this.#departures.add(() => {
        if (exchange.isOver) return;
        const { body } = request;
        const options: UndiciRequest = {
          origin,
          path,
          method: 'POST',
          headers: request.headers as string[],
          body: body instanceof MessageStream ? Readable.from(copies(body), { objectMode: false }) : body,
          // The time-out of the call spans all.
          headersTimeout: 0,
          bodyTimeout: 0,
        };
        try {
          this.#dispatcher.dispatch(options, exchange);
        } catch (error) {
          exchange.fail(error);
        }
      });
    });
  }
}

/** Pieces in memory of their own: undici says nothing of when it has written one. */
async function* copies(body: MessageStream): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) yield piece.slice();
}

/** One request by way of undici, and its answer. */
class UndiciExchange implements UndiciHandler {
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #body: AnswerBody;
  #status = 0;
  #headers: string[] = [];
  #abort: ((reason: Error) => void) | undefined;
  #endWatch: (() => void) | undefined;
  /** Whether the request takes the answer in itself. */
  #isTakenIn = false;
  #pause: () => void = () => undefined;
  #resume: () => void = () => undefined;
  /** Until what has come of the answer is taken. */
  #taking: Promise<void> | undefined;
  isOver = false;

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new AnswerBody(request.maxAnswerBytes);
    if (request.onCancel !== undefined) {
      request.onCancel((reason) => this.#cancel(reason));
      return;
    }
    const { signal } = request;
    const onAbort = (): void => this.#cancel(signal.reason);
    this.#endWatch = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  }

  fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#endWatch?.();
    this.#reject(error);
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.isOver) this.#end();
  }

  onRequestStart(controller: UndiciController): void {
    this.#pause = () => controller.pause();
    this.#resume = () => controller.resume();
    this.onConnect((reason) => controller.abort(reason ?? ended));
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    this.#resume = resume;
    this.#begin(
      status,
      rawHeaders.map((each) => each.toString('latin1')),
    );
    return true;
  }

  onResponseStart(
    _controller: UndiciController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const flat: string[] = [];
    for (const [name, value] of Object.entries(headers)) {
      for (const each of Array.isArray(value) ? value : [value ?? '']) flat.push(name, each);
    }
    this.#begin(status, flat);
  }

  onData(piece: Buffer): boolean {
    if (this.isOver) return true;
    if (this.#isTakenIn) this.#takeIn(piece);
    else if (!this.#body.add(piece)) this.#refuse();
    return this.#taking === undefined;
  }

  onResponseData(_controller: UndiciController, piece: Buffer): void {
    this.onData(piece);
  }

  onComplete(): void {
    if (this.#taking !== undefined) {
      this.#taking.then(
        () => this.onComplete(),
        () => undefined,
      );
      return;
    }
    if (this.isOver) return;
    this.isOver = true;
    this.#endWatch?.();
    this.#resolve({ status: this.#status, headers: this.#headers, body: this.#body.bytes() });
  }

  onResponseEnd(): void {
    this.onComplete();
  }

  onError(error: Error): void {
    this.fail(error);
  }

  onResponseError(_controller: UndiciController, error: Error): void {
    this.fail(error);
  }

  #begin(status: number, headers: string[]): void {
    // 100 to 199 are not the answer.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#isTakenIn = this.#request.intake?.begin(status, headers) ?? false;
    if (this.#isTakenIn) return;
    if (Number(findHeader(headers, 'content-length')) > this.#request.maxAnswerBytes) this.#refuse();
  }

  #takeIn(piece: Uint8Array): void {
    const failed = (error: unknown): void => {
      this.fail(error);
      this.#end();
    };
    try {
      const wait = this.#request.intake?.take(piece);
      if (wait === undefined) return;
      this.#taking = wait;
      this.#pause();
      wait.then(() => {
        this.#taking = undefined;
        this.#resume();
      }, failed);
    } catch (error) {
      failed(error);
    }
  }

  #refuse(): void {
    this.fail(tooLarge(this.#request.maxAnswerBytes, this.#status));
    this.#end();
  }

  #cancel(reason: unknown): void {
    this.fail(reason);
    this.#end();
  }

  #end(): void {
    this.#abort?.(ended);
  }
}

const ended = new Error('The call is over.');
