import { ClientError } from './client-error.ts';
import { findHeader } from './transport.ts';

/** Headers as an option: by name, or names and values in pairs. */
export type HeadersInput = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** What the client or the transport settles (rules C1, C2 and C4), or what HTTP keeps for the connection. */
const reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'keep-alive',
  'soapaction',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

// RFC 9110, 5.6.2 and 5.5, in the characters that all transports carry.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The HTTP headers of one call, to be changed by interceptors. Names are told apart without regard to case. */
export class HttpHeaders {
  #flat: string[];

  constructor(headers?: HeadersInput | HttpHeaders) {
    if (headers instanceof HttpHeaders) {
      this.#flat = headers.#flat.slice();
      return;
    }
    this.#flat = [];
    if (headers === undefined) return;
    for (const [name, value] of Array.isArray(headers) ? headers : Object.entries(headers)) this.append(name, value);
  }

  /** The first value under the name. */
  get(name: string): string | undefined {
    return findHeader(this.#flat, name.toLowerCase());
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /**
   * Puts the value in place of all others under the name.
   *
   * @throws {ClientError} `invalid-options` for a name or a value that HTTP cannot carry, and for what the client
   * settles itself: `Content-Type`, `SOAPAction`, `Content-Length` and what belongs to the connection.
   */
  set(name: string, value: string): void {
    check(name, value);
    this.delete(name);
    this.#flat.push(name, value);
  }

  /** Adds a value under the name. @throws {ClientError} as `set` does. */
  append(name: string, value: string): void {
    check(name, value);
    this.#flat.push(name, value);
  }

  /** Puts these headers in place of those of the same names. */
  replace(headers: HttpHeaders): void {
    for (const [name] of headers) this.delete(name);
    this.#flat.push(...headers.#flat);
  }

  delete(name: string): void {
    const wanted = name.toLowerCase();
    const kept: string[] = [];
    for (const [each, value] of this) if (each.toLowerCase() !== wanted) kept.push(each, value);
    this.#flat = kept;
  }

  *[Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    for (let i = 0; i < this.#flat.length; i += 2) yield [this.#flat[i] as string, this.#flat[i + 1] as string];
  }

  /** Names and values in turn, in the order they were set. */
  flat(): readonly string[] {
    return this.#flat;
  }
}

function check(name: string, value: string): void {
  if (!token.test(name)) throw new ClientError('invalid-options', `${JSON.stringify(name)} is not a header name.`);
  if (reserved.has(name.toLowerCase())) {
    throw new ClientError('invalid-options', `The header ${name} is settled by the client and its transport.`);
  }
  // The value may be a secret: it is not shown.
  if (typeof value !== 'string' || !fieldValue.test(value)) {
    throw new ClientError('invalid-options', `The value of the header ${name} has characters that HTTP cannot carry.`);
  }
}
