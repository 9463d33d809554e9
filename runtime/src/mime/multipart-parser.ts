import { encodeUtf8, indexOf } from '#bytes';
import { parseParameters } from './media-type.ts';
import { malformed, overLimit } from './mime-error.ts';
import { type TransferDecoder, transferDecoder } from './transfer-decoder.ts';

/** The head of a part. */
export interface PartHead {
  /** Content-ID without angle brackets; undefined without one. */
  readonly id: string | undefined;
  /** Content-Type as written; undefined without one. */
  readonly contentType: string | undefined;
  /** File name of the Content-Disposition, or name of the Content-Type; undefined without one. */
  readonly fileName: string | undefined;
}

/** Takes the content of one part. The returned promises must resolve before the next call. */
export interface PartContent {
  write(piece: Uint8Array): Promise<void> | undefined;
  end(): Promise<void> | undefined;
}

/** Limits of a message with parts. */
export interface PartLimits {
  readonly maxParts: number;
  /** Bytes of the header of one part. */
  readonly maxPartHeaderBytes: number;
}

const [CR, LF, DASH] = [13, 10, 45];

/** Bytes of the text before the first part. */
const maxPreamble = 64 * 1024;

/**
 * Takes a multipart body apart that arrives in pieces (RFC 2046, 5.1). A text before the first part and one after the last
 * are skipped; the last line needs no end.
 */
export class MultipartParser {
  readonly #delimiter: Uint8Array;
  readonly #search: DelimiterSearch;
  readonly #limits: PartLimits;
  readonly #open: (head: PartHead) => PartContent;
  /** Bytes at the end of a piece that may belong to a delimiter, a line or a header. */
  #held: Uint8Array = new Uint8Array(0);
  #state: 'preamble' | 'delimited' | 'head' | 'content' | 'over' = 'preamble';
  #content: PartContent | undefined;
  #decoder: TransferDecoder | undefined;
  /** Whether no content of the part was read: its delimiter may then come without a line end of its own. */
  #isAtStart = false;
  #parts = 0;
  #preamble = 0;

  constructor(boundary: string, limits: PartLimits, open: (head: PartHead) => PartContent) {
    this.#delimiter = encodeUtf8(`\r\n--${boundary}`);
    this.#search = new DelimiterSearch(this.#delimiter);
    this.#limits = limits;
    this.#open = open;
    // The first delimiter needs no line before it.
    this.#held = Uint8Array.of(CR, LF);
  }

  /**
   * Takes the next piece, which must not change until the returned promise, if any, has resolved.
   *
   * @throws {XmlError} `ill-formed` or `limit`, and the errors of the contents; the promise rejects with the same.
   */
  add(piece: Uint8Array): Promise<void> | undefined {
    if (this.#state === 'over') return undefined;
    let data = piece;
    if (this.#held.length > 0) {
      data = new Uint8Array(this.#held.length + piece.length);
      data.set(this.#held);
      data.set(piece, this.#held.length);
    }
    return this.#from(data, 0);
  }

  /** After the last piece. @throws {XmlError} when the last delimiter is missing. */
  end(): void {
    if (this.#state === 'delimited' && this.#held[0] === DASH && this.#held[1] === DASH) return;
    if (this.#state !== 'over') throw malformed('it ends before its last boundary');
  }

  #from(data: Uint8Array, from: number): Promise<void> | undefined {
    let at: number | undefined = from;
    while (at !== undefined) {
      const start: number = at;
      let wait: Promise<void> | undefined;
      switch (this.#state) {
        case 'preamble':
          at = this.#skipPreamble(data, start);
          break;
        case 'delimited':
          at = this.#afterDelimiter(data, start);
          break;
        case 'head':
          at = this.#readHead(data, start);
          break;
        case 'content': {
          if (this.#isAtStart) {
            const line = this.#delimiter.subarray(2);
            const same = countSame(data, start, line, 0);
            if (same === line.length) {
              wait = this.#write(data.subarray(start, start), true);
              at = start + same;
              break;
            }
            if (start + same === data.length) {
              at = this.#hold(data, start);
              break;
            }
            this.#isAtStart = false;
          }
          const found = this.#search.find(data, start);
          wait = this.#write(data.subarray(start, found.at), found.isWhole);
          at = found.isWhole ? found.at + this.#delimiter.length : this.#hold(data, found.at);
          break;
        }
        case 'over':
          return undefined;
      }
      if (wait !== undefined) {
        const next = at;
        return wait.then(() => (next === undefined ? undefined : this.#from(data, next)));
      }
    }
    return undefined;
  }

  /** Keeps the rest for the next piece. */
  #hold(data: Uint8Array, from: number): undefined {
    this.#held = new Uint8Array(data.subarray(from));
    return undefined;
  }

  #skipPreamble(data: Uint8Array, from: number): number | undefined {
    const { at, isWhole } = this.#search.find(data, from);
    this.#preamble += at - from;
    if (this.#preamble > maxPreamble) throw malformed('its first boundary is missing');
    if (!isWhole) return this.#hold(data, at);
    this.#state = 'delimited';
    return at + this.#delimiter.length;
  }

  /** The rest of the line of a delimiter. */
  #afterDelimiter(data: Uint8Array, from: number): number | undefined {
    if (data.length - from < 2) return this.#hold(data, from);
    if (data[from] === DASH && data[from + 1] === DASH) {
      this.#state = 'over';
      this.#held = new Uint8Array(0);
      return undefined;
    }
    const end = indexOf(data, LF, from);
    if (end === -1) {
      if (data.length - from > 100) throw malformed('a boundary is followed by something else');
      return this.#hold(data, from);
    }
    for (let at = from; at < end; at++) {
      const byte = data[at];
      if (byte !== 32 && byte !== 9 && !(byte === CR && at === end - 1)) {
        throw malformed('a boundary is followed by something else');
      }
    }
    this.#parts += 1;
    if (this.#parts > this.#limits.maxParts) {
      throw overLimit(`limit maxParts (${this.#limits.maxParts}) reached; raise it with the option maxParts of mtom`);
    }
    this.#state = 'head';
    return end + 1;
  }

  #readHead(data: Uint8Array, from: number): number | undefined {
    const end = headEnd(data, from);
    const { maxPartHeaderBytes } = this.#limits;
    if ((end ?? data.length) - from > maxPartHeaderBytes) {
      throw overLimit(
        `limit maxPartHeaderBytes (${maxPartHeaderBytes}) reached; raise it with the option maxPartHeaderBytes of mtom`,
      );
    }
    if (end === undefined) return this.#hold(data, from);
    const headers = parseHeaders(data.subarray(from, end));
    const contentType = headers.get('content-type');
    const parsed = contentType === undefined ? undefined : parseParameters(contentType);
    if (parsed?.value.startsWith('multipart/') === true) throw malformed('a part is itself multipart');
    const disposition = parseParameters(headers.get('content-disposition') ?? '');
    this.#decoder = transferDecoder(headers.get('content-transfer-encoding'));
    this.#content = this.#open({
      id: headers
        .get('content-id')
        ?.trim()
        .replace(/^<(.*)>$/s, '$1'),
      contentType,
      fileName: disposition?.parameters.get('filename') ?? parsed?.parameters.get('name'),
    });
    this.#state = 'content';
    this.#isAtStart = true;
    return end;
  }

  #write(piece: Uint8Array, isLast: boolean): Promise<void> | undefined {
    const content = this.#content as PartContent;
    const decoder = this.#decoder as TransferDecoder;
    const decoded = decoder.decode(piece);
    const wait = decoded.length === 0 ? undefined : content.write(decoded);
    if (!isLast) return wait;
    this.#state = 'delimited';
    const finish = (): Promise<void> | undefined => {
      const rest = decoder.end();
      const last = rest.length === 0 ? undefined : content.write(rest);
      return last === undefined ? content.end() : last.then(() => content.end());
    };
    return wait === undefined ? finish() : wait.then(finish);
  }
}

/** How many bytes of the delimiter are in the data at an offset. @param known number of them that are. */
function countSame(data: Uint8Array, at: number, delimiter: Uint8Array, known: number): number {
  const most = Math.min(delimiter.length, data.length - at);
  let same = known;
  while (same < most && data[at + same] === delimiter[same]) same++;
  return same;
}

/**
 * Finds a delimiter by its last byte (Horspool), so that most bytes are not looked at. A delimiter has CR only at its
 * beginning, so comparisons that start there do not overlap: the time is linear whatever boundary and data are.
 */
class DelimiterSearch {
  readonly #delimiter: Uint8Array;
  /** How far the end of a possible delimiter moves at a byte. */
  readonly #shift: Uint16Array;

  constructor(delimiter: Uint8Array) {
    const last = delimiter.length - 1;
    this.#delimiter = delimiter;
    this.#shift = new Uint16Array(256).fill(delimiter.length);
    for (let at = 0; at < last; at++) this.#shift[delimiter[at] as number] = last - at;
  }

  /**
   * Where a delimiter begins; else where one may begin, whose rest is in the next piece.
   *
   * @returns the end of the data when nothing at its end may belong to one.
   */
  find(data: Uint8Array, from: number): { readonly at: number; readonly isWhole: boolean } {
    const delimiter = this.#delimiter;
    const shift = this.#shift;
    const last = delimiter.length - 1;
    const byte = delimiter[last];
    let end = from + last;
    while (end < data.length) {
      const here = data[end] as number;
      const at = end - last;
      if (here === byte && data[at] === CR && countSame(data, at, delimiter, 1) === delimiter.length) {
        return { at, isWhole: true };
      }
      end += shift[here] as number;
    }
    for (let at = Math.max(from, data.length - last); ; at++) {
      at = indexOf(data, CR, at);
      if (at === -1) return { at: data.length, isWhole: false };
      if (at + countSame(data, at, delimiter, 1) === data.length) return { at, isWhole: false };
    }
  }
}

/** The offset after the empty line that ends a head; undefined when it is not there yet. */
function headEnd(data: Uint8Array, from: number): number | undefined {
  for (let start = from; ; ) {
    const end = indexOf(data, LF, start);
    if (end === -1) return undefined;
    if (end === start || (end === start + 1 && data[start] === CR)) return end + 1;
    start = end + 1;
  }
}

/** By their names in lower case; the first of a name counts, and a line that begins with white space goes on. */
function parseHeaders(data: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const text = new TextDecoder().decode(data).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) {
      if (line.trim() !== '') throw malformed('a line of the header of a part has no name');
      continue;
    }
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}
