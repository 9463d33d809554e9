import type { Counts } from '../common/counts.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { withTimeLimit } from '../common/time-limit.ts';
import { audit } from '../storage/audit-log.ts';
import type { Commits } from '../storage/commits.ts';
import {
  deleteDelivery,
  deliveryOwners,
  hasDueDelivery,
  type LeasedDelivery,
  leaseDelivery,
  releaseDeliveries,
  shortenWaits,
  storeFailure,
} from '../storage/hook-deliveries.ts';
import type { Db } from '../storage/tables.ts';
import { type TraceHeaders, tracer } from '../tracing/tracer.ts';
import { ownerStatus } from '../uploads/lease-owner.ts';
import type { Hook, HookResult } from './hook.ts';

export interface HookWorkerContext {
  readonly db: Db;
  readonly commits: Commits;
  readonly hooks: readonly Hook[];
  readonly log: Logger;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Unique name of this process. */
  readonly process: string;
  /** Milliseconds between looks for events of other processes, and for retries; default 1,000. */
  readonly every?: number;
  /** Milliseconds before the first retry; default 1,000. */
  readonly firstPause?: number;
}

/** Attempts of a hook that run at once. */
const atOnce = 4;

const longestPause = 3_600_000;

/** Time for settling an attempt after its timeout, in milliseconds. */
const leaseMargin = 30_000;

/** How far the clock may be set back unnoticed, in milliseconds. */
const unnoticed = 1_000;

/** Delivers the events of the outbox: at least once, in order for each file, by one of several processes. */
export class HookWorker {
  readonly #context: HookWorkerContext;
  readonly #timer: NodeJS.Timeout;
  /** Ends running attempts. */
  readonly #stop = new AbortController();
  readonly #running = new Map<Hook, Set<Promise<void>>>();
  /** Hooks whose next event is being looked for. */
  readonly #looking = new Set<Hook>();
  #looks: Promise<void> = Promise.resolve();
  /** The clock less the time that has passed since the start of the process, which no clock changes. */
  #clock = Number.POSITIVE_INFINITY;

  constructor(context: HookWorkerContext) {
    this.#context = context;
    for (const hook of context.hooks) this.#running.set(hook, new Set());
    this.#timer = setInterval(() => void this.#poll(), context.every ?? 1_000).unref();
    void this.#poll();
  }

  /** Looks for events now. */
  wake(): void {
    for (const hook of this.#context.hooks) this.#looks = Promise.all([this.#looks, this.#look(hook)]).then();
  }

  /** Ends running attempts; another process, or the next start, repeats them. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looks;
    await Promise.all([...this.#running.values()].flatMap((attempts) => [...attempts]));
    const { commits, process } = this.#context;
    await commits.run((transaction) => releaseDeliveries(transaction, process)).catch(() => undefined);
  }

  async #poll(): Promise<void> {
    const released = this.#guarded(async () => {
      await this.#followClock();
      await this.#releaseEnded();
    });
    this.#looks = Promise.all([this.#looks, released]).then();
    await released;
    this.wake();
  }

  /** At the start, and when the clock was set back, the stored times may be far ahead. */
  async #followClock(): Promise<void> {
    const { commits, hooks, now } = this.#context;
    const clock = now() - performance.now();
    const isBack = clock < this.#clock - unnoticed;
    if (isBack) {
      for (const { name: hook, timeout, delay = 0 } of hooks) {
        const waits = { hook, firstPause: this.#firstPause, longestPause, delay, lease: timeout + leaseMargin };
        await commits.run((transaction) => shortenWaits(transaction, waits, now()));
      }
    }
    // Not the lowest one: a clock that is set right again may be set back again.
    this.#clock = clock;
  }

  /** Releases the leases of processes that have ended, so that nobody waits for their end. */
  async #releaseEnded(): Promise<void> {
    const { db, commits, process } = this.#context;
    for (const owner of await deliveryOwners(db)) {
      if (owner === process || ownerStatus(owner, process) !== 'gone') continue;
      await commits.run((transaction) => releaseDeliveries(transaction, owner));
    }
  }

  /** Starts attempts of a hook as long as events are due. */
  async #look(hook: Hook): Promise<void> {
    if (this.#looking.has(hook)) return;
    this.#looking.add(hook);
    await this.#guarded(async () => {
      const attempts = this.#running.get(hook) ?? new Set();
      while (!this.#stop.signal.aborted && attempts.size < atOnce) {
        const delivery = await this.#lease(hook);
        if (delivery === undefined) return;
        const attempt = this.#guarded(() => this.#tracedAttempt(hook, delivery));
        attempts.add(attempt);
        void attempt.finally(() => {
          attempts.delete(attempt);
          if (!this.#stop.signal.aborted) this.wake();
        });
      }
    });
    this.#looking.delete(hook);
  }

  async #lease(hook: Hook): Promise<LeasedDelivery | undefined> {
    const { db, commits, now, process: owner } = this.#context;
    if (!(await hasDueDelivery(db, hook.name, now()))) return undefined;
    const until = now() + hook.timeout + leaseMargin;
    return await commits.run((transaction) => leaseDelivery(transaction, hook.name, { owner, now: now(), until }));
  }

  /** In the trace of the publication. */
  async #tracedAttempt(hook: Hook, delivery: LeasedDelivery): Promise<void> {
    const span = tracer()?.request(
      { name: `deliver ${hook.name}`, kind: 'client', attributes: { 'messaging.message.id': delivery.id } },
      traceOfEvent(delivery.body),
    );
    if (span === undefined) return await this.#attempt(hook, delivery);
    try {
      await span.run(() => this.#attempt(hook, delivery));
    } finally {
      span.end();
    }
  }

  async #attempt(hook: Hook, delivery: LeasedDelivery): Promise<void> {
    const { commits, counts, log, now, process } = this.#context;
    const { id, body, attempts } = delivery;
    const start = performance.now();
    const deliver = (signal: AbortSignal): Promise<HookResult> => hook.deliver({ id, body }, { signal, now: now() });
    const result = await withTimeLimit(hook.timeout, deliver, this.#stop.signal);
    const milliseconds = Math.round(performance.now() - start);
    if (result.delivered) {
      await commits.run((transaction) => deleteDelivery(transaction, delivery.seq, process));
      counts.hookAttempt('delivered');
      log.info('hook delivered', { hook: hook.name, event: id, attempt: attempts + 1, milliseconds });
      return;
    }
    // Says nothing of the receiver; the lease is released by `stop`.
    if (this.#stop.signal.aborted) return;
    tracer()?.current()?.fail('failed');
    await this.#fail(hook, delivery, result);
  }

  async #fail(hook: Hook, delivery: LeasedDelivery, result: HookResult & { readonly delivered: false }): Promise<void> {
    const { commits, counts, log, now, process } = this.#context;
    const { reason } = result;
    const output = hook.logOutput ? result.output : undefined;
    const dueAt = now() + this.#pause(delivery.attempts);
    const isLast = result.isFinal || this.#isOver(hook, delivery, dueAt);
    await commits.run(async (transaction) => {
      await storeFailure(transaction, delivery, process, { reason, ...(isLast ? { failedAt: now() } : { dueAt }) });
      if (!isLast) return;
      const details = { event: delivery.id, attempts: delivery.attempts + 1, reason };
      const subject = `hook:${hook.name}`;
      await audit(transaction, { actor: 'service', action: 'hook.given-up', subject, details }, now());
    });
    counts.hookAttempt(isLast ? 'given-up' : 'failed');
    const fields = { hook: hook.name, event: delivery.id, attempt: delivery.attempts + 1, reason, output };
    if (isLast) log.error('hook given up', fields);
    else log.warn('hook failed', { ...fields, next: new Date(dueAt).toISOString() });
  }

  get #firstPause(): number {
    return this.#context.firstPause ?? 1_000;
  }

  /** A whole number, as columns of PostgreSQL need. It is spread, so that retries of many events do not come at once. */
  #pause(attempts: number): number {
    return Math.ceil(this.#longestPause(attempts) * (0.5 + Math.random() / 2));
  }

  /** Doubles with each attempt. */
  #longestPause(attempts: number): number {
    return Math.min(this.#firstPause * 2 ** Math.min(attempts, 30), longestPause);
  }

  /**
   * Whether the time for retries is over. Dates decide, within the possible duration of the attempts: dates alone mean
   * nothing if the clock was set, or nothing ran in between.
   */
  #isOver({ retryFor, timeout }: Hook, { attempts, sinceAt }: LeasedDelivery, dueAt: number): boolean {
    let pauses = 0;
    for (let attempt = 0; attempt <= attempts; attempt += 1) pauses += this.#longestPause(attempt);
    if (pauses / 2 > retryFor) return true;
    return dueAt - sinceAt > retryFor && pauses + (attempts + 1) * timeout > retryFor;
  }

  /** A failure of the database is logged; the next look tries again. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#context.log.error('hooks failed', errorFields(error));
    }
  }
}

/** The trace of a publication that was made while traces were on. */
function traceOfEvent(body: string): TraceHeaders {
  const { traceparent }: { readonly traceparent?: unknown } = JSON.parse(body);
  return typeof traceparent === 'string' ? { traceparent } : {};
}
