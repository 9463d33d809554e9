import { KeyRing } from '../secrets/key-ring.ts';
import type { KeySource } from '../secrets/key-source.ts';
import {
  findFingerprint,
  isUnseen,
  type KeyHolder,
  listHolders,
  removeHolders,
  saveHolder,
  seenEvery,
  storeFirstFingerprint,
} from '../storage/service-keys.ts';
import type { Db } from '../storage/tables.ts';
import { currentProcess, ownerStatus } from '../uploads/lease-owner.ts';

/** How long the keys are used after the process was seen, in milliseconds: until shortly before others forget it. */
const usableFor = 3 * seenEvery;

/**
 * The service keys of a process. The database names the current one, so that all processes change at once; each process
 * is registered there with the keys that it knows, so that none is used before all know it.
 */
export class ServiceKeys {
  readonly source: KeySource;
  readonly ring: KeyRing;
  readonly #process: string;
  readonly #onMachines: 'one' | 'many';
  /** The stored row of this process; undefined before the first one. */
  #registered: string | undefined;
  /** When it was written, by performance.now(). */
  #seenAt = Number.NEGATIVE_INFINITY;

  private constructor(source: KeySource, ring: KeyRing, onMachines: 'one' | 'many') {
    this.#process = currentProcess({ onMachines });
    this.#onMachines = onMachines;
    this.source = source;
    this.ring = ring;
  }

  /** Loads the keys; `refresh` tells which one is current. @throws {StorageError} */
  static async load(
    source: KeySource,
    { onMachines = 'one' }: { readonly onMachines?: 'one' | 'many' } = {},
  ): Promise<ServiceKeys> {
    return new ServiceKeys(source, new KeyRing(await source.load()), onMachines);
  }

  /**
   * Brings the ring up to date with the source and the database; a new database stores the first key. In a transaction,
   * the ring is true until its end.
   *
   * @throws {StorageError} `other-key` when the current key is not among them.
   */
  async refresh(db: Db): Promise<void> {
    const keys = await this.source.load();
    const fingerprint = await findFingerprint(db);
    if (fingerprint === undefined) {
      await storeFirstFingerprint(db, this.ring.current.fingerprint);
      return await this.refresh(db);
    }
    this.ring.replace(keys, fingerprint);
  }

  /**
   * Registers this process with its keys, if that is news, and says now and then that it runs; forgets processes that have
   * ended.
   *
   * @returns whether the keys differ from those of the last registration.
   * @throws {StorageError}
   */
  async register(db: Db, now: number): Promise<boolean> {
    const state = this.#state();
    const before = this.#registered;
    const start = performance.now();
    if (before === state && start - this.#seenAt < seenEvery) return false;
    if (before === undefined) await this.others(db);
    const { ids, currentId } = this.ring;
    await saveHolder(db, { process: this.#process, keys: ids, current: currentId }, now);
    this.#registered = state;
    this.#seenAt = start;
    // On other machines it cannot be seen to have been stopped for a while, so it must not go on with old keys.
    if (this.#onMachines === 'many') this.ring.useUntil(start + usableFor);
    return before !== undefined && before !== state;
  }

  /** The other processes that have the data folder open; forgets those that have ended. @throws {StorageError} */
  async others(db: Db): Promise<readonly KeyHolder[]> {
    const others = (await listHolders(db)).filter(({ process }) => process !== this.#process);
    const ended = others.filter((other) => hasEnded(other, this.#process));
    await removeHolders(
      db,
      ended.map(({ process }) => process),
    );
    return others.filter((other) => !ended.includes(other));
  }

  async unregister(db: Db): Promise<void> {
    if (this.#registered !== undefined) await removeHolders(db, [this.#process]);
    this.#registered = undefined;
  }

  #state(): string {
    return `${this.ring.currentId} of ${this.ring.ids.join(' ')}`;
  }
}

/** Whether a process that has not closed the database has ended, as seen by the process `self`. */
export function hasEnded(holder: KeyHolder, self: string): boolean {
  return isUnseen(holder) || ['gone', 'seems gone'].includes(ownerStatus(holder.process, self));
}
