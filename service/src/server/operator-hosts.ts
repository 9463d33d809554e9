import { isIP } from 'node:net';
import { isLoopbackHost } from '../common/network.ts';

/** Whether the `Host` of a request, undefined if it has none, may be that of the operator's endpoints. */
export type HostRule = (host: string | undefined) => boolean;

/** The text of a response to a request with another host. */
export const hostRejection = {
  status: 403,
  body: 'The host name of this request is not allowed: use localhost or 127.0.0.1, or list the name in admin.hosts.\n',
} as const;

/**
 * Against DNS rebinding: a page of an attacker, whose name was made to lead to this machine, could read its pages
 * (rule P4). Browsers always send a `Host`, so a probe without one is accepted.
 *
 * @param listensOn the address of the port. On a loopback address only names and addresses of this machine are accepted;
 *   on others every name unless `hosts` has some, since probes and Prometheus send whatever name or address they use.
 * @param hosts the names in `admin.hosts`.
 * @param urls addresses that the operator has set: their names are accepted.
 */
export function hostRule(
  listensOn: string,
  hosts: string | undefined,
  ...urls: readonly (string | undefined)[]
): HostRule {
  const isLocal = isLoopbackHost(listensOn);
  const listed = hosts?.split(/[\s,]+/).filter((name) => name !== '') ?? [];
  const own = urls.flatMap((url) => (url === undefined ? [] : new URL(url).hostname));
  const accepted = new Set([...listed, ...own].map((name) => name.toLowerCase()));
  return (host) => {
    if (host === undefined || (!isLocal && listed.length === 0)) return true;
    const [, name] = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
    if (name === undefined) return false;
    if (isLoopbackHost(name) || accepted.has(name)) return true;
    // A page that was loaded by an address cannot be made to lead elsewhere.
    return !isLocal && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  };
}
