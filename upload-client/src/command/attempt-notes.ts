import type { UploadEvent, UploadProgress } from '../index.ts';
import { plainName } from './upload-text.ts';
import { durationText, reasonText } from './waiting-text.ts';

/** Seconds after which the end of an outage is worth a line. */
const longOutage = 10;

/** Lines about outages: when one begins, and when it ends after some time. Times are those of `performance.now()`. */
export class AttemptNotes {
  readonly #failing = new Map<
    string,
    { readonly since: number; readonly reason: string; readonly acknowledged: number }
  >();
  readonly #acknowledged = new Map<string, number>();

  /** The line for a failed attempt: undefined for all but the first, and if another upload fails for the same reason. */
  failed({ name, error, delay }: Extract<UploadEvent, { readonly type: 'retrying' }>, now: number): string | undefined {
    if (this.#failing.has(name)) return undefined;
    const reason = reasonText(error);
    const isKnown = [...this.#failing.values()].some((other) => other.reason === reason);
    this.#failing.set(name, { since: now, reason, acknowledged: this.#acknowledged.get(name) ?? 0 });
    return isKnown ? undefined : `${plainName(name)}: ${reason}. Trying again in ${(delay / 1000).toFixed(1)} s.`;
  }

  /** The line when the service accepts bytes again after a long outage. */
  progressed({ name, acknowledged }: UploadProgress, now: number): string | undefined {
    this.#acknowledged.set(name, acknowledged);
    const failing = this.#failing.get(name);
    if (failing === undefined || acknowledged <= failing.acknowledged) return undefined;
    this.#failing.delete(name);
    const seconds = (now - failing.since) / 1000;
    const isFirst = [...this.#failing.values()].every((other) => other.reason !== failing.reason);
    if (seconds < longOutage || !isFirst) return undefined;
    return `${plainName(name)}: continued after an outage of ${durationText(seconds)} (${failing.reason}).`;
  }

  ended(name: string): void {
    this.#failing.delete(name);
    this.#acknowledged.delete(name);
  }
}
