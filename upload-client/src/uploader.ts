import { anySignal } from './any-signal.ts';
import { runUpload } from './run-upload.ts';
import { openStream } from './stream-source.ts';
import { UploadError } from './upload-error.ts';
import { type OpenSource, openBlob, openBytes, type UploadInput } from './upload-source.ts';
import {
  checkOptions,
  type Target,
  type UploaderOptions,
  type UploadOptions,
  type UploadResult,
} from './uploader-options.ts';

/** A file for `uploadAll`. */
export interface UploadItem extends UploadOptions {
  readonly source: UploadInput;
}

/** Its result, or error. */
export type ItemOutcome<Item extends UploadItem = UploadItem> =
  | { readonly item: Item; readonly result: UploadResult; readonly error?: undefined }
  | { readonly item: Item; readonly result?: undefined; readonly error: unknown };

/**
 * Uploads files into one folder of the Remote File Service.
 *
 * @example
 * const uploader = new Uploader({ url, apiKey, folderKey });
 * const { bytes } = await uploader.upload(file, { onProgress: ({ acknowledged }) => console.log(acknowledged) });
 */
export class Uploader {
  readonly #target: Target;

  /** @throws {UploadError} `invalid-argument`. */
  constructor(options: UploaderOptions) {
    this.#target = checkOptions(options);
  }

  /**
   * Uploads one file. When this returns, the complete file is durable and visible under its name; until then it is not
   * visible, and an existing file of that name is unchanged.
   *
   * @throws {UploadError}
   */
  async upload(input: UploadInput, options: UploadOptions = {}): Promise<UploadResult> {
    if (!isInput(input)) {
      throw new UploadError('invalid-argument', 'The source is not a Blob, bytes or a stream. Encode text first.');
    }
    const name = options.name ?? inputName(input);
    if (name === undefined || name === '') {
      throw new UploadError('invalid-argument', 'The file needs a name: the source has none.');
    }
    checkSize(options.size);
    const source = await open(input, options.size);
    try {
      if (source.size !== undefined && options.size !== undefined && source.size !== options.size) {
        throw new UploadError(
          'source-changed',
          `The source has ${source.size} bytes, and ${options.size} were announced.`,
        );
      }
      return await runUpload(this.#target, source, { ...options, name });
    } finally {
      await source.close();
    }
  }

  /**
   * Uploads many files, some concurrently. Items are read when an upload can start. A failure does not stop the others,
   * unless the service rejects the keys (every further attempt would count as a guess), or no upload made progress for
   * `retry.patience`. Items that were not started then, or when the signal was aborted, have no outcome.
   *
   * @returns the outcomes in the order of `items`.
   */
  async uploadAll<Item extends UploadItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    options: {
      /** Number of concurrent uploads; default 4. */
      readonly parallel?: number | undefined;
      /** Aborts all uploads. */
      readonly signal?: AbortSignal | undefined;
      /** Called when an upload has ended. */
      readonly onOutcome?: ((outcome: ItemOutcome<Item>) => void | Promise<void>) | undefined;
    } = {},
  ): Promise<ItemOutcome<Item>[]> {
    const { parallel = 4, signal, onOutcome } = options;
    if (!(parallel >= 1)) throw new UploadError('invalid-argument', 'parallel must be 1 or more.');
    const outcomes: ItemOutcome<Item>[] = [];
    const queue = numbered(items);
    const { outage } = this.#target;
    outage.begin();
    let stopped = false;
    const worker = async (): Promise<void> => {
      while (!stopped && !signal?.aborted) {
        const next = await queue.next();
        if (next.done) return;
        const { index, item } = next.value;
        const outcome = await this.#outcomeOf(item, signal);
        outcomes[index] = outcome;
        stopped ||= refusesKeys(outcome.error) || (isTemporary(outcome.error) && outage.isTooLong);
        await onOutcome?.(outcome);
      }
    };
    const workers = Array.from({ length: Math.min(parallel, 1000) }, async () => {
      try {
        await worker();
      } catch (error) {
        // The iterable or the callback failed: running uploads finish, and no more are started.
        stopped = true;
        throw error;
      }
    });
    const failed = (await Promise.allSettled(workers)).find((settled) => settled.status === 'rejected');
    await queue.return(undefined);
    if (failed?.status === 'rejected') throw failed.reason;
    return outcomes;
  }

  async #outcomeOf<Item extends UploadItem>(item: Item, signal: AbortSignal | undefined): Promise<ItemOutcome<Item>> {
    const signals = [signal, item.signal].filter((each) => each !== undefined);
    const { source, ...options } = item;
    try {
      const result = await this.upload(source, {
        ...options,
        signal: signals.length > 0 ? anySignal(signals) : undefined,
      });
      return { item, result };
    } catch (error) {
      return { item, error };
    }
  }
}

/** A generator serialises calls of `next`, so that several workers can share it. */
async function* numbered<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<{ readonly index: number; readonly item: Item }, undefined> {
  let index = 0;
  for await (const item of items) {
    yield { index, item };
    index += 1;
  }
}

function refusesKeys(error: unknown): boolean {
  return error instanceof UploadError && (error.code === 'access-denied' || error.code === 'throttled');
}

/** Whether a later attempt may succeed. */
function isTemporary(error: unknown): boolean {
  return error instanceof UploadError && ['unreachable', 'server-failed', 'busy'].includes(error.code);
}

function inputName(input: UploadInput): string | undefined {
  return 'name' in input && typeof input.name === 'string' ? input.name : undefined;
}

function checkSize(size: number | undefined): void {
  if (size === undefined || (Number.isSafeInteger(size) && size >= 0)) return;
  throw new UploadError('invalid-argument', `size is a whole number of bytes; ${size} is not.`);
}

async function open(input: UploadInput, size: number | undefined): Promise<OpenSource> {
  if (input instanceof Blob) return openBlob(input);
  if (input instanceof Uint8Array) return openBytes(input);
  return isStream(input) ? openStream(input, size) : await input.open();
}

/** For callers without type checks: an ArrayBuffer, for example, is not an input. */
function isInput(input: unknown): input is UploadInput {
  if (typeof input !== 'object' || input === null) return false;
  return input instanceof Blob || isStream(input) || ('open' in input && typeof input.open === 'function');
}

/** Checked first: Node streams may have an `open` method. */
function isStream(
  input: object,
): input is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return Symbol.asyncIterator in input || Symbol.iterator in input || 'getReader' in input;
}
