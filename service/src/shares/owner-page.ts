import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { durationOf } from '../common/duration.ts';
import { type Html, html, page } from '../common/html.ts';
import { errorFields } from '../common/logger.ts';
import {
  checkMethod,
  checkOrigin,
  cookieOf,
  formOf,
  refusalOf,
  seeOther,
  sendPage,
  setCookie,
} from '../common/page-requests.ts';
import { Rejection } from '../common/rejection.ts';
import { peerOf } from '../domain/caller-address.ts';
import { checkApiKey, checkFolderKey } from '../domain/check-credentials.ts';
import { shortTime } from '../downloads/folder-listing.ts';
import { createShare, endShare, type ListedShare, listShares, ownerActor } from '../operator/manage-shares.ts';
import { OperatorError } from '../operator/operator-context.ts';
import { SignedTexts } from '../secrets/signed-text.ts';
import type { State } from '../state.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';

export interface OwnerPageContext {
  readonly state: State;
  /** The path of the page. */
  readonly path: string;
  /** The host of the addresses of shares, with the scheme and the path of the service. */
  readonly publicAddress: () => string;
  readonly isSecure: boolean;
  /** Of pages whose forms are accepted; undefined: any on the host of the request. */
  readonly origin: string | undefined;
}

/** How long an owner stays signed in, in milliseconds. */
const lifetime = 1_800_000;
const cookieName = 'shares';
/** Most bytes of a form. */
const mostFormBytes = 8192;

/** Who is signed in: the holder of a folder access key that is still valid. */
interface Owner {
  readonly folderId: string;
  readonly folder: string;
  readonly folderKey: { readonly id: string; readonly name: string };
}

/** A page on which whoever has a folder's access key makes, lists and revokes its shares. It needs no scripts. */
export class OwnerPage {
  readonly #context: OwnerPageContext;
  readonly #sessions: SignedTexts;

  constructor(context: OwnerPageContext) {
    this.#context = context;
    this.#sessions = new SignedTexts(context.state.keys.ring, 'share-owner');
  }

  /** Never rejects. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    try {
      checkMethod(request, response);
      if (request.method === 'POST') await this.#post(request, response, requestId);
      else await this.#show(request, response);
    } catch (error) {
      const refusal = error instanceof OperatorError ? { status: 400, message: error.message } : refusalOf(error);
      if (refusal === undefined)
        this.#context.state.log.error('unexpected error', { requestId, ...errorFields(error) });
      if (response.headersSent) response.destroy();
      else if (refusal !== undefined) await this.#show(request, response, { refusal }).catch(() => response.destroy());
      else sendPage(request, response, 500, page('Shares', html`<p>The server failed. Its log has more.</p>`));
    }
  }

  async #show(
    request: IncomingMessage,
    response: ServerResponse,
    {
      refusal,
      made,
    }: { readonly refusal?: { readonly status: number; readonly message: string }; readonly made?: string } = {},
  ): Promise<void> {
    const { state, path } = this.#context;
    const owner = await this.#ownerOf(request);
    const status = refusal?.status ?? 200;
    const alert = refusal === undefined ? html`` : html`<p role="alert">${refusal.message}</p>`;
    if (owner === undefined) return sendPage(request, response, status, signInPage(path, alert));
    const shares = await listShares(state, owner.folderId);
    const above = made === undefined ? alert : madeText(made);
    sendPage(request, response, status, ownerPage(path, owner, shares, above));
  }

  async #post(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const { state, path, publicAddress, isSecure, origin } = this.#context;
    checkOrigin(request, origin);
    const form = await formOf(request, mostFormBytes);
    const action = form.get('action');
    if (action === 'sign-in' || action === 'sign-out') {
      const value = action === 'sign-in' ? await this.#signIn(request, requestId, form) : '';
      const seconds = value === '' ? 0 : lifetime / 1000;
      setCookie(response, { name: cookieName, value, path, sameSite: 'Strict', seconds, isSecure });
      return seeOther(response, path);
    }
    const owner = await this.#ownerOf(request);
    if (owner === undefined) throw new Rejection('AccessDenied', 'Sign in first: you were signed out.');
    const { folderKey, folderId } = owner;
    if (action === 'revoke') {
      await endShare(state, form.get('share') ?? '', { actor: ownerActor(folderKey.id), folderId });
      return seeOther(response, path);
    }
    if (action !== 'create') throw new Rejection('InvalidValue', 'This form has no known action.');
    const text = (name: string): string | undefined => form.get(name)?.trim() || undefined;
    const downloads = text('downloads');
    const { address } = await createShare(state, {
      folder: { id: folderId },
      label: text('label'),
      password: form.get('password') || undefined,
      maxDownloads: downloads === undefined ? undefined : Number(downloads),
      duration: durationOf(`${text('days') ?? ''}d`) ?? 0,
      folderKey,
      requestId,
    });
    await this.#show(request, response, { made: publicAddress() + address });
  }

  /** @throws {Rejection} `AccessDenied`, `TooManyAttempts`. */
  async #signIn(request: IncomingMessage, requestId: string, form: URLSearchParams): Promise<string> {
    const { state } = this.#context;
    const caller = { ...peerOf(request), requestId, state };
    const apiKey = await checkApiKey(caller, form.get('apiKey') ?? '');
    const folderKey = await checkFolderKey(caller, apiKey, form.get('folderKey') ?? '');
    const until = Math.floor((state.now() + lifetime) / 1000).toString(36);
    return this.#sessions.sign([folderKey.id, apiKey.id, until].join('.'));
  }

  async #ownerOf(request: IncomingMessage): Promise<Owner | undefined> {
    const { db, now } = this.#context.state;
    const session = this.#sessions.read(cookieOf(request, cookieName) ?? '');
    const [folderKeyId = '', apiKeyId = '', until = ''] = session?.split('.') ?? [];
    if (session === undefined || Number.parseInt(until, 36) * 1000 <= now()) return undefined;
    const valid = db.selectFrom('api_keys').select('id').where('id', '=', apiKeyId).where('revoked_at', 'is', null);
    const key = await db
      .selectFrom('folder_keys')
      .innerJoin('entries', 'entries.id', 'folder_id')
      .innerJoin('accounts', 'accounts.id', 'entries.account_id')
      .select(['folder_keys.id', 'folder_keys.name', 'folder_id'])
      .where('folder_keys.id', '=', folderKeyId)
      .where('revoked_at', 'is', null)
      .where('deactivated_at', 'is', null)
      .where(({ exists }) => exists(valid))
      .executeTakeFirst();
    const folder = key && (await pathOfEntry(db, key.folder_id));
    return key === undefined || folder === undefined ? undefined : { folderId: key.folder_id, folder, folderKey: key };
  }
}

function signInPage(path: string, alert: Html): string {
  return page(
    'Share a folder',
    html`<p>Whoever has the access key of a folder may share it with others.</p>
${alert}<form method="post" action="${path}">
<label for="apiKey">API key</label>
<input id="apiKey" name="apiKey" type="password" required autocomplete="off">
<label for="folderKey">Folder access key</label>
<input id="folderKey" name="folderKey" type="password" required autocomplete="off">
<button name="action" value="sign-in">Sign in</button>
</form>`,
  );
}

function madeText(address: string): Html {
  return html`<section aria-labelledby="made"><h2 id="made">The new share</h2>
<label for="address">Give this address to the recipients. It cannot be shown again.</label>
<textarea id="address" rows="3" readonly spellcheck="false">${address}</textarea></section>
`;
}

function ownerPage(path: string, { folder }: Owner, shares: readonly ListedShare[], above: Html): string {
  return page(
    `Shares of ${folder}`,
    html`${above}${shares.length === 0 ? html`<p>This folder is not shared.</p>` : sharesTable(path, shares)}
<h2>Share this folder</h2>
<form method="post" action="${path}">
<label for="label">For whom (optional, for this list)</label>
<input id="label" name="label" maxlength="64" autocomplete="off">
<label for="days">Days until it expires</label>
<input id="days" name="days" type="number" min="1" max="365" value="7" required>
<label for="downloads">Number of downloads (empty: any)</label>
<input id="downloads" name="downloads" type="number" min="1" max="1000000">
<label for="password">Password that recipients are asked for (optional, 8 characters or more)</label>
<input id="password" name="password" type="password" minlength="8" autocomplete="new-password">
<button name="action" value="create">Share</button>
</form>
<form method="post" action="${path}"><button name="action" value="sign-out">Sign out</button></form>`,
  );
}

function sharesTable(path: string, shares: readonly ListedShare[]): Html {
  return html`<table>
<thead><tr><th>Share</th><th>Downloads</th><th>Until (UTC)</th></tr></thead>
<tbody>
${shares.map((share) => shareRow(path, share))}</tbody>
</table>`;
}

function shareRow(path: string, share: ListedShare): Html {
  const { id, label, state, downloads, maxDownloads, hasPassword, createdAt, expiresAt } = share;
  const name = label ?? `of ${shortTime(new Date(createdAt).toISOString())}`;
  const password = hasPassword ? ', with a password' : '';
  const count = maxDownloads === null ? String(downloads) : `${downloads} of ${maxDownloads}`;
  const revoke = html`<form method="post" action="${path}"><input type="hidden" name="share" value="${id}">
<button name="action" value="revoke" aria-label="Revoke ${name}">Revoke</button></form>`;
  const isOver = state === 'revoked' || state === 'expired';
  const [date = '', time = ''] = shortTime(new Date(expiresAt).toISOString()).split(' ');
  const until = html`<span class="whole">${date}</span> <span class="whole">${time}</span>`;
  const about = html`<bdi>${name}</bdi> <span class="digest">${state}${password}</span>`;
  return html`<tr><td>${about}</td><td>${count}</td><td>${until}${isOver ? html`` : revoke}</td></tr>
`;
}
