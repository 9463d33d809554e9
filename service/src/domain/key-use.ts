import { keyIdOf } from '../secrets/service-key.ts';
import { type KeyKind, type Rehash, type Used, updateHash, updateLastUse } from '../storage/credentials.ts';
import { findFingerprint } from '../storage/service-keys.ts';
import type { Db } from '../storage/tables.ts';
import { detached } from '../tracing/tracer.ts';

/** Names of the keys of a request, for the log. */
export interface KeyNames {
  readonly apiKey?: string;
  readonly folderKey?: string;
  readonly scimToken?: string;
}

const logNames = { 'api-key': 'apiKey', 'folder-key': 'folderKey', 'scim-token': 'scimToken' } as const;

/** Least time between two commits of uses, in milliseconds: a commit for each request would cost more. */
const between = 60_000;

/** Delay of a first use, in milliseconds: with it the other keys of the request are stored. */
const delay = 100;

/** Maximum number of keys in one transaction. */
const maxKeys = 500;

/** Requests whose keys are kept until they are logged; beyond it the oldest is forgotten. */
const maxRequests = 10_000;

/**
 * Which valid keys were used: by request, for its log line, and last, for the lists of keys. After a rotation of the
 * service key, a used key gets its hash under the new one.
 */
export class KeyUse {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #requests = new Map<string, KeyNames>();
  readonly #unsaved: Readonly<Record<KeyKind, Map<string, Used>>> = {
    'api-key': new Map(),
    'folder-key': new Map(),
    'scim-token': new Map(),
  };
  /** By the id of the row. */
  readonly #rehashes = new Map<string, Rehash>();
  #rehashTimer: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** By performance.now(). */
  #savedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** A valid key was presented. @param from the caller's address. */
  used(
    requestId: string,
    kind: KeyKind,
    { id, name }: { readonly id: string; readonly name: string },
    from: string | undefined,
  ): void {
    const names = this.#requests.get(requestId);
    this.#requests.set(requestId, { ...names, [logNames[kind]]: name });
    if (this.#requests.size > maxRequests) this.#requests.delete(this.#requests.keys().next().value ?? '');
    this.#unsaved[kind].set(id, { at: this.#now(), from: from ?? null });
    const wait = Math.max(delay, this.#savedAt + between - performance.now());
    this.#timer ??= setTimeout(
      detached(() => void this.save().catch(() => undefined)),
      wait,
    ).unref();
  }

  /** A secret was recognised by the hash of an older service key. */
  rehash(rehash: Rehash): void {
    this.#rehashes.set(rehash.id, rehash);
    // Soon: until then, the key counts as one that nobody has used since the rotation.
    this.#rehashTimer ??= setTimeout(
      detached(() => void this.#saveHashes().catch(() => undefined)),
      delay,
    ).unref();
  }

  /** The keys of a request, which are forgotten then. */
  take(requestId: string): KeyNames {
    const names = this.#requests.get(requestId);
    this.#requests.delete(requestId);
    return names ?? {};
  }

  /**
   * Stores when and from where keys were last used, and their new hashes. What cannot be stored is stored with the next
   * use.
   *
   * @throws {StorageError}
   */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#savedAt = performance.now();
    await this.#saveHashes();
    for (const kind of Object.keys(this.#unsaved) as KeyKind[]) {
      const unsaved = [...this.#unsaved[kind]];
      for (let first = 0; first < unsaved.length; first += maxKeys) {
        const uses = unsaved.slice(first, first + maxKeys);
        await this.#db.transaction().execute((transaction) => updateLastUse(transaction, kind, uses));
        // Used again in between: stored next time.
        for (const [id, use] of uses) if (this.#unsaved[kind].get(id) === use) this.#unsaved[kind].delete(id);
      }
    }
  }

  async #saveHashes(): Promise<void> {
    clearTimeout(this.#rehashTimer);
    this.#rehashTimer = undefined;
    const rehashes = [...this.#rehashes.values()];
    if (rehashes.length === 0) return;
    await this.#db.transaction().execute(async (transaction) => {
      const current = keyIdOf((await findFingerprint(transaction)) ?? '');
      // A hash of a key that is not current any more might come after its retirement.
      for (const each of rehashes) if (each.keyId === current) await updateHash(transaction, each);
    });
    for (const each of rehashes) if (this.#rehashes.get(each.id) === each) this.#rehashes.delete(each.id);
  }
}
