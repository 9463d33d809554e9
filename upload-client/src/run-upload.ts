import { anySignal } from './any-signal.ts';
import { ChunkSize } from './chunk-size.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { type Flight, launch } from './flight.ts';
import { Flights } from './flights.ts';
import { JournalEntry } from './journal-entry.ts';
import { ReadAhead } from './read-ahead.ts';
import type { Chunk, Outcome } from './send-chunk.ts';
import { SourceDigest } from './source-digest.ts';
import { abortedBy, UploadError } from './upload-error.ts';
import { type FileTimes, type OpenSource, ticksOfDateTime } from './upload-source.ts';
import { Rate, type Target, type UploadEvent, type UploadOptions, type UploadResult } from './uploader-options.ts';

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { readonly kind: Kind }>;

/** Maximum number of offset changes by the service without progress. */
const maxDetours = 5;

/** Maximum number of restarts. */
const maxRestarts = 3;

/** If even chunks of this size are too large, the upload fails. */
const smallestChunkSize = 1024;

/**
 * Uploads an open source. The service has the authoritative offset: acknowledged bytes are never sent again; bytes that may
 * or may not be stored are sent again at their offset, where the service stores the same bytes only once.
 *
 * @throws {UploadError}
 */
export async function runUpload(
  target: Target,
  source: OpenSource,
  options: UploadOptions & { readonly name: string },
): Promise<UploadResult> {
  // A separate signal, so that listeners of this upload do not accumulate on the caller's.
  const signal = options.signal && anySignal([options.signal]);
  return await new UploadRun(target, source, { ...options, signal }).run();
}

class UploadRun {
  readonly #target: Target;
  readonly #source: OpenSource;
  readonly #options: UploadOptions & { readonly name: string };
  readonly #times: FileTimes;
  readonly #digest: SourceDigest;
  readonly #started: number = performance.now();
  readonly #journal: JournalEntry;
  readonly #size: ChunkSize;
  readonly #ahead: ReadAhead;
  readonly #flights: Flights;
  readonly #failed: FailedAttempts;
  #token: string | undefined;
  #acknowledged = 0;
  /** End of the bytes that were sent. */
  #sent = 0;
  /** The largest acknowledged offset. */
  #farthest = 0;
  #resumedAt = 0;
  #detours = 0;
  #restarts = 0;
  #rate: Rate;

  constructor(target: Target, source: OpenSource, options: UploadOptions & { readonly name: string }) {
    this.#target = target;
    this.#source = source;
    this.#options = options;
    this.#size = new ChunkSize(target.chunkSize);
    this.#ahead = new ReadAhead((offset, length) => this.#readNow(offset, length));
    this.#flights = new Flights((chunk) => this.#launch(chunk));
    this.#failed = new FailedAttempts(target, options);
    this.#journal = new JournalEntry(target, options.name, source.identity, (error) =>
      this.#notify({ type: 'journal-failed', name: options.name, error }),
    );
    this.#digest = new SourceDigest(target.sha256());
    const { lastWriteTimeUtc, creationTimeUtc } = options;
    const { written, created } = source.times;
    this.#times = {
      written: lastWriteTimeUtc === undefined ? written : ticksOfDateTime(lastWriteTimeUtc),
      created: creationTimeUtc === undefined ? created : ticksOfDateTime(creationTimeUtc),
    };
    this.#rate = new Rate(0, this.#started);
  }

  async run(): Promise<UploadResult> {
    const { signal } = this.#options;
    if (signal?.aborted) throw abortedBy(signal);
    await this.#resume();
    try {
      return await this.#sendAll();
    } catch (error) {
      // Nothing is left to resume.
      if (error instanceof UploadError && error.code === 'quota-exceeded') await this.#journal.remove();
      throw error;
    } finally {
      await this.#flights.end();
    }
  }

  async #sendAll(): Promise<UploadResult> {
    let chunk = await this.#read(this.#acknowledged);
    for (;;) {
      this.#report(chunk.offset + chunk.bytes.length);
      if (chunk.isLast) await this.#source.check?.();
      this.#readAhead(chunk);
      const next = this.#token === undefined ? Promise.resolve(undefined) : this.#ahead.chunk;
      const { began, outcome } = await this.#flights.send(chunk, next);
      const milliseconds = performance.now() - began;
      switch (outcome.kind) {
        case 'appended':
          this.#size.acknowledged(chunk.bytes.length, milliseconds);
          await this.#appended(chunk, outcome);
          if (chunk.isLast) return this.#result(outcome);
          chunk = await this.#read(this.#acknowledged);
          break;
        case 'failed':
          await this.#failed.wait(outcome);
          chunk = await this.#readLessAfter(milliseconds, chunk);
          break;
        case 'expected':
          chunk = await this.#follow(outcome);
          break;
        case 'gone':
          chunk = await this.#beginAgain(outcome.message, 'lost');
          break;
        case 'too-large':
          chunk = await this.#readLess(chunk, outcome);
          break;
      }
    }
  }

  #launch(chunk: Chunk): Flight {
    const { name, signal } = this.#options;
    this.#sent = Math.max(this.#sent, chunk.offset + chunk.bytes.length);
    const envelope = { name, signal, times: this.#times, token: this.#token, digest: this.#digest.value };
    return launch(this.#target, envelope, chunk);
  }

  async #appended(chunk: Chunk, { token, result }: Of<'appended'>): Promise<void> {
    const differs = (sent: bigint | undefined, got: typeof result.LastWriteTimeUtc): boolean =>
      sent !== undefined && (got === undefined || ticksOfDateTime(got) !== sent);
    this.#token = token;
    this.#acknowledged = chunk.offset + chunk.bytes.length;
    this.#failed.progressed();
    this.#noteProgress(this.#acknowledged);
    if (chunk.isLast) await this.#journal.remove();
    if (differs(this.#times.written, result.LastWriteTimeUtc) || differs(this.#times.created, result.CreationTimeUtc)) {
      const state = chunk.isLast ? 'The file was published with other times.' : 'The file was not published.';
      throw new UploadError('times-differ', `The service returned other times than were sent. ${state}`);
    }
    if (!chunk.isLast) await this.#saveState();
    this.#report(this.#acknowledged);
  }

  /** Resets the number of detours when there is progress. */
  #noteProgress(held: number): void {
    if (held <= this.#farthest) return;
    this.#farthest = held;
    this.#detours = 0;
  }

  #result({ result }: Of<'appended'>): UploadResult {
    return {
      name: this.#options.name,
      bytes: this.#acknowledged,
      resumedAt: this.#resumedAt,
      sha256: this.#digest.value ?? '',
      milliseconds: performance.now() - this.#started,
      lastWriteTimeUtc: result.LastWriteTimeUtc,
      creationTimeUtc: result.CreationTimeUtc,
    };
  }

  /** Continues at the offset that the service expects, and resends bytes that it holds unacknowledged for comparison. */
  async #follow({ offset, differs, message }: Of<'expected'>): Promise<Chunk> {
    this.#detours += 1;
    if (this.#detours > maxDetours) {
      throw new UploadError('bad-answer', `The service keeps asking for another offset: ${message}`, {
        serverMessage: message,
      });
    }
    if (differs) return await this.#beginAgain(message, 'conflict');
    const { earliest, size } = this.#source;
    // Only another process with the same journal can have sent more than this one.
    const most = this.#journal.hasState && size !== undefined ? size : this.#sent;
    if (offset > most) {
      throw new UploadError('bad-answer', `The service expects an offset that was not sent yet: ${message}`, {
        serverMessage: message,
      });
    }
    if (offset < earliest) {
      throw new UploadError('lost', `The service lost bytes that it had acknowledged: ${message}`, {
        serverMessage: message,
      });
    }
    // Another process may be uploading the same file: its progress counts too.
    this.#noteProgress(offset);
    if (offset <= this.#acknowledged) {
      this.#acknowledged = offset;
      return await this.#read(offset);
    }
    const from = Math.max(this.#acknowledged, offset - this.#size.bytes);
    return await this.#read(from, offset - from);
  }

  /** Starts a new upload; the old one expires. */
  async #beginAgain(message: string, code: 'lost' | 'conflict'): Promise<Chunk> {
    this.#restarts += 1;
    if (this.#source.earliest > 0 || this.#restarts > maxRestarts) {
      throw new UploadError(code, message, { serverMessage: message });
    }
    this.#notify({ type: 'restarted', name: this.#options.name, reason: message });
    this.#token = undefined;
    this.#acknowledged = 0;
    this.#sent = 0;
    this.#farthest = 0;
    this.#resumedAt = 0;
    await this.#journal.remove();
    return await this.#read(0);
  }

  async #readLess(chunk: Chunk, { most, error }: Of<'too-large'>): Promise<Chunk> {
    const size = most ?? Math.floor(chunk.bytes.length / 2);
    if (size >= chunk.bytes.length || (most === undefined && size < smallestChunkSize) || size < 1) throw error;
    this.#size.limit(size);
    this.#notify({ type: 'smaller-chunks', name: this.#options.name, chunkSize: size });
    return await this.#read(chunk.offset);
  }

  /** After a slow failure the next attempt is with less. A last chunk is sent again whole once: it may be done. */
  async #readLessAfter(milliseconds: number, chunk: Chunk): Promise<Chunk> {
    if (chunk.isLast && this.#failed.count === 1) return chunk;
    this.#size.failed(milliseconds);
    return this.#size.bytes < chunk.bytes.length ? await this.#read(chunk.offset) : chunk;
  }

  /** Reads the next chunk while this one is sent. */
  #readAhead({ offset, bytes, isLast }: Chunk): void {
    if (this.#source.canReadAhead && !isLast) this.#ahead.begin(offset + bytes.length, this.#size.bytes);
  }

  async #read(offset: number, length: number = this.#size.bytes): Promise<Chunk> {
    return (await this.#ahead.take(offset, length)) ?? (await this.#readNow(offset, length));
  }

  async #readNow(offset: number, length: number): Promise<Chunk> {
    const { bytes, isLast } = await this.#source.read(offset, length, this.#options.signal);
    if (bytes.length > length || (bytes.length === 0 && !isLast)) {
      throw new UploadError('source-failed', `The source returned ${bytes.length} bytes for a read of ${length}.`);
    }
    const chunk = { offset, bytes, isLast };
    await this.#digest.add(this.#source, chunk, { most: this.#size.bytes, signal: this.#options.signal });
    return chunk;
  }

  /** Resumes the upload of an earlier process if the source is the same. */
  async #resume(): Promise<void> {
    const { name } = this.#options;
    const state = await this.#journal.load();
    if (state === undefined) return;
    if (state.source !== this.#version() || state.offset > (this.#source.size ?? 0)) {
      this.#notify({ type: 'restarted', name, reason: 'The source changed since the earlier upload.' });
      return;
    }
    this.#token = state.token;
    this.#size.resume(state.chunkSize);
    this.#acknowledged = state.offset;
    this.#farthest = state.offset;
    this.#resumedAt = state.offset;
    this.#rate = new Rate(state.offset, this.#started);
    this.#notify({ type: 'resumed', name, offset: state.offset });
  }

  async #saveState(): Promise<void> {
    if (this.#token === undefined) return;
    await this.#journal.save({
      token: this.#token,
      offset: this.#acknowledged,
      // Of the chunk that is sent next.
      chunkSize: this.#ahead.length ?? this.#size.bytes,
      source: this.#version(),
    });
  }

  #version(): string {
    const { written, created } = this.#times;
    return [this.#source.identity?.version, written, created].join(' ');
  }

  #report(sent: number): void {
    const acknowledged = this.#acknowledged;
    this.#options.onProgress?.({
      name: this.#options.name,
      sent,
      acknowledged,
      total: this.#source.size,
      bytesPerSecond: this.#rate.at(acknowledged, performance.now()),
    });
  }

  #notify(event: UploadEvent): void {
    this.#options.onEvent?.(event);
  }
}
