import type { DownloadOutcome, LinkRefusal } from './download-outcomes.ts';
import type { RejectionCode } from './rejection.ts';
import type { BusyReason } from './storage-error.ts';

/** What is asked of an identity provider. */
export type ProviderRequest = 'discovery' | 'keys' | 'token' | 'userinfo';

/** How an attempt to deliver an event to a hook ended. */
export type HookOutcome = 'delivered' | 'failed' | 'given-up';

export interface CommitCounts {
  /** The commit of a transaction ended after so many seconds, its sync of the disk included. */
  commit(seconds: number, succeeded: boolean): void;
}

/** What is reported of PostgreSQL. */
export interface DatabaseCounts extends CommitCounts {
  /** It is not known whether a transaction or a statement was committed. */
  unknownCommit(): void;
  /** So many connections are in use, and so many requests wait for one. */
  connections(inUse: number, waiting: number): void;
}

export type ObjectMethod = 'GET' | 'PUT' | 'DELETE';

/** How a request to an object store ended: `busy`: the store could not; `silent`: without a response in time. */
export type ObjectOutcome = 'success' | 'missing' | 'refused' | 'busy' | 'silent';

/** What is reported of an object store. */
export interface ObjectCounts {
  /** A request ended after so many seconds. */
  objectRequest(method: ObjectMethod, outcome: ObjectOutcome, seconds: number): void;
  /** An object is stored again under another key. */
  objectRetried(): void;
}

/** What the parts of the service report to be measured. Whatever is visible in responses, Metrics sees by itself. */
export interface Counts extends DatabaseCounts, ObjectCounts {
  /** A request was rejected; its response follows. */
  rejected(requestId: string, code: RejectionCode): void;
  /** A chunk of so many bytes was acknowledged. */
  chunk(bytes: number): void;
  /** A request to an identity provider ended after so many seconds. */
  providerRequest(request: ProviderRequest, seconds: number, succeeded: boolean): void;
  /** A download ended after so many bytes. */
  download(outcome: DownloadOutcome, bytes: bigint): void;
  /** An attempt to deliver an event to a hook ended; `given-up`: it failed, and was the last one. */
  hookAttempt(outcome: HookOutcome): void;
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
  linkRefused() {},
  storageBusy() {},
  unknownCommit() {},
  connections() {},
  objectRequest() {},
  objectRetried() {},
};
