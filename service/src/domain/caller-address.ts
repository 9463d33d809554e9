import { isIPv6 } from 'node:net';
import type { Subject } from './guess-guard.ts';

/** What is known of where a request came from. */
export interface Peer {
  readonly peerAddress: string | undefined;
  httpHeader(name: string): string | undefined;
}

/**
 * The address that wrong secrets are counted for. Behind a trusted proxy it is the last one of X-Forwarded-For, which
 * the proxy itself has added; what stands before it is the caller's word. Of an IPv6 address the first half counts,
 * since a caller commonly has the whole other half.
 */
export function addressSubjects(peer: Peer, trustProxy: boolean): readonly Subject[] {
  const forwarded = trustProxy ? peer.httpHeader('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded ? withoutPort(forwarded) : peer.peerAddress;
  return address === undefined ? [] : [{ kind: 'address', id: widened(address) }];
}

/** Some proxies add the port, which is another one for each connection. */
function withoutPort(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
}

function widened(address: string): string {
  if (!isIPv6(address)) return address.slice(0, 64);
  // As URL writes it: in lower case, without zeros in front, and no part of it as an IPv4 address.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname);
  if (mapped !== null) {
    const bytes = mapped.slice(1).flatMap((half) => [...Buffer.from(half.padStart(4, '0'), 'hex')]);
    return bytes.join('.');
  }
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
