import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LinkRefusal } from '../common/download-outcomes.ts';
import { type Html, html, page } from '../common/html.ts';
import { errorFields } from '../common/logger.ts';
import { checkOrigin, formOf, refusalOf, seeOther, sendPage, setCookie } from '../common/page-requests.ts';
import { callerAddress, peerOf } from '../domain/caller-address.ts';
import { refusals, sendListing, wantsPage } from '../downloads/downloads.ts';
import { folderListing, listingPage } from '../downloads/folder-listing.ts';
import { openLink } from '../downloads/open-link.ts';
import { addressOf, type RequestedPath, requestedPath } from '../downloads/requested-path.ts';
import { type Charge, refuse, type Sender } from '../downloads/sender.ts';
import { zipOf } from '../downloads/zip-folder.ts';
import type { TreeEntry } from '../operator/entry-tree.ts';
import { sharesPrefix } from '../operator/manage-shares.ts';
import type { State } from '../state.ts';
import type { Commits } from '../storage/commits.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { chargeShare, findShare, refundShare, type Share } from '../storage/shares.ts';
import { SharePasswords } from './share-passwords.ts';
import { davHeaders, sendProperties } from './webdav.ts';

export interface SharesContext {
  readonly state: State;
  readonly commits: Commits;
  readonly sender: Sender;
  /** The path of the service's public URL, without a `/` at its end. */
  readonly base: string;
  /** Whether recipients come by https. */
  readonly isSecure: boolean;
  /** Of pages whose forms are accepted; undefined: any on the host of the request. */
  readonly origin: string | undefined;
}

/** A request for an open share. */
interface Opened {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly peerAddress: string | undefined;
  readonly share: Share;
  readonly target: RequestedPath;
  readonly entry: TreeEntry;
  /** The path of the shared folder. */
  readonly root: string;
}

/** A refused request, in the log. */
type Refused = Pick<Opened, 'requestId' | 'peerAddress'> & { readonly reason: LinkRefusal; readonly share?: string };

/** Most bytes of a form with a password. */
const mostFormBytes = 8192;

/** Gives recipients the folders that were shared with them, on the port of the service. */
export class Shares {
  readonly #context: SharesContext;
  readonly #passwords: SharePasswords;

  constructor(context: SharesContext) {
    this.#context = context;
    const { state } = context;
    this.#passwords = new SharePasswords({ ...state, keyRing: state.keys.ring });
  }

  /** Responds to a request below /shared/. Never rejects. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    try {
      await this.#respond(request, response, requestId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined && !response.headersSent) {
        return this.#tell(request, response, refusal.status, refusal.message);
      }
      this.#context.state.log.error('download failed', { requestId, ...errorFields(error) });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The server failed. Its log has more.\n');
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const { state, base } = this.#context;
    const { db, hashes, trustProxy } = state;
    const target = requestedPath(request.url ?? '', base + sharesPrefix);
    if (target === undefined) return refuse(response, 404, 'Not found.\n');
    const peerAddress = callerAddress(peerOf(request), trustProxy);
    const [, token = '', ...names] = target.path.split('/');
    const fields = { requestId, peerAddress };
    const refused = (reason: LinkRefusal, share?: Share): void =>
      this.#refuse(request, response, { ...fields, reason, ...(share && { share: share.id }) });
    const share = await findShare(db, hashes.all('share-token', token));
    const ended = share === undefined ? 'altered' : endOf(share, state.now());
    if (share === undefined || ended !== undefined) return refused(ended ?? 'altered', share);
    const isForm = request.method === 'POST' && names.length === 0;
    const path = `${base}${sharesPrefix}${token}/`;
    if (isForm) return await this.#takePassword({ request, response, share, path, ...fields });
    for (const [name, value] of Object.entries(davHeaders)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return refuse(response, 200, '');
    if (!['GET', 'HEAD', 'PROPFIND'].includes(request.method ?? '')) {
      return refuse(response, 405, 'Recipients may read, and change nothing.\n');
    }
    if (!(await this.#recorded(this.#passwords.admits(request, share), { ...fields, share: share.id }))) {
      if (wantsPage(request)) return sendPage(request, response, 403, passwordPage(path));
      response.setHeader('WWW-Authenticate', 'Basic realm="share", charset="UTF-8"');
      return refuse(response, ...refusals.password);
    }
    const root = await pathOfEntry(db, share.folder_id);
    if (root === undefined) return refused('removed', share);
    const link = { id: share.id, entryId: share.folder_id, content: undefined, expiresAt: share.expires_at };
    const entry = await openLink(db, link, [root, ...names].join('/'));
    if (typeof entry === 'string') return refused(entry, share);
    await this.#open({ request, response, requestId, peerAddress, share, target, entry, root });
  }

  async #open(opened: Opened): Promise<void> {
    const { response, request, requestId, peerAddress, share, target, entry } = opened;
    const { state, sender } = this.#context;
    if (request.method === 'PROPFIND') {
      const address = addressOf({ path: target.path, kind: entry.kind }, this.#context.base + sharesPrefix);
      return await sendProperties(state.db, request, response, { entry, address });
    }
    const isZip = entry.kind === 'folder' && target.isFolder && target.query.has('zip');
    if (entry.kind === 'folder' && !isZip) return await this.#list(opened);
    if (target.isFolder !== isZip) return refuse(response, 404, 'Not found.\n');
    const sendable = isZip ? () => zipOf(state.db, sender, entry) : sender.file(entry);
    const asked = { request, response, requestId, peerAddress, actor: `share:${share.id}` };
    const reason = await sender.send({ ...asked, charge: this.#chargeOf(share) }, sendable);
    if (reason !== undefined) this.#refuse(request, response, { requestId, peerAddress, reason, share: share.id });
  }

  #chargeOf({ id }: Share): Charge {
    const { commits, state } = this.#context;
    return async ({ name, size }, { start, end }) => {
      const counted = { name, size, start, bytes: end - start };
      const isPaid = await commits.run((transaction) => chargeShare(transaction, id, counted, state.now()));
      if (!isPaid) return undefined;
      return (unsent) => commits.run((transaction) => refundShare(transaction, id, name, unsent));
    };
  }

  async #list({ request, response, target, entry, share, root }: Opened): Promise<void> {
    if (!target.isFolder) {
      // Addresses in a listing are relative to one that ends in /.
      response.setHeader('Location', `./${encodeURIComponent(target.path.split('/').at(-1) ?? '')}/`);
      return refuse(response, 308, 'See the address with a / at its end.\n');
    }
    const name = root.split('/').at(-1) ?? '';
    const listing = await folderListing(this.#context.state.db, {
      folder: entry,
      // What is above the folder stays with its owner.
      path: `/${name}${entry.path.slice(root.length)}`,
      expiresAt: share.expires_at,
      query: target.query,
      queryOf: (_, parameters) => (parameters === undefined ? '' : `?${new URLSearchParams(parameters)}`),
    });
    sendListing(request, response, listing, () => listingPage(listing, aboutShare(share)));
  }

  async #takePassword({
    request,
    response,
    share,
    path,
    ...fields
  }: Omit<Opened, 'target' | 'entry' | 'root'> & { readonly path: string }): Promise<void> {
    checkOrigin(request, this.#context.origin);
    const form = await formOf(request, mostFormBytes);
    const isRight = this.#passwords.isRight(request, share, form.get('password') ?? '');
    if (await this.#recorded(isRight, { ...fields, share: share.id })) {
      setCookie(response, this.#passwords.cookie(share, path, this.#context.isSecure));
      return seeOther(response, path);
    }
    sendPage(request, response, 403, passwordPage(path, 'This is not the password.'));
  }

  /** Records a password that is missing or wrong, or that comes after too many wrong ones. */
  async #recorded(admits: Promise<boolean>, fields: Omit<Refused, 'reason'>): Promise<boolean> {
    const refused = (): void => this.#record({ ...fields, reason: 'password' });
    try {
      const isAdmitted = await admits;
      if (!isAdmitted) refused();
      return isAdmitted;
    } catch (error) {
      if (refusalOf(error)?.status === 429) refused();
      throw error;
    }
  }

  #record(fields: Refused): void {
    const { log, counts } = this.#context.state;
    log.info('link refused', fields);
    counts.linkRefused(fields.reason);
  }

  #refuse(request: IncomingMessage, response: ServerResponse, fields: Refused): void {
    this.#record(fields);
    const [status, text] = refusals[fields.reason];
    this.#tell(request, response, status, text.trimEnd());
  }

  #tell(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
    if (wantsPage(request)) sendPage(request, response, status, page('No access', html`<p>${text}</p>`));
    else refuse(response, status, `${text}\n`);
  }
}

/** Why a share opens nothing more; undefined: it is valid. What it has counted is decided when bytes are sent. */
function endOf(share: Share, now: number): LinkRefusal | undefined {
  if (share.revoked_at !== null) return 'revoked';
  return share.expires_at <= now ? 'expired' : undefined;
}

function aboutShare({ max_downloads: most, downloads }: Share): Html {
  const left =
    most === null ? html`` : html`<p>Downloads left: ${String(Math.max(0, most - downloads))} of ${String(most)}.</p>`;
  return html`${left}<p><a href="./?zip" download>All of this folder as a ZIP</a></p>
`;
}

function passwordPage(path: string, problem?: string): string {
  const alert = problem === undefined ? html`` : html`<p role="alert">${problem}</p>`;
  return page(
    'A password is needed',
    html`<p>The owner of these files has set a password.</p>
${alert}<form method="post" action="${path}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="current-password">
<button>Open</button>
</form>`,
  );
}
