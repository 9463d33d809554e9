import { type Intake, type SoapFault, type Spool, type SpooledValues, SpoolFull } from '@soapwright/runtime/server';
import { fileSpool } from '@soapwright/runtime/server/node';
import { asStorageError, StorageError } from '../../common/storage-error.ts';

/** Chunks up to this size, in bytes, are buffered in memory: they are written to the disk only once. */
export const memoryThreshold: number = 2 * 1024 * 1024;

/**
 * Where chunks lie while they arrive: beside the parts that they become, so that a first one becomes it by a rename.
 *
 * @param makeRoom called when the disk is full, with the bytes that are needed; says whether there is room now.
 * @param faultOf what callers are told when there is none, or when nothing can be written.
 */
export function chunkSpool(
  folder: string,
  freeSpace: (bytes: number) => Promise<boolean>,
  faultOf: (error: StorageError) => SoapFault | undefined,
): Spool {
  const spool = fileSpool({ folder, threshold: memoryThreshold, onFull: freeSpace });
  const withStorageErrors = (error: unknown): unknown => {
    const storage = error instanceof SpoolFull ? new StorageError('full', error.message, error) : asStorageError(error);
    return faultOf(storage) ?? storage;
  };
  return { begin: () => new Values(spool.begin(), withStorageErrors) };
}

class Values implements SpooledValues {
  readonly #values: SpooledValues;
  readonly #translated: (error: unknown) => unknown;

  constructor(values: SpooledValues, withStorageErrors: (error: unknown) => unknown) {
    this.#values = values;
    this.#translated = withStorageErrors;
  }

  open(most?: number): Intake {
    return new Value(this.#values.open(most), this.#translated);
  }

  discard(): Promise<void> | undefined {
    return this.#values.discard();
  }

  keep(): void {
    this.#values.keep();
  }
}

class Value implements Intake {
  readonly #intake: Intake;
  readonly #translated: (error: unknown) => unknown;

  constructor(intake: Intake, withStorageErrors: (error: unknown) => unknown) {
    this.#intake = intake;
    this.#translated = withStorageErrors;
  }

  get room(): Uint8Array {
    return this.#intake.room;
  }

  advance(bytes: number): Promise<void> | undefined {
    try {
      return this.#intake.advance(bytes)?.catch((error: unknown) => {
        throw this.#translated(error);
      });
    } catch (error) {
      throw this.#translated(error);
    }
  }

  finish(): Blob | Promise<Blob> {
    const value = this.#intake.finish();
    if (!(value instanceof Promise)) return value;
    return value.catch((error: unknown) => {
      throw this.#translated(error);
    });
  }
}
