import { gather, readableOf } from '../bytes/byte-pieces.ts';
import { BlobError } from './blob-error.ts';
import { LightBlob } from './light-blob.ts';

/** The value of a property that cannot be cloned: an error, where an object without the bytes would be the clone. */
const unclonable = Symbol('A Blob whose bytes are elsewhere: send the result of its bytes(), since it');

/** The error for a source with more or fewer bytes than promised. */
export function wrongSize(size: number): BlobError {
  return new BlobError('wrong-size', `A Blob has not the ${size} bytes that its size says.`);
}

/**
 * A Blob whose bytes come from elsewhere: a file, an iterable. Only its methods read it: `new Blob([it])`, and `FormData`,
 * which bypass them, find nothing, and on Node `structuredClone` throws a DataCloneError.
 */
export abstract class SourceBlob extends LightBlob {
  override readonly size: number;
  override readonly type: string;
  protected readonly unclonable: symbol = unclonable;

  constructor(size: number, type = '') {
    super(type);
    this.size = size;
    this.type = mediaType(type);
  }

  /**
   * Exactly the bytes from `start` to `end`. A piece is valid until the next one is requested: its buffer is reused.
   *
   * @throws {BlobError} when the source has a different size, or cannot be read again.
   */
  abstract pieces(start?: number, end?: number): AsyncIterable<Uint8Array>;

  /**
   * The bytes from `start` to `end` where they are in memory, without a copy; undefined where they must be read. They must
   * not be changed, and are valid until the value is discarded.
   */
  views(_start?: number, _end?: number): readonly Uint8Array[] | undefined {
    return undefined;
  }

  /** Keeps the bytes of `views` valid, also when the value is discarded, until the returned function is called. */
  keepViews(): () => void {
    return () => undefined;
  }

  /** Whether it can be read any number of times. */
  get isRepeatable(): boolean {
    return true;
  }

  /** Checks, without reading, whether it can still be read. @throws {BlobError} or the platform's error. */
  async check(): Promise<void> {}

  override slice(start = 0, end: number = this.size, type = ''): Blob {
    const from = absolute(start, this.size);
    return new BlobSlice(this, from, Math.max(from, absolute(end, this.size)), type);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const target = new Uint8Array(this.size);
    const { length } = await gather(this.pieces(), target);
    if (length !== this.size) throw wrongSize(this.size);
    return target;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  override stream(): ReturnType<Blob['stream']> {
    return readableOf(this.pieces()[Symbol.asyncIterator]()) as ReturnType<Blob['stream']>;
  }
}

/** Whether a Blob is a SourceBlob: by its method, so that a message with other Blobs does not need the class. */
export function isSourceBlob(blob: Blob): blob is SourceBlob {
  return 'pieces' in blob && typeof blob.pieces === 'function';
}

class BlobSlice extends SourceBlob {
  readonly #source: SourceBlob;
  readonly #start: number;

  constructor(source: SourceBlob, start: number, end: number, type: string) {
    super(end - start, type);
    this.#source = source;
    this.#start = start;
  }

  override get isRepeatable(): boolean {
    return this.#source.isRepeatable;
  }

  override check(): Promise<void> {
    return this.#source.check();
  }

  override pieces(start = 0, end: number = this.size): AsyncIterable<Uint8Array> {
    return this.#source.pieces(this.#start + start, this.#start + end);
  }

  override views(start = 0, end: number = this.size): readonly Uint8Array[] | undefined {
    return this.#source.views(this.#start + start, this.#start + end);
  }

  override keepViews(): () => void {
    return this.#source.keepViews();
  }
}

/** The type of a Blob as the File API, 3.2, defines it. */
function mediaType(type: string): string {
  if (type === '') return type;
  return /[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase();
}

/** An argument of `Blob.slice` as an offset: a negative one counts from the end. */
function absolute(at: number, size: number): number {
  return at < 0 ? Math.max(size + at, 0) : Math.min(at, size);
}
