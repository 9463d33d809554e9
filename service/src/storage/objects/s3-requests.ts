import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ObjectCounts, ObjectOutcome } from '../../common/counts.ts';
import { StorageError } from '../../common/storage-error.ts';
import { emptyDigest, pathOf, queryOf, RequestSigner } from './aws-signature.ts';
import type { CachedCredentials } from './credential-sources.ts';
import { withObjectSpan } from './object-spans.ts';
import type { ObjectBody } from './object-store.ts';
import type { Bucket, S3Request, S3Response } from './s3-exchange.ts';

/** Times of requests, in milliseconds, and the clock. */
export interface S3Times {
  /** Until a request without a body must be answered in full. */
  readonly request: number;
  /** Added for each mebibyte that is sent or received. */
  readonly mebibyte: number;
  /** Milliseconds since 1970: a store rejects requests whose time differs from its own by more than a quarter of an hour. */
  readonly now: () => number;
}

/** Bytes of a response beyond those that are expected: lists of objects, and errors. */
const besideExpected = 4 * 1024 ** 2;

const defaultTimes: S3Times = { request: 10_000, mebibyte: 1_000, now: Date.now };

/** Requests to one bucket over kept connections, each with a deadline. */
export class S3Requests {
  readonly #bucket: Bucket;
  readonly #counts: ObjectCounts;
  readonly #endpoint: URL;
  readonly #signer: RequestSigner;
  readonly #credentials: CachedCredentials;
  readonly #times: S3Times;
  readonly #agent: HttpAgent;
  readonly #send: typeof httpRequest;

  constructor(bucket: Bucket, credentials: CachedCredentials, times: Partial<S3Times>, counts: ObjectCounts) {
    this.#counts = counts;
    this.#bucket = bucket;
    this.#endpoint = new URL(bucket.endpoint);
    this.#signer = new RequestSigner(bucket.region);
    this.#credentials = credentials;
    this.#times = { ...defaultTimes, ...times };
    const isSecure = this.#endpoint.protocol === 'https:';
    this.#send = isSecure ? httpsRequest : httpRequest;
    const options = { keepAlive: true, maxSockets: 128, noDelay: true };
    this.#agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @param expected bytes of the response.
   * @throws {StorageError} `busy` when there is no response in time.
   */
  async send(request: S3Request, expected = 0): Promise<S3Response> {
    const start = performance.now();
    let outcome: ObjectOutcome = 'silent';
    try {
      const response = await withObjectSpan(this.#bucket, request, () => this.#exchange(request, expected));
      outcome = outcomeOf(response.status);
      return response;
    } finally {
      this.#counts.objectRequest(request.method, outcome, (performance.now() - start) / 1000);
    }
  }

  async #exchange(request: S3Request, expected: number): Promise<S3Response> {
    const { method, key, query = {}, body } = request;
    const base = `${this.#endpoint.pathname.replace(/\/+$/, '')}/${pathOf(this.#bucket.bucket)}`;
    const path = key === undefined ? base : `${base}/${pathOf(key)}`;
    const digest = body?.digest ?? emptyDigest;
    const given = { host: this.#endpoint.host, ...request.headers };
    const toSign = { method, path, query, headers: given, digest };
    const headers: Record<string, string> = {
      ...this.#signer.sign(toSign, await this.#credentials.get(), new Date(this.#times.now())),
      ...(body === undefined ? {} : { 'content-length': String(body.size) }),
    };
    const search = queryOf(query);
    const milliseconds = this.#times.request + ((body?.size ?? expected) / 1024 ** 2) * this.#times.mebibyte;
    const sent = this.#send({
      agent: this.#agent,
      protocol: this.#endpoint.protocol,
      hostname: this.#endpoint.hostname.replace(/^\[|\]$/g, ''),
      port: this.#endpoint.port,
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers,
    });
    const limits = { milliseconds: Math.ceil(milliseconds), bytes: expected + besideExpected };
    return await exchange(sent, body, limits, `${method} ${path}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function outcomeOf(status: number): ObjectOutcome {
  if (status < 400) return 'success';
  if (status === 404) return 'missing';
  return status >= 500 || status === 429 || status === 408 ? 'busy' : 'refused';
}

async function exchange(
  request: ClientRequest,
  body: ObjectBody | undefined,
  { milliseconds, bytes }: { readonly milliseconds: number; readonly bytes: number },
  what: string,
): Promise<S3Response> {
  const deadline = setTimeout(() => request.destroy(new Error(`no response in ${milliseconds} ms`)), milliseconds);
  try {
    const response = readResponse(request, bytes);
    // A store may respond before it has read the body: its response says more than the broken connection.
    const [received, written] = await Promise.allSettled([response, writeBody(request, body, response)]);
    if (received.status === 'fulfilled') return received.value;
    throw written.status === 'rejected' ? written.reason : received.reason;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError('busy', `The object store does not respond: ${what}: ${why}.`, error, {
      reason: 'objects',
    });
  } finally {
    clearTimeout(deadline);
  }
}

/** @param most bytes of the body. */
async function readResponse(request: ClientRequest, most: number): Promise<S3Response> {
  return await new Promise((resolve, fail) => {
    request.on('error', fail);
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes > most) request.destroy(new Error(`the response has more than ${most} bytes`));
      });
      response.on('error', fail);
      response.on('aborted', () => fail(new Error('the response ended early')));
      response.on('end', () => {
        // What of the body is not read yet is no longer needed.
        if (!request.writableFinished) request.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
      });
    });
  });
}

/** Writes the body; ends when the response has arrived, too. */
async function writeBody(
  request: ClientRequest,
  body: ObjectBody | undefined,
  response: Promise<S3Response>,
): Promise<void> {
  const responded = response.then(
    () => true,
    () => true,
  );
  try {
    const pieces = body?.pieces() ?? [];
    if (Array.isArray(pieces)) {
      for (const piece of pieces) request.write(piece);
      request.end();
      return;
    }
    for await (const piece of pieces) {
      const isOver = await Promise.race([written(request, piece), responded]);
      if (isOver) return;
    }
    request.end();
  } catch (error) {
    request.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** A piece is valid until it has been handed to the system. */
async function written(request: ClientRequest, piece: Uint8Array): Promise<false> {
  return await new Promise((resolve, fail) => {
    request.write(piece, (error) => (error ? fail(error) : resolve(false)));
  });
}
