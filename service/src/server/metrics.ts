import type { ServerEvent, ServerLoad } from '@soapwright/runtime/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type {
  CheckOutcome,
  Counts,
  HookOutcome,
  ObjectMethod,
  ObjectOutcome,
  ProviderRequest,
} from '../common/counts.ts';
import type { DownloadOutcome, LinkRefusal } from '../common/download-outcomes.ts';
import { type RejectionCode, rejectionCodes } from '../common/rejection.ts';
import type { BusyReason } from '../common/storage-error.ts';
import type { Sample } from './alerts/promql.ts';
import {
  busyReasons,
  checkOutcomes,
  downloadOutcomes,
  faultCodes,
  linkRefusals,
  listed,
  objectMethods,
  objectOutcomes,
  operations,
  outcomes,
  providerRequests,
  shedReasons,
  signInOutcomes,
  statuses,
} from './metric-labels.ts';

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
  /** The last complete backup of the data folder, in ms since 1970; 0: none yet; undefined: backups do not apply. */
  readonly lastBackup: () => Promise<number | undefined>;
  /** Events that hooks do not have yet; `oldestAt` in milliseconds since 1970, 0: none. */
  readonly hooks: () => Promise<{ readonly pending: number; readonly oldestAt: number }>;
  /** Whether the clock is so far ahead that nothing expires. */
  readonly clock: () => Promise<boolean>;
  /** Milliseconds since 1970, as this process knows it. */
  readonly time: () => number;
  /** Number of service keys of this process. */
  readonly serviceKeys: () => number;
}

/** Seconds. */
const buckets: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const signInKinds: Readonly<Record<string, string>> = { SAMLAccountLogin: 'saml', ExternalOAuthAccountLogin: 'oidc' };

/** Label names with all values that they may have. */
type Labels = Readonly<Record<string, readonly string[]>>;

/**
 * The metrics of the service in the text format of Prometheus. Label values come from the program or the contract, never
 * from a caller, so that their number is bounded, and each series begins at 0.
 */
export class Metrics implements Counts {
  readonly #registry = new Registry();
  /** Codes of rejections whose responses were not observed yet, by request id. */
  readonly #rejected = new Map<string, RejectionCode>();
  readonly #requests = this.#counter(
    'rfs_requests_total',
    'Requests with an operation, and faults before the operation was known.',
    { operation: operations, soap_version: ['1.1', '1.2'], outcome: outcomes },
  );
  readonly #rejections = this.#counter('rfs_rejections_total', 'Requests that the service refused, by reason.', {
    operation: operations,
    code: rejectionCodes,
  });
  readonly #faults = this.#counter('rfs_faults_total', 'Faults that are no rejections, by detail code.', {
    operation: operations,
    code: faultCodes,
  });
  readonly #seconds = this.#histogram(
    'rfs_request_duration_seconds',
    'Time from the head of a request to its response.',
    { operation: operations },
  );
  readonly #http = this.#counter('rfs_http_refusals_total', 'Requests rejected by HTTP alone.', { status: statuses });
  readonly #shed = this.#counter('rfs_shed_requests_total', 'Requests rejected because of overload.', {
    reason: shedReasons,
  });
  readonly #signIns = this.#counter('rfs_sign_ins_total', 'Sign-ins by an identity provider.', {
    kind: Object.values(signInKinds),
    outcome: signInOutcomes,
  });
  readonly #chunks = this.#counter('rfs_chunks_total', 'Acknowledged chunks, including resends.', {});
  readonly #bytes = this.#counter('rfs_chunk_bytes_total', 'Bytes of acknowledged chunks.', {});
  readonly #commitSeconds = this.#histogram(
    'rfs_commit_duration_seconds',
    'Time of the commit of a transaction, with its sync of the disk.',
    {},
  );
  readonly #failedCommits = this.#counter('rfs_failed_commits_total', 'Commits of transactions that failed.', {});
  readonly #unknownCommits = this.#counter(
    'rfs_unknown_commits_total',
    'Commits of PostgreSQL whose outcome is not known.',
    {},
  );
  readonly #connections = this.#gauge('rfs_database_connections_in_use', 'Connections to PostgreSQL in use.');
  readonly #connectionWaits = this.#gauge(
    'rfs_database_connections_waiting',
    'Requests that wait for a connection to PostgreSQL.',
  );
  readonly #objectRequests = this.#counter('rfs_object_requests_total', 'Requests to the object store.', {
    method: objectMethods,
    outcome: objectOutcomes,
  });
  readonly #objectSeconds = this.#histogram(
    'rfs_object_request_duration_seconds',
    'Time of a request to the object store.',
    { method: objectMethods },
  );
  readonly #objectRetries = this.#counter(
    'rfs_object_retries_total',
    'Objects that were stored again under another key.',
    {},
  );
  readonly #storageBusy = this.#counter('rfs_storage_busy_total', 'Requests that failed with StorageBusy, by reason.', {
    reason: busyReasons,
  });
  readonly #providerSeconds = this.#histogram(
    'rfs_provider_request_duration_seconds',
    'Time of a request to an identity provider.',
    { request: providerRequests },
  );
  readonly #failedProviderRequests = this.#counter(
    'rfs_failed_provider_requests_total',
    'Requests to an identity provider without a usable response.',
    { request: providerRequests },
  );
  readonly #downloads = this.#counter('rfs_downloads_total', 'Downloads of files by links, by how they ended.', {
    outcome: downloadOutcomes,
  });
  readonly #downloadBytes = this.#counter('rfs_download_bytes_total', 'Bytes of files sent to holders of links.', {});
  readonly #refusedLinks = this.#counter('rfs_refused_links_total', 'Requests whose link was refused, by reason.', {
    reason: linkRefusals,
  });
  readonly #hooks: { readonly [outcome in HookOutcome]: Counter } = {
    delivered: this.#counter('rfs_hooks_delivered_total', 'Events that hooks accepted.', {}),
    failed: this.#counter('rfs_hooks_failed_attempts_total', 'Attempts to deliver an event that failed.', {}),
    'given-up': this.#counter('rfs_hooks_given_up_total', 'Events that are no longer retried.', {}),
  };
  readonly #checkSeconds = this.#histogram('rfs_file_check_duration_seconds', 'Time of a check of an arrived file.', {
    outcome: checkOutcomes,
  });
  readonly #lastSweep: Gauge;

  /** @param version of the service. */
  constructor(version: string) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const build = new Gauge({
      name: 'rfs_build_info',
      help: 'Always 1.',
      labelNames: ['version', 'node'],
      registers,
    });
    build.set({ version, node: process.version }, 1);
    this.#lastSweep = new Gauge({
      name: 'rfs_last_sweep_timestamp_seconds',
      help: 'End of the last complete sweep of this process in seconds since 1970; 0: none yet.',
      registers,
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The present samples of some series, by their names: those of a histogram are `…_bucket`, `…_sum` and `…_count`. */
  async samples(names: ReadonlySet<string>): Promise<Map<string, Sample[]>> {
    const found = new Map<string, Sample[]>([...names].map((name) => [name, []]));
    const metrics = new Set([...names].flatMap((name) => [name, name.replace(/_(bucket|sum|count)$/, '')]));
    for (const metric of metrics) {
      const { values = [] } = (await this.#registry.getSingleMetric(metric)?.get()) ?? {};
      for (const value of values) {
        const name = 'metricName' in value ? String(value.metricName) : metric;
        found.get(name)?.push({ labels: textLabels(value.labels), value: value.value });
      }
    }
    return found;
  }

  rejected(requestId: string, code: RejectionCode): void {
    this.#rejected.set(requestId, code);
  }

  chunk(bytes: number): void {
    this.#chunks.inc();
    this.#bytes.inc(bytes);
  }

  commit(seconds: number, succeeded: boolean): void {
    this.#commitSeconds.observe(seconds);
    if (!succeeded) this.#failedCommits.inc();
  }

  providerRequest(request: ProviderRequest, seconds: number, succeeded: boolean): void {
    this.#providerSeconds.observe({ request }, seconds);
    if (!succeeded) this.#failedProviderRequests.inc({ request });
  }

  download(outcome: DownloadOutcome, bytes: bigint): void {
    this.#downloads.inc({ outcome });
    this.#downloadBytes.inc(Number(bytes));
  }

  hookAttempt(outcome: HookOutcome): void {
    if (outcome === 'given-up') this.#hooks.failed.inc();
    this.#hooks[outcome].inc();
  }

  fileChecked(outcome: CheckOutcome, seconds: number): void {
    this.#checkSeconds.observe({ outcome }, seconds);
  }

  linkRefused(reason: LinkRefusal): void {
    this.#refusedLinks.inc({ reason });
  }

  storageBusy(reason: BusyReason): void {
    this.#storageBusy.inc({ reason });
  }

  unknownCommit(): void {
    this.#unknownCommits.inc();
  }

  connections(inUse: number, waiting: number): void {
    this.#connections.set(inUse);
    this.#connectionWaits.set(waiting);
  }

  objectRequest(method: ObjectMethod, outcome: ObjectOutcome, seconds: number): void {
    this.#objectRequests.inc({ method, outcome });
    this.#objectSeconds.observe({ method }, seconds);
  }

  objectRetried(): void {
    this.#objectRetries.inc();
  }

  /** A sweep ended. @param now milliseconds since 1970. */
  swept(now: number): void {
    this.#lastSweep.set(now / 1000);
  }

  /** Counts a response. */
  observe(event: ServerEvent): void {
    if (event.event === 'refused') this.#http.inc({ status: listed(statuses, String(event.status)) });
    if (event.event === 'shed') this.#shed.inc({ reason: event.reason });
    if (event.event !== 'result' && event.event !== 'fault') return;
    const rejection = this.#rejected.get(event.requestId);
    if (rejection !== undefined) this.#rejected.delete(event.requestId);
    const operation = event.operation ?? 'none';
    const isFault = event.event === 'fault';
    const outcome = isFault ? 'fault' : rejection !== undefined ? 'refused' : 'result';
    this.#requests.inc({ operation, soap_version: event.soapVersion, outcome });
    if (rejection !== undefined) this.#rejections.inc({ operation, code: rejection });
    else if (isFault) this.#faults.inc({ operation, code: listed(faultCodes, event.detailCode ?? event.code) });
    this.#seconds.observe({ operation }, event.milliseconds / 1000);
    const kind = signInKinds[operation];
    if (kind !== undefined) this.#signIns.inc({ kind, outcome: rejection ?? (isFault ? 'fault' : 'SignedIn') });
  }

  watch({
    load,
    uploads,
    free,
    ready,
    certificateEnds,
    lastBackup,
    hooks,
    clock,
    time,
    serviceKeys,
  }: GaugeSources): void {
    this.#addGauge('rfs_requests_running', 'Running requests.', async () => load().running);
    this.#addGauge('rfs_requests_waiting', 'Requests in the queue.', async () => load().waiting);
    this.#addGauge('rfs_uploads_open', 'Unfinished uploads.', async () => (await uploads()).open);
    this.#addGauge('rfs_uploads_open_bytes', 'Bytes of unfinished uploads.', async () => (await uploads()).bytes);
    this.#addGauge('rfs_data_free_bytes', 'Free bytes on the volume of the data folder.', free);
    this.#addGauge('rfs_ready', '1 when /readyz returns 200, otherwise 0.', async () => ((await ready()) ? 1 : 0), 0);
    this.#addGauge(
      'rfs_tls_certificate_expiry_timestamp_seconds',
      'Expiry of the certificate in seconds since 1970.',
      async () => certificateEnds(),
    );
    this.#addGauge(
      'rfs_last_backup_timestamp_seconds',
      'End of the last complete backup of the data folder in seconds since 1970; 0: none yet.',
      async () => {
        const at = await lastBackup();
        return at === undefined ? undefined : at / 1000;
      },
    );
    this.#addGauge('rfs_hooks_pending', 'Events that hooks do not have yet.', async () => (await hooks()).pending);
    this.#addGauge(
      'rfs_hooks_oldest_pending_timestamp_seconds',
      'Since when the oldest event was to be delivered that a hook does not have yet, in seconds since 1970; 0: none.',
      async () => (await hooks()).oldestAt / 1000,
    );
    this.#addGauge(
      'rfs_clock_ahead',
      '1 while nothing expires, since the clock is far ahead and not confirmed; otherwise 0.',
      async () => ((await clock()) ? 1 : 0),
    );
    this.#addGauge(
      'rfs_clock_timestamp_seconds',
      'The clock of this process, in seconds since 1970.',
      async () => time() / 1000,
    );
    this.#addGauge(
      'rfs_service_keys',
      'Service keys that this process knows: 1 when no rotation is under way.',
      async () => serviceKeys(),
    );
  }

  #counter(name: string, help: string, labels: Labels): Counter {
    const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [this.#registry] });
    for (const series of combinations(labels)) counter.inc(series, 0);
    return counter;
  }

  #histogram(name: string, help: string, labels: Labels): Histogram {
    const options = { name, help, labelNames: Object.keys(labels), buckets: [...buckets] };
    const histogram = new Histogram({ ...options, registers: [this.#registry] });
    for (const series of combinations(labels)) histogram.zero(series);
    return histogram;
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.#registry] });
  }

  /** @param late the value while it cannot be read in time; undefined: the series is left out. */
  #addGauge(name: string, help: string, read: () => Promise<number | undefined>, late?: number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await inTime(
          read().catch(() => undefined),
          late,
        );
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

function textLabels(labels: Readonly<Record<string, string | number | undefined>>): Sample['labels'] {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value ?? '')]));
}

/** Milliseconds for a value: while the database hangs, the others must arrive before Prometheus' time-out of ten seconds. */
const patience = 3_000;

async function inTime<T>(value: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), patience);
  });
  try {
    return await Promise.race([value, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each combination of the values of labels. */
function combinations(labels: Labels): Record<string, string>[] {
  let series: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels)) {
    series = series.flatMap((known) => values.map((value) => ({ ...known, [name]: value })));
  }
  return series;
}
