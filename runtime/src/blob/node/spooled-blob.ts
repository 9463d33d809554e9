import { defaultSpool } from '#spool';
import { isSpooled, type Spool, type SpooledBlob } from '../../spool/spool.ts';
import { BlobError } from '../blob-error.ts';
import { type ByteSource, sourcePieces } from '../blob-pieces.ts';

export interface SpooledBlobOptions {
  /** Stores the bytes: `fileSpool({ folder })`; by default temporary files beyond 2 MiB in memory. */
  readonly spool?: Spool | undefined;
  /** Maximum number of bytes, by default 2 GiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * Stores bytes of unknown length in a spool, so that the length of a message is known. Up to 2 MiB stay in memory, more
 * become a temporary file: `discard()` removes it when the Blob was sent; otherwise it is removed with the Blob or the
 * process.
 *
 * @throws {BlobError} for more than `maxBytes`, and the errors of the source and the disk. Nothing is left then.
 */
export async function spooledBlob(source: ByteSource, options: SpooledBlobOptions = {}): Promise<SpooledBlob> {
  const { spool = defaultSpool(), maxBytes = 2 * 1024 ** 3 } = options;
  const values = spool.begin();
  try {
    const writer = values.open();
    let size = 0;
    for await (const piece of sourcePieces(source)) {
      size += piece.length;
      if (size > maxBytes) {
        throw new BlobError('wrong-size', `The source has more than ${maxBytes} bytes (maxBytes).`);
      }
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + writer.buffer.length);
        writer.buffer.set(part);
        at += part.length;
        const wait = writer.advance(part.length);
        if (wait !== undefined) await wait;
      }
    }
    const blob = await writer.finish();
    if (!isSpooled(blob)) throw new TypeError('The spool must store files, as fileSpool does.');
    values.keep();
    return blob;
  } catch (error) {
    values.discard();
    throw error;
  }
}
