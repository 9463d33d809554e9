import { setTimeout as sleep } from 'node:timers/promises';
import type { Rejection } from '../common/rejection.ts';
import { type LimitedSubject, periodAt, reserveAttempts, settleAttempts } from '../storage/reserved-attempts.ts';
import type { Db } from '../storage/tables.ts';

/** How long attempts without a running check are kept, in milliseconds: until then a check costs no statement. */
const kept = 2_000;

/** How often attempts that other processes have reserved are tried again, in milliseconds. */
const pollInterval = 40;

export interface AttemptsContext {
  readonly db: Db;
  readonly limited: LimitedSubject;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Why no attempt is left at all; undefined: others have reserved those that are left. */
  readonly exhausted: () => Promise<Rejection | undefined>;
}

/** An attempt that a running check may use up. */
export interface Attempt {
  /** In which it was reserved. */
  readonly period: number;
}

interface Waiting {
  readonly resolve: (attempt: Attempt) => void;
  readonly reject: (error: unknown) => void;
}

/** The attempts of a subject that this process has reserved, and the checks that wait for one. */
export class SubjectAttempts {
  readonly #context: AttemptsContext;
  /** The most attempts of this process: others have checks, too. */
  readonly #share: number;
  /** Those without a check. */
  #free: Attempt[] = [];
  #running = 0;
  #isScarce = false;
  #isServing = false;
  /** Whether a check has ended since the last reservation began. */
  #hasChanged = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Waiting[] = [];

  constructor(context: AttemptsContext) {
    this.#context = context;
    this.#share = Math.max(1, Math.floor(context.limited.failures / 4));
  }

  get isIdle(): boolean {
    return this.#running + this.#free.length + this.#waiting.length === 0;
  }

  /** Waits for an attempt. @throws {Rejection} when none is left; {@link StorageError} */
  async take(): Promise<Attempt> {
    const free = this.#waiting.length === 0 ? this.#takeFree() : undefined;
    if (free !== undefined) return free;
    const taken = new Promise<Attempt>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    void this.#serve();
    return await taken;
  }

  /** Ends a check; a wrong secret uses the attempt up. @throws {StorageError} when that cannot be stored. */
  async end(attempt: Attempt, { wrong }: { readonly wrong: boolean }): Promise<void> {
    try {
      if (wrong) await this.#settle([attempt], 1);
      else if (this.#isScarce) await this.#giveBack([attempt]);
      else this.#keep(attempt);
    } finally {
      this.#running -= 1;
      this.#hasChanged = true;
      void this.#serve();
    }
  }

  #takeFree(): Attempt | undefined {
    const period = periodAt(this.#context.now());
    const expired = this.#free.filter((attempt) => attempt.period < period);
    if (expired.length > 0) {
      this.#free = this.#free.filter((attempt) => !expired.includes(attempt));
      void this.#giveBack(expired);
    }
    const attempt = this.#free.pop();
    if (attempt !== undefined) this.#running += 1;
    return attempt;
  }

  #keep(attempt: Attempt): void {
    this.#free.push(attempt);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#giveBack(this.#free.splice(0));
    }, kept).unref();
  }

  /** Gives those who wait their attempts, in the order in which they came. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.length > 0) {
        const attempt = this.#takeFree();
        if (attempt !== undefined) {
          this.#waiting.shift()?.resolve(attempt);
          continue;
        }
        this.#hasChanged = false;
        if (!(await this.#reserve()) && !this.#hasChanged) break;
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    } finally {
      this.#isServing = false;
    }
  }

  /** Returns false when the end of a running check must be waited for. @throws {Rejection} when no attempt is left. */
  async #reserve(): Promise<boolean> {
    const { db, limited, now, exhausted } = this.#context;
    const most = this.#share - this.#running;
    if (most <= 0) return false;
    for (const count of new Set([Math.min(most, this.#waiting.length), 1])) {
      const found = await reserveAttempts(db, limited, count, now());
      if (found === undefined) continue;
      this.#isScarce = found.isScarce;
      for (let each = 0; each < count; each += 1) this.#keep({ period: found.period });
      return true;
    }
    const rejection = await exhausted();
    if (rejection !== undefined) throw rejection;
    if (this.#running > 0) return false;
    await sleep(pollInterval);
    return true;
  }

  /** What cannot be given back now expires. */
  async #giveBack(attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length > 0) await this.#settle(attempts, 0).catch(() => undefined);
  }

  async #settle(attempts: readonly Attempt[], wrong: number): Promise<void> {
    const { db, limited, now } = this.#context;
    for (const period of new Set(attempts.map((attempt) => attempt.period))) {
      const reserved = attempts.filter((attempt) => attempt.period === period).length;
      await settleAttempts(db, limited, { period, reserved, wrong }, now());
    }
  }
}
