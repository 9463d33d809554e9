import type { HttpResponse, Spool } from '@soapwright/runtime/server';
import { errorFields } from '../common/logger.ts';
import { type Begun, type Mount, type MountedRequest, responseOf } from '../common/mount.ts';
import { Rejection } from '../common/rejection.ts';
import { storageFailed } from '../common/storage-answer.ts';
import { callerAddress } from '../domain/caller-address.ts';
import type { State } from '../state.ts';
import type { HeldUpload } from '../uploads/upload-engine.ts';
import { beyond, checksumAlgorithms, checksumOf, type Sink, TusBody } from './tus-body.ts';
import { TusError, tusErrorOf } from './tus-error.ts';
import {
  checkKeys,
  chunkOf,
  fileNameOf,
  type Keys,
  lengthOf,
  openUpload,
  sealUpload,
  type TusUpload,
} from './tus-upload.ts';

/** Below the path prefix of the service. */
const tusPath = '/tus/';

const version = '1.0.0';

const bytesType = 'application/offset+octet-stream';

const supported = {
  'Tus-Version': version,
  'Tus-Extension': 'creation,creation-with-upload,termination,expiration,checksum',
  'Tus-Checksum-Algorithm': checksumAlgorithms.join(','),
};

const preflight = {
  'Access-Control-Allow-Methods': 'POST, HEAD, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-Api-Key, X-HTTP-Method-Override, X-Requested-With',
  'Access-Control-Max-Age': '86400',
};

const exposed = 'Location, Retry-After, Tus-Resumable, Upload-Expires, Upload-Length, Upload-Offset, X-Request-Id';

const noBytes = new Blob([]);

/** Bytes that are appended at a time: what a broken connection has sent until then is kept. */
const pieceBytes = 8 * 1024 * 1024;

type Body = Pick<Sink, 'most' | 'piece' | 'checksum'>;

export interface TusContext {
  readonly state: State;
  readonly spool: Spool;
  /** Origins of web pages, separated by commas or spaces, or `*`; undefined: none. */
  readonly origins: string | undefined;
}

/** An upload at the offset where its next bytes go. */
interface At {
  readonly keys: Keys;
  readonly upload: TusUpload;
  offset: bigint;
}

/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload), over the engine of all uploads: the same keys,
 * quotas, checks, names and audit log. An upload is named by a sealed address; its state is a row of the engine.
 */
export class TusMount implements Mount {
  readonly prefix: string;
  readonly #context: TusContext;

  /** @param below path of the public address, without a `/` at its end. */
  constructor(context: TusContext, below: string) {
    this.#context = context;
    this.prefix = `${below}${tusPath}`;
  }

  begin(request: MountedRequest): Begun {
    const length = request.httpHeader('content-length');
    const body = new TusBody(
      this.#context.spool,
      () => this.#open(request),
      (error) => this.#failed(request, error),
    );
    return {
      limit: 0,
      length: length === undefined ? undefined : Number(length),
      coding: undefined,
      mostBytes: Number.MAX_SAFE_INTEGER,
      respond: () => body.end(),
      tooLarge: () => this.#failed(request, new TusError(413, 'The body is too large.')),
      undecodable: () => this.#failed(request, new TusError(415, 'The body must not be encoded.')),
      intake: () => body,
    };
  }

  /** Checks the head of a request. @returns what to do with its bytes. */
  async #open(request: MountedRequest): Promise<Sink> {
    const method = request.httpHeader('x-http-method-override')?.toUpperCase() ?? request.method;
    if (request.method === 'OPTIONS') return noBody(async () => this.#respond(request, 204, supported));
    if (request.httpHeader('tus-resumable') !== version) throw new TusError(412, `Tus-Resumable must be ${version}.`);
    if (request.httpHeader('content-encoding') !== undefined) throw new TusError(415, 'The body must not be encoded.');
    const { state } = this.#context;
    const keys = await checkKeys(request.asCaller(state));
    if (request.path === '') {
      if (method !== 'POST') throw new TusError(405, 'Here only POST and OPTIONS are allowed.');
      return await this.#create(request, keys);
    }
    const upload = openUpload(state.seals, keys, request.path);
    if (method === 'PATCH') return await this.#patch(request, { keys, upload, offset: 0n });
    if (method === 'HEAD') {
      const { bytes, expiresAt } = await this.#held(request, { keys, upload, offset: 0n });
      const headers = { 'Upload-Offset': String(bytes), 'Upload-Length': String(upload.length) };
      return noBody(async () => this.#respond(request, 200, { ...headers, ...expires(expiresAt) }));
    }
    if (method !== 'DELETE') throw new TusError(405, 'Here only HEAD, PATCH, DELETE and OPTIONS are allowed.');
    const chunk = chunkOf(request.requestId, keys, upload, { bytes: noBytes, offset: 0n });
    if (!(await state.uploads.cancel(chunk))) throw new TusError(423, 'The upload has changed. Try again.');
    return noBody(async () => this.#respond(request, 204, {}));
  }

  async #create(request: MountedRequest, keys: Keys): Promise<Sink> {
    const { uploads, uploadLimits, seals } = this.#context.state;
    const length = lengthOf(request.httpHeader('upload-length'), 'Upload-Length');
    const fileName = fileNameOf(request.httpHeader('upload-metadata'));
    const hasBytes = Number(request.httpHeader('content-length') ?? 0) > 0;
    if (hasBytes) checkType(request);
    const isEmpty = length === 0n;
    const body = this.#bodyOf(request, length);
    await uploadLimits.check(0, { isLast: isEmpty });
    const first = { token: undefined, fileName, length };
    const { token } = await uploads.append(chunkOf(request.requestId, keys, first, { bytes: noBytes, offset: 0n }));
    const upload = { token, fileName, length };
    const Location = this.prefix + sealUpload(seals, keys, upload);
    return this.#sink(request, { keys, upload, offset: 0n }, body, [201, { Location }]);
  }

  async #patch(request: MountedRequest, at: At): Promise<Sink> {
    checkType(request);
    const offset = lengthOf(request.httpHeader('upload-offset'), 'Upload-Offset');
    const { bytes } = await this.#held(request, at);
    if (bytes !== offset) throw new TusError(409, `Upload-Offset is ${offset}, and ${bytes} bytes are held.`);
    const body = this.#bodyOf(request, at.upload.length - offset);
    return this.#sink(request, { ...at, offset }, body, [204, {}]);
  }

  /** Publishes an upload whose bytes are all there: a check may not have been possible when the last one came. */
  async #held({ requestId }: MountedRequest, { keys, upload }: At): Promise<HeldUpload> {
    const { uploads } = this.#context.state;
    const held = await uploads.held(chunkOf(requestId, keys, upload, { bytes: noBytes, offset: 0n }));
    if (held.bytes !== upload.length || held.expiresAt === undefined) return held;
    await uploads.append(chunkOf(requestId, keys, upload, { bytes: noBytes, offset: upload.length }));
    return { ...held, expiresAt: undefined };
  }

  /** What a body may have at an offset, `rest` before the end. @throws {TusError} when it announces more. */
  #bodyOf(request: MountedRequest, rest: bigint): Body {
    const { chunk } = this.#context.state.uploadLimits;
    const checksum = checksumOf(request.httpHeader('upload-checksum'));
    const piece = checksum === undefined ? Math.min(pieceBytes, chunk) : Math.min(Number(rest), chunk);
    const most = checksum === undefined ? rest : BigInt(piece);
    if (BigInt(request.httpHeader('content-length') ?? 0) > most) throw beyond(most);
    return { most, piece, checksum };
  }

  #sink(
    request: MountedRequest,
    at: At,
    body: Body,
    [status, headers]: readonly [status: number, headers: Readonly<Record<string, string>>],
  ): Sink {
    const { uploads, uploadLimits, counts } = this.#context.state;
    const { upload, keys } = at;
    return {
      ...body,
      append: async (bytes) => {
        const chunk = chunkOf(request.requestId, keys, upload, { bytes, offset: at.offset });
        await uploadLimits.check(bytes.size, { isLast: chunk.isLast });
        await uploads.append(chunk);
        counts.chunk(bytes.size);
        at.offset += BigInt(bytes.size);
      },
      finish: async () => {
        const { idle } = uploads.parts.times;
        const expiresAt = at.offset === upload.length ? undefined : this.#context.state.now() + idle;
        return this.#respond(request, status, {
          ...headers,
          'Upload-Offset': String(at.offset),
          ...expires(expiresAt),
        });
      },
    };
  }

  #respond(
    request: MountedRequest,
    status: number,
    headers: Readonly<Record<string, string | undefined>>,
    body = '',
  ): HttpResponse {
    const { state } = this.#context;
    const { requestId, method } = request;
    if (method !== 'OPTIONS') {
      const peerAddress = callerAddress(request, state.trustProxy);
      state.log.info('tus', { requestId, method, status, peerAddress, ...state.keyUse.take(requestId) });
    }
    const all = { 'Tus-Resumable': version, 'X-Request-Id': requestId, ...this.#cors(request), ...headers };
    const length = status === 204 ? { 'Content-Length': undefined } : {};
    return responseOf(status, { ...length, ...all }, method === 'HEAD' ? '' : body);
  }

  #cors(request: MountedRequest): Readonly<Record<string, string>> {
    const { origins } = this.#context;
    const origin = request.httpHeader('origin');
    if (origins === undefined || origin === undefined) return {};
    if (origins !== '*' && !origins.split(/[\s,]+/).includes(origin)) return { Vary: 'Origin' };
    const allowed = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' };
    return request.method === 'OPTIONS' ? { ...allowed, ...preflight } : allowed;
  }

  #failed(request: MountedRequest, error: unknown): HttpResponse {
    const { state } = this.#context;
    const { requestId } = request;
    const answer = storageFailed(error, state, { requestId, operation: 'tus' });
    const known = answer === undefined ? tusErrorOf(error) : new TusError(answer.status, answer.text);
    if (error instanceof Rejection) {
      const { code, reason } = error;
      state.log.info('refused', { requestId, operation: 'tus', code, reason });
    }
    if (known === undefined) state.log.error('tus failed', { requestId, ...errorFields(error) });
    const { status, message, retryAfter } =
      known ?? new TusError(500, `The server failed. Its log has more under ${requestId}.`);
    const headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'WWW-Authenticate': status === 401 ? 'Bearer' : undefined,
      'Retry-After': retryAfter?.toString(),
      'Tus-Version': status === 412 ? version : undefined,
    };
    return this.#respond(request, status, headers, `${message}\n`);
  }
}

function noBody(finish: Sink['finish']): Sink {
  const append = async (): Promise<void> => undefined;
  const piece = 64 * 1024;
  return { most: BigInt(piece), piece, checksum: undefined, append, finish };
}

function checkType(request: MountedRequest): void {
  if (request.httpHeader('content-type') !== bytesType) throw new TusError(415, `Content-Type must be ${bytesType}.`);
}

function expires(at: number | undefined): Readonly<Record<string, string>> {
  return at === undefined ? {} : { 'Upload-Expires': new Date(at).toUTCString() };
}
