import type { CustomFetch, CustomFetchOptions, ServerMetadata } from 'openid-client';
import type { Counts, ProviderRequest } from '../../common/counts.ts';
import { errorCode } from '../../common/storage-error.ts';
import { errorTypeOf, tracer } from '../../tracing/tracer.ts';

/** Why a call to a provider failed. None of these is the caller's fault. */
export type OidcErrorCode =
  /** No connection, or a broken one. */
  | 'unreachable'
  /** No response within the deadline. */
  | 'late'
  /** The caller disconnected. */
  | 'caller-gone'
  /** It responded with a server error. */
  | 'failing'
  /** The response is too large. */
  | 'too-large'
  /** The response violates the protocol. */
  | 'malformed'
  /** A URL that must not be called: see isAllowedAddress. */
  | 'unsafe-address'
  /** It rejects our client registration or secret. */
  | 'client-refused';

/** The message is for the operator's log: fixed texts, hosts and numbers, never a value of the exchange. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly code: OidcErrorCode;

  constructor(code: OidcErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Whether a URL may be called for a provider: by https, or on this machine if the configured issuer is on this machine. A
 * remote provider cannot direct us to local services.
 *
 * @param issuer as configured by the operator.
 */
export function isAllowedAddress(address: URL, issuer: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (isLoopback(address.hostname)) return isLoopback(issuer.hostname) && /^https?:$/.test(address.protocol);
  return address.protocol === 'https:';
}

/** Whether a host, as normalised by URL, is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(host);
}

/**
 * Runs work with a deadline. When the deadline passes, or the caller disconnects, this rejects at once and aborts the
 * signal of the work.
 *
 * @param caller the caller's signal; undefined: the work belongs to no single caller.
 * @throws {OidcError} `late` or `caller-gone`; the reason of the signal is the same.
 */
export async function withDeadline<T>(
  caller: AbortSignal | undefined,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const leave = (): void => controller.abort(new OidcError('caller-gone', 'the caller disconnected'));
  const timer = setTimeout(
    () => controller.abort(new OidcError('late', `no response within ${milliseconds} ms`)),
    milliseconds,
  );
  caller?.addEventListener('abort', leave, { once: true });
  try {
    if (caller?.aborted === true) leave();
    return await Promise.race([over, work(signal)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', leave);
  }
}

/** Maximum size of a response: documents, keys and tokens are a few KiB. */
const maxBytes = 1024 * 1024;

export interface FetchLimits {
  /** The provider's, as configured by the operator. */
  readonly issuer: URL;
  /** Of the discovery document; undefined while it is fetched. */
  readonly metadata?: ServerMetadata;
  readonly signal: AbortSignal;
  /** Told of each request. */
  readonly counts: Counts;
  /** Redirect URI of the client exactly as registered: openid-client would normalise it. */
  readonly redirectUri?: string;
}

/**
 * The fetch function for openid-client: allowed URLs only, no redirects, limited time and size, JSON or a JWT.
 *
 * @throws {OidcError} which openid-client passes on as a `cause`.
 */
export function limitedFetch(limits: FetchLimits): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    const start = performance.now();
    const ended = (succeeded: boolean, error?: unknown): void => {
      const request = requestAt(url, options.method, limits.metadata);
      const seconds = (performance.now() - start) / 1000;
      limits.counts.providerRequest(request, seconds, succeeded);
      providerRequestEnded(request, { url, method: options.method, seconds, error });
    };
    try {
      const response = await fetchWithin(limits, url, options);
      ended(true);
      return response;
    } catch (error) {
      // A caller that disconnects says nothing of the provider.
      if (!(error instanceof OidcError && error.code === 'caller-gone')) ended(false, error);
      throw error;
    }
  };
}

function providerRequestEnded(
  request: ProviderRequest,
  about: { readonly url: URL; readonly method: string; readonly seconds: number; readonly error: unknown },
): void {
  const { url, method, seconds, error } = about;
  tracer()?.ended({
    name: `${method} ${request}`,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      // Without its query, which may have secrets.
      'url.full': url.origin + url.pathname,
    },
    seconds,
    errorType: error === undefined ? undefined : errorTypeOf(error),
  });
}

function requestAt(url: URL, method: string, metadata: ServerMetadata | undefined): ProviderRequest {
  if (metadata === undefined) return 'discovery';
  if (method === 'POST') return 'token';
  const { userinfo_endpoint } = metadata;
  return userinfo_endpoint !== undefined && new URL(userinfo_endpoint).href === url.href ? 'userinfo' : 'keys';
}

async function fetchWithin(
  { issuer, signal, redirectUri }: FetchLimits,
  url: URL,
  { method, headers, body }: CustomFetchOptions,
): Promise<Response> {
  if (!isAllowedAddress(url, issuer)) throw new OidcError('unsafe-address', `${url.origin} is not allowed`);
  if (redirectUri !== undefined && body instanceof URLSearchParams && body.has('redirect_uri')) {
    body.set('redirect_uri', redirectUri);
  }
  const text = body === undefined || body === null ? undefined : String(body);
  const { response, bytes } = await call(url, { method, headers, signal, ...(text !== undefined && { body: text }) });
  const { status } = response;
  // Redirects are not followed: client secrets and codes are sent to the discovered URLs only.
  if (status >= 300 && status < 400) throw new OidcError('malformed', `${url.origin} responded with a redirect`);
  if (status >= 500 || status === 429) throw new OidcError('failing', `${url.origin} responded with ${status}`);
  const isJwt = /^application\/jwt\b/i.test(response.headers.get('content-type') ?? '');
  if (!isJwt && !isJsonObject(bytes)) {
    throw new OidcError('malformed', `${url.origin} responded with ${status} and something other than JSON`);
  }
  return new Response(bytes, { status, headers: response.headers });
}

async function call(
  url: URL,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<{ readonly response: Response; readonly bytes: Buffer<ArrayBuffer> }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    return { response, bytes: await readAll(response, url) };
  } catch (error) {
    if (error instanceof OidcError) throw error;
    if (init.signal.aborted) throw init.signal.reason;
    const cause = error instanceof Error ? error.cause : undefined;
    throw new OidcError('unreachable', `${url.origin}: ${errorCode(cause) || 'connection broken'}`);
  }
}

/** A response that is too large is not read to its end: leaving the loop closes the connection. */
async function readAll(response: Response, url: URL): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new OidcError('too-large', `${url.origin} sent more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isJsonObject(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
