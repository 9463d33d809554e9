import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plainResponse } from '../http-response.ts';
import type { Receiver } from './body-receiver.ts';

/** Requests that may be unanswered on one connection, unless it is said. */
export const defaultMaxPipelined = 100;

/** What runs on one socket. Requests may be pipelined: several are unanswered at once, and answered in order. */
export class Connection {
  /** The response to the request that came last; undefined while none has come. */
  last: ServerResponse | undefined;
  /** Receives the body of that request, until it is whole. */
  receiver: Receiver | undefined;
  /** An answer has told the caller that the connection closes: what comes behind it is not run (RFC 9112, 9.6). */
  closing = false;
  /** It is one too many: what is asked on it is answered and, where it costs something, refused; then it is closed. */
  excess = false;
  /** Requests that have come and were not answered yet. */
  unanswered = 0;
  /** Ends the reading of a body that nobody wants, behind an answer that closes the connection. */
  endLinger: (() => void) | undefined;
  #broken = false;

  /** A request has come. @param most unanswered ones that there may be: with one more it is a connection too many. */
  take(response: ServerResponse, most: number): void {
    this.last = response;
    this.unanswered += 1;
    if (this.unanswered > most) this.excess = true;
    // Nothing behind it is run, even while its answer waits for those before.
    if (this.excess) this.closing = true;
  }

  /** Deals with what node:http cannot read (rule T10). */
  fail(socket: Duplex, error: NodeJS.ErrnoException): void {
    if (this.#broken) return;
    this.#broken = true;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (this.endLinger !== undefined) {
      this.endLinger();
      return;
    }
    const status = statusOf(error.code);
    if (this.receiver !== undefined) {
      this.receiver.fail(status === 408 ? 'too slow' : 'broken');
    } else {
      this.end(socket, status);
    }
  }

  /** Whether every request was answered, and every byte of the answers handed to the system. */
  get idle(): boolean {
    return this.last === undefined || this.last.closed;
  }

  /**
   * Closes an idle connection: our side at once, all of it when the peer has closed its own. What it still sends is read
   * and not run; a socket that is destroyed with bytes unread is reset, and a caller takes that for a failure.
   *
   * @param patience milliseconds until it is destroyed all the same.
   */
  leave(socket: Duplex, patience: number): void {
    this.closing = true;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), patience);
    socket.once('close', () => clearTimeout(timer));
  }

  /** Answers on the socket itself and closes it; the answers to the requests before come first. */
  end(socket: Duplex, status: number): void {
    if (this.idle) endSocket(socket, status);
    else this.last?.once('close', () => endSocket(socket, status));
  }
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return 400;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  405: 'The method is not allowed.',
  408: 'The request came too slowly.',
  417: 'The expectation cannot be met.',
  431: 'The headers of the request are too large.',
  505: 'The request must be in HTTP/1.1 or HTTP/1.0.',
};

/** The plain answer for a status that Node would have answered itself. */
export function reasonFor(status: number): string {
  return reasons[status] ?? 'The request cannot be answered.';
}

/** Answers on a socket that no response stands for, and closes it; what still comes is read for a moment. */
function endSocket(socket: Duplex, status: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { headers, body } = plainResponse(status, reasonFor(status), ['Connection', 'close']);
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.write(`${head}\r\n`);
  socket.end(body);
  const timer = setTimeout(() => socket.destroy(), 1_000);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
