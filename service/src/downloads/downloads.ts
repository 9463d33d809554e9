import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Counts } from '../common/counts.ts';
import type { LinkRefusal } from '../common/download-outcomes.ts';
import { pageHeaders } from '../common/html.ts';
import { jsonLine } from '../common/json-line.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import type { TreeEntry } from '../operator/entry-tree.ts';
import { audit } from '../storage/audit-log.ts';
import type { Commits } from '../storage/commits.ts';
import type { Content, OpenPart } from '../storage/content/content.ts';
import type { Db } from '../storage/tables.ts';
import { byteRange } from './byte-range.ts';
import { fileHeaders, safeHeaders, validatorsOf } from './file-headers.ts';
import { folderListing, listingPage } from './folder-listing.ts';
import type { Link, LinkSigner } from './link-token.ts';
import { openLink } from './open-link.ts';
import { precondition, rangeApplies } from './preconditions.ts';
import { type RequestedPath, requestedPath } from './requested-path.ts';
import { type SentBytes, sendBytes } from './send-bytes.ts';

export interface DownloadContext {
  readonly db: Db;
  readonly commits: Commits;
  readonly store: Pick<Content, 'open'>;
  readonly signer: LinkSigner;
  readonly log: Logger;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a client may read nothing. */
  readonly timeout: number;
  /** Concurrent downloads. */
  readonly maxDownloads: number;
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
const refusals: Readonly<Record<LinkRefusal, readonly [status: number, text: string]>> = {
  missing: [403, 'This address needs a valid link.\n'],
  altered: [403, 'This address needs a valid link.\n'],
  'other-path': [403, 'This address needs a valid link.\n'],
  'no-entry': [404, 'Not found.\n'],
  expired: [410, 'This link is no longer valid.\n'],
  removed: [410, 'This link is no longer valid.\n'],
  replaced: [410, 'This link is no longer valid.\n'],
};

/** Lists folders and sends files to the holders of links, on the operator's port. */
export class Downloads {
  readonly #context: DownloadContext;
  readonly #running = new Set<Promise<unknown>>();

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

  /** Waits for running downloads, whose connections are closed. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
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
    await this.#sendFile(opened);
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
    const listing = await folderListing(db, signer, { folder: entry, link, query: target.query });
    const asPage = /\btext\/html\b/.test(request.headers.accept ?? '');
    const body = Buffer.from(asPage ? listingPage(listing) : jsonLine(listing));
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

  async #sendFile(opened: Opened): Promise<void> {
    const { response, request, entry } = opened;
    const validators = validatorsOf(entry);
    const outcome = precondition(request.headers, validators);
    if (outcome === 'failed') return refuse(response, 412, 'The file is another version.\n');
    if (outcome === 'not-modified') {
      response.writeHead(304, fileHeaders(entry));
      response.end();
      return;
    }
    if (request.method !== 'HEAD' && this.#running.size >= this.#context.maxDownloads) {
      response.setHeader('Retry-After', '5');
      return refuse(response, 503, 'Too many downloads are running. Try again later.\n');
    }
    const download = this.#openAndSend(opened);
    this.#running.add(download);
    try {
      await download;
    } finally {
      this.#running.delete(download);
    }
  }

  async #openAndSend(opened: Opened): Promise<void> {
    const { response, requestId, peerAddress, entry, link } = opened;
    const part = await this.#openPart(entry);
    if (part === undefined) {
      return this.#refuseLink(response, { requestId, peerAddress, reason: 'replaced', link: link.id });
    }
    try {
      await this.#sendPart(opened, part);
    } finally {
      await part.close();
    }
  }

  /** @returns undefined when the content was replaced or removed after the entry was read. */
  async #openPart({ content, id }: TreeEntry): Promise<OpenPart | undefined> {
    const { db, store } = this.#context;
    try {
      return await store.open(content ?? '');
    } catch (error) {
      const now = await db.selectFrom('entries').select('content').where('id', '=', id).executeTakeFirst();
      if (error instanceof StorageError && error.code === 'lost' && now?.content !== content) return undefined;
      throw error;
    }
  }

  async #sendPart(opened: Opened, part: OpenPart): Promise<void> {
    const { response, request, entry } = opened;
    const size = entry.size ?? 0n;
    const validators = validatorsOf(entry);
    const ranged = request.method === 'GET' && rangeApplies(request.headers, validators);
    const asked = ranged ? byteRange(request.headers.range, size) : undefined;
    if (asked === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${size}`);
      return refuse(response, 416, 'The range is beyond the end of the file.\n');
    }
    const range = asked ?? { start: 0n, end: size };
    response.writeHead(asked === undefined ? 200 : 206, {
      ...fileHeaders(entry),
      'Content-Length': String(range.end - range.start),
      ...(asked === undefined ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1n}/${size}` }),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const start = performance.now();
    const digest = range.end - range.start === size ? entry.digest : null;
    let recorded = false;
    const sent = await sendBytes(response, part, {
      range,
      digest,
      timeout: this.#context.timeout,
      beforeEnd: async () => {
        await this.#audit(opened, { outcome: 'complete', bytes: range.end - range.start });
        recorded = true;
      },
    });
    this.#logEnd(opened, sent, performance.now() - start);
    if (!recorded) await this.#audit(opened, sent);
  }

  #logEnd(opened: Opened, { outcome, bytes, error }: SentBytes, milliseconds: number): void {
    const { log, counts } = this.#context;
    const { response, requestId, peerAddress, link, entry } = opened;
    counts.download(outcome, bytes);
    const fields = { requestId, link: link.id, status: response.statusCode, outcome, bytes: String(bytes) };
    log.info('download', { ...fields, peerAddress, milliseconds: Math.round(milliseconds) });
    if (outcome === 'changed') {
      log.error('a file has changed on the disk; run doctor --deep', { requestId, content: entry.content });
    }
    if (outcome === 'failed') log.error('download failed', { requestId, ...errorFields(error) });
  }

  /** No file is sent to its end without an entry. */
  async #audit({ response, requestId, link, entry }: Opened, { outcome, bytes }: SentBytes): Promise<void> {
    const { commits, now } = this.#context;
    const details = { bytes: String(bytes), status: response.statusCode, outcome };
    const actor = `link:${link.id}`;
    const subject = `file:${entry.path}`;
    await commits.run((transaction) =>
      audit(transaction, { actor, action: 'file.downloaded', subject, details, requestId }, now()),
    );
  }
}

/** The token of a request: its parameter `link`, or `Authorization: Bearer`. */
function tokenOf({ headers }: IncomingMessage, { query }: RequestedPath): string | undefined {
  return query.get('link') ?? /^Bearer ([^ ]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Sends a response of one line. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...safeHeaders,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
    'Content-Type': 'text/plain; charset=utf-8',
  });
  response.end(text);
}
