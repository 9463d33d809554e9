import type { Route, RouteRequest } from '@soapwright/runtime/server';
import { errorFields, type Logger } from '../common/logger.ts';
import type { Metrics } from './metrics.ts';

/** How long an answer holds, in milliseconds: whoever asks may be anybody, and finding out writes to the disk. */
const holds = 1_000;

/** Whether the service can do its work. What keeps it from it is logged, once when it begins and once when it is over. */
export class Readiness {
  readonly #check: () => Promise<void>;
  readonly #log: Logger;
  #stopping = false;
  #asked: Promise<boolean> | undefined;
  #askedAt = 0;
  #wasReady = true;

  /** @param check fails when it cannot. */
  constructor(check: () => Promise<void>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** From now on it is not ready. */
  stop(): void {
    this.#stopping = true;
  }

  async ready(): Promise<boolean> {
    if (this.#stopping) return false;
    if (this.#asked === undefined || performance.now() - this.#askedAt > holds) {
      this.#askedAt = performance.now();
      this.#asked = this.#ask();
    }
    return (await this.#asked) && !this.#stopping;
  }

  async #ask(): Promise<boolean> {
    try {
      await this.#check();
      if (!this.#wasReady) this.#log.info('ready again');
      this.#wasReady = true;
    } catch (error) {
      if (this.#wasReady) this.#log.error('not ready', errorFields(error));
      this.#wasReady = false;
    }
    return this.#wasReady;
  }
}

/**
 * What an operator asks for by GET: whether the process answers, whether it can do its work, and its metrics.
 *
 * @param open whether everybody who gets here may see the metrics; else only this machine may.
 */
export function operatorRoutes(
  readiness: Readiness,
  metrics: Metrics,
  { open }: { readonly open: boolean },
): Readonly<Record<string, Route>> {
  return {
    '/healthz': () => ({ body: 'ok\n' }),
    '/readyz': async () => ((await readiness.ready()) ? { body: 'ready\n' } : { status: 503, body: 'not ready\n' }),
    '/metrics': async (request) => {
      if (!open && !isLocal(request)) return { status: 403, body: 'The metrics are for this machine alone.\n' };
      return { contentType: metrics.contentType, body: await metrics.text() };
    },
  };
}

/** Headers of which a proxy sets at least one: behind it a caller from anywhere looks like one from this machine. */
const proxyHeaders: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

function isLocal({ peerAddress = '', httpHeader }: RouteRequest): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(peerAddress) && proxyHeaders.every((name) => httpHeader(name) === undefined);
}
