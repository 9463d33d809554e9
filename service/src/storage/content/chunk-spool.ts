import type { Hash } from 'node:crypto';
import { type SoapFault, type Spool, SpoolFull, type SpoolWriter } from '@soapwright/runtime/server';
import { fileSpool } from '@soapwright/runtime/server/node';
import { asStorageError, StorageError } from '../../common/storage-error.ts';
import { alignedMemory } from './aligned-memory.ts';
import { newHash, noteArrival } from './content-store.ts';

/** Chunks that are buffered in memory while they arrive, in bytes. */
export interface SpoolMemory {
  /** Of the largest chunk. */
  readonly chunk: number;
  /** Of all chunks that arrive at the same time. */
  readonly all: number;
}

/**
 * Memory where chunks go to the disk: larger ones, and those beyond 64 MiB in all, are written while they arrive, and again
 * when they are appended. Of 8 MiB, the largest of the upload client, each is written once; their blocks are a little more.
 */
export const memoryBesideDisk: SpoolMemory = { chunk: 9 * 1024 * 1024, all: 64 * 1024 * 1024 };

/** Memory where chunks go to an object store: one on the disk would be written and read only to be sent. */
export const memoryOfObjects: SpoolMemory = { chunk: 16 * 1024 * 1024, all: 64 * 1024 * 1024 };

/**
 * The spool for chunks while they arrive, in the folder of the parts, so that a first chunk becomes a part by a rename.
 *
 * @param freeSpace called when the disk is full, with the bytes needed; returns whether space was freed.
 * @param faultOf the fault for callers when the disk is full or not writable.
 * @param encrypt whether the chunks that go to the disk are encrypted until they are appended.
 */
export function chunkSpool(
  folder: string,
  memory: SpoolMemory,
  freeSpace: (bytes: number) => Promise<boolean>,
  faultOf: (error: StorageError) => SoapFault | undefined,
  encrypt = false,
): Spool {
  const spool = fileSpool({
    folder,
    threshold: memory.chunk,
    memory: memory.all,
    onFull: freeSpace,
    allocate: alignedMemory(),
    encrypt,
  });
  const toFault = (error: unknown): unknown => {
    const storage = error instanceof SpoolFull ? new StorageError('full', error.message, error) : asStorageError(error);
    return faultOf(storage) ?? storage;
  };
  return {
    begin() {
      const values = spool.begin();
      return {
        open(most = Number.POSITIVE_INFINITY) {
          // A chunk that stays in memory is hashed when it is written.
          const hash = most > memory.chunk ? newHash() : undefined;
          return new ChunkWriter(values.open(most === Number.POSITIVE_INFINITY ? undefined : most), hash, toFault);
        },
        discard: () => values.discard(),
        keep: () => values.keep(),
      };
    },
  };
}

/** Hashes a chunk that goes to the disk while it arrives; errors are converted to faults. */
class ChunkWriter implements SpoolWriter {
  readonly #writer: SpoolWriter;
  readonly #hash: Hash | undefined;
  readonly #rethrow: (error: unknown) => never;

  constructor(writer: SpoolWriter, hash: Hash | undefined, toFault: (error: unknown) => unknown) {
    this.#writer = writer;
    this.#hash = hash;
    this.#rethrow = (error) => {
      throw toFault(error);
    };
  }

  get buffer(): Uint8Array {
    return this.#writer.buffer;
  }

  advance(bytes: number): Promise<void> | undefined {
    this.#hash?.update(this.#writer.buffer.subarray(0, bytes));
    try {
      return this.#writer.advance(bytes)?.catch(this.#rethrow);
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  finish(): Blob | Promise<Blob> {
    const value = this.#writer.finish();
    return value instanceof Promise ? value.then(this.#noted, this.#rethrow) : this.#noted(value);
  }

  readonly #noted = (value: Blob): Blob => {
    if (this.#hash !== undefined) noteArrival(value, this.#hash);
    return value;
  };
}
