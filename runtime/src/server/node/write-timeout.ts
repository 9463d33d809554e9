import type { Socket } from 'node:net';

/** Bytes a second that an answer must get on by in the end. */
const leastRate = 1_024;

/**
 * Cuts off callers that do not read their answers, which are held in memory until then. One timer looks at all sockets;
 * those that have something to send then get Node's own timer, which starts anew whenever the system takes a byte. Whoever
 * reads a byte now and then is cut off as well: an answer has the time-out and a second for each 1,024 bytes.
 */
export class WriteTimeout {
  readonly #sockets: ReadonlySet<Socket>;
  readonly #milliseconds: number;
  readonly #writing = new Map<Socket, { readonly since: number; readonly from: number }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds without a byte that is taken until a connection is cut off; it may be half as much longer. */
  constructor(sockets: ReadonlySet<Socket>, milliseconds: number) {
    this.#sockets = sockets;
    this.#milliseconds = milliseconds;
  }

  /** To be told when there is a socket. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), Math.max(this.#milliseconds / 2, 10)).unref();
  }

  #look(): void {
    if (this.#sockets.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#writing.clear();
      return;
    }
    for (const socket of this.#writing.keys()) if (!this.#sockets.has(socket)) this.#writing.delete(socket);
    const now = performance.now();
    for (const socket of this.#sockets) this.#lookAt(socket, now);
  }

  #lookAt(socket: Socket, now: number): void {
    if (socket.writableLength === 0) {
      this.#writing.delete(socket);
      return;
    }
    const seen = this.#writing.get(socket);
    if (seen === undefined) {
      // Counted from what was not taken yet.
      this.#writing.set(socket, { since: now, from: socket.bytesWritten - socket.writableLength });
      socket.setTimeout(this.#milliseconds);
      return;
    }
    // Bytes that come start Node's timer anew as well, so none are taken until the answer is gone.
    if (socket.writableNeedDrain && !socket.isPaused()) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
    const allowed = this.#milliseconds + ((socket.bytesWritten - seen.from) / leastRate) * 1000;
    if (now - seen.since > allowed) resetSocket(socket);
  }
}

/** Gives a connection up with all that waits to be sent on it, in the system's memory too where that can be said. */
export function resetSocket(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
