import { createHash, type Hash } from 'node:crypto';
import type { HttpResponse, Spool, SpooledValues, SpoolWriter } from '@soapwright/runtime/server';
import { TusError } from './tus-error.ts';

/** An Upload-Checksum: its hash so far, and the digest that the client computed. */
export interface Checksum {
  readonly hash: Hash;
  readonly digest: Buffer;
}

/** Digests that clients may send. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

/** @throws {TusError} 400 for an unknown algorithm. */
export function checksumOf(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [name, encoded = ''] = header.split(' ');
  const algorithm = checksumAlgorithms.find((one) => one === name);
  if (algorithm === undefined)
    throw new TusError(400, `Upload-Checksum must be by ${checksumAlgorithms.join(' or ')}.`);
  return { hash: createHash(algorithm), digest: Buffer.from(encoded, 'base64') };
}

/** More bytes came, or were announced, than a body may have. */
export function beyond(most: bigint): TusError {
  const text = `The body has more than ${most} bytes: the rest of the upload, with Upload-Checksum limits.chunk at most.`;
  return new TusError(413, text);
}

/** Where the bytes of a request go, once its head is checked. */
export interface Sink {
  /** Most bytes that it accepts. */
  readonly most: bigint;
  /** Bytes that are appended at a time; with a checksum, all. */
  readonly piece: number;
  /** With one, nothing is appended until all bytes are there and are right. */
  readonly checksum: Checksum | undefined;
  append(bytes: Blob): Promise<void>;
  /** The response after the last byte. */
  finish(): Promise<HttpResponse>;
}

/** Receives the body of a request: bytes come no faster than they are stored, and no more than a piece is in memory. */
export class TusBody {
  early: Promise<HttpResponse> | undefined;
  readonly #spool: Spool;
  readonly #open: Promise<Sink>;
  readonly #failed: (error: unknown) => HttpResponse;
  #values: SpooledValues | undefined;
  #writer: SpoolWriter | undefined;
  /** Bytes of the piece, and of all pieces. */
  #inPiece = 0;
  #received = 0n;
  /** Whether the request has ended: nothing would discard what is spooled then. */
  #isOver = false;

  /** @param open checks the head; called at once. */
  constructor(spool: Spool, open: () => Promise<Sink>, failed: (error: unknown) => HttpResponse) {
    this.#spool = spool;
    this.#failed = failed;
    this.#open = open();
    // Whoever awaits it gets the error.
    this.#open.catch(() => undefined);
  }

  async receive(piece: Uint8Array): Promise<void> {
    try {
      await this.#store(await this.#open, piece);
    } catch (error) {
      this.early = Promise.resolve(this.#failed(error));
    }
  }

  async end(): Promise<HttpResponse> {
    try {
      const sink = await this.#open;
      const { checksum } = sink;
      if (checksum !== undefined && !checksum.hash.digest().equals(checksum.digest)) {
        throw new TusError(460, 'The bytes do not have the digest in Upload-Checksum.');
      }
      await this.#append(sink);
      return await sink.finish();
    } catch (error) {
      return this.#failed(error);
    }
  }

  discard(): void {
    this.#isOver = true;
    void this.#values?.discard();
    this.#values = undefined;
  }

  async #store(sink: Sink, piece: Uint8Array): Promise<void> {
    this.#received += BigInt(piece.length);
    if (this.#received > sink.most) throw beyond(sink.most);
    sink.checksum?.hash.update(piece);
    const most = sink.piece;
    for (let at = 0; at < piece.length && !this.#isOver; ) {
      this.#values ??= this.#spool.begin();
      this.#writer ??= this.#values.open(most);
      const { buffer } = this.#writer;
      const count = Math.min(buffer.length, piece.length - at, most - this.#inPiece);
      buffer.set(piece.subarray(at, at + count));
      await this.#writer.advance(count);
      at += count;
      this.#inPiece += count;
      if (sink.checksum === undefined && this.#inPiece === most) await this.#append(sink);
    }
  }

  async #append(sink: Sink): Promise<void> {
    const [writer, values] = [this.#writer, this.#values];
    if (writer === undefined || values === undefined) return;
    this.#writer = undefined;
    // Discarded here, not while they are being read.
    this.#values = undefined;
    this.#inPiece = 0;
    try {
      await sink.append(await writer.finish());
    } finally {
      await values.discard();
    }
  }
}
