import { ClientError } from './client-error.ts';

/** A parsed address of a service. */
export interface Address {
  /** Absolute, without credentials and fragment. */
  readonly url: string;
  /** The Authorization header (RFC 7617, UTF-8) for the credentials of the address. */
  readonly authorization: string | undefined;
}

/** @throws {ClientError} `invalid-options` unless it is an absolute http or https address. */
export function parseAddress(address: string): Address {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // Not quoted, because it may hold credentials.
    throw new ClientError('invalid-options', 'The address of the service is not an absolute http or https address.');
  }
  if (!/^https?:$/.test(url.protocol)) {
    throw new ClientError('invalid-options', `The address of the service must be http or https, not ${url.protocol}`);
  }
  const authorization =
    url.username === '' && url.password === ''
      ? undefined
      : basicAuthorization(unescaped(url.username), unescaped(url.password));
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url: url.href, authorization };
}

/** An address for error messages: absolute, without credentials and query. */
export function showAddress(address: string, base: string): string {
  try {
    return withoutQuery(new URL(address, base));
  } catch {
    return 'an address that cannot be read';
  }
}

function withoutQuery(url: URL): string {
  return /^https?:$/.test(url.protocol) ? url.origin + url.pathname : `${url.protocol}…`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The Authorization header of Basic (RFC 7617), in UTF-8. */
export function basicAuthorization(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
