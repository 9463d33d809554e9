import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MessageStream } from '../../xml/message-stream.ts';
import { Pouring } from '../../xml/pour.ts';
import type { Answer } from '../answer.ts';
import type { Connection } from './connection.ts';

/** Whether nobody is there to be answered. A response that waits for its turn is told nothing of its connection. */
export function isGone(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

/** Closes what an answer that is not sent was to be read from. */
export function giveUp(body: Answer['body']): void {
  if (body instanceof MessageStream) void body.return();
}

/**
 * Sends a body whose head was written, as fast as the caller takes it. When it turns out not to be what was announced, the
 * connection is destroyed, so that the caller does not take what has come for an answer; the body's `onError` has the reason.
 *
 * @param end sends the last piece.
 */
export function sendPieces(
  connection: Connection,
  response: ServerResponse,
  body: MessageStream,
  end: (last: Uint8Array) => void,
): void {
  const { socket } = response.req;
  const pouring = new Pouring(body, { write: (piece, written) => response.write(piece, () => written()), end });
  const unwatch = whenClosed(socket, () => pouring.stop());
  pouring.run().then(unwatch, () => {
    unwatch();
    connection.closing = true;
    socket.destroy();
  });
}

const watched = new WeakMap<Socket, Set<() => void>>();

/** Calls the listener when the connection is closed. Any number of answers on one take one listener of it. */
export function whenClosed(socket: Socket, listener: () => void): () => void {
  let listeners = watched.get(socket);
  if (listeners === undefined) {
    const all = new Set<() => void>();
    socket.once('close', () => {
      for (const each of all) each();
    });
    watched.set(socket, all);
    listeners = all;
  }
  const each = listeners;
  each.add(listener);
  return () => each.delete(listener);
}
