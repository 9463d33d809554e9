import { insecureAddress } from './refusals.ts';

/**
 * Refuses to send a secret that others on the way could read: over http, but to this machine.
 *
 * @param what has the secret, for the message.
 * @throws {ClientError} `insecure-address`.
 */
export function requireProtected(what: string, url: string, allowHttp: boolean): void {
  if (!allowHttp && url.startsWith('http:') && !isLoopback(new URL(url).hostname)) throw insecureAddress(what, url);
}

/** An address that never leaves the machine. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|(?:.*\.)localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
