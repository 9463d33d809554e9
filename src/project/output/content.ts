import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The content of a file that may have to be written. */
export interface Content {
  /** As `digestOf` computes it of the text. */
  readonly digest: string;
  /** The text in UTF-8, in chunks, each valid until the next is read. Throws if only the digest is available. */
  readonly bytes: () => Iterable<Uint8Array>;
}

export function contentOf(text: string): Content {
  return { digest: digestOf(text), bytes: () => [Buffer.from(text)] };
}

/** Content from the build cache: it can be compared, but not written. */
export function digestOnly(digest: string): Content {
  return {
    digest,
    bytes: () => {
      throw new TypeError('Only the digest of this content is available.');
    },
  };
}

export function contentText(content: Content): string {
  return Buffer.concat(Array.from(content.bytes(), (chunk) => Buffer.from(chunk))).toString('utf8');
}

/** In UTF-16 code units: how much of a text is encoded at once. */
const chunkLength = 2 ** 20;

/** A text in pieces, before they are joined. */
export interface PrintedText {
  readonly pieces: Iterable<string>;
  /** The text before and after the pieces; called after the last piece. */
  readonly around: () => readonly [before: string, after: string];
}

/** Encodes a text and keeps its bytes in the store: they take half the memory of a string, or none. */
export function storeContent({ pieces, around }: PrintedText, store: ContentStore): Content {
  const chunks: (() => Buffer)[] = [];
  const hash = createHash('sha256');
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunkLength) continue;
    chunks.push(store.add(waiting.join('')));
    waiting = [];
    length = 0;
  }
  const [before, after] = around();
  const first = chunks.length === 0 ? `${before}${waiting.join('')}${after}` : before;
  const inOrder = [store.add(first), ...chunks];
  if (chunks.length > 0) inOrder.push(store.add(`${waiting.join('')}${after}`));
  for (const chunk of inOrder) hash.update(chunk());
  return {
    digest: hash.digest('hex'),
    bytes: function* () {
      for (const chunk of inOrder) yield chunk();
    },
  };
}

/** In bytes: more than is generated from a contract of 1,000 operations. */
const memoryLimit = 16 * 2 ** 20;

/**
 * Holds the bytes of all files until everything is generated, since nothing is written unless everything can be. Beyond
 * a limit they go to a temporary file without a name, so that nothing is left however the process ends.
 */
export class ContentStore {
  readonly #memoryLimit: number;
  #inMemory = 0;
  #file: number | undefined;
  #end = 0;
  #isFull = false;
  #buffer: Buffer = Buffer.alloc(0);

  /** @param limit in bytes: how much is held in memory. */
  constructor(limit: number = memoryLimit) {
    this.#memoryLimit = limit;
  }

  /** Stores a text. Returns a function that reads its bytes while the store is open; they may be valid until its next call. */
  add(text: string): () => Buffer {
    const length = Buffer.byteLength(text);
    if (this.#inMemory + length > this.#memoryLimit && this.#write(text, length)) {
      const start = this.#end - length;
      return () => this.#read(start, length);
    }
    const bytes = Buffer.from(text);
    this.#inMemory += length;
    return () => bytes;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#isFull = true;
  }

  /** False if the temporary file cannot be written: then the bytes stay in memory. */
  #write(text: string, length: number): boolean {
    if (this.#isFull) return false;
    try {
      const bytes = this.#bufferOf(length);
      bytes.write(text);
      this.#file ??= openUnnamedFile();
      for (let done = 0; done < length; ) {
        done += writeSync(this.#file, bytes, done, length - done, this.#end + done);
      }
      this.#end += length;
      return true;
    } catch {
      this.#isFull = true;
      return false;
    }
  }

  #read(start: number, length: number): Buffer {
    if (this.#file === undefined) throw new TypeError('The content store is closed.');
    const bytes = this.#bufferOf(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, start + done);
      if (read === 0) throw new TypeError('The temporary file of the content store was truncated.');
      done += read;
    }
    return bytes;
  }

  /** The first bytes of the buffer between memory and the file: one for each chunk would wait for garbage collection. */
  #bufferOf(length: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(Math.max(length, 2 * chunkLength));
    return this.#buffer.subarray(0, length);
  }
}

function openUnnamedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-'));
  const path = join(folder, 'contents');
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    rmdirSync(folder);
  } catch {
    // Where an open file cannot be removed, it stays in the temporary folder.
  }
  return file;
}

/** Line feeds only and no byte order mark: a checkout may change both. */
function normalised(text: string): string {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return body.includes('\r') ? body.replaceAll('\r\n', '\n') : body;
}

/** Whether two texts differ in nothing but line ends and a byte order mark. */
export function sameText(a: string, b: string): boolean {
  return a === b || normalised(a) === normalised(b);
}

/** SHA-256 of the normalised text, in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(normalised(text)).digest('hex');
}

/** The digest of a text in UTF-8. */
export function digestOfBytes(bytes: Buffer): string {
  // Decoding is needed only for a byte order mark or a carriage return. Bytes that are not UTF-8 match no digest of ours.
  if (bytes[0] === 0xef || bytes.includes(13)) return digestOf(bytes.toString('utf8'));
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the first lines of a file say that soapwright generated it: such a file may be overwritten. */
export function isMarkedGenerated(bytes: Buffer): boolean {
  return /generated by soapwright/i.test(bytes.toString('latin1', 0, 512));
}
