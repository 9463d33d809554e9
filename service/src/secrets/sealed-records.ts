import { type CipherGCM, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { StorageError } from '../common/storage-error.ts';

/** Plain bytes of a record; only the last one of a segment has fewer. */
export const recordBytes: number = 64 * 1024;

const tagBytes = 16;

/** Bytes of a whole record. */
export const sealedRecordBytes: number = recordBytes + tagBytes;

/** Bytes of a salt. */
export const saltBytes = 16;

const cipherName = 'aes-256-gcm';

/** Bytes that are encrypted by one call: its result is new memory, which the system reuses while it is small. */
const stepBytes = 16 * 1024;

/** Bytes of a segment that seals a number of bytes. */
export function sealedSize(bytes: number): number {
  return bytes + tagBytes * Math.max(1, Math.ceil(bytes / recordBytes));
}

/** The bytes that a segment of a size seals. */
export function plainSize(sealed: number): number {
  return sealed - tagBytes * Math.max(1, Math.ceil(sealed / sealedRecordBytes));
}

/** What a segment is: its key is used for it alone. */
export interface SegmentOptions {
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Never used twice with a data key. */
  readonly salt: Uint8Array;
  /** What the segment belongs to, and where it is. */
  readonly about: string;
  /** Plain bytes. */
  readonly size: number;
  /** Whether it is the last one of its file. */
  readonly isFinal: boolean;
}

/**
 * A segment: bytes that were written at once, as records of AES-256-GCM (NIST SP 800-38D). Its key is derived from the data
 * key by HKDF (RFC 5869) with its salt and place. The nonce of a record is its number, and whether it is the last one: a
 * record that was moved, cut off or exchanged does not open.
 */
export class Segment {
  readonly #key: Uint8Array;
  readonly #size: number;
  readonly #last: number;
  readonly #endMark: number;

  constructor({ dataKey, salt, about, size, isFinal }: SegmentOptions) {
    this.#key = new Uint8Array(hkdfSync('sha256', dataKey, salt, `remote-file-service/content/${about}`, 32));
    this.#size = size;
    this.#last = Math.max(0, Math.ceil(size / recordBytes) - 1);
    this.#endMark = isFinal ? 2 : 1;
  }

  /** Begins to seal its bytes. */
  sealer(): Sealer {
    return new Sealer(this.#size, (index) => createCipheriv(cipherName, this.#key, this.#nonce(index)));
  }

  /**
   * Opens consecutive records.
   *
   * @param index of the first one.
   * @param name of what is read, for the message.
   * @throws {StorageError} `lost` when one of them was changed.
   */
  *open(index: number, sealed: Uint8Array, name: string): Generator<Buffer> {
    for (let at = 0, record = index; at < sealed.length; at += sealedRecordBytes, record += 1) {
      const bytes = sealed.subarray(at, at + sealedRecordBytes);
      const decipher = createDecipheriv(cipherName, this.#key, this.#nonce(record), { authTagLength: tagBytes });
      let plain: Buffer;
      try {
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        plain = decipher.update(bytes.subarray(0, -tagBytes));
        decipher.final();
      } catch (error) {
        throw new StorageError(
          'lost',
          `The sealed bytes of ${name} have changed, or are those of another file.`,
          error,
        );
      }
      yield plain;
    }
  }

  #nonce(index: number): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index, 7);
    if (index === this.#last) nonce[11] = this.#endMark;
    return nonce;
  }
}

/** Seals the bytes of a segment, which come in pieces of any length. */
export class Sealer {
  readonly #begin: (index: number) => CipherGCM;
  #left: number;
  #index = 0;
  #inRecord = 0;
  #cipher: CipherGCM;

  constructor(size: number, begin: (index: number) => CipherGCM) {
    this.#begin = begin;
    this.#left = size;
    this.#cipher = begin(0);
  }

  /** Seals the next piece, and gives the sealed bytes to `put`, with the last piece those of the end. */
  push(piece: Uint8Array, put: (bytes: Uint8Array) => unknown): void {
    for (let at = 0; at < piece.length; ) {
      const bytes = piece.subarray(at, at + Math.min(stepBytes, recordBytes - this.#inRecord));
      at += bytes.length;
      this.#inRecord += bytes.length;
      this.#left -= bytes.length;
      put(this.#cipher.update(bytes));
      if (this.#inRecord === recordBytes || this.#left === 0) this.#endRecord(put);
    }
  }

  /** Seals the end of a segment without bytes. @throws {RangeError} when bytes are missing, or there were more. */
  end(put: (bytes: Uint8Array) => unknown): void {
    if (this.#left === 0 && this.#index === 0) this.#endRecord(put);
    if (this.#left !== 0) throw new RangeError(`A segment lacks ${this.#left} bytes.`);
  }

  #endRecord(put: (bytes: Uint8Array) => unknown): void {
    this.#cipher.final();
    put(this.#cipher.getAuthTag());
    this.#index += 1;
    this.#inRecord = 0;
    if (this.#left > 0) this.#cipher = this.#begin(this.#index);
  }
}
