import type { CustomFetch } from 'openid-client';
import { mayAsk } from './address.ts';
import { OidcError } from './oidc-error.ts';

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
    if (!mayAsk(url, issuer)) throw new OidcError('unsafe-address', `${url.origin} is not asked`);
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
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection broken';
    throw new OidcError('unreachable', `${url.origin}: ${code}`);
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
