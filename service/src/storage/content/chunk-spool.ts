import { type SoapFault, type Spool, SpoolFull, type SpoolWriter } from '@soapwright/runtime/server';
import { fileSpool } from '@soapwright/runtime/server/node';
import { asStorageError, StorageError } from '../../common/storage-error.ts';

/** Chunks up to this size, in bytes, are buffered in memory: they are written to the disk only once. */
export const memoryThreshold: number = 2 * 1024 * 1024;

/**
 * The spool for chunks while they arrive, in the folder of the parts, so that a first chunk becomes a part by a rename.
 *
 * @param freeSpace called when the disk is full, with the bytes needed; returns whether space was freed.
 * @param faultOf the fault for callers when the disk is full or not writable.
 */
export function chunkSpool(
  folder: string,
  freeSpace: (bytes: number) => Promise<boolean>,
  faultOf: (error: StorageError) => SoapFault | undefined,
): Spool {
  const spool = fileSpool({ folder, threshold: memoryThreshold, onFull: freeSpace });
  const toFault = (error: unknown): unknown => {
    const storage = error instanceof SpoolFull ? new StorageError('full', error.message, error) : asStorageError(error);
    return faultOf(storage) ?? storage;
  };
  return {
    begin() {
      const values = spool.begin();
      return {
        open: (most) => new FaultWriter(values.open(most), toFault),
        discard: () => values.discard(),
        keep: () => values.keep(),
      };
    },
  };
}

/** A writer whose errors are converted to faults. */
class FaultWriter implements SpoolWriter {
  readonly #writer: SpoolWriter;
  readonly #rethrow: (error: unknown) => never;

  constructor(writer: SpoolWriter, toFault: (error: unknown) => unknown) {
    this.#writer = writer;
    this.#rethrow = (error) => {
      throw toFault(error);
    };
  }

  get buffer(): Uint8Array {
    return this.#writer.buffer;
  }

  advance(bytes: number): Promise<void> | undefined {
    try {
      return this.#writer.advance(bytes)?.catch(this.#rethrow);
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  finish(): Blob | Promise<Blob> {
    const value = this.#writer.finish();
    return value instanceof Promise ? value.catch(this.#rethrow) : value;
  }
}
