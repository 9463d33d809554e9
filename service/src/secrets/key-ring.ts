import { StorageError } from '../common/storage-error.ts';
import { keyIdOf, type ServiceKey } from './service-key.ts';

/**
 * The service keys of a process: the current one, which new hashes and seals are created with, and others during a
 * rotation, which stored ones are recognised by. They change while the process runs.
 */
export class KeyRing {
  #current: ServiceKey;
  #others: readonly ServiceKey[];
  /** By performance.now(); infinite: without end. */
  #usableUntil = Number.POSITIVE_INFINITY;

  /**
   * @param keys the current one first.
   * @throws {StorageError} `other-key` when empty.
   */
  constructor(keys: readonly ServiceKey[]) {
    const [current, ...others] = keys;
    if (current === undefined) throw new StorageError('other-key', 'There is no service key.');
    this.#current = current;
    this.#others = others;
  }

  /** @throws {StorageError} `busy` when the keys are not usable any more. */
  get current(): ServiceKey {
    this.#checkUsable();
    return this.#current;
  }

  /** All keys, the current one first. @throws {StorageError} `busy` when they are not usable any more. */
  get keys(): readonly [ServiceKey, ...ServiceKey[]] {
    this.#checkUsable();
    return [this.#current, ...this.#others];
  }

  /** Makes the keys usable until a time by performance.now(): a process that others take for ended must not use them. */
  useUntil(time: number): void {
    this.#usableUntil = time;
  }

  #checkUsable(): void {
    if (performance.now() <= this.#usableUntil) return;
    throw new StorageError('busy', 'The database was not reached for so long that the service keys may have changed.');
  }

  /** The id of the current key. */
  get currentId(): string {
    return this.#current.id;
  }

  /** The ids of all keys, sorted. */
  get ids(): readonly string[] {
    return [this.#current, ...this.#others].map(({ id }) => id).sort();
  }

  /**
   * Replaces the keys.
   *
   * @param fingerprint of the key that is current.
   * @throws {StorageError} `other-key` when it is not among the keys; the ring is unchanged then.
   */
  replace(keys: readonly ServiceKey[], fingerprint: string): void {
    const current = keys.find((key) => key.fingerprint === fingerprint);
    if (current === undefined) {
      const given = keys.map(({ id }) => id).join(', ');
      throw new StorageError(
        'other-key',
        `The service key of this data folder is ${keyIdOf(fingerprint)}, and the given one is ${given}: no stored secret would match. Restore the original key.`,
      );
    }
    this.#current = current;
    this.#others = keys.filter((key) => key !== current);
  }
}
