import type { Logger } from '../common/logger.ts';
import { version } from '../common/package-version.ts';
import type { Settings } from '../config/settings.ts';
import type { Tracer } from './tracer.ts';

/** Milliseconds between two lines of the log about traces that could not be sent. */
const quiet = 60_000;

/**
 * Starts sending traces if the settings or the variables of OpenTelemetry name a collector
 * (https://opentelemetry.io/docs/specs/otel/protocol/exporter/).
 *
 * @returns undefined without one: then nothing is loaded.
 */
export async function startTracing(
  settings: Pick<Settings, 'tracingEndpoint' | 'tracingRatio'>,
  environment: NodeJS.ProcessEnv,
  log: Logger,
): Promise<Tracer | undefined> {
  const { tracingEndpoint: endpoint, tracingRatio: ratio } = settings;
  if (!isWanted(endpoint, environment)) return undefined;
  // Loaded here: it takes a tenth of a second, and other services need nothing of it.
  const { openTelemetry } = await import('./open-telemetry.ts');
  const url = endpoint === undefined ? undefined : `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onFailure = (reason: string): void => {
    if (performance.now() - reportedAt < quiet) return;
    reportedAt = performance.now();
    log.warn('traces are not sent', { reason: reason.slice(0, 500) });
  };
  return openTelemetry({ url, ratio, version: version(), onFailure });
}

function isWanted(endpoint: string | undefined, environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  return [endpoint, environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, environment.OTEL_EXPORTER_OTLP_ENDPOINT].some(
    (address) => address !== undefined && address !== '',
  );
}

/** A log whose lines about a request have the id of its trace. */
export function withTraceIds(log: Logger, tracer: Tracer): Logger {
  const logs =
    (level: keyof Logger): Logger['info'] =>
    (message, fields = {}) => {
      const traceId = tracer.traceId();
      log[level](message, traceId === undefined ? fields : { ...fields, traceId });
    };
  return {
    debug: logs('debug'),
    info: logs('info'),
    infoSoon: logs('infoSoon'),
    warn: logs('warn'),
    error: logs('error'),
  };
}
