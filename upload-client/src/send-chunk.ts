import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/client';
import { ClientError, SoapFault, SourceBlob } from '@soapwright/runtime/client';
import { parseRejection, type RejectionMeaning, readChunkLimit } from './rejection-messages.ts';
import { addressHint } from './service-address.ts';
import { abortedBy, UploadError } from './upload-error.ts';
import { dateTimeOfTicks, type FileTimes } from './upload-source.ts';
import type { Target } from './uploader-options.ts';

/**
 * Bytes as a Blob for a streamed field. `new Blob([bytes])` would copy them outside of the garbage collector's heap, where
 * thousands of chunks take hundreds of megabytes before they are collected. The bytes must not change.
 */
export class BytesBlob extends SourceBlob {
  readonly #bytes: Uint8Array;
  readonly #onTaken: () => void;

  /** @param onTaken called when the last byte was read, each time. */
  constructor(bytes: Uint8Array, onTaken: () => void = () => {}) {
    super(bytes.length);
    this.#bytes = bytes;
    this.#onTaken = onTaken;
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    yield this.#bytes.subarray(start, end);
    if (end === this.size) this.#onTaken();
  }
}

/** A chunk to be sent. */
export interface Chunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The other fields of the request. */
export interface Envelope {
  readonly name: string;
  readonly times: FileTimes;
  /** Undefined for the first chunk. */
  readonly token: string | undefined;
  /** SHA-256 of the file; for its last chunk only. */
  readonly digest: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called when the last byte of the chunk was given to the transport. */
  readonly onTaken?: (() => void) | undefined;
}

/** Result of sending a chunk. */
export type Outcome =
  | { readonly kind: 'appended'; readonly token: string; readonly result: ChunkUploadResult }
  /** The chunk may or may not be stored: send it again, after `wait` milliseconds if the service names a time. */
  | { readonly kind: 'failed'; readonly error: UploadError; readonly wait?: number | undefined }
  /** The service expects another offset. */
  | { readonly kind: 'expected'; readonly offset: number; readonly differs: boolean; readonly message: string }
  /** The upload no longer exists, or was finished differently: start over. */
  | { readonly kind: 'gone'; readonly message: string }
  /** The chunk is too large; `most` is the limit of the service, if it names one. */
  | { readonly kind: 'too-large'; readonly most: number | undefined; readonly error: UploadError };

/**
 * Sends a chunk once.
 *
 * @throws {UploadError} when sending it again would change nothing.
 */
export async function sendChunk(target: Target, envelope: Envelope, chunk: Chunk): Promise<Outcome> {
  const { client, requestIds, apiKey, folderKey } = target;
  const { name, times, token, digest, signal, onTaken } = envelope;
  let result: ChunkUploadResult;
  try {
    result = await client.AppendChunkWithFolderAccessKey(
      {
        APIKey: apiKey,
        FolderAccessKey: folderKey,
        FileName: name,
        ChunkData: new BytesBlob(chunk.bytes, onTaken),
        Offset: BigInt(chunk.offset),
        BytesRead: chunk.bytes.length,
        isLastChunk: chunk.isLast,
        UploadToken: token,
        LastWriteTimeUtc: dateTimeOfTicks(times.written),
        CreationTimeUtc: dateTimeOfTicks(times.created),
      },
      { signal, headers: chunk.isLast && digest !== undefined ? { 'X-File-SHA256': digest } : undefined },
    );
  } catch (error) {
    if (signal?.aborted) throw abortedBy(signal);
    if (error instanceof SoapFault) return afterFault(error);
    if (error instanceof ClientError) return afterClientError(error, target.url);
    throw error;
  }
  if (!result.ChunkAppended) return afterRejection(result.ErrorMessage ?? '', requestIds.of(result));
  if (result.UploadToken === undefined || result.UploadToken === '') {
    throw new UploadError('bad-answer', 'The service appended the chunk but returned no UploadToken.', {
      requestId: requestIds.of(result),
    });
  }
  return { kind: 'appended', token: result.UploadToken, result };
}

function afterRejection(message: string, requestId: string | undefined): Outcome {
  const rejection: RejectionMeaning = parseRejection(message);
  const failure = (code: UploadError['code'], text: string): UploadError =>
    new UploadError(code, text, { serverMessage: message, requestId });
  switch (rejection.kind) {
    case 'expected':
      return { kind: 'expected', offset: rejection.offset, differs: rejection.differs, message };
    case 'unknown':
    case 'finished':
      return { kind: 'gone', message };
    case 'busy':
      return { kind: 'failed', error: failure('busy', message) };
    case 'throttled':
      return { kind: 'failed', error: failure('throttled', message), wait: rejection.seconds * 1000 };
    case 'too-large':
      return { kind: 'too-large', most: rejection.most, error: failure('too-large', message) };
    case 'other-digest':
      throw failure('digest-differs', message);
    case 'quota':
      throw failure('quota-exceeded', message);
    case 'denied':
      throw failure('access-denied', message);
    case 'other':
      if (message === '') throw failure('bad-answer', 'The service did not append the chunk and gave no reason.');
      throw failure('refused', message);
  }
}

function afterFault(fault: SoapFault): Outcome {
  const { code, reason, requestId, httpStatus, retryAfter } = fault;
  const failure = (as: UploadError['code']): UploadError =>
    new UploadError(as, reason, { serverMessage: reason, requestId, httpStatus, cause: fault });
  const most = readChunkLimit(reason);
  if (httpStatus === 413 || most !== undefined) return { kind: 'too-large', most, error: failure('too-large') };
  if (code === 'Receiver' || isPassing(httpStatus))
    return { kind: 'failed', error: failure('server-failed'), wait: retryAfter };
  throw failure(code === 'Sender' ? 'refused' : 'bad-answer');
}

function afterClientError(error: ClientError, url: string): Outcome {
  const { httpStatus, retryAfter, requestId, remedy } = error;
  // Its remedies are those of programs that call a service themselves.
  const message = remedy === undefined ? error.message : error.message.replace(` ${remedy}`, '');
  const failure = (code: UploadError['code'], text = message): UploadError =>
    new UploadError(code, text, { httpStatus, requestId, cause: error });
  switch (error.code) {
    case 'connection':
      if (isOfCertificate(error)) throw failure('unreachable');
      return { kind: 'failed', error: failure('unreachable') };
    case 'connection-lost':
    case 'truncated':
    case 'timeout':
      return { kind: 'failed', error: failure('unreachable') };
    case 'invalid-options':
    case 'invalid-request':
      // A name that XML does not allow.
      throw failure('invalid-argument');
    case 'not-soap':
    case 'sign-in-page':
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'proxy-authentication':
    case 'too-many-requests':
    case 'unavailable':
      if (httpStatus === 413) return { kind: 'too-large', most: undefined, error: failure('too-large') };
      if (isPassing(httpStatus) || (httpStatus ?? 0) >= 500) {
        return { kind: 'failed', error: failure('server-failed'), wait: retryAfter };
      }
      throw failure('bad-answer', `${message} ${addressHint(url)}`);
    default:
      throw failure('bad-answer');
  }
}

/** Whether the certificate is not trusted (error codes of Node): another attempt would change nothing. */
function isOfCertificate(error: Error): boolean {
  const { cause } = error;
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && /CERT|LEAF_SIGNATURE/.test(String(cause.code))) || isOfCertificate(cause);
}

/** Whether a status is temporary: 408, 425, 429, 503. */
function isPassing(status: number | undefined): boolean {
  return status === 408 || status === 425 || status === 429 || status === 503;
}
