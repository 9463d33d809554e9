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

export interface SendOptions {
  readonly range: ByteRange;
  /** SHA-256 in hexadecimal of the whole file; null: not known, or only a part is sent. */
  readonly digest: string | null;
  /** Milliseconds that the client may read nothing. */
  readonly timeout: number;
  /** Runs before the last piece is sent, which is not sent when it rejects. */
  readonly beforeEnd: () => Promise<void>;
}

/** Ends a download. */
class DownloadEnd extends Error {
  readonly outcome: DownloadOutcome;

  constructor(outcome: DownloadOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Sends bytes of a file as the body of a response whose head is written, a piece at a time as the client reads them. Of a
 * whole file the last piece is held back until the SHA-256 is right; otherwise the connection is closed before it. Never
 * rejects.
 */
export async function sendBytes(response: ServerResponse, part: OpenPart, options: SendOptions): Promise<SentBytes> {
  let bytes = 0n;
  try {
    for await (const piece of checkedPieces(part, options)) {
      await write(response, piece, options.timeout);
      bytes += BigInt(piece.length);
    }
    response.end();
    if (!response.writableFinished) await eventOf(response, 'finish', options.timeout);
    return { outcome: 'complete', bytes };
  } catch (error) {
    response.destroy();
    return error instanceof DownloadEnd ? { outcome: error.outcome, bytes } : { outcome: 'failed', bytes, error };
  }
}

async function* checkedPieces(
  part: OpenPart,
  { range: { start, end }, digest, beforeEnd }: SendOptions,
): AsyncGenerator<Uint8Array> {
  const hash = newHash();
  let held: Uint8Array | undefined;
  let read = 0n;
  for await (const piece of part.read(start, end)) {
    if (held !== undefined) yield held;
    held = piece;
    read += BigInt(piece.length);
    if (digest !== null) hash.update(piece);
  }
  if (read !== end - start || (digest !== null && hash.digest('hex') !== digest)) throw new DownloadEnd('changed');
  await beforeEnd();
  if (held !== undefined) yield held;
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
