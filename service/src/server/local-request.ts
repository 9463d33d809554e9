import type { RouteRequest } from '@soapwright/runtime/server';

/** A proxy sets at least one of these headers: behind a local proxy every caller has a loopback address. */
const proxyHeaders: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Whether a request comes from this machine. */
export function isLocalRequest({
  peerAddress = '',
  httpHeader,
}: Pick<RouteRequest, 'peerAddress' | 'httpHeader'>): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(peerAddress) && proxyHeaders.every((name) => httpHeader(name) === undefined);
}
