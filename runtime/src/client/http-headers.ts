import { ClientError } from './client-error.ts';

/** Headers as an option: an object, or pairs of names and values. */
export type HeadersInput = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** Headers that the client or the transport sets (rules C1, C2 and C4), and those of the connection. */
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

// RFC 9110, 5.6.2 and 5.5, without characters that some transports cannot send.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The HTTP headers of one call, which interceptors may change. Names are case-insensitive. */
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

  /** The first value of a name. */
  get(name: string): string | undefined {
    return findHeader(this.#flat, name.toLowerCase());
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /**
   * Replaces all values of a name.
   *
   * @throws {ClientError} `invalid-options` for a name or value that HTTP does not allow, and for headers that the client
   * sets: `Content-Type`, `SOAPAction`, `Content-Length` and those of the connection.
   */
  set(name: string, value: string): void {
    check(name, value);
    this.delete(name);
    this.#flat.push(name, value);
  }

  /** Adds a value. @throws {ClientError} as `set` does. */
  append(name: string, value: string): void {
    check(name, value);
    this.#flat.push(name, value);
  }

  /** Sets these headers, which replace those of the same names. */
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

  /** Names and values alternately, in the order they were set. */
  flat(): readonly string[] {
    return this.#flat;
  }
}

function check(name: string, value: string): void {
  if (!token.test(name)) throw new ClientError('invalid-options', `${JSON.stringify(name)} is not a header name.`);
  if (reserved.has(name.toLowerCase())) {
    throw new ClientError('invalid-options', `The header ${name} is set by the client and its transport.`);
  }
  // The value is not quoted, because it may be a secret.
  if (typeof value !== 'string' || !fieldValue.test(value)) {
    throw new ClientError(
      'invalid-options',
      `The value of the header ${name} has characters that HTTP does not allow.`,
    );
  }
}

/** The first value of a header in a list of alternating names and values. @param name in lower case. */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    const each = headers[i] as string;
    if (each.length === name.length && each.toLowerCase() === name) return headers[i + 1];
  }
  return undefined;
}

/** The X-Request-Id of a response, which the log of the service has too; made safe for an error message. */
export function requestIdOf(headers: readonly string[]): string | undefined {
  const value = findHeader(headers, 'x-request-id')?.trim();
  return value === undefined || value === '' ? undefined : value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

/** All three date formats of HTTP begin with a weekday (RFC 9110, 5.6.7). `Date.parse` alone accepts many others. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?[, ]/;

/**
 * The Retry-After header of a response in milliseconds (RFC 9110, 10.2.3). A date is compared with the response's Date header,
 * or else with the local clock.
 */
export function retryAfterOf(headers: readonly string[]): number | undefined {
  const value = findHeader(headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const until = dateOf(value);
  if (until === undefined) return undefined;
  const now = dateOf(findHeader(headers, 'date')?.trim() ?? '') ?? Date.now();
  return Math.max(0, until - now);
}

function dateOf(value: string): number | undefined {
  if (!httpDate.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The headers of a response with another Content-Type. */
export function withContentType(headers: readonly string[], type: string): string[] {
  return headers.map((value, at) => (at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'content-type' ? type : value));
}
