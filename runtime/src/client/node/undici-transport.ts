import { Readable } from 'node:stream';
import { MessageStream } from '../../xml/message-stream.ts';
import type { Cancellation } from '../cancellation.ts';
import { type LazyTransport, type RequestParts, requestWith } from '../lazy-request.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { CancellableRequest } from './cancellable-request.ts';
import { loggedByEnvironment } from './logged-by-environment.ts';
import { ResponseReceiver } from './response-receiver.ts';
import { SendBatch } from './send-batch.ts';

/** The used part of undici's `Dispatcher`: a Pool, Agent, Client, ProxyAgent or MockAgent of version 6 or 7. */
export interface UndiciDispatcher {
  dispatch(options: UndiciRequest, handler: UndiciHandler): boolean;
}

/** A request of undici. */
export interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'POST';
  readonly headers: string[];
  readonly body: string | Uint8Array | Readable;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Callbacks of a request. Version 6 calls the first five methods, version 7 the others. */
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

/** Controls a request in version 7. */
export interface UndiciController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * A transport on undici 6 or 7, which takes half of the CPU time of `node:http` for a small call. Create and close the
 * dispatcher yourself: it manages connections, TLS and proxies. The runtime does not depend on undici. With
 * `SOAPWRIGHT_LOG=calls` in the environment it prints its calls.
 *
 * @example
 * import { Pool } from 'undici';
 * const pool = new Pool('https://files.example', { connections: 64 });
 * const client = new FilesClient({ transport: undiciTransport(pool) });
 */
export function undiciTransport(dispatcher: UndiciDispatcher): Transport {
  return loggedByEnvironment(new UndiciTransport(dispatcher));
}

class UndiciTransport implements LazyTransport {
  readonly #dispatcher: UndiciDispatcher;
  readonly #batch = new SendBatch();
  #target: { readonly url: string; readonly origin: string; readonly path: string } | undefined;

  constructor(dispatcher: UndiciDispatcher) {
    this.#dispatcher = dispatcher;
  }

  sendLarge(request: TransportRequest): Promise<TransportResponse> {
    return this.send(request);
  }

  [requestWith](parts: RequestParts, cancellation: Cancellation): TransportRequest {
    return new CancellableRequest(parts, cancellation);
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
      this.#batch.add(() => {
        if (exchange.receiver.isOver) return;
        const { body } = request;
        const options: UndiciRequest = {
          origin,
          path,
          method: 'POST',
          headers: request.headers as string[],
          body: body instanceof MessageStream ? Readable.from(copies(body), { objectMode: false }) : body,
          // The timeout of the call covers both.
          headersTimeout: 0,
          bodyTimeout: 0,
        };
        try {
          this.#dispatcher.dispatch(options, exchange);
        } catch (error) {
          exchange.receiver.fail(error);
        }
      });
    });
  }
}

/** Copies of the pieces, because undici does not report when it has written one. */
async function* copies(body: MessageStream): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) yield new Uint8Array(piece);
}

/** One request over undici, and its response. */
class UndiciExchange implements UndiciHandler {
  readonly receiver: ResponseReceiver;
  #abort: ((reason: Error) => void) | undefined;
  #pause: () => void = () => undefined;
  #resume: () => void = () => undefined;

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.receiver = new ResponseReceiver(request, resolve, reject, () => this.#abort?.(ended));
    this.receiver.watch();
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.receiver.isOver) abort(ended);
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
    const wait = this.receiver.write(piece);
    if (wait === undefined) return true;
    this.#pause();
    void wait.then(() => this.#resume());
    return false;
  }

  onResponseData(_controller: UndiciController, piece: Buffer): void {
    this.onData(piece);
  }

  onComplete(): void {
    this.receiver.end();
  }

  onResponseEnd(): void {
    this.receiver.end();
  }

  onError(error: Error): void {
    this.receiver.failConnection(error);
  }

  onResponseError(_controller: UndiciController, error: Error): void {
    this.receiver.failConnection(error);
  }

  #begin(status: number, headers: string[]): void {
    const isInterim = status < 200;
    if (!isInterim) this.receiver.begin(status, headers);
  }
}

const ended = new Error('The call is over.');
