import type { FileChecks } from '../checks/file-checks.ts';
import type { DatabaseCounts, ObjectCounts } from '../common/counts.ts';
import { freeBytes } from '../common/file-system.ts';
import { StorageError } from '../common/storage-error.ts';
import type { DataKeys } from '../domain/data-keys.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { KeyedHash } from '../secrets/secret-tokens.ts';
import type { Commits } from '../storage/commits.ts';
import type { SpoolMemory } from '../storage/content/chunk-spool.ts';
import type { Content } from '../storage/content/content.ts';
import type { ExpiryClock } from '../storage/expiry-clock.ts';
import type { Lookups } from '../storage/lookups.ts';
import type { Db } from '../storage/tables.ts';
import type { DefaultQuotas } from '../uploads/admission.ts';
import type { UploadEngine } from '../uploads/upload-engine.ts';
import type { UploadTimes } from '../uploads/upload-times.ts';

/** Where a service has its rows and its bytes: embedded in its data folder, or in servers that other processes share. */
export interface ServiceStorage {
  readonly db: Db;
  /** Transactions beside those of uploads. */
  readonly commits: Commits;
  readonly lookups: Lookups;
  readonly store: Content;
  readonly uploads: UploadEngine;
  /** Folder for chunks while they arrive. */
  readonly spool: string;
  readonly spoolMemory: SpoolMemory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Decides whether anything expires. */
  readonly clock: ExpiryClock;
  /** Free bytes on the volume of the spool. */
  free(): Promise<number>;
  /**
   * Writes the database anew, so that none of its files has deleted data.
   *
   * @throws {StorageError} `busy` when other processes read or write for too long; `full`.
   */
  rewrite(): Promise<void>;
  /** Runs work that deletes rows, also where the volume is full: with the space that is reserved for it. */
  withRoom<T>(work: () => Promise<T>): Promise<T>;
  /** @throws {StorageError} when nothing can be stored. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The dependencies of uploads other than their storage. */
export interface StorageOptions {
  readonly hashes: KeyedHash;
  /** Called once, with the open database and its time. @throws {StorageError} */
  readonly beginKeys: (db: Db, at: number) => Promise<void>;
  readonly counts: DatabaseCounts & ObjectCounts;
  /** Milliseconds since 1970; default: the clock of the system, or of the database server. */
  readonly now: (() => number) | undefined;
  /** Milliseconds that may pass without a sweep before the clock has to be confirmed. */
  readonly clockTime: number;
  readonly uploadTimes: Partial<UploadTimes> | undefined;
  readonly quotas: DefaultQuotas | undefined;
  /** Of sealed bytes. */
  readonly dataKeys: DataKeys;
  /** Undefined: there are none. */
  readonly checks: FileChecks | undefined;
  /** Bytes of refused files that are kept; undefined: all. */
  readonly quarantine: bigint | undefined;
  /** Undefined: there are no hooks. */
  readonly outbox: Outbox | undefined;
  /** Bytes that must remain free on the volume of the spool. */
  readonly freeBytes: number;
}

export async function checkFree(path: string, wanted: number): Promise<void> {
  const free = await freeBytes(path);
  if (free >= wanted) return;
  throw new StorageError(
    'full',
    `Only ${free} bytes are free on the volume of ${path}: free space, or set limits.free (${wanted}) lower.`,
  );
}
