import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { DateTime } from '@soapwright/runtime';
import { ClientError, type ClientOptions } from '@soapwright/runtime/client';
import type { UploadJournal } from './journal.ts';
import { UploadError } from './upload-error.ts';

/** Bytes of a chunk unless it is given: 1 MiB. */
export const defaultChunkSize: number = 1024 ** 2;

/** The most bytes of a chunk: in base64 it fits under a body of 64 MiB, the usual limit. */
export const largestChunkSize: number = 47 * 1024 ** 2;

/** Where files go, and how. */
export interface UploaderOptions extends Pick<ClientOptions, 'soap' | 'transport' | 'headers' | 'interceptors'> {
  /** Address of the service, such as `https://files.example/v2/fileservice.asmx`. */
  readonly url: string;
  readonly apiKey: string;
  /** The folder access key: it names the folder. */
  readonly folderKey: string;
  /** Bytes of a chunk: {@link defaultChunkSize} unless it is given, {@link largestChunkSize} at most. */
  readonly chunkSize?: number | undefined;
  /** Milliseconds for one chunk, sent and answered; 120,000 unless it is given. */
  readonly timeout?: number | undefined;
  readonly retry?: Retry | undefined;
  /** Where uploads keep how far they are. Without one a new process begins anew. */
  readonly journal?: UploadJournal | undefined;
}

/** What is particular about one upload. */
export interface UploadOptions {
  /** Name of the file in the folder; the source's own unless it is given. */
  readonly name?: string | undefined;
  /** Bytes of a stream, where they are known: one that ends elsewhere is an error, and nothing is published. */
  readonly size?: number | undefined;
  /** When the file was last written to; the source's own time unless it is given, else the service's clock. */
  readonly lastWriteTimeUtc?: DateTime | undefined;
  readonly creationTimeUtc?: DateTime | undefined;
  /** Ends the upload. It can be resumed where a journal is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each chunk is sent, and when it is acknowledged. What it throws ends the upload, as it is. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called when something happened that the upload goes on after. */
  readonly onEvent?: ((event: UploadEvent) => void) | undefined;
}

/** What happened to an upload that goes on. */
export type UploadEvent =
  /** An earlier process held so many bytes. */
  | { readonly type: 'resumed'; readonly name: string; readonly offset: number }
  /** It begins anew, and why: the service's message, or that the source was changed. */
  | { readonly type: 'restarted'; readonly name: string; readonly reason: string }
  /** A chunk is sent again. `delay` is in milliseconds. */
  | {
      readonly type: 'retrying';
      readonly name: string;
      readonly error: UploadError;
      readonly failures: number;
      readonly delay: number;
    }
  /** The service takes less at once. */
  | { readonly type: 'smaller-chunks'; readonly name: string; readonly chunkSize: number }
  /** The journal cannot be written or read: this upload goes on, and cannot be resumed. */
  | { readonly type: 'journal-failed'; readonly name: string; readonly error: unknown };

/** What was uploaded. */
export interface UploadResult {
  readonly name: string;
  readonly bytes: number;
  /** Bytes that an earlier process had uploaded. */
  readonly resumedAt: number;
  readonly milliseconds: number;
  /** The file's times, as the service has them. */
  readonly lastWriteTimeUtc: DateTime | undefined;
  readonly creationTimeUtc: DateTime | undefined;
}

/** Options that were checked. */
export interface Target {
  readonly client: RemoteFileServiceClient;
  readonly url: string;
  readonly apiKey: string;
  readonly folderKey: string;
  readonly chunkSize: number;
  /** Whether somebody asked for that size. */
  readonly chunkSizeGiven: boolean;
  readonly retry: RetrySettings;
  readonly journal: UploadJournal | undefined;
}

/** @throws {UploadError} `invalid-argument`. */
export function checkOptions(options: UploaderOptions): Target {
  const { url, apiKey, folderKey, chunkSize = defaultChunkSize, journal } = options;
  if (apiKey === '') throw invalid('apiKey is empty.');
  if (folderKey === '') throw invalid('folderKey is empty.');
  if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > largestChunkSize) {
    throw invalid(`chunkSize is in bytes, from 1 to ${largestChunkSize}; ${chunkSize} is not.`);
  }
  const { soap, transport, headers, interceptors, timeout = 120_000 } = options;
  const target = { url, apiKey, folderKey, chunkSize, journal, retry: checkRetry(options.retry) };
  try {
    const client = new RemoteFileServiceClient({ address: url, soap, transport, headers, interceptors, timeout });
    return { ...target, client, chunkSizeGiven: options.chunkSize !== undefined };
  } catch (error) {
    if (error instanceof ClientError) throw new UploadError('invalid-argument', error.message, { cause: error });
    throw error;
  }
}

function checkRetry(retry: Retry = {}): RetrySettings {
  const { attempts, firstDelay, longestDelay } = defaultRetry;
  const checked = {
    attempts: retry.attempts ?? attempts,
    firstDelay: retry.firstDelay ?? firstDelay,
    longestDelay: retry.longestDelay ?? longestDelay,
  };
  if (!(checked.attempts >= 1)) throw invalid('retry.attempts must be 1 or more.');
  // What a timer can hold.
  const isDelay = (delay: number): boolean => delay >= 0 && delay <= 2 ** 31 - 1;
  if (!isDelay(checked.firstDelay) || !isDelay(checked.longestDelay)) {
    throw invalid('retry.firstDelay and retry.longestDelay are in milliseconds, from 0 to 2147483647.');
  }
  return checked;
}

function invalid(message: string): UploadError {
  return new UploadError('invalid-argument', message);
}

/** How often and how soon a chunk is sent again. */
export interface Retry {
  /** How often one chunk is sent before the upload fails; 10 unless it is given, `Infinity` for no end. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt, doubled for each that follows; 250 unless it is given. */
  readonly firstDelay?: number | undefined;
  /** Milliseconds that are never exceeded; 30,000 unless it is given. */
  readonly longestDelay?: number | undefined;
}

export type RetrySettings = { readonly [name in keyof Retry]-?: number };

export const defaultRetry: RetrySettings = { attempts: 10, firstDelay: 250, longestDelay: 30_000 };

/**
 * Milliseconds to wait after so many failures: half of it is fixed, half of it chance, so that callers whose service
 * came back do not all come at once.
 */
export function delayAfter(failures: number, { firstDelay, longestDelay }: RetrySettings): number {
  const whole = Math.min(longestDelay, firstDelay * 2 ** (failures - 1));
  return whole / 2 + (Math.random() * whole) / 2;
}

/** How far an upload is. All numbers are bytes of the file. */
export interface UploadProgress {
  /** Name of the file on the service. */
  readonly name: string;
  /** Acknowledged, or on their way. */
  readonly sent: number;
  /** What the service holds for certain, whatever happens. */
  readonly acknowledged: number;
  /** All of it; undefined while that is not known. */
  readonly total: number | undefined;
  /** Acknowledged per second, over the last seconds; 0 before the first. Bytes of an earlier process do not count. */
  readonly bytesPerSecond: number;
}

/** Milliseconds that the rate is taken over. */
const span = 5_000;

/** Works out a rate from amounts that grow. */
export class Rate {
  readonly #samples: { readonly at: number; readonly bytes: number }[];

  constructor(bytes: number, now: number) {
    this.#samples = [{ at: now, bytes }];
  }

  /** Bytes per second with this amount at this moment, in milliseconds. */
  at(bytes: number, now: number): number {
    const samples = this.#samples;
    const last = samples.at(-1);
    // What went back, as after a restart, begins anew.
    if (last !== undefined && bytes < last.bytes) samples.length = 0;
    if (samples.at(-1)?.bytes !== bytes) samples.push({ at: now, bytes });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) > span) samples.shift();
    const first = samples[0];
    if (first === undefined || now <= first.at) return 0;
    return ((bytes - first.bytes) / (now - first.at)) * 1000;
  }
}
