import type { ClientRequest, request as httpRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { ResponseSink } from '../../soap/response-streaming.ts';
import { MessagePipe } from '../../xml/message-pipe.ts';
import { MessageStream } from '../../xml/message-stream.ts';
import { findHeader } from '../http-headers.ts';
import { LimitedBody, responseTooLarge } from '../response-body.ts';
import type { TransportRequest, TransportResponse } from '../transport.ts';

/** An address in the form that Node expects. */
export interface Target {
  readonly url: string;
  readonly send: typeof httpRequest;
  readonly options: RequestOptions;
  /** The `Host` header. */
  readonly host: string;
}

/** One request over node:http, and its response. */
export class HttpExchange {
  readonly #request: TransportRequest;
  readonly #target: Target;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  #outgoing: ClientRequest | undefined;
  #pouring: MessagePipe | undefined;
  /** Pending while the sink processes a piece. */
  #writing: Promise<void> | undefined;
  #hasResponse = false;
  #isCancelled = false;
  #endWatch: (() => void) | undefined;

  constructor(
    request: TransportRequest,
    target: Target,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#target = target;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** @param mayResend as `HttpTransportOptions.resendWhenReset`. */
  send(mayResend: boolean): void {
    const request = this.#request;
    this.#begin(mayResend, request.body);
    const cancel = (reason: unknown): void => {
      this.#isCancelled = true;
      this.#fail(reason);
      if (this.#outgoing !== undefined) reset(this.#outgoing);
    };
    if (request.onCancel !== undefined) {
      request.onCancel(cancel);
    } else {
      const { signal } = request;
      const onAbort = (): void => cancel(signal.reason);
      this.#endWatch = () => signal.removeEventListener('abort', onAbort);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    }
  }

  #succeed(response: TransportResponse): void {
    this.#endWatch?.();
    this.#resolve(response);
  }

  #fail(error: unknown): void {
    this.#endWatch?.();
    this.#reject(error);
  }

  #begin(mayResend: boolean, body: TransportRequest['body']): void {
    const { send, options, host } = this.#target;
    const outgoing = send({
      agent: options.agent,
      protocol: options.protocol,
      hostname: options.hostname,
      port: options.port,
      path: options.path,
      method: 'POST',
      setHost: false,
      headers: ['Host', host, ...this.#request.headers],
    } as RequestOptions);
    this.#outgoing = outgoing;
    outgoing.on('response', (incoming) => this.#receive(outgoing, incoming));
    // Without a listener, Node closes the connection silently.
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      this.#fail(new Error('the server switched the protocol, which was not requested'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may respond before it has read the request, so errors of sending no longer matter.
      if (this.#hasResponse) return;
      // EPIPE: a large request was still being written.
      const isReset = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (mayResend && isReset && !this.#isCancelled) this.#resend(body, error);
      else this.#fail(error);
    });
    if (body instanceof MessageStream) this.#pour(outgoing, body);
    else outgoing.end(body, 'utf8');
  }

  /** Sends the request again, if its body can be read again. */
  #resend(body: TransportRequest['body'], error: unknown): void {
    if (!(body instanceof MessageStream)) this.#begin(false, body);
    else if (!body.isRepeatable) this.#fail(error);
    else {
      body.again().then(
        (again) => {
          if (this.#isCancelled) void again.return();
          else this.#begin(false, again);
        },
        (unreadable: unknown) => this.#fail(unreadable),
      );
    }
  }

  #pour(outgoing: ClientRequest, body: MessageStream): void {
    const pouring = new MessagePipe(body, {
      write: (piece, written) => outgoing.write(piece, () => written()),
      end: (last) => outgoing.end(last),
    });
    this.#pouring = pouring;
    outgoing.on('close', () => pouring.stop());
    pouring.run().catch((error: unknown) => {
      this.#fail(error);
      outgoing.destroy();
    });
  }

  #receive(outgoing: ClientRequest, incoming: IncomingMessage): void {
    this.#hasResponse = true;
    const limit = this.#request.maxResponseBytes;
    const status = incoming.statusCode ?? 0;
    const headers = incoming.rawHeaders;
    // A server that responds early does not need the rest of the request.
    const isEarly = this.#pouring?.isWhole === false;
    if (isEarly) this.#pouring?.stop();
    const reject = (): void => {
      this.#fail(responseTooLarge(limit, status));
      outgoing.destroy();
    };
    const body = new LimitedBody(limit);
    const { sink } = this.#request;
    if (sink?.begin(status, headers)) {
      this.#passOn(outgoing, incoming, sink);
    } else if (Number(findHeader(headers, 'content-length')) > limit) {
      reject();
      return;
    } else {
      incoming.on('data', (piece: Uint8Array) => {
        if (!body.add(piece)) reject();
      });
    }
    const end = (): void => {
      this.#succeed({ status, headers, body: body.bytes() });
      // The connection holds half a request, so it cannot be reused.
      if (isEarly) outgoing.destroy();
    };
    // A paused stream can end nevertheless.
    incoming.on('end', () => {
      if (this.#writing === undefined) end();
      else this.#writing.then(end, () => undefined);
    });
    incoming.on('error', (error) => this.#fail(error));
  }

  /** Passes the response to the sink, and pauses while the sink is busy. */
  #passOn(outgoing: ClientRequest, incoming: IncomingMessage, sink: ResponseSink): void {
    const failed = (error: unknown): void => {
      this.#fail(error);
      outgoing.destroy();
    };
    incoming.on('data', (piece: Uint8Array) => {
      if (outgoing.destroyed) return;
      try {
        const wait = sink.write(piece);
        if (wait === undefined) return;
        incoming.pause();
        this.#writing = wait;
        wait.then(() => {
          this.#writing = undefined;
          incoming.resume();
        }, failed);
      } catch (error) {
        failed(error);
      }
    });
  }
}

/**
 * Resets the connection, so that the server notices that the call has ended: after a normal close it may still send the
 * response (RFC 9112, 9.6). TLS connections cannot be reset.
 */
function reset(outgoing: ClientRequest): void {
  const { socket } = outgoing;
  if (socket !== null && !socket.connecting && !('encrypted' in socket)) socket.resetAndDestroy();
  outgoing.destroy();
}
