import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HttpResponse, plainResponse } from '../http-response.ts';
import { headerValue } from '../request-head.ts';
import { type BodyIntake, isPendingBody, type PendingBody, type SoapServer } from '../soap-server.ts';
import { respondDecoded, BodyReceiver, BodyWatch, type Failed, type Received, type Receiver } from './body-receiver.ts';
import { Connection, defaultMaxPipelined, reasonFor } from './connection.ts';
import { NodeHead, ThreadDelay } from './node-request-head.ts';
import { ResponseBatch, send, sendEarly, whenClosed } from './send-response.ts';
import { StreamedBodyReceiver } from './streamed-body-receiver.ts';

const defaultBodyTimeout = 30_000;

/**
 * A request listener for an http server of your own. `listen` makes one with the right settings; with yours, mind
 * `requireHostHeader: false` and the events `checkContinue` and `clientError` (rules T8 and T10).
 */
export function nodeListener(server: SoapServer): RequestListener {
  const listener = new Listener(server, defaultBodyTimeout, defaultMaxPipelined);
  return (request, response) => listener.answer(request, response, { waits: false });
}

/** Brings the requests of node:http to a server, and its answers back. */
export class Listener {
  /** Set when the server stops: the last answer on each connection then closes it. */
  stopping = false;
  readonly #server: SoapServer;
  readonly #watch: BodyWatch;
  readonly #batch = new ResponseBatch();
  readonly #turns = new ThreadDelay();
  readonly #maxPipelined: number;
  readonly #connections = new WeakMap<Duplex, Connection>();

  /**
   * @param bodyTimeout milliseconds without a byte of a body that is awaited.
   * @param maxPipelined requests that may be unanswered on one connection.
   */
  constructor(server: SoapServer, bodyTimeout: number, maxPipelined: number) {
    this.#server = server;
    this.#maxPipelined = maxPipelined;
    this.#watch = new BodyWatch(bodyTimeout);
  }

  connection(socket: Duplex): Connection {
    let connection = this.#connections.get(socket);
    if (connection === undefined) {
      connection = new Connection();
      this.#connections.set(socket, connection);
    }
    return connection;
  }

  /** @param waits the caller sends the body only when told to go on (`Expect: 100-continue`). */
  answer(request: IncomingMessage, response: ServerResponse, { waits }: { readonly waits: boolean }): void {
    const connection = this.connection(request.socket);
    if (connection.closing) return;
    if (request.httpVersionMajor !== 1) {
      this.refuse(request, response, 505);
      return;
    }
    connection.take(response, this.#maxPipelined);
    const head = new NodeHead(request, response, connection.excess, this.#turns);
    const outcome = this.#server.begin(head);
    if (!isPendingBody(outcome)) {
      const length = bodyLength(head.rawHeaders);
      if (length === 0) this.#send(response, outcome);
      else this.#sendEarly(request, response, outcome, length, !waits);
      return;
    }
    if (waits) response.writeContinue();
    const intake = outcome.intake();
    if (intake !== undefined) {
      this.#takeIn(request, response, outcome, intake);
      return;
    }
    const receiver = new BodyReceiver(request, outcome, (received) => {
      this.#release(connection, receiver);
      this.#received(request, response, outcome, received);
    });
    this.#hold(connection, receiver);
  }

  #hold(connection: Connection, receiver: Receiver): void {
    connection.receiver = receiver;
    this.#watch.add(receiver);
  }

  #release(connection: Connection, receiver: Receiver): void {
    connection.receiver = undefined;
    this.#watch.delete(receiver);
  }

  /** Takes in a body that may hold streamed fields. */
  #takeIn(request: IncomingMessage, response: ServerResponse, pending: PendingBody, intake: BodyIntake): void {
    const connection = this.connection(request.socket);
    const receiver = new StreamedBodyReceiver(request, pending, intake, (outcome) => {
      this.#release(connection, receiver);
      // The answer may have to wait for others; nothing is made of what was spooled.
      if (outcome.kind !== 'all') intake.discard();
      switch (outcome.kind) {
        case 'all':
          this.#send(response, intake.end());
          break;
        case 'answered':
          this.#sendEarly(request, response, outcome.answer, undefined, true);
          break;
        case 'undecodable':
          this.#sendEarly(request, response, pending.undecodable(), undefined, true);
          break;
        default:
          this.#failed(response, outcome);
      }
    });
    // What was spooled is kept as long as the answer may be made of it. A response that waits for its turn is told nothing
    // of its connection.
    const over = (): void => {
      unwatch();
      receiver.fail('gone');
      intake.discard();
    };
    const unwatch = whenClosed(request.socket, over);
    response.once('close', over);
    this.#hold(connection, receiver);
  }

  /** Refuses a request by HTTP alone. */
  refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
    const connection = this.connection(request.socket);
    if (connection.closing) return;
    connection.take(response, this.#maxPipelined);
    this.#sendEarly(request, response, plainResponse(status, reasonFor(status)), undefined, false);
  }

  #received(request: IncomingMessage, response: ServerResponse, pending: PendingBody, received: Received): void {
    switch (received.kind) {
      case 'whole':
        if (pending.coding === undefined) this.#send(response, pending.answer(received.body));
        else respondDecoded(pending, received.body, (answer) => this.#send(response, answer));
        break;
      case 'too large':
        this.#sendEarly(request, response, pending.tooLarge(), undefined, true);
        break;
      default:
        this.#failed(response, received);
    }
  }

  /** Ends a connection whose request will never be whole. */
  #failed(response: ServerResponse, { kind }: Failed): void {
    if (kind === 'gone') return;
    const status = kind === 'too slow' ? 408 : 400;
    const connection = this.connection(response.req.socket);
    send(this.#batch, connection, response, plainResponse(status, reasonFor(status)), true);
  }

  #send(response: ServerResponse, answer: HttpResponse | Promise<HttpResponse>): void {
    if (answer instanceof Promise) {
      void answer.then((settled) => this.#send(response, settled));
      return;
    }
    const connection = this.connection(response.req.socket);
    send(this.#batch, connection, response, answer, this.#closes(connection, response));
  }

  /** A server that stops closes a connection behind the last answer: those before it must not take the others along. */
  #closes(connection: Connection, response: ServerResponse): boolean {
    return (this.stopping || connection.excess) && connection.last === response;
  }

  #sendEarly(
    request: IncomingMessage,
    response: ServerResponse,
    answer: HttpResponse | Promise<HttpResponse>,
    length: number | undefined,
    promised: boolean,
  ): void {
    if (answer instanceof Promise) {
      void answer.then((settled) => this.#sendEarly(request, response, settled, length, promised));
      return;
    }
    const connection = this.connection(request.socket);
    const how = { length, promised, closes: () => this.#closes(connection, response) };
    sendEarly(this.#batch, connection, request, response, answer, how);
  }
}

/** The length of a request's body as its head tells: 0 without one, undefined for a chunked one. */
function bodyLength(rawHeaders: readonly string[]): number | undefined {
  if (headerValue(rawHeaders, 'transfer-encoding') !== undefined) return undefined;
  return Number(headerValue(rawHeaders, 'content-length') ?? 0);
}
