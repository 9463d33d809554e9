import type { Socket } from 'node:net';

/** Minimum average speed of a response, in bytes a second. */
const leastRate = 1_024;

/**
 * Disconnects callers that do not read their responses, which use memory until then. One timer checks all sockets; a
 * socket with unsent bytes then gets Node's own timeout, which restarts whenever the system accepts a byte. Callers that
 * read too slowly are disconnected too: a response has the timeout plus a second for each 1,024 bytes.
 */
export class WriteTimeout {
  readonly #sockets: ReadonlySet<Socket>;
  readonly #milliseconds: number;
  readonly #writing = new Map<Socket, { readonly since: number; readonly from: number }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds without a byte read until a connection is closed; it may take half as much longer. */
  constructor(sockets: ReadonlySet<Socket>, milliseconds: number) {
    this.#sockets = sockets;
    this.#milliseconds = milliseconds;
  }

  /** Call it for each new socket. */
  start(): void {
    this.#timer ??= setInterval(() => this.#check(), Math.max(this.#milliseconds / 2, 10)).unref();
  }

  #check(): void {
    if (this.#sockets.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#writing.clear();
      return;
    }
    for (const socket of this.#writing.keys()) if (!this.#sockets.has(socket)) this.#writing.delete(socket);
    const now = performance.now();
    for (const socket of this.#sockets) this.#checkSocket(socket, now);
  }

  #checkSocket(socket: Socket, now: number): void {
    if (socket.writableLength === 0) {
      this.#writing.delete(socket);
      return;
    }
    const seen = this.#writing.get(socket);
    if (seen === undefined) {
      // Counted from the first byte that is not sent yet.
      this.#writing.set(socket, { since: now, from: socket.bytesWritten - socket.writableLength });
      socket.setTimeout(this.#milliseconds);
      return;
    }
    // Input restarts Node's timer too, so none is read until the response is sent.
    if (socket.writableNeedDrain && !socket.isPaused()) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
    const allowed = this.#milliseconds + ((socket.bytesWritten - seen.from) / leastRate) * 1000;
    if (now - seen.since > allowed) resetSocket(socket);
  }
}

/** Closes a connection and discards unsent bytes, also those in the system's buffers where possible. */
export function resetSocket(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
