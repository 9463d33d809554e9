/**
 * Whether an address may be asked for a provider: by https, or on this machine when the operator has named an issuer that
 * is on this machine itself. A provider elsewhere cannot send us to what listens here alone.
 *
 * @param issuer what the operator has written.
 */
export function mayAsk(address: URL, issuer: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (isLoopback(address.hostname)) return isLoopback(issuer.hostname) && /^https?:$/.test(address.protocol);
  return address.protocol === 'https:';
}

/** Whether a host, as URL writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(host);
}
