import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Counts } from '../common/counts.ts';
import type { LinkRefusal } from '../common/download-outcomes.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import type { TreeEntry } from '../operator/entry-tree.ts';
import { audit } from '../storage/audit-log.ts';
import type { Commits } from '../storage/commits.ts';
import type { Content, OpenPart } from '../storage/content/content.ts';
import type { Db } from '../storage/tables.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { fileHeaders, safeHeaders, validatorsOf } from './file-headers.ts';
import { precondition, rangeApplies, type Validators } from './preconditions.ts';
import { checkedPieces, type SentBytes, sendBytes } from './send-bytes.ts';

export interface SenderContext {
  readonly db: Db;
  readonly commits: Commits;
  readonly store: Pick<Content, 'open'>;
  readonly log: Logger;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a client may read nothing. */
  readonly timeout: number;
  /** Concurrent downloads. */
  readonly maxDownloads: number;
}

/** A request of somebody who may have what it asks for. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly peerAddress: string | undefined;
  /** Who asks, in the log and the audit log: `link:ID`, `share:ID`. */
  readonly actor: string;
  /** Asks whether bytes may be sent; undefined: always. */
  readonly charge?: Charge | undefined;
}

/**
 * Counts bytes before they are sent.
 *
 * @param of what they are of: its name never stands for other bytes.
 * @returns what to call with the number of bytes that were not sent; undefined when no download is left.
 */
export type Charge = (
  of: { readonly name: string; readonly size: bigint },
  range: ByteRange,
) => Promise<((unsent: bigint) => Promise<void>) | undefined>;

/** Bytes that can be sent, whole or in part. */
export interface Sendable extends Validators {
  /** Names these bytes and never others. */
  readonly name: string;
  readonly size: bigint;
  /** Headers of responses with 200, 206 and 304. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its entry in the audit log. */
  readonly audited: {
    readonly action: 'file.downloaded' | 'folder.downloaded';
    readonly subject: string;
    readonly details?: Readonly<Record<string, string | number>>;
  };
  /** Opens it; undefined when it was replaced or removed. */
  open(): Promise<OpenBytes | undefined>;
}

/** Bytes that are open. */
export interface OpenBytes {
  pieces(range: ByteRange): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Sends files, with ranges and conditions as HTTP has them, and records each download. */
export class Sender {
  readonly #context: SenderContext;
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: SenderContext) {
    this.#context = context;
  }

  /** Waits for running downloads, whose connections are closed. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** A published version of a file. */
  file(entry: TreeEntry): Sendable {
    return {
      ...validatorsOf(entry),
      name: entry.content ?? '',
      size: entry.size ?? 0n,
      headers: fileHeaders(entry),
      audited: { action: 'file.downloaded', subject: `file:${entry.path}` },
      open: async () => {
        const part = await this.openPart(entry);
        const whole = entry.size ?? 0n;
        return (
          part && {
            pieces: (range) => checkedPieces(part, range, range.end - range.start === whole ? entry.digest : null),
            close: () => part.close(),
          }
        );
      },
    };
  }

  /** The bytes of a file; undefined when they were replaced or removed after the entry was read. */
  async openPart({ content, id }: TreeEntry): Promise<OpenPart | undefined> {
    const { db, store } = this.#context;
    try {
      return await store.open(content ?? '');
    } catch (error) {
      const now = await db.selectFrom('entries').select('content').where('id', '=', id).executeTakeFirst();
      if (error instanceof StorageError && error.code === 'lost' && now?.content !== content) return undefined;
      throw error;
    }
  }

  /**
   * Responds to a GET or HEAD.
   *
   * @param given what to send, or makes it, which counts as a running download.
   * @returns why nothing may be sent; undefined when there is a response.
   */
  async send(asked: Asked, given: Sendable | (() => Promise<Sendable>)): Promise<LinkRefusal | undefined> {
    const { maxDownloads } = this.#context;
    if (typeof given === 'function') {
      return await this.#run(asked, maxDownloads, async () => {
        const made = await given();
        return isAnswered(asked, made) ? undefined : await this.#openAndSend(asked, made);
      });
    }
    if (isAnswered(asked, given)) return undefined;
    const most = asked.request.method === 'HEAD' ? Number.POSITIVE_INFINITY : maxDownloads;
    return await this.#run(asked, most, () => this.#openAndSend(asked, given));
  }

  async #run(
    { response }: Asked,
    most: number,
    work: () => Promise<LinkRefusal | undefined>,
  ): Promise<LinkRefusal | undefined> {
    if (this.#running.size >= most) {
      response.setHeader('Retry-After', '5');
      return refuse(response, 503, 'Too many downloads are running. Try again later.\n');
    }
    const download = work();
    this.#running.add(download);
    try {
      return await download;
    } finally {
      this.#running.delete(download);
    }
  }

  async #openAndSend(asked: Asked, sendable: Sendable): Promise<LinkRefusal | undefined> {
    const bytes = await sendable.open();
    if (bytes === undefined) return 'replaced';
    try {
      return await this.#sendOpen(asked, sendable, bytes);
    } finally {
      await bytes.close();
    }
  }

  async #sendOpen(asked: Asked, sendable: Sendable, bytes: OpenBytes): Promise<LinkRefusal | undefined> {
    const { response, request, charge } = asked;
    const { size, headers } = sendable;
    const ranged = request.method === 'GET' && rangeApplies(request.headers, sendable);
    const part = ranged ? byteRange(request.headers.range, size) : undefined;
    if (part === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${size}`);
      return refuse(response, 416, 'The range is beyond the end of the file.\n');
    }
    const range = part ?? { start: 0n, end: size };
    const isHead = request.method === 'HEAD';
    const settle = isHead ? undefined : await charge?.(sendable, range);
    if (charge !== undefined && !isHead && settle === undefined) return 'used-up';
    response.writeHead(part === undefined ? 200 : 206, {
      ...headers,
      'Content-Length': String(range.end - range.start),
      ...(part === undefined ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1n}/${size}` }),
    });
    if (isHead) response.end();
    else await this.#sendBody(asked, sendable, { range, pieces: bytes.pieces(range), settle });
    return undefined;
  }

  async #sendBody(
    asked: Asked,
    sendable: Sendable,
    {
      range,
      pieces,
      settle,
    }: {
      readonly range: ByteRange;
      readonly pieces: AsyncIterable<Uint8Array>;
      readonly settle: ((unsent: bigint) => Promise<void>) | undefined;
    },
  ): Promise<void> {
    const start = performance.now();
    const length = range.end - range.start;
    let recorded = false;
    const sent = await sendBytes(asked.response, pieces, {
      timeout: this.#context.timeout,
      beforeEnd: async () => {
        await this.#audit(asked, sendable, { outcome: 'complete', bytes: length });
        recorded = true;
      },
    });
    this.#logEnd(asked, sendable, sent, performance.now() - start);
    if (sent.bytes < length) await settle?.(length - sent.bytes);
    if (!recorded) await this.#audit(asked, sendable, sent);
  }

  #logEnd(asked: Asked, { name }: Sendable, { outcome, bytes, error }: SentBytes, milliseconds: number): void {
    const { log, counts } = this.#context;
    const { response, requestId, peerAddress, actor } = asked;
    counts.download(outcome, bytes);
    const [kind = '', id = ''] = actor.split(':');
    const fields = { requestId, [kind]: id, status: response.statusCode, outcome, bytes: String(bytes) };
    log.info('download', { ...fields, peerAddress, milliseconds: Math.round(milliseconds) });
    if (outcome === 'changed') {
      log.error('a file has changed on the disk; run doctor --deep', { requestId, content: name });
    }
    if (outcome === 'failed') log.error('download failed', { requestId, ...errorFields(error) });
  }

  /** No file is sent to its end without an entry. */
  async #audit({ response, requestId, actor }: Asked, { audited }: Sendable, sent: SentBytes): Promise<void> {
    const { commits, now } = this.#context;
    const { action, subject } = audited;
    const { outcome, bytes } = sent;
    const details = { ...audited.details, bytes: String(bytes), status: response.statusCode, outcome };
    await commits.run((transaction) => audit(transaction, { actor, action, subject, details, requestId }, now()));
  }
}

/** Responds to a request whose conditions leave nothing to send. */
function isAnswered({ request, response }: Asked, sendable: Sendable): boolean {
  const outcome = precondition(request.headers, sendable);
  if (outcome === 'failed') refuse(response, 412, 'The file is another version.\n');
  if (outcome === 'not-modified') response.writeHead(304, sendable.headers).end();
  return outcome !== 'send';
}

/** Sends a response of one line. */
export function refuse(response: ServerResponse, status: number, text: string): undefined {
  response.writeHead(status, {
    ...safeHeaders,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
    'Content-Type': 'text/plain; charset=utf-8',
  });
  response.end(text);
}
