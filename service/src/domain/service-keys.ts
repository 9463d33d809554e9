import { KeyRing } from '../secrets/key-ring.ts';
import type { KeySource } from '../secrets/key-source.ts';
import {
  findFingerprint,
  type KeyHolder,
  listHolders,
  removeHolders,
  saveHolder,
  storeFirstFingerprint,
} from '../storage/service-keys.ts';
import type { Db } from '../storage/tables.ts';
import { currentProcess, ownerStatus } from '../uploads/lease-owner.ts';

/**
 * The service keys of a process. The database names the current one, so that all processes change at once; each process
 * is registered there with the keys that it knows, so that none is used before all know it.
 */
export class ServiceKeys {
  readonly source: KeySource;
  readonly ring: KeyRing;
  readonly #process: string;
  /** What the row of this process says; undefined: it has none. */
  #registered: string | undefined;

  private constructor(source: KeySource, ring: KeyRing, process: string) {
    this.#process = process;
    this.source = source;
    this.ring = ring;
  }

  /** Loads the keys; `refresh` tells which one is current. @throws {StorageError} */
  static async load(
    source: KeySource,
    { onMachines = 'one' }: { readonly onMachines?: 'one' | 'many' } = {},
  ): Promise<ServiceKeys> {
    return new ServiceKeys(source, new KeyRing(await source.load()), currentProcess({ onMachines }));
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
   * Registers this process with its keys, if that is news; forgets processes that have ended.
   *
   * @returns whether the keys differ from those of the last registration.
   * @throws {StorageError}
   */
  async register(db: Db, now: number): Promise<boolean> {
    const state = this.#state();
    const before = this.#registered;
    if (before === state) return false;
    if (before === undefined) await this.others(db);
    const { ids, current } = this.ring;
    await saveHolder(db, { process: this.#process, keys: ids, current: current.id }, now);
    this.#registered = state;
    return before !== undefined;
  }

  /** The other processes that have the data folder open; forgets those that have ended. @throws {StorageError} */
  async others(db: Db): Promise<readonly KeyHolder[]> {
    const others = (await listHolders(db)).filter(({ process }) => process !== this.#process);
    const ended = others.filter(({ process }) => ['gone', 'seems gone'].includes(ownerStatus(process, this.#process)));
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
    return `${this.ring.current.id} of ${this.ring.ids.join(' ')}`;
  }
}
