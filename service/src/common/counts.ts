import type { DownloadOutcome, LinkRefusal } from './download-outcomes.ts';
import type { RejectionCode } from './rejection.ts';
import type { BusyReason } from './storage-error.ts';

/** Kinds of requests to an identity provider. */
export type ProviderRequest = 'discovery' | 'keys' | 'token' | 'userinfo' | 'directory';

/** How an attempt to deliver an event to a hook ended. */
export type HookOutcome = 'delivered' | 'failed' | 'given-up';

/** How a check of a file ended. */
export type CheckOutcome = 'accepted' | 'refused' | 'no-verdict';

export interface CommitCounts {
  /** Records a commit's duration, including fsync. */
  commit(seconds: number, succeeded: boolean): void;
}

/** Measurements of PostgreSQL. */
export interface DatabaseCounts extends CommitCounts {
  /** It is not known whether a transaction or a statement was committed. */
  unknownCommit(): void;
  /** Records the connections in use, and the requests waiting for one. */
  connections(inUse: number, waiting: number): void;
}

export type ObjectMethod = 'GET' | 'PUT' | 'DELETE';

/** How a request to an object store ended: `busy`: the store could not; `silent`: without a response in time. */
export type ObjectOutcome = 'success' | 'missing' | 'refused' | 'busy' | 'silent';

/** Measurements of an object store. */
export interface ObjectCounts {
  /** Records a request's duration. */
  objectRequest(method: ObjectMethod, outcome: ObjectOutcome, seconds: number): void;
  /** An object is stored again under another key. */
  objectRetried(): void;
}

/** Measurements by parts of the service. Metrics takes those of responses itself. */
export interface Counts extends DatabaseCounts, ObjectCounts {
  /** A request was rejected; its response follows. */
  rejected(requestId: string, code: RejectionCode): void;
  /** Records the bytes of an acknowledged chunk. */
  chunk(bytes: number): void;
  /** Records the duration of a request to an identity provider. */
  providerRequest(request: ProviderRequest, seconds: number, succeeded: boolean): void;
  /** Records the bytes of an ended download. */
  download(outcome: DownloadOutcome, bytes: bigint): void;
  /** An attempt to deliver an event to a hook ended; `given-up`: it failed, and was the last one. */
  hookAttempt(outcome: HookOutcome): void;
  /** A check of an arrived file ended; its duration. */
  fileChecked(outcome: CheckOutcome, seconds: number): void;
  /** A link was refused. */
  linkRefused(reason: LinkRefusal): void;
  /** A request failed with StorageBusy. */
  storageBusy(reason: BusyReason): void;
}

/** Counts nothing. */
export const noCounts: Counts = {
  rejected() {},
  chunk() {},
  commit() {},
  providerRequest() {},
  download() {},
  hookAttempt() {},
  fileChecked() {},
  linkRefused() {},
  storageBusy() {},
  unknownCommit() {},
  connections() {},
  objectRequest() {},
  objectRetried() {},
};
