import { headerValue, type RequestHead } from './head.ts';

/** Digits, dots, colons and what an IPv6 address has besides; nothing that could forge a line of a log. */
const address = /^(?:[0-9A-Fa-f:.]{2,45})(?:%[A-Za-z0-9_.-]{1,32})?$/;

/**
 * The address of whoever calls, for logs: that of the socket's peer. A proxy that is trusted stands before the caller, and
 * has added the address that it saw to the end of `X-Forwarded-For`; what stands before that anybody can have written.
 */
export function callerOf(
  { peerAddress, rawHeaders }: RequestHead,
  { trustProxy }: { readonly trustProxy: boolean },
): string | undefined {
  if (!trustProxy) return peerAddress;
  const last = headerValue(rawHeaders, 'x-forwarded-for')?.split(',').at(-1)?.trim();
  const forwarded = last === undefined ? undefined : withoutPort(last);
  return forwarded !== undefined && address.test(forwarded) ? forwarded : peerAddress;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
