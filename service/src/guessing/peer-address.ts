import { isIPv6 } from 'node:net';
import type { Subject } from './guard.ts';

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
  const address = forwarded || peer.peerAddress;
  return address === undefined ? [] : [{ kind: 'address', id: widened(address) }];
}

function widened(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
