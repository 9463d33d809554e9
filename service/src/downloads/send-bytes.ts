import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { DownloadOutcome } from '../common/download-outcomes.ts';
import type { OpenPart } from '../storage/content/content.ts';
import { newHash } from '../storage/content/content-store.ts';
import type { ByteRange } from './byte-range.ts';

/** The result of sending. */
export interface SentBytes {
  readonly outcome: DownloadOutcome;
  /** Bytes that were handed to the connection. */
  readonly bytes: bigint;
  /** Why it failed. */
  readonly error?: unknown;
}

/** Ends a download. */
export class DownloadEnd extends Error {
  readonly outcome: DownloadOutcome;

  constructor(outcome: DownloadOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Sends the body of a response whose head is written, a piece at a time as the client reads them. When the pieces or
 * `beforeEnd` reject, the connection is closed before the last one. Never rejects.
 *
 * @param timeout milliseconds that the client may read nothing.
 * @param beforeEnd runs before the last piece is sent.
 */
export async function sendBytes(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  { timeout, beforeEnd }: { readonly timeout: number; readonly beforeEnd: () => Promise<void> },
): Promise<SentBytes> {
  let bytes = 0n;
  const send = async (piece: Uint8Array): Promise<void> => {
    await write(response, piece, timeout);
    bytes += BigInt(piece.length);
  };
  try {
    let held: Uint8Array | undefined;
    for await (const piece of pieces) {
      if (held !== undefined) await send(held);
      held = piece;
    }
    await beforeEnd();
    if (held !== undefined) await send(held);
    response.end();
    if (!response.writableFinished) await eventOf(response, 'finish', timeout);
    return { outcome: 'complete', bytes };
  } catch (error) {
    response.destroy();
    return error instanceof DownloadEnd ? { outcome: error.outcome, bytes } : { outcome: 'failed', bytes, error };
  }
}

/**
 * The bytes of a range of a part.
 *
 * @param digest SHA-256 in hexadecimal of the whole part, to compare at the end; null: not known, or not all is read.
 * @throws {DownloadEnd} `changed` after the last piece.
 */
export async function* checkedPieces(
  part: OpenPart,
  { start, end }: ByteRange,
  digest: string | null,
): AsyncGenerator<Uint8Array> {
  const hash = newHash();
  let read = 0n;
  for await (const piece of part.read(start, end)) {
    read += BigInt(piece.length);
    if (digest !== null) hash.update(piece);
    yield piece;
  }
  if (read !== end - start || (digest !== null && hash.digest('hex') !== digest)) throw new DownloadEnd('changed');
}

async function write(response: ServerResponse, piece: Uint8Array, timeout: number): Promise<void> {
  if (response.destroyed) throw new DownloadEnd('cut');
  if (!response.write(piece)) await eventOf(response, 'drain', timeout);
}

/** Waits for an event of a response. @throws {DownloadEnd} when the connection closes before, or nothing happens. */
async function eventOf(response: ServerResponse, event: 'drain' | 'finish', timeout: number): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new DownloadEnd('stalled')), timeout);
  const leave = (): void => over.abort(new DownloadEnd('cut'));
  response.once('close', leave);
  try {
    if (response.destroyed) leave();
    await once(response, event, { signal: over.signal });
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    clearTimeout(timer);
    response.off('close', leave);
  }
}
