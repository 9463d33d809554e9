import type { MemoryBlob } from '@soapwright/runtime/server/node';

/** Addresses, lengths and offsets that are multiples of this can be written past the page cache of any disk, in bytes. */
export const alignment = 4096;

/** Bytes of a page of WebAssembly. */
const pageSize = 64 * 1024;

/** Pages that are allocated at once. They use memory of the machine only where they were written. */
const pages = 128;

/** All that is used of it; Node's types do not have it. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
  }) => {
    readonly buffer: ArrayBuffer;
  };
};

const alignedBuffers = new WeakSet<ArrayBufferLike>();

/**
 * Allocates memory at addresses that are multiples of the alignment, which only memory of WebAssembly certainly has.
 *
 * @returns a function that allocates bytes: aligned if their number is, and there is such memory.
 */
export function alignedMemory(): (bytes: number) => Uint8Array<ArrayBuffer> {
  let current: ArrayBuffer | undefined;
  let used = 0;
  let isMissing = false;
  return (bytes) => {
    if (bytes % alignment !== 0 || bytes > pages * pageSize || isMissing) return Buffer.allocUnsafeSlow(bytes);
    if (current === undefined || used + bytes > current.byteLength) {
      current = newBuffer();
      used = 0;
    }
    if (current === undefined) {
      isMissing = true;
      return Buffer.allocUnsafeSlow(bytes);
    }
    used += bytes;
    return Buffer.from(current, used - bytes, bytes);
  };
}

/** Undefined where the process may not use so much of its address space, or has no WebAssembly. */
function newBuffer(): ArrayBuffer | undefined {
  try {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages });
    alignedBuffers.add(buffer);
    return buffer;
  } catch {
    return undefined;
  }
}

/** Whether all pieces of a value begin at aligned addresses and have aligned lengths. */
export function isAligned(bytes: MemoryBlob): boolean {
  return bytes.views().every(isAlignedView);
}

/** Whether memory begins at an aligned address and has an aligned length. */
export function isAlignedView({ buffer, byteOffset, length }: Uint8Array): boolean {
  return alignedBuffers.has(buffer) && byteOffset % alignment === 0 && length % alignment === 0;
}
