import { type ReaderOptions, type Tolerance, XmlBytesReader } from '../xml/bytes-reader.ts';
import { LESS, SLASH } from '../xml/chars.ts';
import { nextChild } from '../xml/content.ts';
import { limitMessage, type NamedLimits } from '../xml/limits.ts';
import type { Base64Decoder, BlobDecoder } from '../xml/reader.ts';
import { attributeName, tag } from '../xml/tag.ts';
import { attachmentsOf } from './attachments.ts';
import { overLimit } from './mime-error.ts';
import type { Part, Parts } from './related-message.ts';

const include = tag('http://www.w3.org/2004/08/xop/include', 'Include');
const href = attributeName('', 'href');

const [BANG, QUESTION] = [0x21, 0x3f];

/**
 * Reads values of xs:base64Binary from the parts of a message: where an element has an `xop:Include` (XOP 1.0, 3.2), or an
 * attribute `href` (SOAP with Attachments, 3). A reference to anything but a part of the message is refused.
 */
export class PartReading {
  /** Parts that are needed in memory; they are empty in what was read. */
  readonly missing: Set<Part> = new Set();
  #parts: Parts;
  readonly #used = new Set<Part>();
  /** Bytes of parts that were loaded into memory. */
  readonly #loaded = new Map<Part, Uint8Array>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** For `ReaderOptions.tolerance`. @param tolerance of the messages without parts. */
  tolerance(tolerance: Tolerance | undefined): Tolerance {
    return {
      isStandard: tolerance === undefined || tolerance.isStandard,
      open: (message, options) => this.#opened(open(message, options, tolerance)),
      read: (options, read) => {
        const attempt = (given: typeof options): ReturnType<typeof read> => {
          this.#used.clear();
          return read(given);
        };
        return tolerance === undefined ? attempt(options) : tolerance.read(options, attempt);
      },
      isOfOrder: (error) => tolerance?.isOfOrder(error) ?? false,
    };
  }

  /** The part that a reference of the message means; undefined for none. */
  part(reference: string): Part | undefined {
    const id = /^cid:/i.test(reference) ? reference.slice(4) : undefined;
    return id === undefined ? undefined : (this.#parts.get(id) ?? this.#parts.get(decoded(id)));
  }

  /** Shows these parts alone, by these Content-IDs. */
  show(parts: ReadonlyMap<string, Blob>): void {
    const known = new Map([...this.#parts.values()].map((part) => [part.blob, part]));
    this.#parts = new Map([...parts].map(([id, blob]) => [id, known.get(blob) ?? { blob, bytes: undefined }]));
  }

  /**
   * Loads the missing parts; the message must then be read again.
   *
   * @returns false when none is missing.
   * @throws {XmlError} `limit` when they are too large for memory.
   */
  async load(limits: NamedLimits): Promise<boolean> {
    const all = [...this.missing];
    this.missing.clear();
    this.#used.clear();
    const bytes = all.reduce((sum, { blob }) => sum + blob.size, 0);
    if (bytes > limits.maxBodyBytes) throw overLimit(limitMessage('maxBodyBytes', limits));
    for (const part of all) this.#loaded.set(part, new Uint8Array(await part.blob.arrayBuffer()));
    return all.length > 0;
  }

  #opened(reader: XmlBytesReader): XmlBytesReader {
    attachmentsOf.set(reader, {
      unreferenced: (names) => this.#attached(names),
      referenced: (uri) => this.#find(reader, uri, 'swaRef').blob,
      bytes: (uri) => this.#bytes(this.#find(reader, uri)),
    });
    const base64 = reader.base64.bind(reader);
    const blob = reader.blob.bind(reader);
    reader.base64 = (decoder: Base64Decoder) => {
      const part = this.#referenced(reader);
      return part === undefined ? base64(decoder) : this.#bytes(part);
    };
    reader.blob = (decoder: BlobDecoder) => {
      const part = this.#referenced(reader);
      if (part === undefined) return blob(decoder);
      reader.before ??= reader.recordBefore?.(reader.innermost);
      return part.blob;
    };
    return reader;
  }

  /**
   * The parts that nothing refers to, for names of attachments: by Content-IDs that begin with the name and `=` (WS-I
   * Attachments Profile 1.0, R2933), then in order.
   */
  #attached(names: readonly string[]): readonly (Blob | undefined)[] {
    const free = new Map([...this.#parts].filter(([, part]) => !this.#used.has(part)));
    const named = names.map((name) => {
      const id = [...free.keys()].find((one) => one.startsWith(`${name}=`) || decoded(one).startsWith(`${name}=`));
      const part = id === undefined ? undefined : free.get(id);
      if (id !== undefined) free.delete(id);
      return part;
    });
    const others = free.values();
    return named.map((part) => (part ?? others.next().value)?.blob);
  }

  #bytes(part: Part): Uint8Array {
    const bytes = part.bytes ?? this.#loaded.get(part);
    if (bytes !== undefined) return bytes;
    this.missing.add(part);
    return new Uint8Array(0);
  }

  /** The part that the open element refers to, whose end tag is then read; undefined for one with content of its own. */
  #referenced(reader: XmlBytesReader): Part | undefined {
    const { elements, lexer } = reader;
    const reference = reader.attribute(href);
    if (elements.empty) {
      if (reference === undefined) return undefined;
      elements.close();
      return this.#find(reader, reference);
    }
    const start = lexer.pos;
    lexer.skipWhite();
    const next = lexer.data[lexer.pos] === LESS ? lexer.data[lexer.pos + 1] : undefined;
    const isElement = next !== undefined && next !== SLASH && next !== BANG && next !== QUESTION;
    lexer.pos = start;
    if (reference !== undefined && next === SLASH) {
      if (nextChild(elements)) throw reader.misplaced();
      return this.#find(reader, reference);
    }
    if (!isElement || !nextChild(elements)) return undefined;
    elements.startTag();
    if (!elements.is(include)) throw reader.misplaced();
    const included = reader.attribute(href) ?? '';
    if (elements.empty) elements.close();
    else if (nextChild(elements)) throw reader.misplaced();
    // Nothing else may be in the element (XOP 1.0, 3.2).
    if (nextChild(elements)) throw reader.misplaced();
    return this.#find(reader, included);
  }

  /** @param reader has read the end tag of the value. */
  #find(reader: XmlBytesReader, reference: string, type = 'base64Binary'): Part {
    if (!/^cid:/i.test(reference)) {
      throw reader.invalid(type, 'a reference may be to a part of the message only (cid:)');
    }
    const part = this.part(reference);
    if (part === undefined) throw reader.invalid(type, 'it refers to a part that the message does not have');
    if (this.#used.has(part)) throw reader.invalid(type, 'two values refer to the same part');
    this.#used.add(part);
    return part;
  }
}

function open(message: Uint8Array, options: ReaderOptions, tolerance: Tolerance | undefined): XmlBytesReader {
  return tolerance?.open(message, options) ?? new XmlBytesReader(message, options);
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/**
 * Reads a message whose values may be in parts; a second time if parts are needed in memory that are elsewhere.
 *
 * @param read reads the root.
 */
export async function readWithParts<Result>(
  parts: Parts,
  reading: ReaderOptions,
  limits: NamedLimits,
  read: (tolerance: Tolerance) => Result | Promise<Result>,
): Promise<Result> {
  const values = new PartReading(parts);
  const tolerance = values.tolerance(reading.tolerance);
  try {
    const result = await read(tolerance);
    if (!(await values.load(limits))) return result;
  } catch (error) {
    if (!(await values.load(limits))) throw error;
  }
  return await read(tolerance);
}
