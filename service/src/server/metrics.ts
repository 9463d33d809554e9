import type { ServerEvent, ServerLoad } from '@soapwright/runtime/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Counts } from '../common/logger.ts';
import type { RejectionCode } from '../common/rejection.ts';

/** What is asked for when somebody looks. Each fails by itself: what cannot be told is left out. */
export interface GaugeSources {
  /** What the server has taken on at this moment. */
  readonly load: () => ServerLoad;
  readonly uploads: () => Promise<{ readonly open: number; readonly bytes: number }>;
  /** Bytes that are free on the volume of the data folder. */
  readonly free: () => Promise<number>;
  readonly ready: () => Promise<boolean>;
  /** Seconds since 1970 when the certificate ends; undefined without one. */
  readonly certificateEnds: () => number | undefined;
}

/** Seconds. */
const buckets: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const signInKinds: Readonly<Record<string, string>> = { SAMLAccountLogin: 'saml', ExternalOAuthAccountLogin: 'oidc' };

/**
 * What `/metrics` tells, in the text format of Prometheus. Every label has its values from this program or the contract,
 * never from a caller, so that nobody can fill the memory with them.
 */
export class Metrics implements Counts {
  readonly #registry = new Registry();
  /** Codes of refusals whose answers have not been told of yet, by request id. */
  readonly #refused = new Map<string, RejectionCode>();
  readonly #requests = this.#counter(
    'rfs_requests_total',
    'Requests that named an operation, or a fault before that.',
    ['operation', 'soap_version', 'outcome', 'code'],
  );
  readonly #seconds = new Histogram({
    name: 'rfs_request_seconds',
    help: 'From the head of a request to its answer.',
    labelNames: ['operation'],
    buckets: [...buckets],
    registers: [this.#registry],
  });
  readonly #http = this.#counter('rfs_http_refusals_total', 'Requests that HTTP alone refused.', ['status']);
  readonly #shed = this.#counter('rfs_shed_total', 'Requests that were sent away, for there was too much to do.', [
    'reason',
  ]);
  readonly #signIns = this.#counter('rfs_sign_ins_total', 'Sign-ins by the word of a provider.', ['kind', 'outcome']);
  readonly #chunks = this.#counter('rfs_chunks_total', 'Chunks that were acknowledged, resends too.', []);
  readonly #bytes = this.#counter('rfs_chunk_bytes_total', 'Bytes of those chunks.', []);

  /** @param version of the service. */
  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    const build = this.#gauge('rfs_build_info', 'Always 1.', ['version', 'node']);
    build.set({ version, node: process.version }, 1);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  rejected(requestId: string, code: RejectionCode): void {
    this.#refused.set(requestId, code);
  }

  chunk(bytes: number): void {
    this.#chunks.inc();
    this.#bytes.inc(bytes);
  }

  /** To be told of every answer. */
  observe(event: ServerEvent): void {
    if (event.event === 'refused') this.#http.inc({ status: event.status });
    if (event.event === 'shed') this.#shed.inc({ reason: event.reason });
    if (event.event !== 'result' && event.event !== 'fault') return;
    const refusal = this.#refused.get(event.requestId);
    if (refusal !== undefined) this.#refused.delete(event.requestId);
    const operation = event.operation ?? 'none';
    const fault = event.event === 'fault' ? (event.detailCode ?? event.code) : undefined;
    const outcome = fault !== undefined ? 'fault' : refusal !== undefined ? 'refused' : 'result';
    const code = fault ?? refusal ?? '';
    this.#requests.inc({ operation, soap_version: event.soapVersion, outcome, code });
    this.#seconds.observe({ operation }, event.milliseconds / 1000);
    const kind = signInKinds[operation];
    if (kind !== undefined) this.#signIns.inc({ kind, outcome: code === '' ? 'SignedIn' : code });
  }

  watch({ load, uploads, free, ready, certificateEnds }: GaugeSources): void {
    this.#asked('rfs_requests_running', 'Requests that are worked on.', async () => load().running);
    this.#asked('rfs_requests_waiting', 'Requests that wait for one of those to end.', async () => load().waiting);
    this.#asked('rfs_uploads_open', 'Uploads that are begun and not finished.', async () => (await uploads()).open);
    this.#asked('rfs_uploads_open_bytes', 'Bytes that they hold.', async () => (await uploads()).bytes);
    this.#asked('rfs_data_free_bytes', 'Bytes that are free on the volume of the data folder.', free);
    this.#asked('rfs_ready', '1 when /readyz says so.', async () => ((await ready()) ? 1 : 0));
    this.#asked('rfs_tls_certificate_end_seconds', 'When the certificate ends, in seconds since 1970.', async () =>
      certificateEnds(),
    );
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #asked(name: string, help: string, ask: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await ask().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
