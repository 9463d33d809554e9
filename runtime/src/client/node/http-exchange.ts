import type { ClientRequest, request as httpRequest, IncomingMessage, RequestOptions } from 'node:http';
import { MessagePipe } from '../../xml/message-pipe.ts';
import { MessageStream } from '../../xml/message-stream.ts';
import type { TransportRequest, TransportResponse } from '../transport.ts';
import { ResponseReceiver } from './response-receiver.ts';

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
  readonly #receiver: ResponseReceiver;
  #outgoing: ClientRequest | undefined;
  #pipe: MessagePipe | undefined;
  #hasResponse = false;

  constructor(
    request: TransportRequest,
    target: Target,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#target = target;
    this.#receiver = new ResponseReceiver(request, resolve, reject, (isCancelled) => {
      if (this.#outgoing === undefined) return;
      if (isCancelled) reset(this.#outgoing);
      else this.#outgoing.destroy();
    });
  }

  /** Never throws: it runs outside of any call. @param mayResend as `HttpTransportOptions.resendWhenReset`. */
  send(mayResend: boolean): void {
    this.#begin(mayResend, this.#request.body);
    this.#receiver.watch();
  }

  /** Fails for a header that Node refuses, or an agent that throws. */
  #begin(mayResend: boolean, body: TransportRequest['body']): void {
    try {
      this.#start(mayResend, body);
    } catch (error) {
      this.#receiver.fail(error);
      this.#outgoing?.destroy();
    }
  }

  #start(mayResend: boolean, body: TransportRequest['body']): void {
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
      this.#receiver.fail(new Error('the server switched the protocol, which was not requested'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may respond before it has read the request, so errors of sending no longer matter.
      if (this.#hasResponse) return;
      // EPIPE: a large request was still being written.
      const isReset = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (mayResend && isReset && !this.#receiver.isOver) this.#resend(body, error);
      else this.#receiver.failConnection(error);
    });
    if (body instanceof MessageStream) this.#pipeBody(outgoing, body);
    else outgoing.end(body, 'utf8');
  }

  /** Sends the request again, if its body can be read again. */
  #resend(body: TransportRequest['body'], error: unknown): void {
    if (!(body instanceof MessageStream)) this.#begin(false, body);
    else if (!body.isRepeatable) this.#receiver.failConnection(error);
    else {
      body.again().then(
        (again) => {
          if (this.#receiver.isOver) void again.return();
          else this.#begin(false, again);
        },
        (unreadable: unknown) => this.#receiver.fail(unreadable),
      );
    }
  }

  #pipeBody(outgoing: ClientRequest, body: MessageStream): void {
    const pipe = new MessagePipe(body, {
      write: (piece, written) => outgoing.write(piece, () => written()),
      end: (last) => outgoing.end(last),
    });
    this.#pipe = pipe;
    outgoing.on('close', () => pipe.stop());
    pipe.run().catch((error: unknown) => {
      this.#receiver.fail(error);
      outgoing.destroy();
    });
  }

  #receive(outgoing: ClientRequest, incoming: IncomingMessage): void {
    this.#hasResponse = true;
    // A server that responds early does not need the rest of the request.
    const isEarly = this.#pipe?.isWhole === false;
    if (isEarly) this.#pipe?.stop();
    this.#receiver.begin(incoming.statusCode ?? 0, incoming.rawHeaders);
    incoming.on('data', (piece: Uint8Array) => {
      const wait = this.#receiver.write(piece);
      if (wait === undefined) return;
      incoming.pause();
      void wait.then(() => incoming.resume());
    });
    incoming.on('end', () => {
      this.#receiver.end(() => {
        // The connection holds half a request, so it cannot be reused.
        if (isEarly) outgoing.destroy();
      });
    });
    incoming.on('error', (error) => this.#receiver.failConnection(error));
  }
}

/**
 * Resets the connection, so that the server notices that the call has ended: after a normal close it may still send the
 * response (RFC 9112, 9.6). TLS connections cannot be reset,
 * nor those of agents that are not of TCP.
 */
function reset(outgoing: ClientRequest): void {
  const { socket } = outgoing;
  try {
    if (socket !== null && !socket.connecting && !('encrypted' in socket)) socket.resetAndDestroy();
  } catch {
    // The socket of an agent is not one of TCP: a Unix socket, or a stream of its own.
  }
  outgoing.destroy();
}
