import { description } from '@soapwright/generated/remote-file-service/description';
import { pages } from '@soapwright/generated/remote-file-service/pages';
import { createRemoteFileServiceServer } from '@soapwright/generated/remote-file-service/server';
import type {
  ErrorEvent,
  FaultEvent,
  OverloadOptions,
  Pages,
  RefusedEvent,
  ResultEvent,
  Route,
  ServerEvent,
  ShedEvent,
  ShedReason,
  SoapServer,
} from '@soapwright/runtime/server';
import { errorFields, type LogFields, type Logger } from '../common/logger.ts';
import type { KeyNames } from '../domain/key-use.ts';
import { authorize } from '../handlers/authorize.ts';
import { handlers } from '../handlers/index.ts';
import type { Service } from './open-service.ts';

export interface ServerSettings {
  /** Base of the URLs that callers use, such as `https://files.example`; its path is a prefix of the paths served. */
  readonly publicUrl?: string | undefined;
  readonly trustProxy?: boolean | undefined;
  /** Seconds of `Strict-Transport-Security`; undefined: no such header. */
  readonly hsts?: number | undefined;
  /** Bytes of a request; undefined: the runtime's limit. */
  readonly maxBodyBytes?: number | undefined;
  /** Bytes of a chunk, and of all arriving chunks; undefined: the runtime's limits. */
  readonly maxChunkBytes?: number | undefined;
  readonly maxSpoolBytes?: number | undefined;
  /** Limits of concurrent requests; undefined: the runtime's. */
  readonly overload?: OverloadOptions | undefined;
  /** Handlers of GET on other paths. */
  readonly routes?: Readonly<Record<string, Route>> | undefined;
  /** Replaces the generated pages. */
  readonly pages?: Pages | undefined;
  /** Called for every response, in addition to the log. */
  readonly observe?: ((event: ServerEvent) => void) | undefined;
}

/** The SOAP server of an open service. */
export function createServer(service: Service, settings: ServerSettings): SoapServer {
  const { log } = service.state;
  const publicUrl = settings.publicUrl === undefined ? undefined : addressBelow(settings.publicUrl);
  const shed = new OverloadLog(log);
  return createRemoteFileServiceServer(handlers, {
    state: service.state,
    pages: settings.pages ?? pages,
    publicUrl,
    path: publicUrl === undefined ? undefined : new URL(publicUrl).pathname,
    trustProxy: settings.trustProxy,
    strictTransportSecurity: settings.hsts,
    authorize,
    spool: service.spool,
    overload: settings.overload,
    limits: {
      maxBodyBytes: settings.maxBodyBytes,
      maxStreamBytes: settings.maxChunkBytes,
      maxSpoolBytes: settings.maxSpoolBytes,
    },
    limitNames: { maxBodyBytes: 'limits.body', maxStreamBytes: 'limits.chunk', maxSpoolBytes: 'limits.spool' },
    routes: settings.routes,
    log(event) {
      settings.observe?.(event);
      if (event.event === 'shed') shed.add(event.reason);
      // The fault of an error follows.
      else logEvent(log, event, event.event === 'error' ? {} : service.state.keyUse.take(event.requestId));
    },
    onError: (error, about) => log.error('unexpected error', { ...about, ...errorFields(error) }),
  });
}

/** The URL of the service below a base URL: the contract's path appended to the base's. */
export function addressBelow(base: string): string {
  return base.replace(/\/+$/, '') + new URL(description.address).pathname;
}

function logEvent(log: Logger, event: Exclude<ServerEvent, ShedEvent>, keys: KeyNames): void {
  if (event.event === 'result') log.infoSoon(event.event, resultFields(event, keys));
  else if (isFailure(event)) log.error(event.event, eventFields(event, keys));
  else log.info(event.event, eventFields(event, keys));
}

/** Each by its name: most lines are of results, and copying all properties of an object takes longer than the line. */
function resultFields(event: ResultEvent, { apiKey, folderKey }: KeyNames): LogFields {
  const { requestId, operation, soapVersion, peerAddress, traceId } = event;
  const milliseconds = rounded(event.milliseconds);
  return { requestId, operation, soapVersion, peerAddress, traceId, milliseconds, apiKey, folderKey };
}

function eventFields({ event, ...rest }: ErrorEvent | FaultEvent | RefusedEvent, keys: KeyNames): LogFields {
  return { ...rest, ...keys, ...('milliseconds' in rest && { milliseconds: rounded(rest.milliseconds) }) };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function isFailure(event: ErrorEvent | FaultEvent | RefusedEvent): boolean {
  return event.event === 'error' || (event.status >= 500 && !isCallers(event));
}

/** In SOAP 1.1 Sender faults have the status 500 too. */
function isCallers(event: FaultEvent | RefusedEvent): boolean {
  return event.event === 'fault' && event.code !== 'Receiver';
}

const everyMilliseconds = 1_000;

/**
 * Logs requests that were rejected because of overload: the first one at once, then their number each second. A line for
 * each would cost more than the rejection.
 */
export class OverloadLog {
  readonly #log: Logger;
  readonly #counts = new Map<ShedReason, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(reason: ShedReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (this.#timer === undefined) this.#flush();
  }

  readonly #flush = (): void => {
    this.#timer = this.#counts.size === 0 ? undefined : setTimeout(this.#flush, everyMilliseconds).unref();
    for (const [reason, shed] of this.#counts) this.#log.warn('overloaded', { reason, shed });
    this.#counts.clear();
  };
}
