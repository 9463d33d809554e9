import { blobOfBytes } from '#bytes';
import { MessageValues, type MessageValuesSettings } from '../spool/message-values.ts';
import type { SpoolWriter } from '../spool/spool.ts';
import { limitMessage, type NamedLimits } from '../xml/limits.ts';
import { malformed, overLimit } from './mime-error.ts';
import { MultipartParser, type PartContent, type PartHead, type PartLimits } from './multipart-parser.ts';
import { Pieces } from './pieces.ts';
import type { RelatedType } from './related-type.ts';

/** Parts of at most this many bytes stay in memory. */
const SMALL = 64 * 1024;

/** A part that the root may refer to. */
export interface Part {
  readonly blob: Blob;
  /** Of a small part. */
  readonly bytes: Uint8Array | undefined;
}

/** The parts of a message but its root, by their Content-IDs. */
export type Parts = ReadonlyMap<string, Part>;

export interface RelatedSettings extends MessageValuesSettings {
  readonly limits: NamedLimits & PartLimits;
}

/** A complete message of several parts. */
export interface ReceivedParts {
  readonly root: Uint8Array;
  /** Content-Type of the root; undefined without one. */
  readonly contentType: string | undefined;
  readonly parts: Parts;
}

/**
 * Takes in a multipart/related message (RFC 2387): the root stays in memory, other parts go to the spool unless they are
 * small, in whatever order they come.
 */
export class RelatedMessage {
  readonly #settings: RelatedSettings;
  readonly #start: string | undefined;
  readonly #parser: MultipartParser;
  readonly #parts = new Map<string, Part>();
  readonly #values: MessageValues;
  #root: { readonly bytes: Pieces; readonly contentType: string | undefined } | undefined;
  /** Bytes of the root and of small parts. */
  #inMemory = 0;
  #count = 0;

  constructor(type: RelatedType, settings: RelatedSettings) {
    this.#settings = settings;
    this.#start = type.start;
    this.#values = new MessageValues(settings);
    this.#parser = new MultipartParser(type.boundary, settings.limits, (head) => this.#open(head));
  }

  /** The parts that have arrived. */
  get parts(): Parts {
    return this.#parts;
  }

  /** As `MultipartParser.add`. */
  add(piece: Uint8Array): Promise<void> | undefined {
    return this.#values.isOver ? undefined : this.#parser.add(piece);
  }

  /** The message, after the last piece. @throws {XmlError} when it is incomplete. */
  end(): ReceivedParts {
    this.#parser.end();
    if (this.#root === undefined) throw malformed(this.#start === undefined ? 'it has no part' : 'its root is missing');
    return { root: this.#root.bytes.whole(), contentType: this.#root.contentType, parts: this.#parts };
  }

  /** Leaves the parts to their holders. */
  keep(): void {
    this.#values.keep();
  }

  /** Deletes the parts that were not moved. */
  discard(): Promise<void> | undefined {
    return this.#values.discard();
  }

  #open(head: PartHead): PartContent {
    this.#count += 1;
    const { id, contentType } = head;
    if (this.#root === undefined && (this.#start === undefined ? this.#count === 1 : id === this.#start)) {
      const bytes = new Pieces();
      this.#root = { bytes, contentType };
      return { write: (piece) => this.#toMemory(bytes, piece), end: () => undefined };
    }
    if (id !== undefined && (this.#parts.has(id) || id === this.#start)) {
      throw malformed('two parts have the same Content-ID');
    }
    return id === undefined ? this.#skip() : this.#toSpool(head, id);
  }

  /** A part that nothing can refer to. */
  #skip(): PartContent {
    let size = 0;
    return {
      write: (piece) => {
        size += piece.length;
        this.#checkSize(size);
        return undefined;
      },
      end: () => undefined,
    };
  }

  #checkSize(bytes: number): void {
    const { limits } = this.#settings;
    if (bytes > limits.maxStreamBytes) throw overLimit(limitMessage('maxStreamBytes', limits));
  }

  #toMemory(bytes: Pieces, piece: Uint8Array): undefined {
    const { limits } = this.#settings;
    this.#inMemory += piece.length;
    if (this.#inMemory > limits.maxBodyBytes) throw overLimit(limitMessage('maxBodyBytes', limits));
    bytes.add(piece);
  }

  #toSpool({ contentType, fileName }: PartHead, id: string): PartContent {
    const small = new Pieces();
    let writer: SpoolWriter | undefined;
    let size = 0;
    const finish = (blob: Blob, bytes: Uint8Array | undefined): void => {
      this.#parts.set(id, { blob: described(blob, contentType, fileName), bytes });
    };
    return {
      write: (piece) => {
        size += piece.length;
        this.#checkSize(size);
        if (writer === undefined && size <= SMALL) return this.#toMemory(small, piece);
        this.#values.reserve(piece.length);
        if (writer !== undefined) return fill(writer, piece, 0);
        const opened = this.#values.open();
        writer = opened;
        const begun = fill(opened, small.whole(), 0);
        return begun === undefined ? fill(opened, piece, 0) : begun.then(() => fill(opened, piece, 0));
      },
      end: () => {
        if (writer === undefined) {
          const bytes = small.whole();
          finish(blobOfBytes(bytes), bytes);
          return undefined;
        }
        const blob = writer.finish();
        if (blob instanceof Promise) return blob.then((settled) => finish(settled, undefined));
        finish(blob, undefined);
        return undefined;
      },
    };
  }
}

/** Writes a piece from an offset on. */
function fill(writer: SpoolWriter, piece: Uint8Array, from: number): Promise<void> | undefined {
  for (let at = from; at < piece.length; ) {
    const count = Math.min(piece.length - at, writer.buffer.length);
    writer.buffer.set(piece.subarray(at, at + count));
    at += count;
    const wait = writer.advance(count);
    if (wait !== undefined) {
      const next = at;
      return wait.then(() => fill(writer, piece, next));
    }
  }
  return undefined;
}

/** The Blob with the Content-Type of its part, and with its file name as `name`, like a File. */
function described(blob: Blob, type: string | undefined, name: string | undefined): Blob {
  const printable = type !== undefined && !/[^\x20-\x7e]/.test(type) ? type : '';
  Object.defineProperty(blob, 'type', { value: printable, enumerable: false });
  if (name !== undefined) Object.defineProperty(blob, 'name', { value: name, enumerable: true });
  return blob;
}
