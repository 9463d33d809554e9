import type { UploadError, UploadEvent, UploadProgress } from '../index.ts';
import { Rate } from '../uploader-options.ts';

/** Milliseconds without an accepted byte after which an upload counts as waiting: with and without a failed attempt. */
const waitingAfter = { failure: 1_000, silence: 5_000 } as const;

/** Period of the rate in milliseconds. */
const rateSpan = 15_000;

/** Milliseconds without an accepted byte that do not count in the rate, if an attempt failed. */
const outage = 3_000;

/** Why an upload does not go on. */
export interface Waiting {
  /** Since the last accepted byte, in seconds. */
  readonly seconds: number;
  /** The last failed attempt. */
  readonly error: UploadError | undefined;
  /** Seconds until the next attempt; undefined while a request is open. */
  readonly nextAttempt: number | undefined;
  /** The cause of the wait: a response of the service, or bytes of the source. */
  readonly on: 'service' | 'source';
}

/** An upload that runs. */
export interface RunningFile {
  readonly name: string;
  readonly bytes: number;
  /** Undefined while unknown. */
  readonly size: number | undefined;
  /** Since its start, in seconds. */
  readonly seconds: number;
  readonly waiting: Waiting | undefined;
}

/** Totals over all files of a command. Bytes are those that the service has accepted, now or in an earlier run. */
export interface Totals {
  readonly files: number;
  /** Published, by this run or an earlier one. */
  readonly published: number;
  /** Published by an earlier run, and not sent again. */
  readonly skipped: number;
  readonly failed: number;
  readonly bytes: number;
  /** Bytes of all files that have not failed; undefined if a stream is among them. */
  readonly size: number | undefined;
  /** Over the last seconds; 0 while unknown. */
  readonly bytesPerSecond: number;
  /** Undefined while unknown, and while all uploads wait. */
  readonly secondsLeft: number | undefined;
  readonly running: readonly RunningFile[];
}

/** The stored part of an unpublished file. */
export interface Unfinished {
  readonly bytes: number;
  /** Of the file; undefined if unknown. */
  readonly size: number | undefined;
}

interface Running {
  readonly since: number;
  acknowledged: number;
  sent: number;
  size: number | undefined;
  acceptedAt: number;
  /** Time between the last two acknowledgements without a failed attempt, in milliseconds. */
  lastGap: number;
  error: UploadError | undefined;
  nextAttemptAt: number | undefined;
}

/** Adds up the progress of uploads. Times are those of `performance.now()`. */
export class BatchTotals {
  readonly #sizes: Map<string, number | undefined>;
  readonly #running = new Map<string, Running>();
  readonly #unfinished = new Map<string, Unfinished>();
  #rate: Rate;
  /** Time of the last accepted byte of any upload. */
  #acceptedAt: number;
  #published = 0;
  #skipped = 0;
  #failed = 0;
  /** Bytes of published files. */
  #publishedBytes = 0;
  #accepted = 0;

  constructor(files: readonly { readonly name: string; readonly size: number | undefined }[], now: number) {
    this.#sizes = new Map(files.map(({ name, size }) => [name, size]));
    this.#rate = new Rate(0, now, rateSpan);
    this.#acceptedAt = now;
  }

  /** Uploads that ended without being published, by name. */
  get unfinished(): ReadonlyMap<string, Unfinished> {
    return this.#unfinished;
  }

  skip(name: string): void {
    this.#published += 1;
    this.#skipped += 1;
    this.#publishedBytes += this.#sizes.get(name) ?? 0;
  }

  progress({ name, acknowledged, sent, total }: UploadProgress, now: number): void {
    const running = this.#running.get(name);
    if (running === undefined) {
      this.#running.set(name, { ...begun(now), acknowledged, sent, size: total });
      return;
    }
    running.sent = sent;
    running.size = total;
    running.nextAttemptAt = undefined;
    if (acknowledged > running.acknowledged) {
      // The time of an outage says nothing about the time that is left.
      const isOutage = now - this.#acceptedAt > outage && waitingOf(running, now) !== undefined;
      if (isOutage) this.#rate = new Rate(this.#accepted, now, rateSpan);
      this.#acceptedAt = now;
      this.#accepted += acknowledged - running.acknowledged;
      if (running.error === undefined) running.lastGap = now - running.acceptedAt;
      running.acceptedAt = now;
      running.error = undefined;
    }
    running.acknowledged = acknowledged;
  }

  event(event: UploadEvent, now: number): void {
    if (event.type !== 'retrying') return;
    const running = this.#running.get(event.name) ?? begun(now);
    this.#running.set(event.name, running);
    running.error = event.error;
    running.nextAttemptAt = now + event.delay;
  }

  /** Seconds since the service accepted a byte of a running upload. */
  waited(name: string, now: number): number {
    const running = this.#running.get(name);
    return running === undefined ? 0 : (now - running.acceptedAt) / 1000;
  }

  /**
   * An upload has ended; `bytes` are those of the published file, undefined after a failure.
   *
   * @param isLost whether the accepted bytes of a failed upload cannot be used any more.
   */
  ended(name: string, bytes: number | undefined, { isLost = false }: { readonly isLost?: boolean } = {}): void {
    const running = this.#running.get(name);
    this.#running.delete(name);
    if (bytes === undefined) {
      this.#failed += 1;
      if (running !== undefined && running.acknowledged > 0 && !isLost) {
        this.#unfinished.set(name, { bytes: running.acknowledged, size: running.size });
      }
      // A failed file counts no longer.
      this.#sizes.delete(name);
      return;
    }
    this.#published += 1;
    this.#publishedBytes += bytes;
    this.#sizes.set(name, bytes);
  }

  at(now: number): Totals {
    let bytes = this.#publishedBytes;
    for (const { acknowledged } of this.#running.values()) bytes += acknowledged;
    const size = this.#size();
    const bytesPerSecond = this.#rate.at(this.#accepted, now);
    const running = [...this.#running].map(([name, each]) => runningFile(name, each, now));
    const isWaiting = running.length > 0 && running.every(({ waiting }) => waiting !== undefined);
    const isKnown = size !== undefined && bytesPerSecond > 0 && !isWaiting;
    return {
      files: this.#sizes.size + this.#failed,
      published: this.#published,
      skipped: this.#skipped,
      failed: this.#failed,
      bytes,
      size,
      bytesPerSecond,
      secondsLeft: isKnown ? Math.max(0, size - bytes) / bytesPerSecond : undefined,
      running,
    };
  }

  #size(): number | undefined {
    let sum = 0;
    for (const [name, size] of this.#sizes) {
      const known = this.#running.get(name)?.size ?? size;
      if (known === undefined) return undefined;
      sum += known;
    }
    return sum;
  }
}

function begun(now: number): Running {
  return {
    since: now,
    acknowledged: 0,
    sent: 0,
    size: undefined,
    acceptedAt: now,
    lastGap: 0,
    error: undefined,
    nextAttemptAt: undefined,
  };
}

function runningFile(name: string, running: Running, now: number): RunningFile {
  const { acknowledged: bytes, size, since } = running;
  return { name, bytes, size, seconds: (now - since) / 1000, waiting: waitingOf(running, now) };
}

function waitingOf(running: Running, now: number): Waiting | undefined {
  const { error, nextAttemptAt, acceptedAt, lastGap, sent, acknowledged } = running;
  const silent = now - acceptedAt;
  // A chunk may take as long as the one before.
  const usual = error === undefined ? Math.max(waitingAfter.silence, 3 * lastGap) : waitingAfter.failure;
  if (silent < usual) return undefined;
  return {
    seconds: silent / 1000,
    error,
    nextAttempt: nextAttemptAt === undefined ? undefined : Math.max(0, nextAttemptAt - now) / 1000,
    on: error === undefined && sent <= acknowledged && sent !== 0 ? 'source' : 'service',
  };
}
