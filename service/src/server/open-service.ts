import type { Spool } from '@soapwright/runtime/server';
import type { FileCheck } from '../checks/file-check.ts';
import { FileChecks } from '../checks/file-checks.ts';
import { type Counts, noCounts } from '../common/counts.ts';
import { jsonLogger, type Logger } from '../common/logger.ts';
import { DataKeys, type KeyManagement } from '../domain/data-keys.ts';
import { databaseGuard, type Guard, type GuessLimits, noGuard, sweepGuesses } from '../domain/guess-guard.ts';
import { KeyUse } from '../domain/key-use.ts';
import { ServiceKeys } from '../domain/service-keys.ts';
import { sharedGuard } from '../domain/shared-guard.ts';
import { type UploadBytes, UploadLimits } from '../domain/upload-limits.ts';
import { LinkSigner } from '../downloads/link-token.ts';
import type { State } from '../handlers/context.ts';
import { storageFault } from '../handlers/run-operation.ts';
import { Outbox } from '../hooks/outbox.ts';
import { folderKeys, type KeySource } from '../secrets/key-source.ts';
import { Passwords, type ScryptCost } from '../secrets/passwords.ts';
import { Seals } from '../secrets/seal.ts';
import { KeyedHash } from '../secrets/secret-tokens.ts';
import { OidcProviders } from '../sign-in/oidc/oidc-providers.ts';
import { defaultSignInTimes, type SignInTimes } from '../sign-in/sign-in-context.ts';
import { trimAudit } from '../storage/audit-log.ts';
import { chunkSpool } from '../storage/content/chunk-spool.ts';
import type { Content } from '../storage/content/content.ts';
import { openDataFolder } from '../storage/content/data-folder.ts';
import { isPostgres } from '../storage/engine.ts';
import type { ExpiryClock } from '../storage/expiry-clock.ts';
import { sweepDeliveries } from '../storage/hook-deliveries.ts';
import { fingerprintName } from '../storage/service-keys.ts';
import { missingServiceKey, type SharedServers } from '../storage/shared-servers.ts';
import { sweepRecipients } from '../storage/shares.ts';
import { sweepSignIns } from '../storage/sign-ins.ts';
import type { Db } from '../storage/tables.ts';
import type { DefaultQuotas } from '../uploads/admission.ts';
import type { SweepOptions } from '../uploads/chunk-store.ts';
import { expireFiles } from '../uploads/expire-files.ts';
import { addMissingDigests } from '../uploads/missing-digests.ts';
import type { UploadSweep } from '../uploads/sweep-uploads.ts';
import type { UploadTimes } from '../uploads/upload-times.ts';
import { type OpenBytes, openEmbedded } from './embedded-storage.ts';
import { followKeys, openKeys } from './follow-keys.ts';
import type { ServiceStorage, StorageOptions } from './service-storage.ts';

export interface ServiceOptions {
  /** Path of the data folder; created if it does not exist. */
  readonly data: string;
  /** Where the bytes of uploads and files go; default: files in the data folder. */
  readonly bytes?: OpenBytes | undefined;
  /** Whether to begin with an empty database where that of a data folder is lost; default: refused. */
  readonly startAnew?: boolean | undefined;
  /** PostgreSQL and an S3 store; default: SQLite and files in the data folder. */
  readonly servers?: SharedServers | undefined;
  /** Default: the key file of the data folder, created if it does not exist. Required with servers. */
  readonly serviceKeys?: KeySource | undefined;
  /** False for short commands, which look up no secrets: they do not follow a rotation of the service key. */
  readonly followKeys?: boolean | undefined;
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
  /** Whether the bytes of new uploads are sealed; default: no. */
  readonly encryption?: boolean | undefined;
  /** Seals the data keys; default: the service key. */
  readonly kms?: KeyManagement | undefined;
  /** Checks that files have to pass before they are published; default: none. */
  readonly checks?: readonly FileCheck[] | undefined;
  /** Bytes of refused files that are kept; default: all. */
  readonly quarantine?: bigint | undefined;
  /** Names of the hooks that get an event of each published file; default: none. */
  readonly hooks?: readonly string[] | undefined;
  /** Milliseconds in which arrived files are collected for a message to recipients; default: none is sent. */
  readonly mailInterval?: number | undefined;
  readonly counts?: Counts | undefined;
  readonly log?: Logger | undefined;
  /** Milliseconds that may pass without a sweep before the clock has to be confirmed; default: any time. */
  readonly clockTime?: number | undefined;
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
  readonly store: Content;
  /** Decides whether anything expires. */
  readonly clock: ExpiryClock;
  /** Signs and reads links to files. */
  readonly links: LinkSigner;
  /** The spool for arriving chunks. */
  readonly spool: Spool;
  /** Writes the database anew, so that none of its files has deleted data. @throws {StorageError} */
  readonly rewrite: () => Promise<void>;
  /** Free bytes on the volume of the data folder. */
  free(): Promise<number>;
  /** Runs work that changes the database, also where the volume is full: with the space that is reserved for it. */
  withRoom<T>(work: () => Promise<T>): Promise<T>;
  /** @throws {StorageError} when the service is not ready. */
  ready(): Promise<void>;
  /**
   * Removes what has expired.
   *
   * @throws {StorageError} `clock-ahead`; nothing is removed then.
   * @param digestBytes bytes of files without a SHA-256 to read at most; default 1 GiB.
   */
  sweep(digestBytes?: bigint, options?: SweepOptions): Promise<SweepResult>;
  close(): Promise<void>;
}

/**
 * Opens a data folder, or connects to servers. Any number of processes may do so at once.
 *
 * @throws {StorageError}
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const counts = options.counts ?? noCounts;
  const log = options.log ?? jsonLogger(() => undefined, 'silent');
  const { storage, keys, hashes, dataKeys } = await openStorage(options, counts, log);
  const { db, commits, lookups, store, uploads, now, clock } = storage;
  const limits = options.guessLimits;
  const keyUse = new KeyUse(db, now);
  const state: State = {
    db,
    lookups,
    commits,
    keyUse,
    hashes,
    uploads,
    uploadLimits: new UploadLimits(db, options.uploadBytes ?? noLimit, (bytes) => uploads.freeUp(bytes)),
    passwords: new Passwords(options.scryptCost),
    keys,
    dataKeys,
    seals: new Seals(keys.ring),
    signInTimes: { ...defaultSignInTimes, ...options.signInTimes },
    oidc: new OidcProviders(now, counts),
    guard: limits === undefined ? noGuard : guardOf(storage, limits),
    log,
    counts,
    now,
    trustProxy: options.trustProxy ?? false,
    apiUrl: options.apiUrl,
  };
  // From the first start on there is a time to compare with, before any request stores another one.
  if (options.followKeys !== false) await clock.advance().catch(() => undefined);
  const following = options.followKeys === false ? undefined : followKeys(state);
  return {
    state,
    store,
    clock,
    links: new LinkSigner(keys.ring),
    spool: chunkSpool(
      storage.spool,
      storage.spoolMemory,
      (bytes) => uploads.freeUp(BigInt(bytes)),
      storageFault,
      options.encryption,
    ),
    rewrite: () => storage.rewrite(),
    free: () => storage.free(),
    withRoom: (work) => storage.withRoom(work),
    async ready() {
      await keys.refresh(db);
      // A commit, which fails when other commits would.
      await db.updateTable('settings').set({ name: fingerprintName }).where('name', '=', fingerprintName).execute();
      await storage.ready();
    },
    async sweep(digestBytes = 1n << 30n, sweeping = {}) {
      await clock.check();
      if (limits !== undefined) await sweepGuesses(db, limits, now());
      await sweepSignIns(db, now());
      const swept = await storage.withRoom(() => uploads.sweep(sweeping));
      const expiredFiles = await storage.withRoom(() => expireFiles({ db, store, now }));
      await sweepDeliveries(db, now());
      await sweepRecipients(db, now());
      if (options.auditTime !== undefined) await trimAudit(db, now() - options.auditTime, now());
      const digestedFiles = await addMissingDigests({ db, store, now }, digestBytes);
      // On a full disk the next sweep stores it.
      await clock.advance().catch(() => undefined);
      return { ...swept, expiredFiles, digestedFiles };
    },
    async close() {
      // A service that cannot write any more closes all the same.
      await keyUse.save().catch(() => undefined);
      await following?.stop();
      await keys.unregister(db).catch(() => undefined);
      await storage.close();
    },
  };
}

function guardOf({ db, commits, lookups, now }: ServiceStorage, limits: GuessLimits): Guard {
  if (isPostgres(db)) return sharedGuard({ db, now }, limits);
  return databaseGuard({ db, commits, guesses: lookups.guesses, now }, limits);
}

const noLimit: UploadBytes = { chunk: Number.POSITIVE_INFINITY, spool: Number.POSITIVE_INFINITY };

interface OpenedStorage {
  readonly storage: ServiceStorage;
  readonly keys: ServiceKeys;
  readonly hashes: KeyedHash;
  readonly dataKeys: DataKeys;
}

async function openStorage(
  { data, serviceKeys, servers, now, clockTime = Number.POSITIVE_INFINITY, ...options }: ServiceOptions,
  counts: Counts,
  log: Logger,
): Promise<OpenedStorage> {
  const { uploadTimes, quotas, freeBytes = 0 } = options;
  const { hooks = [], mailInterval } = options;
  const outbox = hooks.length > 0 || mailInterval !== undefined ? new Outbox(hooks, mailInterval) : undefined;
  const checks = options.checks?.length ? new FileChecks(options.checks, { log, counts }) : undefined;
  const { quarantine } = options;
  const partsFor = async (source: KeySource): Promise<StorageOptions & { readonly keys: ServiceKeys }> => {
    const keys = await ServiceKeys.load(source, { onMachines: servers === undefined ? 'one' : 'many' });
    const seals = new Seals(keys.ring);
    const { kms, encryption: isOn = false } = options;
    const dataKeys = new DataKeys({ seals, refresh: (db) => keys.refresh(db), kms, isOn });
    const beginKeys = async (db: Db, at: number): Promise<void> => {
      dataKeys.use(db);
      await openKeys(db, keys, options.followKeys === false ? undefined : at);
    };
    const hashes = new KeyedHash(keys.ring);
    const ofUploads = { uploadTimes, quotas, freeBytes, outbox, checks, quarantine };
    return { keys, hashes, dataKeys, beginKeys, counts, now, clockTime, ...ofUploads };
  };
  if (servers === undefined) {
    const folder = await openDataFolder(data, options);
    const parts = await partsFor(serviceKeys ?? folderKeys(folder.key));
    return { ...parts, storage: await openEmbedded(folder, parts, options.bytes) };
  }
  if (serviceKeys === undefined) throw missingServiceKey();
  // Loaded here: other services need no driver of PostgreSQL.
  const { openShared } = await import('./shared-storage.ts');
  const parts = await partsFor(serviceKeys);
  return { ...parts, storage: await openShared(servers, data, parts) };
}
