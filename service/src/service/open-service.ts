import type { ContentStore } from '../files/content-store.ts';
import { openDataFolder } from '../files/data-folder.ts';
import { fileStore } from '../files/file-store.ts';
import { databaseGuard, type GuessLimits, noGuard, sweepGuesses } from '../guessing/guard.ts';
import type { State } from '../handlers/context.ts';
import { jsonLogger, type Logger } from '../log/logger.ts';
import { KeyedHash } from '../secrets/keyed-hash.ts';
import { Passwords, type ScryptCost } from '../secrets/passwords.ts';
import { Seals } from '../secrets/seal.ts';
import { loadServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import { sweepSignIns } from '../sign-in/sweep.ts';
import { defaultSignInTimes, type SignInTimes } from '../sign-in/times.ts';
import { openDatabase } from '../storage/database.ts';
import { checkFingerprint } from '../storage/fingerprint.ts';
import { type Swept, sweepUploads } from '../uploads/sweep.ts';
import { createUploads, type UploadTimes } from '../uploads/uploads.ts';

export interface ServiceOptions {
  /** Path of the data folder; made if it is not there. */
  readonly data: string;
  /** Without it the key file of the data folder is used, and made if it is not there. */
  readonly serviceKey?: ServiceKey | undefined;
  /** Undefined: guessing is not slowed. */
  readonly guessLimits?: GuessLimits | undefined;
  readonly trustProxy?: boolean | undefined;
  /** The address of this service, for tenants without another site. */
  readonly apiUrl: () => string;
  readonly scryptCost?: ScryptCost | undefined;
  readonly signInTimes?: Partial<SignInTimes> | undefined;
  readonly uploadTimes?: Partial<UploadTimes> | undefined;
  readonly log?: Logger | undefined;
  /** Milliseconds since 1970; the system's clock unless it is given. */
  readonly now?: (() => number) | undefined;
}

/** The service without a network: what handlers stand on. */
export interface Service {
  readonly state: State;
  readonly store: ContentStore;
  /** @throws {StorageError} when it cannot do its work at the moment. */
  ready(): Promise<void>;
  sweep(): Promise<Swept>;
  close(): Promise<void>;
}

/**
 * Opens a data folder. Any number of processes may have it open at once.
 *
 * @throws {StorageError}
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const now = options.now ?? Date.now;
  const folder = await openDataFolder(options.data);
  const key = options.serviceKey ?? (await loadServiceKey(folder.key));
  const hashes = new KeyedHash(key);
  const db = await openDatabase(folder.database);
  try {
    await checkFingerprint(db, hashes.fingerprint());
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const store = fileStore(folder);
  const limits = options.guessLimits;
  const uploads = createUploads({ db, store, hashes, now, times: options.uploadTimes });
  const state: State = {
    db,
    hashes,
    uploads,
    passwords: new Passwords(options.scryptCost),
    seals: new Seals(key),
    signInTimes: { ...defaultSignInTimes, ...options.signInTimes },
    guard: limits === undefined ? noGuard : databaseGuard(db, limits, now),
    log: options.log ?? jsonLogger(() => undefined, 'silent'),
    now,
    trustProxy: options.trustProxy ?? false,
    apiUrl: options.apiUrl,
  };
  return {
    state,
    store,
    async ready() {
      await db.selectFrom('settings').select('name').limit(1).execute();
      await store.probe();
    },
    async sweep() {
      if (limits !== undefined) await sweepGuesses(db, limits, now());
      await sweepSignIns(db, now());
      return await sweepUploads(uploads);
    },
    close: () => db.destroy(),
  };
}
