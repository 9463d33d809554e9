import type { CustomFetch } from 'openid-client';
import { errorCode } from '../../common/storage-error.ts';

/** Why a provider could not be asked. None of these is the caller's fault. */
export type OidcErrorCode =
  /** No connection, or one that broke. */
  | 'unreachable'
  /** No answer within the deadline. */
  | 'late'
  /** Whoever wanted to know is gone. */
  | 'caller-gone'
  /** It answered that it cannot. */
  | 'failing'
  /** More bytes than anything that it has to say needs. */
  | 'too-large'
  /** Not what the protocol says it answers. */
  | 'malformed'
  /** It names an address that is not asked: see address.ts. */
  | 'unsafe-address'
  /** It does not know our client, or not its secret. */
  | 'client-refused';

/** The message is for the operator's log: fixed words, hosts and numbers, never a value that was exchanged. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly code: OidcErrorCode;

  constructor(code: OidcErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Whether an address may be asked for a provider: by https, or on this machine when the operator has named an issuer that
 * is on this machine itself. A provider elsewhere cannot send us to what listens here alone.
 *
 * @param issuer what the operator has written.
 */
export function isAllowedAddress(address: URL, issuer: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (isLoopback(address.hostname)) return isLoopback(issuer.hostname) && /^https?:$/.test(address.protocol);
  return address.protocol === 'https:';
}

/** Whether a host, as URL writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(host);
}

/**
 * Gives work so long. When the time is over, or the caller goes, it is answered at once, whatever the work is waiting for,
 * and the signal that the work got is aborted.
 *
 * @param caller its signal; undefined: the work is nobody's in particular.
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
  const leave = (): void => controller.abort(new OidcError('caller-gone', 'the caller is gone'));
  const timer = setTimeout(
    () => controller.abort(new OidcError('late', `no answer within ${milliseconds} ms`)),
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

/** Documents, keys and tokens are a few KiB. */
const mostBytes = 1024 * 1024;

export interface FetchLimits {
  /** Of the provider, as the operator has written it. */
  readonly issuer: URL;
  readonly signal: AbortSignal;
  /** Of the client that redeems a code, exactly as it is registered: openid-client writes it in a normal form. */
  readonly redirectUri?: string;
}

/**
 * What openid-client asks providers by: safe addresses alone, no redirects, so long and so much, and JSON or a JWT.
 *
 * @throws {OidcError} which openid-client passes on as a `cause`.
 */
export function limitedFetch({ issuer, signal, redirectUri }: FetchLimits): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    if (!isAllowedAddress(url, issuer)) throw new OidcError('unsafe-address', `${url.origin} is not asked`);
    if (redirectUri !== undefined && body instanceof URLSearchParams && body.has('redirect_uri')) {
      body.set('redirect_uri', redirectUri);
    }
    const text = body === undefined || body === null ? undefined : String(body);
    const { response, bytes } = await ask(url, { method, headers, signal, ...(text !== undefined && { body: text }) });
    const { status } = response;
    // A redirect is not followed: client secrets and codes go where discovery has said, and nowhere else.
    if (status >= 300 && status < 400) throw new OidcError('malformed', `${url.origin} answered with a redirect`);
    if (status >= 500 || status === 429) throw new OidcError('failing', `${url.origin} answered ${status}`);
    const isJwt = /^application\/jwt\b/i.test(response.headers.get('content-type') ?? '');
    if (!isJwt && !isJsonObject(bytes)) {
      throw new OidcError('malformed', `${url.origin} answered ${status} with something else than JSON`);
    }
    return new Response(bytes, { status, headers: response.headers });
  };
}

async function ask(
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

/** What is too long is not read to its end: leaving the loop closes the connection. */
async function readAll(response: Response, url: URL): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > mostBytes) throw new OidcError('too-large', `${url.origin} answered more than ${mostBytes} bytes`);
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
