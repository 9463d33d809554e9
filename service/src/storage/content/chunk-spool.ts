import {
  type SoapFault,
  type Spool,
  type SpooledValues,
  SpoolFull,
  type SpoolWriter,
} from '@soapwright/runtime/server';
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
  return { begin: () => new Values(spool.begin(), toFault) };
}

class Values implements SpooledValues {
  readonly #values: SpooledValues;
  readonly #toFault: (error: unknown) => unknown;

  constructor(values: SpooledValues, toFault: (error: unknown) => unknown) {
    this.#values = values;
    this.#toFault = toFault;
  }

  open(most?: number): SpoolWriter {
    return new Value(this.#values.open(most), this.#toFault);
  }

  discard(): Promise<void> | undefined {
    return this.#values.discard();
  }

  keep(): void {
    this.#values.keep();
  }
}

class Value implements SpoolWriter {
  readonly #intake: SpoolWriter;
  readonly #toFault: (error: unknown) => unknown;

  constructor(intake: SpoolWriter, toFault: (error: unknown) => unknown) {
    this.#intake = intake;
    this.#toFault = toFault;
  }

  get buffer(): Uint8Array {
    return this.#intake.buffer;
  }

  advance(bytes: number): Promise<void> | undefined {
    try {
      return this.#intake.advance(bytes)?.catch((error: unknown) => {
        throw this.#toFault(error);
      });
    } catch (error) {
      throw this.#toFault(error);
    }
  }

  finish(): Blob | Promise<Blob> {
    const value = this.#intake.finish();
    if (!(value instanceof Promise)) return value;
    return value.catch((error: unknown) => {
      throw this.#toFault(error);
    });
  }
}
