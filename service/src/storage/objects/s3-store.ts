import { setTimeout as sleep } from 'node:timers/promises';
import { noCounts, type ObjectCounts } from '../../common/counts.ts';
import { StorageError, type StorageErrorCode } from '../../common/storage-error.ts';
import type { CachedCredentials } from './credential-sources.ts';
import type { ListedObject, ObjectBody, ObjectStore } from './object-store.ts';
import { type ResponseTree, readResponse } from './response-tree.ts';
import type { Bucket, S3Request, S3Response } from './s3-exchange.ts';
import { S3Requests, type S3Times } from './s3-requests.ts';

/** Attempts of a request that changes nothing, or may be repeated under the same key. */
const attempts = 3;

/** A bucket of an S3 store, by four methods that all compatible stores have. */
export class S3Store implements ObjectStore {
  readonly #requests: S3Requests;

  constructor(
    bucket: Bucket,
    credentials: CachedCredentials,
    times: Partial<S3Times> = {},
    counts: ObjectCounts = noCounts,
  ) {
    this.#requests = new S3Requests(bucket, credentials, times, counts);
  }

  async put(key: string, body: ObjectBody): Promise<void> {
    const request: S3Request = { method: 'PUT', key, body, headers: { 'content-type': 'application/octet-stream' } };
    const response = await this.#requests.send(request);
    if (response.status !== 200) throw errorOf(request, response);
  }

  async read(key: string, from: number, to: number): Promise<Buffer> {
    if (from === to) return Buffer.alloc(0);
    const request: S3Request = { method: 'GET', key, headers: { range: `bytes=${from}-${to - 1}` } };
    const response = await this.#repeated(request, to - from);
    // A store without ranges returns the whole object.
    const bytes = response.status === 200 ? response.body.subarray(from, to) : response.body;
    if (response.status !== 200 && response.status !== 206) throw errorOf(request, response);
    if (bytes.length === to - from) return bytes;
    throw new StorageError('lost', `The object ${key} should have ${to} bytes, and has fewer.`);
  }

  async size(key: string): Promise<number | undefined> {
    // Not HEAD: Swift's gateway sends a body after it.
    const request: S3Request = { method: 'GET', key, headers: { range: 'bytes=0-0' } };
    const response = await this.#repeated(request);
    if (response.status === 404) return undefined;
    const [, size] = /\/(\d+)$/.exec(response.headers['content-range'] ?? '') ?? [];
    if (response.status !== 206 || size === undefined) throw errorOf(request, response);
    return Number(size);
  }

  async remove(key: string): Promise<void> {
    const request: S3Request = { method: 'DELETE', key };
    const response = await this.#repeated(request);
    if (![200, 204, 404].includes(response.status)) throw errorOf(request, response);
  }

  async *list(prefix = ''): AsyncGenerator<ListedObject> {
    for (let marker = ''; ; ) {
      const request: S3Request = { method: 'GET', query: { 'max-keys': '1000', prefix, marker } };
      const response = await this.#repeated(request);
      if (response.status !== 200) throw errorOf(request, response);
      const page = readResponse(response.body);
      if (page === undefined) throw errorOf(request, response);
      for (const listed of listedObjects(page)) {
        marker = listed.key;
        yield listed;
      }
      if (page.textIn(page.root, 'IsTruncated') !== 'true') return;
    }
  }

  async probe(): Promise<number> {
    const request: S3Request = { method: 'GET', query: { 'max-keys': '1' } };
    const response = await this.#requests.send(request);
    if (response.status !== 200) throw errorOf(request, response);
    return Date.parse(response.headers.date ?? '');
  }

  close(): void {
    this.#requests.close();
  }

  async #repeated(request: S3Request, expected?: number): Promise<S3Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#requests.send({ ...request, resends: attempt - 1 }, expected);
        if (attempt === attempts || codeOf(response) !== 'busy') return response;
      } catch (error) {
        if (attempt === attempts) throw error;
      }
      await sleep(50 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function* listedObjects({ root, textIn }: ResponseTree): Generator<ListedObject> {
  for (const entry of root.children) {
    if (entry.local !== 'Contents') continue;
    const [key, size, modified] = ['Key', 'Size', 'LastModified'].map((name) => textIn(entry, name));
    yield { key: key ?? '', size: Number(size), modifiedAt: Date.parse(modified ?? '') };
  }
}

function errorOf({ method, key = '' }: S3Request, response: S3Response): StorageError {
  const code = errorCodeOf(response);
  const about = code === '' ? `status ${response.status}` : `status ${response.status}, ${code}`;
  return new StorageError(
    codeOf(response),
    `The object store returned an error: ${method} ${key}: ${about}.`,
    undefined,
    { reason: 'objects' },
  );
}

/** The code in the body of an error: `NoSuchKey`, `SlowDown`. */
function errorCodeOf({ body }: S3Response): string {
  const found = readResponse(body);
  return found === undefined ? '' : found.textIn(found.root, 'Code').slice(0, 100);
}

function codeOf(response: S3Response): StorageErrorCode {
  const { status } = response;
  const code = status < 300 ? '' : errorCodeOf(response);
  if (status === 507 || code === 'QuotaExceeded') return 'full';
  if (status === 404 && code !== 'NoSuchBucket') return 'lost';
  if (status === 416) return 'lost';
  return status >= 500 || status === 429 || status === 408 ? 'busy' : 'failed';
}
