import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Subject } from './guess-guard.ts';

/** The origin of a request. */
export interface Peer {
  readonly peerAddress: string | undefined;
  httpHeader(name: string): string | undefined;
}

export function peerOf({ headers, socket }: IncomingMessage): Peer {
  return { peerAddress: socket.remoteAddress, httpHeader: (name) => headers[name.toLowerCase()]?.toString() };
}

/**
 * The caller's address. Behind a trusted proxy it is the last one of X-Forwarded-For, which the proxy added; the ones
 * before it are unverified.
 */
export function callerAddress(peer: Peer, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? peer.httpHeader('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ? withoutPort(forwarded).slice(0, 64) : peer.peerAddress;
}

/** The subject that wrong secrets are counted for. Only the first 64 bits of an IPv6 address count: a caller usually has a /64. */
export function addressSubjects(peer: Peer, trustProxy: boolean): readonly Subject[] {
  const address = callerAddress(peer, trustProxy);
  return address === undefined ? [] : [{ kind: 'address', id: networkOf(address) }];
}

/** Some proxies add the port, which differs for each connection. */
function withoutPort(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
}

function networkOf(address: string): string {
  // An IPv4 address has no colon; most have none, and the check of the form of IPv6 takes longer.
  if (!address.includes(':') || !isIPv6(address)) return address;
  // URL normalises it: lower case, no leading zeros, no embedded IPv4 address.
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
