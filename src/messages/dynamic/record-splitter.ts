import { encodingOf } from '@soapwright/runtime/xml';

const [LESS, GREATER, SLASH, BANG, QUESTION, DASH, BRACKET] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f, 0x2d, 0x5b] as const;
const [QUOTE, APOSTROPHE, COLON, CLOSE_BRACKET] = [0x22, 0x27, 0x3a, 0x5d] as const;

/** Bytes of records that are read at once. */
const batchBytes = 64 * 1024;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A record, or the rest of its message, has more bytes than may be in memory. */
export class RecordTooLarge extends Error {}

interface OpenElement {
  readonly tag: Uint8Array;
  readonly isOnPath: boolean;
}

/** Where bytes go: to the records, to the rest of the message, or to both. */
type Destination = 'records' | 'rest' | 'both';

export interface RecordSplitterOptions {
  /** Local names from the envelope to the record. */
  readonly path: readonly string[];
  /** How many records stay in the rest of the message, too. */
  readonly kept: number;
  /** Most bytes of a record, and of the rest. */
  readonly most: number;
  /** Gets complete records in a document with the start tags around them, in their order, one document after the other. */
  readonly onRecords: (document: Uint8Array) => Promise<void> | undefined;
}

/**
 * Cuts the elements of one path out of a message that arrives in pieces, so that a list is never in memory as a whole. It
 * recognises the ends of markup and validates nothing: what it cuts and the rest are validated by the reader.
 */
export class RecordSplitter {
  /** Records until now. */
  count = 0;
  /** Whether the message is in an encoding that is not cut, so that the rest is all of it. */
  isWhole = false;
  readonly #options: RecordSplitterOptions;
  readonly #open: OpenElement[] = [];
  readonly #rest = new Parts();
  readonly #batch = new Parts();
  readonly #ready: Uint8Array[] = [];
  /** What has arrived, from the first byte on that has no destination yet. */
  #buffer: Uint8Array = new Uint8Array(0);
  #destination: Destination = 'rest';
  /** Where the bytes begin that go to `#destination`, where they end, and where scanning continues. */
  #from = 0;
  #to = 0;
  #at = 0;
  /** End of the last complete record among the bytes from `#from` to `#to`; -1 without one. */
  #recordEnd = -1;
  /** Elements that are open from a record on. */
  #depth = 0;
  #hasBegun = false;

  constructor(options: RecordSplitterOptions) {
    this.#options = options;
  }

  /** @throws {RecordTooLarge} and the errors of `onRecords`; the promise may reject likewise. */
  add(piece: Uint8Array): Promise<void> | undefined {
    this.#append(piece);
    if (!this.#hasBegun && !this.#begin()) return undefined;
    if (this.isWhole) this.#put('rest', this.#buffer.length);
    else while (this.#step());
    if (this.#depth > 0) this.#put(this.#inside, this.#at);
    this.#closeRun();
    if (this.#rest.size > this.#options.most || this.#batch.size > this.#options.most) throw new RecordTooLarge();
    return this.#ready.length === 0 ? undefined : this.#deliver();
  }

  /** The message without the records that are not kept. Call it after the last piece. */
  end(): Uint8Array {
    this.#rest.add(this.#buffer.subarray(this.#to));
    return this.#rest.joined();
  }

  get #inside(): Destination {
    return this.count < this.#options.kept ? 'both' : 'records';
  }

  #append(piece: Uint8Array): void {
    const left = this.#buffer.subarray(this.#to);
    if (left.length > this.#options.most) throw new RecordTooLarge();
    this.#at -= this.#to;
    this.#from = 0;
    this.#to = 0;
    this.#recordEnd = -1;
    this.#buffer = joined([left, piece]);
  }

  /** Whether enough has arrived to know the encoding. */
  #begin(): boolean {
    const start = this.#buffer.subarray(0, 256);
    if (start.length < 256 && !start.includes(GREATER)) return false;
    this.#hasBegun = true;
    this.isWhole = !/^(?:utf-?8|us-ascii)$/.test(encodingOf(start));
    return true;
  }

  /** Processes the next markup. @returns false when more bytes are needed. */
  #step(): boolean {
    const start = this.#buffer.indexOf(LESS, this.#at);
    this.#at = start === -1 ? this.#buffer.length : start;
    const end = start === -1 ? -1 : endOfMarkup(this.#buffer, start);
    if (end === -1) return false;
    this.#at = end;
    const next = this.#buffer[start + 1];
    if (next === SLASH) this.#endTag(end);
    else if (next !== BANG && next !== QUESTION) this.#startTag(start, end);
    else this.#put(this.#depth > 0 ? this.#inside : 'rest', end);
    return true;
  }

  #startTag(start: number, end: number): void {
    const isEmpty = this.#buffer[end - 2] === SLASH;
    if (this.#depth === 0) {
      const { path } = this.#options;
      const level = this.#open.length;
      const isOnPath =
        (this.#open.at(-1)?.isOnPath ?? true) && localName(this.#buffer.subarray(start, end)) === path[level];
      if (!isOnPath || level < path.length - 1) {
        this.#put('rest', end);
        if (!isEmpty) this.#open.push({ tag: this.#buffer.slice(start, end), isOnPath });
        return;
      }
    }
    this.#put(this.#inside, end);
    if (!isEmpty) this.#depth++;
    else if (this.#depth === 0) this.#endRecord();
  }

  #endTag(end: number): void {
    this.#put(this.#depth > 0 ? this.#inside : 'rest', end);
    if (this.#depth === 0) this.#open.pop();
    else if (--this.#depth === 0) this.#endRecord();
  }

  #endRecord(): void {
    this.count++;
    this.#recordEnd = this.#to;
    if (this.#to - this.#from > batchBytes) this.#closeRun();
  }

  /** Sends the bytes up to `end` to a destination. */
  #put(destination: Destination, end: number): void {
    if (destination !== this.#destination) {
      this.#closeRun();
      this.#destination = destination;
    }
    this.#to = end;
  }

  /** Adds the bytes to their destination, and ends the batch after the last complete record. */
  #closeRun(): void {
    const bytes = this.#buffer;
    if (this.#destination !== 'records') this.#rest.add(bytes.slice(this.#from, this.#to));
    if (this.#destination !== 'rest') {
      const cut = this.#recordEnd === -1 ? this.#from : this.#recordEnd;
      if (cut > this.#from) {
        this.#batch.add(bytes.slice(this.#from, cut));
        this.#ready.push(this.#document());
        this.#batch.clear();
      }
      this.#batch.add(bytes.slice(cut, this.#to));
    }
    this.#from = this.#to;
    this.#recordEnd = -1;
  }

  #document(): Uint8Array {
    const tags = this.#open.map(({ tag }) => tag);
    const ends = tags.map((tag) => `</${nameOfTag(tag)}>`).reverse();
    return joined([...tags, this.#batch.joined(), encoder.encode(ends.join(''))]);
  }

  async #deliver(): Promise<void> {
    for (const document of this.#ready.splice(0)) await this.#options.onRecords(document);
  }
}

class Parts {
  size = 0;
  #parts: Uint8Array[] = [];

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.size += part.length;
  }

  clear(): void {
    this.#parts = [];
    this.size = 0;
  }

  joined(): Uint8Array {
    return joined(this.#parts);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Behind the markup that begins at `start`; -1 if it has not arrived. */
function endOfMarkup(bytes: Uint8Array, start: number): number {
  const next = bytes[start + 1];
  if (next === QUESTION) return endAfter(bytes, start + 2, QUESTION, 1);
  if (next === BANG) {
    const third = bytes[start + 2];
    if (third === DASH) return endAfter(bytes, start + 4, DASH, 2);
    if (third === BRACKET) return endAfter(bytes, start + 9, CLOSE_BRACKET, 2);
    // Anything else is a DOCTYPE, which the reader of the rest refuses.
    return third === undefined ? -1 : bytes.indexOf(GREATER, start) + 1 || -1;
  }
  let quote = 0;
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (quote !== 0) quote = byte === quote ? 0 : quote;
    else if (byte === GREATER) return at + 1;
    else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
  }
  return -1;
}

/** Behind the first `>` that follows one or two of a byte, which are not before `start`. */
function endAfter(bytes: Uint8Array, start: number, before: number, times: 1 | 2): number {
  for (let at = bytes.indexOf(GREATER, start + times); at !== -1; at = bytes.indexOf(GREATER, at + 1)) {
    if (bytes[at - 1] === before && (times === 1 || bytes[at - 2] === before)) return at + 1;
  }
  return -1;
}

/** The name of a start tag, with its prefix. */
function nameOfTag(tag: Uint8Array): string {
  return decoder.decode(tag.subarray(1, endOfName(tag)));
}

function localName(tag: Uint8Array): string {
  const end = endOfName(tag);
  const colon = tag.subarray(0, end).indexOf(COLON);
  return decoder.decode(tag.subarray(colon === -1 ? 1 : colon + 1, end));
}

function endOfName(tag: Uint8Array): number {
  let at = 1;
  while (at < tag.length && (tag[at] as number) > 0x20 && tag[at] !== SLASH && tag[at] !== GREATER) at++;
  return at;
}
