/** Times of uploads, all in milliseconds. */
export interface UploadTimes {
  /** An unfinished upload expires after this idle time. */
  readonly idle: number;
  /** How long a refused file stays in quarantine. */
  readonly quarantine: number;
  /** How long a finished upload acknowledges resends of its last chunk. */
  readonly remembered: number;
  /** Duration of a lease; renewed while its holder appends. */
  readonly lease: number;
  /** How long a process keeps the lease of an upload after a chunk; 0: not at all. */
  readonly kept: number;
  /** How long a caller waits for another caller with the same token. */
  readonly patience: number;
  /** Minimum age of a stray part before it is removed. */
  readonly stray: number;
  /** On a full disk, uploads that were idle for this time are deleted to free space. */
  readonly idleWhenFull: number;
}

export const defaultUploadTimes: UploadTimes = {
  idle: 24 * 3600_000,
  quarantine: 30 * 24 * 3600_000,
  remembered: 24 * 3600_000,
  lease: 60_000,
  kept: 1_000,
  patience: 10_000,
  stray: 3600_000,
  idleWhenFull: 3600_000,
};
