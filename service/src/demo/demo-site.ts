import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pageHeaders } from '../common/html.ts';
import { formOf, PageError, sendPage } from '../common/page-requests.ts';
import { Rejection } from '../common/rejection.ts';
import { emailAddress } from '../domain/account-names.ts';
import type { OpenId } from './demo-openid.ts';
import { faultPage, frontPage, returnedPage, samlTokenPage, signInPage } from './demo-pages.ts';
import { readAuthnRequest, samlToken } from './demo-saml.ts';
import { DemoError, demonstration, paths, providerHeader, returnAddress, samlIssuer } from './demo-values.ts';

/** Dependencies of the provider's site. */
export interface Site {
  /** `http://127.0.0.1:8081` */
  readonly base: string;
  readonly openId: OpenId;
  /** PEM. */
  readonly samlKey: string;
  /** The URL of the service, for the commands on the pages. */
  readonly serviceAddress: () => string;
  /** Called for errors that are not reported to a caller. */
  readonly onError: (error: Error) => void;
}

/** Maximum bytes of a form with one e-mail address. */
const maxFormBytes = 4096;

export function siteListener(site: Site): RequestListener {
  return (request, response) => {
    respond(site, request, response).catch((error: unknown) => {
      const { status, message } = outcome(error);
      if (status === 500) site.onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else sendPage(request, response, status, faultPage(message));
    });
  };
}

async function respond(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader(providerHeader.name, providerHeader.value);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  // Other host names would allow DNS rebinding by a page of another site.
  if (`http://${request.headers.host}` !== site.base) {
    return sendPage(request, response, 421, faultPage(`The address of this provider is ${site.base}.`));
  }
  const target = request.url ?? '/';
  if (!target.startsWith('/') || !URL.canParse(site.base + target)) {
    return sendPage(request, response, 400, faultPage('This is not an address of a page.'));
  }
  const url = new URL(site.base + target);
  const { pathname } = url;
  if (pathname === paths.samlSignIn && request.method === 'GET') return samlSignIn(site, url, request, response);
  if (pathname.startsWith(paths.oidcSignIn)) return await oidcSignIn(site, pathname, request, response);
  if (request.method === 'GET') {
    for (const use of ['web', 'client'] as const) {
      if (pathname !== paths.returned[use]) continue;
      const { serviceAddress, openId } = site;
      const email = await openId.emailOf(url.searchParams.get('code') ?? '');
      const query = url.search.slice(1);
      return sendPage(request, response, 200, returnedPage({ serviceAddress: serviceAddress(), use, query, email }));
    }
    if (pathname === '/') return sendPage(request, response, 200, frontPage(site.base));
  }
  await site.openId.listener(request, response);
}

async function samlSignIn(
  { base, samlKey, serviceAddress }: Site,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parameter = url.searchParams.get('SAMLRequest') ?? '';
  const asked = readAuthnRequest(parameter);
  const known = [returnAddress(base, 'web'), returnAddress(base, 'client')];
  if (!known.includes(asked.returnTo) || asked.issuer !== demonstration.entityId) {
    throw new DemoError('unknown-return-address', 'This sign-in was not requested by the demonstration.');
  }
  const email = emailAddress(url.searchParams.get('email') ?? asked.subject ?? demonstration.people.saml).text;
  const token = await samlToken(
    {
      issuer: samlIssuer(base),
      audience: asked.issuer,
      recipient: asked.returnTo,
      inResponseTo: asked.id,
      email,
      now: Date.now(),
    },
    samlKey,
  );
  if (request.headers.accept === 'text/plain') {
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${token}\n`);
    return;
  }
  sendPage(
    request,
    response,
    200,
    samlTokenPage({ serviceAddress: serviceAddress(), email, token, request: parameter }),
  );
}

async function oidcSignIn(site: Site, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hint = await site.openId.hint(request, response);
  if (request.method !== 'POST') return sendPage(request, response, 200, signInPage(path, hint));
  const { origin } = request.headers;
  // Prevents cross-site sign-ins.
  if (origin !== undefined && origin !== site.base)
    throw new DemoError('not-a-sign-in', 'Sign in on this page itself.');
  const form = await formOf(request, maxFormBytes);
  await site.openId.finish(request, response, emailAddress(form.get('email') ?? undefined).text);
}

function outcome(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof PageError) return { status: error.status, message: error.message };
  if (error instanceof DemoError) return { status: error.code === 'too-large' ? 413 : 400, message: error.message };
  if (error instanceof Rejection) return { status: 400, message: error.message };
  // A sign-in that has expired, or was started in another browser.
  if (error instanceof Error && error.name === 'SessionNotFound') {
    return { status: 400, message: 'This sign-in has expired. Get a new sign-in address from the service.' };
  }
  return { status: 500, message: "The demonstration's provider failed; see its log." };
}
