import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { DateTime } from '@soapwright/runtime';
import { ClientError, type ClientOptions } from '@soapwright/runtime/client';
import { largestChunkSize } from './chunk-size.ts';
import type { UploadJournal } from './journal.ts';
import { Outage } from './outage.ts';
import { RequestIds } from './request-ids.ts';
import type { Retry, RetrySettings } from './retry-settings.ts';
import { serviceAddress } from './service-address.ts';
import { type IncrementalHash, portableSha256 } from './sha256.ts';
import { UploadError } from './upload-error.ts';

/** Destination of files, and how they are sent. */
export interface UploaderOptions extends Pick<ClientOptions, 'soap' | 'transport' | 'headers' | 'interceptors'> {
  /** Address of the service with or without its path: `https://files.example`, `https://files.example/v2/fileservice.asmx`. */
  readonly url: string;
  readonly apiKey: string;
  /** The folder access key, which determines the folder. */
  readonly folderKey: string;
  /**
   * Bytes of a chunk, at most {@link largestChunkSize}. Default: {@link defaultChunkSize} first, then up to 8 MiB on a fast
   * line and less on a slow one.
   */
  readonly chunkSize?: number | undefined;
  /** Timeout for one chunk including its response, in milliseconds; default 120,000. */
  readonly timeout?: number | undefined;
  readonly retry?: Retry | undefined;
  /** Stores the state of uploads. Without one a new process starts over. */
  readonly journal?: UploadJournal | undefined;
  /** Computes the SHA-256 of each file while it is sent; `nodeSha256` of the entry `node` is faster than the default. */
  readonly sha256?: (() => IncrementalHash) | undefined;
}

/** Options of one upload. */
export interface UploadOptions {
  /** Name of the file in the folder; default: the name of the source. */
  readonly name?: string | undefined;
  /** Size of a stream in bytes, if known: another size is an error, and nothing is published. */
  readonly size?: number | undefined;
  /** Last write time of the file; default: the time of the source, otherwise of the upload. */
  readonly lastWriteTimeUtc?: DateTime | undefined;
  readonly creationTimeUtc?: DateTime | undefined;
  /** Aborts the upload. It can be resumed if there is a journal. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each chunk is sent, and when it is acknowledged. Errors that it throws end the upload unchanged. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called for events that do not end the upload. */
  readonly onEvent?: ((event: UploadEvent) => void) | undefined;
}

/** An event that does not end the upload. */
export type UploadEvent =
  /** The upload resumes at an offset. */
  | { readonly type: 'resumed'; readonly name: string; readonly offset: number }
  /** The upload starts over; the reason is the service's message, or that the source changed. */
  | { readonly type: 'restarted'; readonly name: string; readonly reason: string }
  /** A chunk is sent again. `delay` is in milliseconds. */
  | {
      readonly type: 'retrying';
      readonly name: string;
      readonly error: UploadError;
      readonly failures: number;
      readonly delay: number;
    }
  /** The service accepts smaller chunks only. */
  | { readonly type: 'smaller-chunks'; readonly name: string; readonly chunkSize: number }
  /** The journal cannot be written or read: this upload continues, but cannot be resumed. */
  | { readonly type: 'journal-failed'; readonly name: string; readonly error: unknown };

/** Result of an upload. */
export interface UploadResult {
  readonly name: string;
  readonly bytes: number;
  /** Bytes uploaded by an earlier process. */
  readonly resumedAt: number;
  /** SHA-256 of the file in hexadecimal, which the service compared with that of the bytes that arrived. */
  readonly sha256: string;
  readonly milliseconds: number;
  /** The file's times on the service. */
  readonly lastWriteTimeUtc: DateTime | undefined;
  readonly creationTimeUtc: DateTime | undefined;
}

/** Validated options. */
export interface Target {
  readonly client: RemoteFileServiceClient;
  readonly requestIds: RequestIds;
  readonly url: string;
  readonly apiKey: string;
  readonly folderKey: string;
  /** Undefined: chosen by the speed of the line. */
  readonly chunkSize: number | undefined;
  readonly retry: RetrySettings;
  readonly outage: Outage;
  readonly journal: UploadJournal | undefined;
  readonly sha256: () => IncrementalHash;
}

/** @throws {UploadError} `invalid-argument`. */
export function checkOptions(options: UploaderOptions): Target {
  const { apiKey, folderKey, chunkSize, journal, sha256 = portableSha256 } = options;
  const url = serviceAddress(options.url);
  if (apiKey === '') throw invalid('apiKey is empty.');
  if (folderKey === '') throw invalid('folderKey is empty.');
  if (chunkSize !== undefined && !(Number.isInteger(chunkSize) && chunkSize >= 1 && chunkSize <= largestChunkSize)) {
    throw invalid(`chunkSize is in bytes, from 1 to ${largestChunkSize}; ${chunkSize} is not.`);
  }
  const { soap, transport, headers, timeout = 120_000 } = options;
  const requestIds = new RequestIds();
  const interceptors = [requestIds.interceptor, ...(options.interceptors ?? [])];
  const retry = checkRetry(options.retry);
  const target = { url, apiKey, folderKey, chunkSize, journal, sha256, retry, outage: new Outage(retry) };
  try {
    const client = new RemoteFileServiceClient({ address: url, soap, transport, headers, interceptors, timeout });
    return { ...target, client, requestIds };
  } catch (error) {
    if (error instanceof ClientError) throw new UploadError('invalid-argument', error.message, { cause: error });
    throw error;
  }
}

function checkRetry(retry: Retry = {}): RetrySettings {
  const { attempts, firstDelay, longestDelay, patience } = defaultRetry;
  const checked = {
    attempts: retry.attempts ?? (retry.patience === undefined ? attempts : Number.POSITIVE_INFINITY),
    firstDelay: retry.firstDelay ?? firstDelay,
    longestDelay: retry.longestDelay ?? longestDelay,
    patience: retry.patience ?? patience,
    firstPatience: retry.firstPatience ?? retry.patience ?? patience,
  };
  if (!(checked.attempts >= 1)) throw invalid('retry.attempts must be 1 or more.');
  if (!(checked.patience >= 0 && checked.firstPatience >= 0)) {
    throw invalid('retry.patience and retry.firstPatience are in milliseconds, from 0.');
  }
  // The range of timers.
  const isDelay = (delay: number): boolean => delay >= 0 && delay <= 2 ** 31 - 1;
  if (!isDelay(checked.firstDelay) || !isDelay(checked.longestDelay)) {
    throw invalid('retry.firstDelay and retry.longestDelay are in milliseconds, from 0 to 2147483647.');
  }
  return checked;
}

function invalid(message: string): UploadError {
  return new UploadError('invalid-argument', message);
}

const minutes = 60_000;

const defaultRetry = { attempts: 10, firstDelay: 250, longestDelay: minutes / 2, patience: 15 * minutes };

/** Progress of an upload. All numbers are bytes of the file. */
export interface UploadProgress {
  /** Name of the file on the service. */
  readonly name: string;
  /** Acknowledged or being sent. */
  readonly sent: number;
  /** Acknowledged: durable on the service. */
  readonly acknowledged: number;
  /** Total; undefined while unknown. */
  readonly total: number | undefined;
  /** Acknowledged per second, over the last seconds; 0 before the first chunk. Excludes bytes of an earlier process. */
  readonly bytesPerSecond: number;
}

/** Computes a rate from growing amounts. */
export class Rate {
  readonly #span: number;
  readonly #samples: { readonly at: number; readonly bytes: number }[];

  /** @param span period of the rate in milliseconds. */
  constructor(bytes: number, now: number, span = 5_000) {
    this.#span = span;
    this.#samples = [{ at: now, bytes }];
  }

  /** Adds an amount at a time in milliseconds; returns the current bytes per second. */
  at(bytes: number, now: number): number {
    const samples = this.#samples;
    const last = samples.at(-1);
    // A smaller amount, as after a restart, resets the rate.
    if (last !== undefined && bytes < last.bytes) samples.length = 0;
    if (samples.at(-1)?.bytes !== bytes) samples.push({ at: now, bytes });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) > this.#span) samples.shift();
    const first = samples[0];
    if (first === undefined || now <= first.at) return 0;
    return ((bytes - first.bytes) / (now - first.at)) * 1000;
  }
}
