import { setTimeout as sleep } from 'node:timers/promises';
import { description } from '@soapwright/generated/remote-file-service/description';
import type { Pages, Route, ServerLoad, SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen, type OtherRequests, type TlsPair } from '@soapwright/runtime/server/node';
import { errorFields, type Logger } from '../common/logger.ts';
import { type Mount, mounted } from '../common/mount.ts';
import { isLoopbackHost, listenError } from '../common/network.ts';
import { version } from '../common/package-version.ts';
import { PeriodicTask } from '../common/periodic.ts';
import { StorageError } from '../common/storage-error.ts';
import { flagOf, SettingsError, variableOf } from '../config/load-settings.ts';
import { chunkOverBody, hasOperatorPages, linksArePlain, type Settings } from '../config/settings.ts';
import { openUploads } from '../domain/upload-limits.ts';
import { Downloads } from '../downloads/downloads.ts';
import { Sender } from '../downloads/sender.ts';
import type { Hook } from '../hooks/hook.ts';
import { HookWorker } from '../hooks/hook-worker.ts';
import { type Hooks, loadHooks } from '../hooks/hooks-file.ts';
import { mailHook } from '../mail/mail-hook.ts';
import { unsubscribePrefix, unsubscribeTokens } from '../mail/unsubscribe.ts';
import { ScimMount } from '../scim/scim-mount.ts';
import { type RecipientOptions, recipientRequests } from '../shares/recipient-requests.ts';
import { SignInPage } from '../sign-in/ldap/sign-in-page.ts';
import { serviceBase } from '../sign-in/service-base.ts';
import { pendingDeliveries } from '../storage/hook-deliveries.ts';
import { lastBackup } from '../storage/last-backup.ts';
import { startTracing, withTraceIds } from '../tracing/start-tracing.ts';
import { detached, setTracer, type Tracer } from '../tracing/tracer.ts';
import { TusMount } from '../tus/tus-mount.ts';
import { addressBelow, createServer } from './create-server.ts';
import { type GaugeSources, Metrics } from './metrics.ts';
import type { Service } from './open-service.ts';
import { openWith } from './open-with-settings.ts';
import {
  listenForOperator,
  type OperatorListener,
  operatorRoutes,
  Readiness,
  type Responder,
} from './operator-endpoints.ts';
import { type HostRule, hostRule } from './operator-hosts.ts';
import { lazyPages } from './operator-page/lazy-pages.ts';
import { loadOperatorSignIn } from './operator-page/sign-in-file.ts';
import { CertificateWatch, certificateFiles, readCertificate } from './tls-certificate.ts';
import { TracedMetrics } from './traced-metrics.ts';
import { noteEvent, tracedServer } from './traced-server.ts';

/** Interval for checking the certificate files, in milliseconds. */
const certificateEvery = 5_000;

/** A listening service. */
export interface Running {
  readonly service: Service;
  /** The URL for callers. */
  readonly url: string;
  /** The port for operators, if separate. */
  readonly adminPort: number | undefined;
  /** Reloads the certificate files. */
  reload(): Promise<void>;
  /** Finishes running requests, then closes the data folder. */
  stop(): Promise<void>;
}

export interface RunOptions {
  /** Default: the generated ones. */
  readonly pages?: Pages | undefined;
  /** Whether to begin with an empty database where that of a data folder is lost. */
  readonly startAnew?: boolean | undefined;
  /** Whether the port of the service has the operator's endpoints, although they have their own. */
  readonly onBothPorts?: boolean | undefined;
}

/**
 * Starts the service with the settings.
 *
 * @throws {SettingsError} when the certificate or the service key is invalid.
 * @throws {StorageError} when the data folder or the address cannot be used, or a file cannot be read.
 */
export async function runService(
  settings: Settings,
  log: Logger,
  environment: NodeJS.ProcessEnv,
  { pages, startAnew, onBothPorts }: RunOptions = {},
): Promise<Running> {
  const tracer = await startTracing(settings, environment, log);
  // Before the database is opened, whose queries are part of traces.
  setTracer(tracer);
  const stopTracing = async (): Promise<void> => {
    setTracer(undefined);
    await tracer?.stop();
  };
  try {
    const traced = tracer === undefined ? log : withTraceIds(log, tracer);
    const running = await runTraced(settings, traced, { environment, pages, startAnew, onBothPorts, tracer });
    return {
      ...running,
      async stop() {
        await running.stop();
        await stopTracing();
      },
    };
  } catch (error) {
    await stopTracing();
    throw error;
  }
}

async function runTraced(
  settings: Settings,
  log: Logger,
  {
    environment,
    pages,
    startAnew,
    onBothPorts = false,
    tracer,
  }: RunOptions & {
    readonly environment: NodeJS.ProcessEnv;
    readonly tracer: Tracer | undefined;
  },
): Promise<Running> {
  const { publicUrl, trustProxy } = settings;
  const files = certificateFiles(settings);
  const tls = files === undefined ? undefined : await readCertificate(files);
  let url = publicUrl === undefined ? '' : addressBelow(publicUrl);
  const publicAddress = (): string => serviceBase(url);
  const metrics = tracer === undefined ? new Metrics(version()) : tracedMetrics(settings, tracer);
  const hooks = await loadHooks(settings.hooksFile);
  const signIn = settings.operatorSignIn === undefined ? undefined : await loadOperatorSignIn(settings.operatorSignIn);
  if (hooks.mail !== undefined && publicUrl === undefined) {
    throw new SettingsError('mail in the file of hooks needs publicUrl: its messages have the address that ends them.');
  }
  const service = await openWith(settings, log, environment, {
    apiUrl: () => url,
    counts: metrics,
    hooks: hooks.published.map(({ name }) => name),
    checks: hooks.checks,
    mailInterval: hooks.mail?.interval,
    startAnew,
  });
  let admin: OperatorListener | undefined;
  const sender = senderOf(service, settings, metrics);
  let listening: Listening;
  let load: () => ServerLoad = () => ({ running: 0, waiting: 0 });
  let watch: CertificateWatch | undefined;
  const readiness = new Readiness(() => service.ready(), log);
  const gauges: GaugeSources = {
    load: () => load(),
    uploads: () => openUploads(service.state.db),
    free: () => service.free(),
    ready: () => readiness.ready(),
    certificateEnds: () => (watch === undefined ? undefined : watch.ends / 1000),
    // PostgreSQL has backups of its own, unknown here.
    lastBackup: async () => (settings.databaseUrl === undefined ? await lastBackup(service.state.db) : undefined),
    hooks: () => pendingDeliveries(service.state.db),
    clock: async () => (await service.clock.read()).isAhead,
    time: Date.now,
    serviceKeys: () => service.state.keys.ring.ids.length,
  };
  const operatorPages = hasOperatorPages(settings)
    ? lazyPages({ settings, signIn, service, gauges, metrics, hooks: hooks.published, log, port: () => admin?.port })
    : undefined;
  try {
    if (tls === undefined && !trustProxy && !isLoopbackHost(settings.host)) {
      log.warn(
        'passwords and keys travel unencrypted: set tls.cert and tls.key, or trustProxy with a TLS proxy in front',
      );
    }
    const tooLarge = chunkOverBody(settings);
    if (tooLarge !== undefined) log.warn(`${tooLarge}: chunks of that size are rejected unless they can be streamed`);
    const own = settings.adminPort !== undefined;
    const hosts = hostRule(settings.adminHost, settings.adminHosts, settings.adminUrl);
    const routes = operatorRoutes(readiness, metrics, {
      open: own,
      ...(own ? { hosts, metricsHosts: hosts } : sharedHosts(settings)),
    });
    const downloads = settings.adminFiles ? downloadsOf(service, sender) : undefined;
    if (linksArePlain(settings)) {
      log.warn('links and files travel unencrypted: put a TLS proxy in front of admin.port, and set admin.url');
    }
    admin = await listenForAdmin(settings, { routes, log, files: downloads, pages: operatorPages?.respond, hosts });
    const server = createServer(service, {
      publicUrl,
      trustProxy,
      hsts: tls === undefined || settings.tlsHsts === 0 ? undefined : settings.tlsHsts,
      maxBodyBytes: settings.limitsBody,
      overload: {
        maxConcurrent: settings.limitsConcurrent,
        maxQueued: settings.limitsQueued,
        maxDelay: settings.limitsDelay,
        queueTimeout: settings.timeoutsQueue * 1_000,
      },
      maxChunkBytes: settings.limitsChunk,
      maxSpoolBytes: settings.limitsSpool,
      routes: own && !onBothPorts ? {} : routes,
      pages,
      observe(event) {
        metrics.observe(event);
        if (tracer !== undefined) noteEvent(tracer, description.name, event);
      },
    });
    const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
    const others = recipientRequests(service.state, sender, {
      hasShares: settings.sharesEnabled,
      hasMail: hooks.mail !== undefined,
      base,
      publicAddress,
      isSecure: tls !== undefined || publicUrl?.startsWith('https:') === true,
      origin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    });
    const traced = tracer === undefined ? server : tracedServer(server, tracer);
    const all = mounted(traced, mountsOf(service, settings, { base, publicAddress }));
    listening = await listenForCallers(settings, all, { tls, others });
    load = () => server.load;
  } catch (error) {
    await admin?.close();
    await service.close();
    throw error;
  }
  if (url === '') url = listening.url;
  watch =
    files === undefined || tls === undefined
      ? undefined
      : new CertificateWatch(files, tls, {
          every: certificateEvery,
          onChange: (pair) => listening.reloadTls(pair),
          log,
        });
  metrics.watch(gauges);
  if (signIn !== undefined) await operatorPages?.watch();
  // Early, since the first sweep may be hours away.
  await service.clock.check().catch((error: unknown) => log.error('sweep refused', errorFields(error)));
  const receivers = receiversOf(hooks, service, publicAddress());
  const worker = receivers.length === 0 ? undefined : startHooks(service, receivers, metrics);
  const sweeper = sweepEvery(settings.sweepMinutes * 60_000, service, metrics);
  const { host } = settings;
  log.info('listening', { version: version(), host, port: listening.port, url, adminPort: admin?.port });
  return {
    service,
    url,
    adminPort: admin?.port,
    async reload() {
      if (watch === undefined) log.info('nothing to reload: there is no certificate');
      await watch?.reload();
    },
    async stop() {
      readiness.stop();
      log.info('stopping', { drainSeconds: settings.drainSeconds, stopSeconds: settings.stopSeconds });
      // A long sweep is cut off, as by a kill: another one goes on.
      void sweeper.stop();
      await operatorPages?.stop();
      watch?.stop();
      await sleep(settings.drainSeconds * 1_000);
      await listening.close(settings.stopSeconds * 1_000);
      await admin?.close();
      await sender.close();
      await worker?.stop();
      await service.close();
      log.info('stopped');
    },
  };
}

/** The other protocols on the port of the service. */
function mountsOf(
  { state, store, spool }: Service,
  { scimEnabled, tusEnabled, tusOrigins }: Settings,
  { base, publicAddress }: Pick<RecipientOptions, 'base' | 'publicAddress'>,
): readonly Mount[] {
  const scim = scimEnabled ? [new ScimMount({ state, store, base: publicAddress }, base)] : [];
  const tus = tusEnabled ? [new TusMount({ state, spool, origins: tusOrigins }, base)] : [];
  return [new SignInPage(state, base), ...scim, ...tus];
}

function tracedMetrics({ databaseUrl }: Settings, tracer: Tracer): Metrics {
  return new TracedMetrics(version(), tracer, databaseUrl === undefined ? 'sqlite' : 'postgresql');
}

async function listenForCallers(
  settings: Settings,
  server: SoapServer,
  how: { readonly tls: TlsPair | undefined; readonly others: OtherRequests | undefined },
): Promise<Listening> {
  const { host, port } = settings;
  try {
    return await listen(server, {
      host,
      port,
      ...how,
      headersTimeout: settings.timeoutsHeaders * 1_000,
      requestTimeout: settings.timeoutsRequest * 1_000,
      bodyTimeout: settings.timeoutsBody * 1_000,
      keepAliveTimeout: settings.timeoutsKeepAlive * 1_000,
      writeTimeout: settings.timeoutsWrite * 1_000,
      maxConnections: settings.limitsConnections,
    });
  } catch (error) {
    // `npm start` runs the demonstration, which understands PORT.
    const command = process.env.npm_lifecycle_event === 'start' ? 'npm start' : undefined;
    throw listenError(error, { host, port }, { flag: flagOf('port'), variable: variableOf('port'), command });
  }
}

async function listenForAdmin(
  { adminHost: host, adminPort: port }: Settings,
  {
    routes,
    log,
    files,
    pages,
    hosts,
  }: {
    readonly routes: Readonly<Record<string, Route>>;
    readonly log: Logger;
    readonly files: Downloads | undefined;
    readonly pages: Responder | undefined;
    readonly hosts: HostRule;
  },
): Promise<OperatorListener | undefined> {
  if (port === undefined) return undefined;
  try {
    return await listenForOperator(routes, { host, port, log, hosts, pages, files: files?.respond.bind(files) });
  } catch (error) {
    throw listenError(error, { host, port }, { flag: flagOf('adminPort'), variable: variableOf('adminPort') });
  }
}

/** The hosts of requests to the operator's endpoints on the port of the service. */
function sharedHosts({ host, publicUrl, trustProxy, adminHosts }: Settings): {
  readonly hosts: HostRule;
  readonly metricsHosts: HostRule;
} {
  const hosts = hostRule(host, adminHosts, publicUrl);
  // Behind a proxy, probes come with whatever name the proxy has.
  return { hosts: trustProxy ? () => true : hosts, metricsHosts: hostRule('127.0.0.1', adminHosts) };
}

function senderOf({ state, store }: Service, settings: Settings, counts: Metrics): Sender {
  const { db, uploads, log, now } = state;
  const { commits } = uploads.parts;
  const limits = { timeout: settings.timeoutsWrite * 1_000, maxDownloads: settings.limitsDownloads };
  return new Sender({ db, commits, store, log, counts, now, ...limits });
}

function downloadsOf({ state, links: signer }: Service, sender: Sender): Downloads {
  const { db, log, counts, now } = state;
  return new Downloads({ db, signer, log, counts, now, sender });
}

/** The hooks of the operator, and the one that sends messages. */
function receiversOf({ published, mail }: Hooks, { state }: Service, address: string): readonly Hook[] {
  if (mail === undefined) return published;
  const tokens = unsubscribeTokens(state.keys.ring);
  const base = address + unsubscribePrefix;
  return [...published, mailHook(mail, { db: state.db, unsubscribe: (recipient) => base + tokens.sign(recipient) })];
}

function startHooks({ state }: Service, hooks: readonly Hook[], metrics: Metrics): HookWorker {
  const { db, uploads, log, now } = state;
  const { commits, outbox, process } = uploads.parts;
  const worker = new HookWorker({ db, commits, hooks, log, counts: metrics, now, process });
  // Not in the trace of the request that has published a file: deliveries have their own part of it.
  outbox?.listen(detached(() => worker.wake()));
  return worker;
}

function sweepEvery(milliseconds: number, service: Service, metrics: Metrics): PeriodicTask {
  const { log, now } = service.state;
  const sweeper = new PeriodicTask(milliseconds, async () => {
    try {
      const swept = await service.sweep();
      metrics.swept(now());
      log.debug('swept', { ...swept });
    } catch (error) {
      const refused = error instanceof StorageError && error.code === 'clock-ahead';
      if (!sweeper.isStopped) log.error(refused ? 'sweep refused' : 'sweep failed', errorFields(error));
    }
  });
  return sweeper;
}
