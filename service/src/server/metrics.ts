import type { ServerEvent, ServerLoad } from '@soapwright/runtime/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Counts } from '../common/logger.ts';
import type { RejectionCode } from '../common/rejection.ts';

/** Values read at each scrape. A gauge whose source fails is omitted. */
export interface GaugeSources {
  /** Current load of the server. */
  readonly load: () => ServerLoad;
  readonly uploads: () => Promise<{ readonly open: number; readonly bytes: number }>;
  /** Free bytes on the volume of the data folder. */
  readonly free: () => Promise<number>;
  readonly ready: () => Promise<boolean>;
  /** Expiry of the certificate in seconds since 1970; undefined without one. */
  readonly certificateEnds: () => number | undefined;
}

/** Seconds. */
const buckets: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const signInKinds: Readonly<Record<string, string>> = { SAMLAccountLogin: 'saml', ExternalOAuthAccountLogin: 'oidc' };

/**
 * The metrics of the service in the text format of Prometheus. Label values come from the program or the contract, never
 * from a caller, so that their number is bounded.
 */
export class Metrics implements Counts {
  readonly #registry = new Registry();
  /** Codes of rejections whose responses were not observed yet, by request id. */
  readonly #rejected = new Map<string, RejectionCode>();
  readonly #requests = this.#counter(
    'rfs_requests_total',
    'Requests with an operation, and faults before the operation was known.',
    ['operation', 'soap_version', 'outcome', 'code'],
  );
  readonly #seconds = new Histogram({
    name: 'rfs_request_seconds',
    help: 'Time from the head of a request to its response.',
    labelNames: ['operation'],
    buckets: [...buckets],
    registers: [this.#registry],
  });
  readonly #http = this.#counter('rfs_http_refusals_total', 'Requests rejected by HTTP alone.', ['status']);
  readonly #shed = this.#counter('rfs_shed_total', 'Requests rejected because of overload.', ['reason']);
  readonly #signIns = this.#counter('rfs_sign_ins_total', 'Sign-ins by an identity provider.', ['kind', 'outcome']);
  readonly #chunks = this.#counter('rfs_chunks_total', 'Acknowledged chunks, including resends.', []);
  readonly #bytes = this.#counter('rfs_chunk_bytes_total', 'Bytes of acknowledged chunks.', []);

  /** @param version of the service. */
  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    const labels = { labelNames: ['version', 'node'], registers: [this.#registry] };
    const build = new Gauge({ name: 'rfs_build_info', help: 'Always 1.', ...labels });
    build.set({ version, node: process.version }, 1);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  rejected(requestId: string, code: RejectionCode): void {
    this.#rejected.set(requestId, code);
  }

  chunk(bytes: number): void {
    this.#chunks.inc();
    this.#bytes.inc(bytes);
  }

  /** Counts a response. */
  observe(event: ServerEvent): void {
    if (event.event === 'refused') this.#http.inc({ status: event.status });
    if (event.event === 'shed') this.#shed.inc({ reason: event.reason });
    if (event.event !== 'result' && event.event !== 'fault') return;
    const rejection = this.#rejected.get(event.requestId);
    if (rejection !== undefined) this.#rejected.delete(event.requestId);
    const operation = event.operation ?? 'none';
    const fault = event.event === 'fault' ? (event.detailCode ?? event.code) : undefined;
    const outcome = fault !== undefined ? 'fault' : rejection !== undefined ? 'refused' : 'result';
    const code = fault ?? rejection ?? '';
    this.#requests.inc({ operation, soap_version: event.soapVersion, outcome, code });
    this.#seconds.observe({ operation }, event.milliseconds / 1000);
    const kind = signInKinds[operation];
    if (kind !== undefined) this.#signIns.inc({ kind, outcome: code === '' ? 'SignedIn' : code });
  }

  watch({ load, uploads, free, ready, certificateEnds }: GaugeSources): void {
    this.#addGauge('rfs_requests_running', 'Running requests.', async () => load().running);
    this.#addGauge('rfs_requests_waiting', 'Requests in the queue.', async () => load().waiting);
    this.#addGauge('rfs_uploads_open', 'Unfinished uploads.', async () => (await uploads()).open);
    this.#addGauge('rfs_uploads_open_bytes', 'Bytes of unfinished uploads.', async () => (await uploads()).bytes);
    this.#addGauge('rfs_data_free_bytes', 'Free bytes on the volume of the data folder.', free);
    this.#addGauge('rfs_ready', '1 when /readyz returns 200, otherwise 0.', async () => ((await ready()) ? 1 : 0));
    this.#addGauge('rfs_tls_certificate_end_seconds', 'Expiry of the certificate in seconds since 1970.', async () =>
      certificateEnds(),
    );
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #addGauge(name: string, help: string, read: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
