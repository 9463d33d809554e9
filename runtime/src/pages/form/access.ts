import { type HeadFields, headerValue, type RequestHead, type Target } from '../../server/head.ts';

/** Why the test form is not there for a caller (rule P4). */
export type FormRefusal =
  /** The options of the server say so. */
  | 'off'
  /** The host of the server does not tell who asks. */
  | 'unknown-peer'
  /** The caller is another machine. */
  | 'remote'
  /** The request came through a proxy, whose own address says nothing about the caller. */
  | 'proxied'
  /** The server was asked for by a name that anybody could point at this machine. */
  | 'foreign-host'
  /** A page of another site posts. */
  | 'cross-site';

/** Whether the form may be shown: undefined, or what stands against it. Nothing but the socket is asked who calls. */
export function refusalToShow(
  { peerAddress, rawHeaders }: RequestHead,
  { host }: HeadFields,
  target: Target,
): FormRefusal | undefined {
  if (peerAddress === undefined) return 'unknown-peer';
  if (!isLoopbackAddress(peerAddress)) return 'remote';
  if (cameThroughProxy(rawHeaders)) return 'proxied';
  if (!isLoopbackHost(host)) return 'foreign-host';
  // The host of a whole URL goes before `Host`; a caller that means well says the same in both.
  return target.host === undefined || isLoopbackHost(target.host) ? undefined : 'foreign-host';
}

/** Whether what was entered may be taken. What a browser says about the page that posts must be there in no other form. */
export function refusalToTake(head: RequestHead, fields: HeadFields, target: Target): FormRefusal | undefined {
  const refusal = refusalToShow(head, fields, target);
  if (refusal !== undefined) return refusal;
  const site = headerValue(head.rawHeaders, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return 'cross-site';
  const { origin } = fields;
  if (origin === undefined) return undefined;
  const own = `${target.scheme ?? head.scheme}://${target.host ?? fields.host}`;
  return origin === new URL(own).origin ? undefined : 'cross-site';
}

const quad = String.raw`127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}`;
/** 127/8, ::1, and 127/8 as an IPv6 socket tells it. */
const loopbackAddress = new RegExp(`^(?:${quad}|::1|::ffff:${quad}|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$`, 'i');
/** `*.localhost` is not among them: not every resolver keeps such names at home. */
const loopbackHost = new RegExp(`^(?:localhost|${quad}|\\[::1\\])(?::\\d{1,5})?$`, 'i');

export function isLoopbackAddress(address: string): boolean {
  return loopbackAddress.test(address);
}

function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && loopbackHost.test(host);
}

function cameThroughProxy(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded')) return true;
  }
  return false;
}
