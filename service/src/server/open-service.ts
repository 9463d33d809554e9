import type { Spool } from '@soapwright/runtime/server';
import { type Counts, noCounts } from '../common/counts.ts';
import { freeBytes } from '../common/file-system.ts';
import { jsonLogger, type Logger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import { databaseGuard, type GuessLimits, noGuard, sweepGuesses } from '../domain/guess-guard.ts';
import { KeyUse } from '../domain/key-use.ts';
import { type UploadBytes, UploadLimits } from '../domain/upload-limits.ts';
import { LinkSigner } from '../downloads/link-token.ts';
import type { State } from '../handlers/context.ts';
import { storageFault } from '../handlers/run-operation.ts';
import { Outbox } from '../hooks/outbox.ts';
import { Passwords, type ScryptCost } from '../secrets/passwords.ts';
import { Seals } from '../secrets/seal.ts';
import { KeyedHash } from '../secrets/secret-tokens.ts';
import { loadServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import { OidcProviders } from '../sign-in/oidc/oidc-providers.ts';
import { defaultSignInTimes, type SignInTimes } from '../sign-in/sign-in-context.ts';
import { trimAudit } from '../storage/audit-log.ts';
import { chunkSpool } from '../storage/content/chunk-spool.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import { openDataFolder } from '../storage/content/data-folder.ts';
import { fileStore } from '../storage/content/file-store.ts';
import { checkFingerprint, fingerprintName, openDatabase, openUploadDatabase } from '../storage/database.ts';
import { sweepDeliveries } from '../storage/hook-deliveries.ts';
import { LogState } from '../storage/log-state.ts';
import { type Lookups, openLookups } from '../storage/lookups.ts';
import { checkSchema } from '../storage/migrations.ts';
import { SharedCommits } from '../storage/shared-commits.ts';
import { sweepSignIns } from '../storage/sign-ins.ts';
import type { Db } from '../storage/tables.ts';
import { Admission, type DefaultQuotas, unlimited } from '../uploads/admission.ts';
import { createUploads } from '../uploads/create-uploads.ts';
import { expireFiles } from '../uploads/expire-files.ts';
import { addMissingDigests } from '../uploads/missing-digests.ts';
import { sweepUploads, type UploadSweep } from '../uploads/sweep-uploads.ts';
import type { UploadTimes } from '../uploads/uploads.ts';

export interface ServiceOptions {
  /** Path of the data folder; created if it does not exist. */
  readonly data: string;
  /** Default: the key file of the data folder, created if it does not exist. */
  readonly serviceKey?: ServiceKey | undefined;
  /** Undefined: no rate limit. */
  readonly guessLimits?: GuessLimits | undefined;
  readonly trustProxy?: boolean | undefined;
  /** The URL of this service, for tenants without another site. */
  readonly apiUrl: () => string;
  readonly scryptCost?: ScryptCost | undefined;
  readonly signInTimes?: Partial<SignInTimes> | undefined;
  readonly uploadTimes?: Partial<UploadTimes> | undefined;
  /** Default: limited by the disk only. */
  readonly uploadBytes?: UploadBytes | undefined;
  /** Default: none. */
  readonly quotas?: DefaultQuotas | undefined;
  /** Milliseconds until an entry of the audit log is removed; undefined: never. */
  readonly auditTime?: number | undefined;
  /** Bytes that must be free on the volume for uploads, and for the service to be ready; default 0. */
  readonly freeBytes?: number | undefined;
  /** Names of the hooks that get an event of each published file; default: none. */
  readonly hooks?: readonly string[] | undefined;
  readonly counts?: Counts | undefined;
  readonly log?: Logger | undefined;
  /** Milliseconds since 1970; default: the system clock. */
  readonly now?: (() => number) | undefined;
}

/** Result of a sweep. */
export interface SweepResult extends UploadSweep {
  /** Files whose retention has passed. */
  readonly expiredFiles: number;
  /** Files of an older version whose SHA-256 was computed. */
  readonly digestedFiles: number;
}

/** The service without a network: the state of the handlers, and maintenance. */
export interface Service {
  readonly state: State;
  readonly store: ContentStore;
  /** Signs and reads links to files. */
  readonly links: LinkSigner;
  /** The spool for arriving chunks. */
  readonly spool: Spool;
  /** Free bytes on the volume of the data folder. */
  free(): Promise<number>;
  /** @throws {StorageError} when the service is not ready. */
  ready(): Promise<void>;
  /** @param digestBytes bytes of files without a SHA-256 to read at most; default 1 GiB. */
  sweep(digestBytes?: bigint): Promise<SweepResult>;
  close(): Promise<void>;
}

/**
 * Opens a data folder. Any number of processes may have it open at once.
 *
 * @throws {StorageError}
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const now = options.now ?? Date.now;
  const counts = options.counts ?? noCounts;
  const folder = await openDataFolder(options.data);
  const key = options.serviceKey ?? (await loadServiceKey(folder.key));
  const hashes = new KeyedHash(key);
  const log = new LogState(folder.database);
  const db = await openDatabase(folder.database, { log, counts });
  let writer: Db | undefined;
  let lookups: Lookups;
  try {
    await checkFingerprint(db, hashes.fingerprint());
    writer = await openUploadDatabase(folder.database, log, counts);
    lookups = openLookups(folder.database, db);
  } catch (error) {
    await writer?.destroy();
    await db.destroy();
    throw error;
  }
  const store = fileStore(folder);
  // Fails on a full disk, where the service must start all the same.
  await store.keepReserve().catch(() => undefined);
  const limits = options.guessLimits;
  const admission = new Admission({
    db,
    defaults: options.quotas ?? unlimited.defaults,
    keptFree: options.freeBytes ?? 0,
    free: () => freeBytes(folder.path),
  });
  const outbox = options.hooks?.length ? new Outbox(options.hooks) : undefined;
  const uploads = createUploads({ db, writer, store, hashes, now, times: options.uploadTimes, admission, outbox });
  const commits = new SharedCommits(db);
  const keyUse = new KeyUse(db, now);
  const state: State = {
    db,
    lookups,
    commits,
    keyUse,
    hashes,
    uploads,
    uploadLimits: new UploadLimits(db, options.uploadBytes ?? noLimit, (bytes) => uploads.space.freeUp(bytes)),
    passwords: new Passwords(options.scryptCost),
    seals: new Seals(key),
    signInTimes: { ...defaultSignInTimes, ...options.signInTimes },
    oidc: new OidcProviders(now, counts),
    guard: limits === undefined ? noGuard : databaseGuard({ db, commits, guesses: lookups.guesses, now }, limits),
    log: options.log ?? jsonLogger(() => undefined, 'silent'),
    counts,
    now,
    trustProxy: options.trustProxy ?? false,
    apiUrl: options.apiUrl,
  };
  return {
    state,
    store,
    links: new LinkSigner([key]),
    spool: chunkSpool(folder.spool, (bytes) => uploads.space.freeUp(BigInt(bytes)), storageFault),
    free: () => freeBytes(folder.path),
    async ready() {
      await checkSchema(db);
      await checkFree(folder.path, options.freeBytes ?? 0);
      // A commit, which fails when other commits would.
      await db.updateTable('settings').set({ name: fingerprintName }).where('name', '=', fingerprintName).execute();
      await store.probe();
    },
    async sweep(digestBytes = 1n << 30n) {
      if (limits !== undefined) await sweepGuesses(db, limits, now());
      await sweepSignIns(db, now());
      const swept = await sweepUploads(uploads);
      const expiredFiles = await expireFiles(uploads);
      await sweepDeliveries(db, now());
      if (options.auditTime !== undefined) await trimAudit(db, now() - options.auditTime, now());
      return { ...swept, expiredFiles, digestedFiles: await addMissingDigests(uploads, digestBytes) };
    },
    async close() {
      // A service that cannot write any more closes all the same.
      await keyUse.save().catch(() => undefined);
      lookups.close();
      await uploads.leases.releaseAll();
      await writer.destroy();
      await db.destroy();
    },
  };
}

const noLimit: UploadBytes = { chunk: Number.POSITIVE_INFINITY, spool: Number.POSITIVE_INFINITY };

async function checkFree(path: string, wanted: number): Promise<void> {
  const free = await freeBytes(path);
  if (free >= wanted) return;
  throw new StorageError(
    'full',
    `Only ${free} bytes are free on the volume of ${path}: free space, or set limits.free (${wanted}) lower.`,
  );
}
