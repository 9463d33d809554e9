import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plainResponse } from '../http-response.ts';
import type { Receiver } from './body-receiver.ts';

/** Default limit on pending requests of one connection. */
export const defaultMaxPipelined = 100;

/** The requests of one socket. Pipelined requests are pending at the same time, and get their responses in order. */
export class Connection {
  /** The response to the last request; undefined before the first request. */
  last: ServerResponse | undefined;
  /** Receives the body of that request, until it is complete. */
  receiver: Receiver | undefined;
  /** A response has announced that the connection closes: later requests are ignored (RFC 9112, 9.6). */
  closing = false;
  /** Over a limit: requests are rejected if they cost something, and the connection is closed after the response. */
  excess = false;
  /** Requests without a response. */
  pending = 0;
  /** Ends the reading of an ignored body after a response that closes the connection. */
  endLinger: (() => void) | undefined;
  #failed = false;

  /** Adds a request. @param maxPipelined limit on pending requests. */
  add(response: ServerResponse, maxPipelined: number): void {
    this.last = response;
    this.pending += 1;
    if (this.pending > maxPipelined) this.excess = true;
    // Later requests are ignored, even while this response waits for earlier ones.
    if (this.excess) this.closing = true;
  }

  /** Handles input that node:http cannot parse (rule T10). */
  fail(socket: Duplex, error: NodeJS.ErrnoException): void {
    if (this.#failed) return;
    this.#failed = true;
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
      this.receiver.fail(status === 408 ? 'too slow' : 'invalid');
    } else {
      this.end(socket, status);
    }
  }

  /** Whether every response was sent, and the system has all of its bytes. */
  get idle(): boolean {
    return this.last === undefined || this.last.closed;
  }

  /**
   * Closes an idle connection: our side at once, the rest when the peer closes its side. Further input is read and
   * ignored, because destroying a socket with unread bytes resets it, which callers see as a failure.
   *
   * @param timeout milliseconds until the socket is destroyed in any case.
   */
  close(socket: Duplex, timeout: number): void {
    this.closing = true;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), timeout);
    socket.once('close', () => clearTimeout(timer));
  }

  /** Responds on the socket itself, after earlier responses, and closes it. */
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
  408: 'The request arrived too slowly.',
  417: 'The expectation is not supported.',
  431: 'The headers of the request are too large.',
  505: 'The request must be in HTTP/1.1 or HTTP/1.0.',
};

/** The text of a response that Node would otherwise send itself. */
export function reasonFor(status: number): string {
  return reasons[status] ?? 'The request cannot be processed.';
}

/** Responds on a socket without a ServerResponse, and closes it; further input is read and ignored for a moment. */
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
