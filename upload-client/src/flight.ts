import { anySignal } from './any-signal.ts';
import { type Chunk, type Envelope, type Outcome, sendChunk } from './send-chunk.ts';
import type { Target } from './uploader-options.ts';

/** A request that sends a chunk. */
export interface Flight {
  readonly chunk: Chunk;
  /** Time of its beginning, by `performance.now()`. */
  readonly began: number;
  /** Resolves when the transport has taken the last byte, or the outcome is known. */
  readonly taken: Promise<void>;
  readonly outcome: Promise<Outcome>;
  /** Aborts the request. */
  readonly stop: () => void;
}

/** Begins to send a chunk. */
export function launch(target: Target, envelope: Omit<Envelope, 'onTaken'>, chunk: Chunk): Flight {
  const stopping = new AbortController();
  const signals = envelope.signal === undefined ? [] : [envelope.signal];
  const signal = anySignal([...signals, stopping.signal]);
  const began = performance.now();
  let onTaken = (): void => {};
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve;
  });
  const outcome = sendChunk(target, { ...envelope, signal, onTaken }, chunk);
  outcome.then(onTaken, onTaken);
  return { chunk, began, taken, outcome, stop: () => stopping.abort() };
}
