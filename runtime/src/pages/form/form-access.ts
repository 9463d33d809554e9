import type { HttpResponse } from '../../server/http-response.ts';
import { type HeadFields, headerValue, type RequestHead, type Target } from '../../server/request-head.ts';
import { type Html, html, page, type ShownService } from '../page-html.ts';

/** Why the test form is not there for a caller (rule P4). */
export type FormRejection =
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
export function formRejection(
  { peerAddress, rawHeaders }: RequestHead,
  { host }: HeadFields,
  target: Target,
): FormRejection | undefined {
  if (peerAddress === undefined) return 'unknown-peer';
  if (!isLoopbackAddress(peerAddress)) return 'remote';
  if (cameThroughProxy(rawHeaders)) return 'proxied';
  if (!isLoopbackHost(host)) return 'foreign-host';
  // The host of a whole URL goes before `Host`; a caller that means well says the same in both.
  return target.host === undefined || isLoopbackHost(target.host) ? undefined : 'foreign-host';
}

/** Whether what was entered may be taken. What a browser says about the page that posts must be there in no other form. */
export function postRejection(head: RequestHead, fields: HeadFields, target: Target): FormRejection | undefined {
  const refusal = formRejection(head, fields, target);
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

const reasons: Readonly<Record<FormRejection, string>> = {
  off: 'The test forms of this server are switched off.',
  'unknown-peer': 'The server cannot tell where this request comes from.',
  remote: 'This request comes from another machine.',
  proxied: 'This request came through a proxy, so the server cannot tell where it comes from.',
  'foreign-host':
    'The server was asked for by a name that may lead here from anywhere: ask for it by localhost or 127.0.0.1.',
  'cross-site': 'This request was made by a page of another site.',
};

/** Says why there is no test form. */
export function rejectionNote(refusal: FormRejection): Html {
  const rule = 'The test form takes requests from the machine alone that the server runs on.';
  return html`<p class="note">${refusal === 'off' ? '' : `${rule} `}${reasons[refusal]}</p>
`;
}

/** Answers a post to a test form that the caller has no right to (rule P4). @param headers names and values in turn. */
export function rejectionPage(site: ShownService, refusal: FormRejection, headers: readonly string[]): HttpResponse {
  const { name: service } = site.description;
  const main = html`<h1>Not from here</h1>
${rejectionNote(refusal)}<p><a href="?">All operations</a></p>`;
  const extraHeaders = [...site.extraHeaders, ...headers];
  return page(
    { status: 403, title: `Not from here - ${service}`, service, form: false, cache: 'no-store', extraHeaders },
    main,
  );
}
