import type { HttpResponse } from '../../server/http-response.ts';
import { type HeadFields, headerValue, type RequestHead, type Target } from '../../server/request-head.ts';
import { type Html, html, page, type ShownService } from '../page-html.ts';

/** Why a caller gets no test form (rule P4). */
export type FormRejection =
  /** The option `testForms` is false. */
  | 'off'
  /** The host of the server does not provide the peer's address. */
  | 'unknown-peer'
  /** The caller is on another machine. */
  | 'remote'
  /** The request came through a proxy, so that the peer is not the caller. */
  | 'proxied'
  /** The name of the server in the request could be that of an attacker (DNS rebinding). */
  | 'foreign-host'
  /** The post comes from a page of another site. */
  | 'cross-site';

/** Why the form may not be shown; undefined if it may. Only the socket identifies the caller. */
export function formRejection(
  { peerAddress, rawHeaders }: RequestHead,
  { host }: HeadFields,
  target: Target,
): FormRejection | undefined {
  if (peerAddress === undefined) return 'unknown-peer';
  if (!isLoopbackAddress(peerAddress)) return 'remote';
  if (cameThroughProxy(rawHeaders)) return 'proxied';
  if (!isLoopbackHost(host)) return 'foreign-host';
  // The host of an absolute URL takes precedence; honest callers send the same in `Host`.
  return target.host === undefined || isLoopbackHost(target.host) ? undefined : 'foreign-host';
}

/** Why a post may not be accepted; undefined if it may. The headers of a browser must name the same origin. */
export function postRejection(head: RequestHead, fields: HeadFields, target: Target): FormRejection | undefined {
  const rejection = formRejection(head, fields, target);
  if (rejection !== undefined) return rejection;
  const site = headerValue(head.rawHeaders, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return 'cross-site';
  const { origin } = fields;
  if (origin === undefined) return undefined;
  const own = `${target.scheme ?? head.scheme}://${target.host ?? fields.host}`;
  return origin === new URL(own).origin ? undefined : 'cross-site';
}

const quad = String.raw`127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}`;
/** 127/8, ::1, and 127/8 as an IPv4-mapped IPv6 address. */
const loopbackAddress = new RegExp(`^(?:${quad}|::1|::ffff:${quad}|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$`, 'i');
/** Without `*.localhost`, which some resolvers look up elsewhere. */
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

const reasons: Readonly<Record<FormRejection, string>> = {
  off: 'The test forms of this server are switched off.',
  'unknown-peer': 'The server does not know where this request comes from.',
  remote: 'This request comes from another machine.',
  proxied: 'This request came through a proxy, so the server does not know where it comes from.',
  'foreign-host': 'The host name of this request is not local: use localhost or 127.0.0.1.',
  'cross-site': 'This request comes from a page of another site.',
};

/** A note that explains why there is no test form. */
export function rejectionNote(rejection: FormRejection): Html {
  const rule = 'The test form accepts requests only from the machine that the server runs on.';
  return html`<p class="note">${rejection === 'off' ? '' : `${rule} `}${reasons[rejection]}</p>
`;
}

/** The response to a post that is not accepted (rule P4). @param headers names and values in turn. */
export function rejectionPage(shown: ShownService, rejection: FormRejection, headers: readonly string[]): HttpResponse {
  const { name: service } = shown.description;
  const main = html`<h1>Not from here</h1>
${rejectionNote(rejection)}<p><a href="?">All operations</a></p>`;
  const extraHeaders = [...shown.extraHeaders, ...headers];
  return page(
    { status: 403, title: `Not from here - ${service}`, service, form: false, cache: 'no-store', extraHeaders },
    main,
  );
}
