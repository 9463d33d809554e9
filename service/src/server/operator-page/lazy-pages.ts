import type { Logger } from '../../common/logger.ts';
import { version } from '../../common/package-version.ts';
import { plainOrigin, type Settings } from '../../config/settings.ts';
import type { AlertWatch } from '../alerts/alert-watch.ts';
import type { GaugeSources, Metrics } from '../metrics.ts';
import type { Service } from '../open-service.ts';
import type { Responder } from '../operator-endpoints.ts';
import type { OperatorPage } from './operator-page.ts';
import type { OperatorPageContext } from './page-context.ts';
import type { OperatorSignIn } from './sign-in-file.ts';

/** The operator's page, whose modules are loaded for its first request: most processes never show it. */
export interface LazyPages {
  readonly respond: Responder;
  /** Begins to watch the alerts, which the first request does otherwise. */
  watch(): Promise<void>;
  stop(): Promise<void>;
}

export interface LazyPagesOptions {
  readonly settings: Settings;
  readonly signIn: OperatorSignIn | undefined;
  readonly service: Service;
  readonly gauges: GaugeSources;
  readonly metrics: Metrics;
  readonly hooks: OperatorPageContext['hooks'];
  readonly log: Logger;
  /** The port for operators, once it is open. */
  readonly port: () => number | undefined;
}

export function lazyPages(options: LazyPagesOptions): LazyPages {
  const { log, metrics } = options;
  let loaded: Promise<OperatorPage> | undefined;
  let watching: ReturnType<typeof AlertWatch.start> | undefined;
  const watch = async (): Promise<AlertWatch | undefined> => {
    const { AlertWatch } = await import('../alerts/alert-watch.ts');
    watching ??= AlertWatch.start(metrics, log);
    return (await watching).watch;
  };
  return {
    async respond(request, response) {
      loaded ??= watch()
        .then((alerts) => loadPages(options, alerts))
        .catch((error: unknown) => {
          // The next request tries again.
          loaded = undefined;
          throw error;
        });
      await (await loaded).respond(request, response);
    },
    async watch() {
      await watch();
    },
    async stop() {
      await (await watching)?.task.stop();
    },
  };
}

async function loadPages(
  { settings, signIn, service, gauges, hooks, log, port }: LazyPagesOptions,
  watch: AlertWatch | undefined,
): Promise<OperatorPage> {
  const [{ OperatorPage, operatorPrefix }, { OperatorProvider }] = await Promise.all([
    import('./operator-page.ts'),
    import('./operator-sign-in.ts'),
  ]);
  const { adminUrl, adminHost } = settings;
  // Links lead to this machine itself.
  const url = signIn === undefined ? undefined : adminUrl?.replace(/\/$/, '');
  const base = url ?? plainOrigin(adminHost, port());
  return new OperatorPage({
    context: {
      service,
      quotas: {
        'folder-key': settings.quotaFolderKey,
        account: settings.quotaAccount,
        tenant: settings.quotaTenant,
      },
      gauges,
      alerts: () => watch?.firing,
      hooks,
      version: version(),
    },
    provider: signIn && new OperatorProvider(signIn, service.state, `${base}${operatorPrefix}/signed-in`),
    url,
    log,
  });
}
