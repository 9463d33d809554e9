import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HttpResponse, plainResponse } from '../http-response.ts';
import { headerValue } from '../request-head.ts';
import { type BodyIntake, isPendingBody, type PendingBody, type SoapServer } from '../soap-server.ts';
import { BodyReceiver, BodyWatch, type Failed, type Received, type Receiver, respondDecoded } from './body-receiver.ts';
import { Connection, defaultMaxPipelined, reasonFor } from './connection.ts';
import { type HostedRequest, NodeHead, ThreadDelay } from './node-request-head.ts';
import { ResponseBatch, send, sendEarly, whenClosed } from './send-response.ts';
import { StreamedBodyReceiver } from './streamed-body-receiver.ts';

const defaultBodyTimeout = 30_000;
const notHosted: HostedRequest = {};

/**
 * A request listener for your own http server. `listen` creates a server with the right settings; yours needs
 * `requireHostHeader: false` and the events `checkContinue` and `clientError` (rules T8 and T10).
 */
export function nodeListener(server: SoapServer): RequestListener {
  const listener = hostedListener(server);
  return (request, response) => listener.handle(request, response, false);
}

/** A listener for requests that a framework passes on. */
export function hostedListener(server: SoapServer): Listener {
  return new Listener(server, defaultBodyTimeout, defaultMaxPipelined);
}

/** Responds to requests that are not for the service; false: they are for the service. */
export type OtherRequests = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Passes the requests of node:http to a server, and sends its responses. */
export class Listener {
  /** Set when the server stops: the last response on each connection then closes it. */
  stopping = false;
  readonly #server: SoapServer;
  readonly #watch: BodyWatch;
  readonly #threadDelay = new ThreadDelay();
  readonly #batch = new ResponseBatch(() => this.#threadDelay.isSingle);
  readonly #maxPipelined: number;
  readonly #others: OtherRequests | undefined;
  readonly #connections = new WeakMap<Duplex, Connection>();

  /**
   * @param bodyTimeout milliseconds without a byte of a body.
   * @param maxPipelined maximum pending requests of one connection.
   * @param others responds to requests that are not for the server.
   */
  constructor(server: SoapServer, bodyTimeout: number, maxPipelined: number, others?: OtherRequests) {
    this.#server = server;
    this.#maxPipelined = maxPipelined;
    this.#others = others;
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

  /** @param waits the caller sends the body only after `100 Continue` (`Expect: 100-continue`). */
  handle(request: IncomingMessage, response: ServerResponse, waits: boolean, hosted: HostedRequest = notHosted): void {
    const connection = this.connection(request.socket);
    if (connection.closing) return;
    if (request.httpVersionMajor !== 1) {
      this.reject(request, response, 505);
      return;
    }
    connection.add(response, this.#maxPipelined);
    if (this.#others !== undefined && this.#takesOther(connection, request, response, waits)) return;
    const head = new NodeHead(request, response, connection.excess, this.#threadDelay, hosted);
    const outcome = this.#server.begin(head);
    if (!isPendingBody(outcome)) {
      const length = hosted.body === undefined ? bodyLength(head.rawHeaders) : 0;
      if (length === 0) this.#send(connection, response, outcome);
      else this.#sendEarly(request, response, outcome, length, !waits);
      return;
    }
    if (hosted.body !== undefined) {
      const { length } = hosted.body;
      this.#send(connection, response, length > outcome.limit ? outcome.tooLarge() : outcome.respond(hosted.body));
      return;
    }
    if (waits) response.writeContinue();
    const intake = outcome.intake();
    if (intake !== undefined) {
      this.#receiveStreamed(request, response, outcome, intake);
      return;
    }
    const receiver = new BodyReceiver(request, outcome, (received) => {
      this.#release(connection, receiver);
      this.#received(connection, request, response, outcome, received);
    });
    this.#hold(connection, receiver);
  }

  #takesOther(connection: Connection, request: IncomingMessage, response: ServerResponse, waits: boolean): boolean {
    if (connection.excess || this.#others?.(request, response) !== true) return false;
    response.once('close', () => {
      connection.pending -= 1;
    });
    if (waits && !response.headersSent) response.writeContinue();
    return true;
  }

  #hold(connection: Connection, receiver: Receiver): void {
    connection.receiver = receiver;
    this.#watch.add(receiver);
  }

  #release(connection: Connection, receiver: Receiver): void {
    connection.receiver = undefined;
    this.#watch.delete(receiver);
  }

  /** Receives a body that may have streamed fields. */
  #receiveStreamed(request: IncomingMessage, response: ServerResponse, pending: PendingBody, intake: BodyIntake): void {
    const connection = this.connection(request.socket);
    const receiver = new StreamedBodyReceiver(request, pending, intake, (outcome) => {
      this.#release(connection, receiver);
      // The response may wait for earlier ones, and needs no spooled values.
      if (outcome.kind !== 'complete') intake.discard();
      switch (outcome.kind) {
        case 'complete':
          this.#send(connection, response, intake.end());
          break;
        case 'early':
          this.#sendEarly(request, response, outcome.response, undefined, true);
          break;
        case 'undecodable':
          this.#sendEarly(request, response, pending.undecodable(), undefined, true);
          break;
        default:
          this.#failed(response, outcome);
      }
    });
    // The response may read spooled values until it is sent. A ServerResponse that waits for earlier ones does not emit
    // 'close' with its connection.
    const over = (): void => {
      unwatch();
      receiver.fail('disconnected');
      intake.discard();
    };
    const unwatch = whenClosed(request.socket, over);
    response.once('close', over);
    this.#hold(connection, receiver);
  }

  /** Rejects a request by HTTP alone. */
  reject(request: IncomingMessage, response: ServerResponse, status: number): void {
    const connection = this.connection(request.socket);
    if (connection.closing) return;
    connection.add(response, this.#maxPipelined);
    this.#sendEarly(request, response, plainResponse(status, reasonFor(status)), undefined, false);
  }

  #received(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
    pending: PendingBody,
    received: Received,
  ): void {
    switch (received.kind) {
      case 'complete':
        if (pending.coding === undefined) this.#send(connection, response, pending.respond(received.body));
        else respondDecoded(pending, received.body, (outgoing) => this.#send(connection, response, outgoing));
        break;
      case 'too large':
        this.#sendEarly(request, response, pending.tooLarge(), undefined, true);
        break;
      default:
        this.#failed(response, received);
    }
  }

  /** Ends a connection whose request will never be complete. */
  #failed(response: ServerResponse, { kind }: Failed): void {
    if (kind === 'disconnected') return;
    const status = kind === 'too slow' ? 408 : 400;
    const connection = this.connection(response.req.socket);
    send(this.#batch, connection, response, plainResponse(status, reasonFor(status)), true);
  }

  #send(connection: Connection, response: ServerResponse, outgoing: HttpResponse | Promise<HttpResponse>): void {
    if (outgoing instanceof Promise) {
      void outgoing.then((settled) => this.#send(connection, response, settled));
      return;
    }
    send(this.#batch, connection, response, outgoing, this.#closes(connection, response));
  }

  /** A server that stops closes a connection after its last response only. */
  #closes(connection: Connection, response: ServerResponse): boolean {
    return (this.stopping || connection.excess) && connection.last === response;
  }

  #sendEarly(
    request: IncomingMessage,
    response: ServerResponse,
    outgoing: HttpResponse | Promise<HttpResponse>,
    length: number | undefined,
    promised: boolean,
  ): void {
    if (outgoing instanceof Promise) {
      void outgoing.then((settled) => this.#sendEarly(request, response, settled, length, promised));
      return;
    }
    const connection = this.connection(request.socket);
    const how = { length, promised, closes: () => this.#closes(connection, response) };
    sendEarly(this.#batch, connection, request, response, outgoing, how);
  }
}

/** The announced length of a request's body: 0 without a body, undefined for a chunked one. */
function bodyLength(rawHeaders: readonly string[]): number | undefined {
  if (headerValue(rawHeaders, 'transfer-encoding') !== undefined) return undefined;
  return Number(headerValue(rawHeaders, 'content-length') ?? 0);
}
