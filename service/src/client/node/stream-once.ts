import type { Readable } from 'node:stream';

/**
 * The pieces of a stream of Node that is opened when the first is asked for. Its own iterator ends only when a piece has
 * come, which a pipe may never send; this one ends at once.
 */
export function streamOnce(open: () => Readable): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      let stream: Readable | undefined;
      let pieces: AsyncIterator<Uint8Array> | undefined;
      return {
        next() {
          stream ??= open();
          pieces ??= stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
          return pieces.next();
        },
        async return() {
          stream?.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
