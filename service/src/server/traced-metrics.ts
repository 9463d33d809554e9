import type { RejectionCode } from '../common/rejection.ts';
import { commitEnded, type DatabaseSystem } from '../tracing/query-spans.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { Metrics } from './metrics.ts';

/** Metrics that also add their measurements to traces. */
export class TracedMetrics extends Metrics {
  readonly #tracer: Tracer;
  readonly #system: DatabaseSystem;

  constructor(version: string, tracer: Tracer, system: DatabaseSystem) {
    super(version);
    this.#tracer = tracer;
    this.#system = system;
  }

  override rejected(requestId: string, code: RejectionCode): void {
    super.rejected(requestId, code);
    this.#tracer.current()?.set({ 'rfs.rejection': code });
  }

  override commit(seconds: number, succeeded: boolean): void {
    super.commit(seconds, succeeded);
    commitEnded(this.#system, seconds, succeeded);
  }
}
