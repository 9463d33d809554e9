import type { Route, RouteRequest } from '@soapwright/runtime/server';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

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
