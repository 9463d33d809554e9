import { ticksOfMilliseconds } from './file-times.ts';
import type { OpenSource, Piece } from './source.ts';
import { UploadError } from './upload-error.ts';

/** A Blob, or a File with its name and time. */
export function openBlob(blob: Blob): OpenSource {
  const modified = 'lastModified' in blob && typeof blob.lastModified === 'number' ? blob.lastModified : undefined;
  return {
    size: blob.size,
    times: { written: modified === undefined ? undefined : ticksOfMilliseconds(modified) },
    earliest: 0,
    async read(offset, length): Promise<Piece> {
      const end = Math.min(offset + length, blob.size);
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await blob.slice(offset, end).arrayBuffer());
      } catch (error) {
        // What a browser says of a file that was changed since it was chosen.
        throw new UploadError('source-failed', `The Blob cannot be read: ${messageOf(error)}`, { cause: error });
      }
      if (bytes.length !== end - offset) throw new UploadError('source-changed', 'The Blob is shorter than it was.');
      return { bytes, isLast: end === blob.size };
    },
    close: async () => undefined,
  };
}

/** Bytes in memory. They are read when they are sent: do not change them before. */
export function openBytes(bytes: Uint8Array): OpenSource {
  const { length: size } = bytes;
  return {
    size,
    times: {},
    earliest: 0,
    async read(offset, length): Promise<Piece> {
      const end = Math.min(offset + length, size);
      return { bytes: bytes.subarray(offset, end), isLast: end === size };
    },
    close: async () => undefined,
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
