import { ClientError } from '@soapwright/runtime/client';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { type Access, redact } from './access.ts';
import { type AllowedHosts, hostToAllow } from './allowed-hosts.ts';
import type { Budget } from './budget.ts';
import { failureOf } from './network-failure.ts';
import type { Connections } from './proxy-connections.ts';
import { readBody } from './response-content.ts';
import { shownAddress } from './shown-address.ts';
import { signedRequest } from './signed-request.ts';

/** A response, complete and decompressed. */
export interface Downloaded {
  /** After redirects. */
  readonly address: URL;
  readonly bytes: Buffer;
  /** Empty if the server names none. */
  readonly contentType: string;
}

export type DownloadResult =
  | { readonly kind: 'downloaded'; readonly file: Downloaded }
  | { readonly kind: 'failed'; readonly diagnostic: Diagnostic }
  /** The whole run has failed; `budget.fatal` says why. */
  | { readonly kind: 'aborted' };

/** What all requests of a run share. */
export interface DownloadContext {
  readonly access: Access;
  readonly hosts: AllowedHosts;
  readonly connections: Connections;
  readonly budget: Budget;
}

const accept = 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1';

/** Fetches one file, following redirects to where requests may be sent. */
export async function download(address: URL, context: DownloadContext): Promise<DownloadResult> {
  const most = context.budget.limits.redirects;
  let at = address;
  for (let redirects = 0; ; redirects++) {
    const step = await attempt(at, context);
    if (!('location' in step)) return step;
    const next = redirectTarget(step.location, at, context.hosts);
    if (!(next instanceof URL)) return { kind: 'failed', diagnostic: next };
    if (redirects === most) return { kind: 'failed', diagnostic: context.budget.exceeded('redirects', address) };
    at = next;
  }
}

/** The address that a reference or a redirect leads to, or why it is not followed. */
export function followed(target: URL, where: string, hosts: AllowedHosts): URL | Diagnostic {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return report(kinds.otherScheme, { where, address: shownAddress(target) });
  }
  if (target.username !== '' || target.password !== '') return report(kinds.credentialsInAddress, { where });
  if (hosts.permits(target)) return target;
  return report(kinds.otherHost, { where, address: shownAddress(target), host: hostToAllow(target) });
}

type Step = DownloadResult | { readonly location: string };

function redirectTarget(location: string, from: URL, hosts: AllowedHosts): URL | Diagnostic {
  const where = `The redirect of ${shownAddress(from)}`;
  if (!URL.canParse(location, from.href)) return report(kinds.badReference, { where, location });
  return followed(new URL(location, from), where, hosts);
}

/** Where the connection was lost: an attempt that may be repeated. */
type Lost = 'before the response' | 'in the response';

/** A connection that was kept open may have been closed by the server just now: then a new one is tried once. */
async function attempt(address: URL, context: DownloadContext): Promise<Step> {
  const first = await requestOnce(address, context);
  if (typeof first !== 'string') return first;
  const second = await requestOnce(address, context);
  return typeof second === 'string' ? failed(lostDiagnostic(second, address, context.access)) : second;
}

function lostDiagnostic(lost: Lost, address: URL, { client }: Access): Diagnostic {
  // Servers that want a certificate say so in an alert, or just hang up.
  if (lost === 'before the response' && address.protocol === 'https:' && Object.keys(client).length === 0) {
    const reason = 'it closed the connection without a response';
    return report(kinds.clientCertificateRefused, { host: address.host, reason });
  }
  const reason =
    lost === 'before the response'
      ? 'the server closed the connection without a response'
      : 'the server closed the connection before the response was complete';
  return report(kinds.notConnected, { address: shownAddress(address), reason });
}

async function requestOnce(address: URL, context: DownloadContext): Promise<Step | Lost> {
  const { access, hosts, connections, budget } = context;
  const trusted = hosts.isTrusted(address);
  const watch = budget.watch(address);
  let lost: Lost = 'before the response';
  try {
    const response = await signedRequest(address, connections, {
      trusted,
      method: 'GET',
      headers: {
        accept,
        'accept-encoding': 'gzip, deflate',
        'user-agent': 'soapwright',
        ...(trusted && access.headers),
      },
      signal: watch.signal,
    });
    lost = 'in the response';
    watch.alive();
    const { statusCode, headers, body } = response;
    const location = headerOf(headers.location);
    if (statusCode !== 200) {
      body.on('error', () => {}).destroy();
      if (location !== '' && [301, 302, 303, 307, 308].includes(statusCode)) return { location };
      return failed(statusDiagnostic(address, statusCode, headers['www-authenticate'], context));
    }
    const bytes = await readBody(body, headerOf(headers['content-encoding']), address, watch, budget);
    if (!Buffer.isBuffer(bytes)) return failed(bytes);
    const contentType = redact(headerOf(headers['content-type']), access);
    return { kind: 'downloaded', file: { address, bytes, contentType } };
  } catch (error) {
    if (budget.fatal !== undefined) return { kind: 'aborted' };
    if (watch.exceeded !== undefined) return failed(watch.exceeded);
    if (error instanceof ClientError) return failed(refusedSignIn(error, address));
    const failure = failureOf(error, address, connections.proxy(address));
    return failure === 'connection lost' ? lost : failed(failure);
  } finally {
    watch.stop();
  }
}

function failed(diagnostic: Diagnostic): DownloadResult {
  return { kind: 'failed', diagnostic };
}

/** The diagnostic for credentials that were not sent, or a server that did not prove itself. */
export function refusedSignIn({ message, remedy = '', code }: ClientError, address: URL): Diagnostic {
  const reason = message.replace(` ${remedy}`, '');
  return report(kinds.notSignedIn, { address: shownAddress(address), reason, help: `ClientError.${code}` });
}

function statusDiagnostic(
  address: URL,
  status: number,
  challenge: string | string[] | undefined,
  context: DownloadContext,
): Diagnostic {
  const shown = shownAddress(address);
  if (status === 407) {
    const proxy = context.connections.proxy(address)?.host ?? '';
    const reason = 'it asks for a user name and a password';
    return report(kinds.proxyFailed, { proxy, host: address.host, reason });
  }
  if (status === 401 || status === 403) {
    return report(kinds.notAuthorized, { address: shown, status, what: wanted(challenge) });
  }
  return report(kinds.badStatus, { address: shown, status });
}

/** The schemes that challenges name (RFC 9110, 11.6.1). */
function wanted(challenges: string | string[] | undefined): string {
  const schemes = [challenges ?? []].flat().flatMap((challenge) => /^[\w-]+/.exec(challenge)?.[0] ?? []);
  if (schemes.length === 0) return 'credentials or other rights';
  const isKnown = schemes.some((name) => /^(?:basic|bearer|digest|ntlm|negotiate)$/i.test(name));
  return `${schemes.join(' or ')}${isKnown ? '' : ', which soapwright does not know'}`;
}

function headerOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
