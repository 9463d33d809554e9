import { randomBytes } from 'node:crypto';
import { KeyedMutex } from '../common/semaphore.ts';
import { StorageError } from '../common/storage-error.ts';
import type { Seals } from '../secrets/seal.ts';
import { audit } from '../storage/audit-log.ts';
import type { DataKeySource } from '../storage/content/content-store.ts';
import { type DataKeyRow, dataKeyById, heldDataKey, insertDataKey, newestDataKey } from '../storage/data-keys.ts';
import type { Db } from '../storage/tables.ts';

/** A key-management system outside the service that seals data keys. Texts are one line of printable ASCII. */
export interface KeyManagement {
  /** @throws {StorageError} `busy` when it fails. */
  seal(text: string): Promise<string>;
  /** @throws {StorageError} `busy` when it fails. */
  unseal(sealed: string): Promise<string>;
}

export interface DataKeyOptions {
  readonly seals: Seals;
  /** Brings the service keys up to date, in the transaction that stores a seal. */
  readonly refresh: (db: Db) => Promise<void>;
  /** Undefined: the service key seals data keys. */
  readonly kms: KeyManagement | undefined;
  /** Whether new uploads are sealed. */
  readonly isOn: boolean;
}

/** How long a process uses what it knows, in milliseconds: until it notices a new key, or one that was destroyed. */
const known = 30_000;

/** Accounts whose data key is known at most. */
const maxAccounts = 10_000;

interface Opened {
  readonly sealed: string;
  readonly key: Uint8Array;
  checkedAt: number;
}

/** The data keys of tenants: 32 random bytes each, which seal the bytes of their files and are stored sealed themselves. */
export class DataKeys implements DataKeySource {
  readonly #options: DataKeyOptions;
  readonly #opened = new Map<string, Opened>();
  /** Newest data keys, by account. */
  readonly #newest = new Map<string, { readonly id: string; readonly foundAt: number }>();
  readonly #mutex = new KeyedMutex();
  #db: Db | undefined;

  constructor(options: DataKeyOptions) {
    this.#options = options;
  }

  /** Sets the database, which is opened later than what needs its keys. */
  use(db: Db): void {
    this.#db = db;
  }

  async key(id: string): Promise<Uint8Array> {
    const opened = this.#opened.get(id);
    if (opened !== undefined && performance.now() - opened.checkedAt < known) return opened.key;
    return await this.#mutex.run(id, () => this.#open(id));
  }

  /** The id of the data key for new uploads to an account; undefined: they are not sealed. @throws {StorageError} */
  async currentFor(accountId: string, now: number): Promise<string | undefined> {
    if (!this.#options.isOn) return undefined;
    const cached = this.#newest.get(accountId);
    if (cached !== undefined && performance.now() - cached.foundAt < known) return cached.id;
    const { clientId, id: found } = await newestDataKey(this.#database, accountId);
    const id = found ?? (await this.#mutex.run(`tenant ${clientId}`, () => this.#first(accountId, clientId, now)));
    if (this.#newest.size >= maxAccounts) this.#newest.clear();
    this.#newest.set(accountId, { id, foundAt: performance.now() });
    return id;
  }

  /**
   * Keeps a data key from being destroyed until the end of a transaction, which publishes what it seals.
   *
   * @throws {StorageError} `key-destroyed`; new uploads use another key from then on.
   */
  async hold(transaction: Db, id: string): Promise<void> {
    if ((await heldDataKey.first(transaction, { id })) === undefined) throw this.#destroyed(id);
  }

  #destroyed(id: string): StorageError {
    this.#opened.delete(id);
    this.#newest.clear();
    return new StorageError('key-destroyed', `The data key ${id} was destroyed, or is that of another service.`);
  }

  /**
   * Creates a data key, which new uploads of a tenant use from then on.
   *
   * @param clientId null: of accounts without a tenant.
   * @returns its id.
   * @throws {StorageError}
   */
  async create(clientId: number | null, actor: 'operator' | 'service', now: number): Promise<string> {
    const { seals, refresh, kms } = this.#options;
    const id = randomBytes(6).toString('hex');
    const text = randomBytes(32).toString('base64');
    const sealed = await kms?.seal(text);
    await this.#database.transaction().execute(async (transaction) => {
      await refresh(transaction);
      const row = { id, client_id: clientId, created_at: now };
      await insertDataKey(
        transaction,
        sealed === undefined
          ? { ...row, sealed: seals.seal('data-key', id, text), sealed_by: 'service-key', key_id: seals.keyId }
          : { ...row, sealed, sealed_by: 'kms', key_id: null },
      );
      const details = { tenant: clientId, sealedBy: sealed === undefined ? 'service-key' : 'kms' };
      await audit(transaction, { actor, action: 'data-key.created', subject: `data-key:${id}`, details }, now);
    });
    this.#newest.clear();
    return id;
  }

  /** Another upload of the tenant may have created it. */
  async #first(accountId: string, clientId: number | null, now: number): Promise<string> {
    const { id } = await newestDataKey(this.#database, accountId);
    return id ?? (await this.create(clientId, 'service', now));
  }

  async #open(id: string): Promise<Uint8Array> {
    const row = await dataKeyById.first(this.#database, { id });
    if (row === undefined) throw this.#destroyed(id);
    const opened = this.#opened.get(id);
    const key = opened?.sealed === row.sealed ? opened.key : await this.#unsealed(row);
    this.#opened.set(id, { sealed: row.sealed, key, checkedAt: performance.now() });
    return key;
  }

  async #unsealed({ id, sealed, sealed_by }: DataKeyRow): Promise<Uint8Array> {
    const { kms, seals } = this.#options;
    if (sealed_by === 'kms' && kms === undefined) {
      throw new StorageError('other-key', `The data key ${id} is sealed by a command: set encryption.kms.`);
    }
    const text = sealed_by === 'kms' ? await kms?.unseal(sealed) : seals.open('data-key', id, sealed);
    const key = Buffer.from(text ?? '', 'base64');
    if (key.length === 32) return key;
    throw new StorageError('other-key', `The data key ${id} was sealed with another key.`);
  }

  get #database(): Db {
    if (this.#db === undefined) throw new StorageError('busy', 'The database of the data keys is not open.');
    return this.#db;
  }
}
