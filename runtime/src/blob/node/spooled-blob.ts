import { defaultSpool } from '#spool';
import { isSpooled, type Spool, type SpooledBlob } from '../../spool/spool.ts';
import { BlobError } from '../blob-error.ts';
import { type ByteSource, iterable } from '../blob-of.ts';

export interface SpooledBlobOptions {
  /** Where the bytes lie when they are more than stay in memory: `fileSpool({ folder })`; temporary files unless it is given. */
  readonly spool?: Spool | undefined;
  /** The most bytes that are taken; 2 GiB unless it is given. */
  readonly maxBytes?: number | undefined;
}

/**
 * Brings bytes of unknown number to a spool, so that a message can say how long it is. Up to 2 MiB stay in memory, more
 * become a temporary file: `discard()` removes it when the Blob was sent, else it goes with the Blob, or with the process.
 *
 * @throws {BlobError} when there are more than may be; and what the source or the disk says. Nothing is left then.
 */
export async function spooledBlob(source: ByteSource, options: SpooledBlobOptions = {}): Promise<SpooledBlob> {
  const { spool = defaultSpool(), maxBytes = 2 * 1024 ** 3 } = options;
  const values = spool.begin();
  try {
    const intake = values.open();
    let size = 0;
    for await (const piece of iterable(source)) {
      if (!(piece instanceof Uint8Array)) throw new BlobError('not-bytes', 'The pieces of a Blob must be Uint8Arrays.');
      size += piece.length;
      if (size > maxBytes) throw new BlobError('wrong-size', `More bytes came than may be: ${maxBytes} (maxBytes).`);
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + intake.room.length);
        intake.room.set(part);
        at += part.length;
        const wait = intake.advance(part.length);
        if (wait !== undefined) await wait;
      }
    }
    const blob = await intake.finish();
    if (!isSpooled(blob)) throw new TypeError('The spool must be one of files, as fileSpool makes them.');
    values.keep();
    return blob;
  } catch (error) {
    values.discard();
    throw error;
  }
}
