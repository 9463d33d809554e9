import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Html, html } from '../../common/html.ts';
import { errorFields, type Logger } from '../../common/logger.ts';
import { isLoopbackHost } from '../../common/network.ts';
import {
  checkMethod,
  comesFrom,
  cookieOf,
  formOf,
  PageError,
  refusalOf,
  sendPage,
  setCookie,
} from '../../common/page-requests.ts';
import { Rejection } from '../../common/rejection.ts';
import { errorCode, StorageError } from '../../common/storage-error.ts';
import { peerOf } from '../../domain/caller-address.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import {
  beginOperatorSession,
  endOperatorSession,
  type OperatorSession,
  redeemOperatorLink,
  useOperatorSession,
} from '../../operator/operator-sessions.ts';
import { isOneOf } from '../../secrets/secret-tokens.ts';
import { asOperator } from '../../storage/audit-log.ts';
import { isLocalRequest } from '../local-request.ts';
import { auditExport, exportTypes } from './audit-table.ts';
import { type Confirmed, type OperatorProvider, pendingTime } from './operator-sign-in.ts';
import { PartlyDone, type TableAction } from './operator-table.ts';
import { overview } from './overview.ts';
import type { OperatorPageContext } from './page-context.ts';
import { confirmation, messagePage, operatorFrame, signInPage, tablePage } from './page-parts.ts';
import { operatorTables } from './tables.ts';

/** The path below which the pages are. */
export const operatorPrefix = '/operator';

export interface OperatorPageOptions {
  readonly context: OperatorPageContext;
  /** Undefined: people sign in by links, from this machine only. */
  readonly provider: OperatorProvider | undefined;
  /** Base of the addresses, without a slash at its end: `https://ops.example`; undefined: that of each request. */
  readonly url: string | undefined;
  readonly log: Logger;
}

/** A request of a person who has signed in. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly session: OperatorSession;
  readonly token: string;
  /** Below the root: `uploads/cancel`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Most bytes of a form, and of one with a SAML response. */
const maxFormBytes = 64 * 1024;
const maxSamlBytes = 512 * 1024;

/** The pages for operators: they need a session, and each change a form of that session from the same origin. */
export class OperatorPage {
  readonly #options: OperatorPageOptions;
  readonly #root: string;
  readonly #isSecure: boolean;

  constructor(options: OperatorPageOptions) {
    this.#options = options;
    const base = options.url === undefined ? '' : new URL(options.url).pathname.replace(/\/$/, '');
    this.#root = base + operatorPrefix;
    this.#isSecure = options.url?.startsWith('https:') === true;
  }

  /** Responds to a request below /operator. Never rejects. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(operatorFrame.headers)) response.setHeader(name, value);
    try {
      await this.#respond(request, response);
    } catch (error) {
      const { status, message } = this.#failure(error);
      if (response.headersSent) response.destroy();
      else send(request, response, status, messagePage('This did not work', message, this.#root));
    }
  }

  #failure(error: unknown): { readonly status: number; readonly message: string } {
    const { log } = this.#options;
    if (error instanceof PartlyDone) {
      const { status, message } = this.#failure(error.cause);
      return { status, message: `${error.message} ${message}` };
    }
    if (error instanceof Rejection && error.reason !== undefined) {
      log.info('operator refused', { code: error.code, reason: error.reason });
    }
    const refusal = error instanceof OperatorError ? { status: 400, message: error.message } : refusalOf(error);
    if (refusal !== undefined) return refusal;
    log.error('operator page failed', errorFields(error));
    const message = error instanceof StorageError ? error.message : 'The server failed. Its log has more.';
    return { status: 500, message };
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [target = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
    const path = target.slice(operatorPrefix.length).replace(/^\//, '');
    const query = new URLSearchParams(search);
    checkMethod(request, response);
    const isPost = request.method === 'POST';
    if (path === 'sign-in' && !isPost) return await this.#begin(request, response);
    if (path === 'signed-in') return await this.#complete(request, response, query);
    if (path === 'link') return await this.#link(request, response, query);
    const token = cookieOf(request, this.#cookieName('session')) ?? '';
    const session = token === '' ? undefined : await useOperatorSession(this.#options.context.service.state, token);
    if (session === undefined) {
      const { provider } = this.#options;
      const text = signInPage(this.#root, provider === undefined ? 'link' : 'provider');
      return send(request, response, isPost || path !== '' ? 403 : 200, text);
    }
    const asked: Asked = { request, response, session, token, path, query };
    await (isPost ? this.#change(asked) : this.#show(asked));
  }

  async #begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this.#options;
    if (provider === undefined) throw new PageError(404, 'operator.signIn is not set: people sign in by a link.');
    const { url, pending } = await provider.begin(closing(response));
    // Lax: the provider sends people back from another site.
    this.#setCookie(response, 'sign-in', pending, { sameSite: 'Lax', seconds: pendingTime / 1000 });
    response.setHeader('Location', url);
    send(request, response, 303, messagePage('Sign in', 'See the page of the identity provider.', this.#root));
  }

  async #complete(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const { provider } = this.#options;
    const isSaml = provider?.kind === 'SAML2';
    if (provider === undefined || isSaml !== (request.method === 'POST')) throw new PageError(404, 'Not found.');
    const form = isSaml ? await formOf(request, maxSamlBytes) : query;
    const pending = cookieOf(request, this.#cookieName('sign-in'));
    if (pending === undefined) {
      if (!isSaml || request.headers['sec-fetch-site'] === 'same-origin') {
        throw new PageError(403, 'This sign-in was not started in this browser, or it has expired.');
      }
      // Browsers send no cookie with a form from another site: the person sends it again from this page.
      const again = html`<p>The identity provider has confirmed who you are.</p>
<form method="post" action="${this.#root}/signed-in">
<input type="hidden" name="SAMLResponse" value="${form.get('SAMLResponse') ?? ''}">
<button autofocus>Continue</button>
</form>`;
      return send(request, response, 200, operatorFrame.page('Sign in', again));
    }
    this.#setCookie(response, 'sign-in', '', { sameSite: 'Lax', seconds: 0 });
    await this.#start(request, response, await provider.complete(pending, form, closing(response)), provider.kind);
  }

  async #link(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const { provider, context } = this.#options;
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const isLocal = isLocalRequest(peerOf(request)) && isLoopbackHost(host);
    if (provider !== undefined || !isLocal)
      throw new PageError(403, 'Links work on this machine only, and only without operator.signIn.');
    if (request.method !== 'POST') {
      // Programs that look at links in advance must not use them up.
      const form = html`<form method="post" action="${this.#root}/link">
<input type="hidden" name="token" value="${query.get('token') ?? ''}">
<button autofocus>Sign in</button>
</form>`;
      return send(request, response, 200, operatorFrame.page('Sign in by a link', form));
    }
    this.#checkOrigin(request);
    const form = await formOf(request, maxFormBytes);
    const person = await redeemOperatorLink(context.service.state, form.get('token') ?? '');
    if (person === undefined) throw new PageError(403, 'This link is not valid, has expired, or was used before.');
    await this.#start(request, response, { person }, 'link');
  }

  async #start(
    request: IncomingMessage,
    response: ServerResponse,
    { person, endsAt }: Confirmed,
    by: string,
  ): Promise<void> {
    const token = await beginOperatorSession(this.#options.context.service.state, person, { by, endsAt });
    this.#setCookie(response, 'session', token, { sameSite: 'Strict', seconds: undefined });
    // A redirect that began at another site would come without the new cookie; this page leads on by itself.
    const welcome = html`<p>Signed in as ${person.name}. <a href="${this.#root}">Continue</a></p>`;
    send(request, response, 200, operatorFrame.page('Signed in', welcome, { next: this.#root }));
  }

  async #show({ request, response, session, token, path, query }: Asked): Promise<void> {
    const { context } = this.#options;
    const { role } = session;
    const root = this.#root;
    const view = { context, role, query, root };
    const csrf = this.#csrf(token);
    const show = (title: string, content: Html): void =>
      send(request, response, 200, tablePage(title, content, { root, session, csrf, tables: operatorTables, path }));
    if (path === '') return show('Overview', await overview(context));
    const format = /^audit\/export\.(\w+)$/.exec(path)?.[1] ?? '';
    const contentType = exportTypes[format];
    if (contentType !== undefined) {
      const lines = auditExport(context.service.state.db, format, query);
      response.setHeader('Content-Type', `${contentType}; charset=utf-8`);
      response.setHeader('Content-Disposition', `attachment; filename="audit.${format}"`);
      if (request.method === 'HEAD') return void response.end();
      return await pipeline(lines, response).catch((error: unknown) => {
        // The person has ended the download.
        if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      });
    }
    const table = operatorTables.find((each) => each.path === path);
    if (table !== undefined) return show(table.title, await table.show(view));
    const action = this.#action(path, role);
    const ids = query.getAll('id');
    if (ids.length === 0) throw new PageError(400, 'Choose rows first: nothing was chosen.');
    const { names, effect } = await action.confirm(context, ids);
    show(`${action.label}?`, confirmation({ action, names, effect, ids, csrf, root, path }));
  }

  async #change({ request, response, session, token, path }: Asked): Promise<void> {
    const { context } = this.#options;
    const { state } = context.service;
    this.#checkOrigin(request);
    const form = await formOf(request, maxFormBytes);
    if (!isOneOf(form.get('csrf') ?? '', state.hashes.all('operator-form', token))) {
      throw new PageError(403, 'This form is not from your session. Open the page again.');
    }
    const root = this.#root;
    if (path === 'sign-out') {
      await endOperatorSession(state, token);
      this.#setCookie(response, 'session', '', { sameSite: 'Strict', seconds: 0 });
      return send(request, response, 200, messagePage('Signed out', 'Your session has ended.', root));
    }
    const action = this.#action(path, session.role);
    const ids = form.getAll('id');
    if (ids.length === 0) throw new PageError(400, 'Choose rows first: nothing was chosen.');
    const done = await asOperator(session, () =>
      context.service.withRoom(() => action.run(context, ids, form.get('value') ?? '')),
    );
    this.#options.log.info('operator', { person: session.name, action: path, rows: ids.length });
    const [table = ''] = path.split('/');
    const content = html`<p role="status">${done}</p>
<p><a href="${root}/${table}">Back</a></p>`;
    const parts = { root, session, csrf: this.#csrf(token), tables: operatorTables, path: table };
    send(request, response, 200, tablePage('Done', content, parts));
  }

  #action(path: string, role: OperatorSession['role']): TableAction {
    const [name, action = ''] = path.split('/');
    const table = operatorTables.find((each) => each.path === name);
    if (table?.action(action, 'admin') === undefined) throw new PageError(404, 'Not found.');
    const found = table.action(action, role);
    if (found === undefined) throw new PageError(403, `The role ${role} does not allow this.`);
    return found;
  }

  #csrf(token: string): string {
    return this.#options.context.service.state.hashes.of('operator-form', token);
  }

  /** @throws {PageError} for a form that another site has sent. */
  #checkOrigin(request: IncomingMessage): void {
    const { url } = this.#options;
    const own = url === undefined ? `http://${request.headers.host}` : new URL(url).origin;
    if (!comesFrom(request, own)) throw new PageError(403, 'This form comes from another site.');
  }

  #cookieName(name: 'session' | 'sign-in'): string {
    return `${this.#isSecure ? '__Host-' : ''}rfs-operator-${name}`;
  }

  #setCookie(
    response: ServerResponse,
    name: 'session' | 'sign-in',
    value: string,
    { sameSite, seconds }: { readonly sameSite: 'Lax' | 'Strict'; readonly seconds: number | undefined },
  ): void {
    const isSecure = this.#isSecure;
    setCookie(response, { name: this.#cookieName(name), value, path: '/', sameSite, seconds, isSecure });
  }
}

/** A signal that aborts when the caller disconnects. */
function closing(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function send(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  sendPage(request, response, status, text, operatorFrame.headers);
}
