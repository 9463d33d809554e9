import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Counts } from '../common/counts.ts';
import type { LinkRefusal } from '../common/download-outcomes.ts';
import { pageHeaders } from '../common/html.ts';
import { jsonLine } from '../common/json-line.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import type { TreeEntry } from '../operator/entry-tree.ts';
import type { Db } from '../storage/tables.ts';
import { safeHeaders } from './file-headers.ts';
import { type FolderListing, folderListing, linkQueries, listingPage } from './folder-listing.ts';
import type { Link, LinkSigner } from './link-token.ts';
import { openLink } from './open-link.ts';
import { type RequestedPath, requestedPath } from './requested-path.ts';
import { refuse, type Sender } from './sender.ts';

export interface DownloadContext {
  readonly db: Db;
  readonly signer: LinkSigner;
  readonly log: Logger;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sender: Sender;
}

/** A request with a valid link. */
interface Opened {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly peerAddress: string | undefined;
  readonly link: Link;
  readonly target: RequestedPath;
  readonly entry: TreeEntry;
}

/** Responses to refused links. */
export const refusals: Readonly<Record<LinkRefusal, readonly [status: number, text: string]>> = {
  missing: [403, 'This address needs a valid link.\n'],
  altered: [403, 'This address needs a valid link.\n'],
  'other-path': [403, 'This address needs a valid link.\n'],
  'no-entry': [404, 'Not found.\n'],
  expired: [410, 'This link is no longer valid.\n'],
  removed: [410, 'This link is no longer valid.\n'],
  replaced: [410, 'This link is no longer valid.\n'],
  revoked: [410, 'This link is no longer valid.\n'],
  'used-up': [410, 'This link is no longer valid.\n'],
  password: [401, 'This link needs its password.\n'],
};

/** Lists folders and sends files to the holders of links, on the operator's port. */
export class Downloads {
  readonly #context: DownloadContext;

  constructor(context: DownloadContext) {
    this.#context = context;
  }

  /** Responds to a GET or HEAD below /files/. Never rejects. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    try {
      await this.#respond(request, response, requestId);
    } catch (error) {
      this.#context.log.error('download failed', { requestId, ...errorFields(error) });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The server failed. Its log has more.\n');
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const { db, signer, now } = this.#context;
    const target = requestedPath(request.url ?? '');
    if (target === undefined) return refuse(response, 404, 'Not found.\n');
    // A closed connection has none.
    const peerAddress = request.socket.remoteAddress;
    const link = signer.read(tokenOf(request, target), now());
    if (typeof link === 'string') return this.#refuseLink(response, { requestId, peerAddress, reason: link });
    const entry = await openLink(db, link, target.path);
    if (typeof entry === 'string') {
      return this.#refuseLink(response, { requestId, peerAddress, reason: entry, link: link.id });
    }
    const opened = { request, response, requestId, peerAddress, link, target, entry };
    if (entry.kind === 'folder') return await this.#list(opened);
    if (target.isFolder) return refuse(response, 404, 'Not found.\n');
    const { sender } = this.#context;
    const reason = await sender.send({ ...opened, actor: `link:${link.id}` }, sender.file(entry));
    if (reason !== undefined) this.#refuseLink(response, { requestId, peerAddress, reason, link: link.id });
  }

  #refuseLink(
    response: ServerResponse,
    fields: Pick<Opened, 'requestId' | 'peerAddress'> & { readonly reason: LinkRefusal; readonly link?: string },
  ): void {
    const { log, counts } = this.#context;
    log.info('link refused', fields);
    counts.linkRefused(fields.reason);
    const [status, text] = refusals[fields.reason];
    refuse(response, status, text);
  }

  async #list({ request, response, target, entry, link }: Opened): Promise<void> {
    const { db, signer } = this.#context;
    if (!target.isFolder) {
      const name = encodeURIComponent(entry.name);
      // Links in a listing are relative to an address that ends in /.
      response.setHeader('Location', `./${name}/?${target.query}`);
      return refuse(response, 308, 'See the address with a / at its end.\n');
    }
    const listing = await folderListing(db, {
      folder: entry,
      path: entry.path,
      expiresAt: link.expiresAt,
      query: target.query,
      queryOf: linkQueries(signer, link),
    });
    sendListing(request, response, listing, () => listingPage(listing));
  }
}

/** Whether a client wants a page rather than JSON. */
export function wantsPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}

/** Sends a listing as a page or as JSON, as the client wants it. */
export function sendListing(
  request: IncomingMessage,
  response: ServerResponse,
  listing: FolderListing,
  pageOf: () => string,
): void {
  const asPage = wantsPage(request);
  const body = Buffer.from(asPage ? pageOf() : jsonLine(listing));
  response.writeHead(200, {
    ...(asPage ? pageHeaders : {}),
    ...safeHeaders,
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
    'Content-Type': asPage ? 'text/html; charset=utf-8' : 'application/json',
    Vary: 'Accept',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The token of a request: its parameter `link`, or `Authorization: Bearer`. */
function tokenOf({ headers }: IncomingMessage, { query }: RequestedPath): string | undefined {
  return query.get('link') ?? /^Bearer ([^ ]+)$/i.exec(headers.authorization ?? '')?.[1];
}
