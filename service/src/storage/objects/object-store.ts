import { randomBytes } from 'node:crypto';
import { dataKeyOf } from '../content/content-store.ts';

/** An object to be stored. */
export interface ObjectBody {
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal; the store rejects other bytes. */
  readonly digest: string;
  /**
   * The bytes; may be called again, to send them once more. The pieces of an array are sent at once, and must not change
   * until they are; another piece is valid until the next one is read.
   */
  pieces(): AsyncIterable<Uint8Array> | readonly Uint8Array[];
}

/** An object in a list. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970, by the clock of the store. */
  readonly modifiedAt: number;
}

/**
 * A store of objects that are written once, under keys that are never used again. It needs no conditions, locks or
 * versions of its store.
 */
export interface ObjectStore {
  /**
   * Stores an object. After a failure it may exist all the same, even minutes later.
   *
   * @throws {StorageError} `busy` when the store does not accept it in time; `full`.
   */
  put(key: string, body: ObjectBody): Promise<void>;
  /**
   * Reads bytes of an object from one offset to another.
   *
   * @param size of the whole object.
   * @throws {StorageError} `lost` when it does not exist or is shorter; `busy` when the store does not return it in time.
   */
  read(key: string, from: number, to: number, size: number): Promise<Buffer>;
  /** Size in bytes; undefined when there is no such object. No object is empty. */
  size(key: string): Promise<number | undefined>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /** All objects, in order of their keys, of a prefix. */
  list(prefix?: string): AsyncIterable<ListedObject>;
  /** Returns the clock of the store, in milliseconds since 1970. @throws {StorageError} when the bucket cannot be listed. */
  probe(): Promise<number>;
  close(): void;
}

/**
 * A new key, whose first characters spread load over the partitions of a store.
 *
 * @param upload whose bytes the object has: where they are sealed, the key names the data key.
 */
export function newObjectKey(site: string, upload = ''): string {
  const text = randomBytes(17).toString('hex');
  const dataKey = dataKeyOf(upload);
  return `${text.slice(0, 2)}/${site}/${text.slice(2)}${dataKey === undefined ? '' : `.k${dataKey}`}`;
}

/** The prefixes of the keys of a site: 256 of them. */
export function keyPrefixes(site: string): readonly string[] {
  return Array.from({ length: 256 }, (_, first) => `${first.toString(16).padStart(2, '0')}/${site}/`);
}
