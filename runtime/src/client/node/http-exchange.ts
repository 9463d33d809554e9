import type { ClientRequest, request as httpRequest, IncomingMessage, RequestOptions } from 'node:http';
import { MessageStream } from '../../xml/message-stream.ts';
import { Pouring } from '../../xml/pour.ts';
import { AnswerBody, tooLarge } from '../answer-body.ts';
import { type AnswerIntake, findHeader, type TransportRequest, type TransportResponse } from '../transport.ts';

/** The parts of an address that Node wants, worked out once. */
export interface Target {
  readonly url: string;
  readonly send: typeof httpRequest;
  readonly options: RequestOptions;
  /** The `Host` header. */
  readonly host: string;
}

/** One request over node:http, and its answer. */
export class HttpExchange {
  readonly #request: TransportRequest;
  readonly #target: Target;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  #outgoing: ClientRequest | undefined;
  /** Writes a body that comes in pieces. */
  #pouring: Pouring | undefined;
  /** Until what has come of the answer is taken. */
  #taking: Promise<void> | undefined;
  #isAnswered = false;
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
      if (this.#outgoing !== undefined) giveUp(this.#outgoing);
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
    outgoing.on('response', (incoming) => this.#answered(outgoing, incoming));
    // Without a listener Node ends the connection and tells nobody.
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      this.#fail(new Error('the server changed the protocol, which was not asked for'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // An error of sending does not matter once the answer is coming: the server may answer before it has read all.
      if (this.#isAnswered) return;
      // A large request is still being written when the connection turns out to be closed.
      const isReset = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (mayResend && isReset && !this.#isCancelled) this.#resend(body, error);
      else this.#fail(error);
    });
    if (body instanceof MessageStream) this.#pour(outgoing, body);
    else outgoing.end(body, 'utf8');
  }

  /** Sends once more, where that can be done. */
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
    const pouring = new Pouring(body, {
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

  #answered(outgoing: ClientRequest, incoming: IncomingMessage): void {
    this.#isAnswered = true;
    const limit = this.#request.maxAnswerBytes;
    const status = incoming.statusCode ?? 0;
    const headers = incoming.rawHeaders;
    // Whoever answers before the request is there does not want the rest of it.
    const isEarly = this.#pouring?.isWhole === false;
    if (isEarly) this.#pouring?.stop();
    const refuse = (): void => {
      this.#fail(tooLarge(limit, status));
      outgoing.destroy();
    };
    const body = new AnswerBody(limit);
    const { intake } = this.#request;
    if (intake?.begin(status, headers)) {
      this.#takeIn(outgoing, incoming, intake);
    } else if (Number(findHeader(headers, 'content-length')) > limit) {
      refuse();
      return;
    } else {
      incoming.on('data', (piece: Uint8Array) => {
        if (!body.add(piece)) refuse();
      });
    }
    const end = (): void => {
      this.#succeed({ status, headers, body: body.bytes() });
      // Half a request is on it, so that no other one can follow.
      if (isEarly) outgoing.destroy();
    };
    // A stream that was paused while it was about to go on tells of its end all the same.
    incoming.on('end', () => {
      if (this.#taking === undefined) end();
      else this.#taking.then(end, () => undefined);
    });
    incoming.on('error', (error) => this.#fail(error));
  }

  /** Hands the answer on as it comes, no faster than it is taken. */
  #takeIn(outgoing: ClientRequest, incoming: IncomingMessage, intake: AnswerIntake): void {
    const failed = (error: unknown): void => {
      this.#fail(error);
      outgoing.destroy();
    };
    incoming.on('data', (piece: Uint8Array) => {
      if (outgoing.destroyed) return;
      try {
        const wait = intake.take(piece);
        if (wait === undefined) return;
        incoming.pause();
        this.#taking = wait;
        wait.then(() => {
          this.#taking = undefined;
          incoming.resume();
        }, failed);
      } catch (error) {
        failed(error);
      }
    });
  }
}

/**
 * Closes the connection so that the server learns that nobody waits for an answer: one that is only told that no more is
 * asked (RFC 9112, 9.6) works on. TLS has no way to say so.
 */
function giveUp(outgoing: ClientRequest): void {
  const { socket } = outgoing;
  if (socket !== null && !socket.connecting && !('encrypted' in socket)) socket.resetAndDestroy();
  outgoing.destroy();
}
