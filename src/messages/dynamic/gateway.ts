import { ClientError, SoapFault, TypedFault } from '@soapwright/runtime/client';
import { openApiOf } from '../../emit/index.ts';
import type { ServiceClient } from './service-client.ts';

export interface GatewayOptions {
  /** Where its operations are, as in `/shop`; default at the root of the address. */
  readonly path?: string | undefined;
  /** The operations that may be called, by the names of their methods; default all. */
  readonly operations?: readonly string[] | undefined;
  /** The most bytes of a request; default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** In milliseconds, for one call of the service; default 60,000. */
  readonly timeout?: number | undefined;
  /** Headers of a request that are passed on, in lower case, such as `authorization`; default none. */
  readonly forward?: readonly string[] | undefined;
  /** Version of the OpenAPI document; default `1.0.0`. */
  readonly apiVersion?: string | undefined;
  /** Called with each error of a call, which the caller sees without its cause. */
  readonly onError?: ((error: unknown, operation: string) => void) | undefined;
}

/** A handler of requests, as servers of the Fetch API have it. */
export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

/**
 * Offers a SOAP service as JSON: `POST /Operation` with the fields of the request, and its OpenAPI document at
 * `/openapi.json`. Faults and errors are problems (RFC 9457), with the path of each mistake.
 *
 * @example
 * const gateway = createGateway(await openService('shop.wsdl'));
 * export default { fetch: (request: Request) => gateway.fetch(request) };
 */
export function createGateway(client: ServiceClient, options: GatewayOptions = {}): Gateway {
  return new JsonGateway(client, options);
}

const mebibyte = 1024 * 1024;

interface Problem {
  readonly type?: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly code?: string;
  readonly value?: unknown;
}

/** A request that is refused before anything is sent. */
class Refusal extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.title);
    this.problem = problem;
    this.headers = headers;
  }
}

class JsonGateway implements Gateway {
  readonly #client: ServiceClient;
  readonly #options: GatewayOptions;
  readonly #path: string;
  readonly #names: ReadonlySet<string>;
  #api: string | undefined;

  constructor(client: ServiceClient, options: GatewayOptions) {
    this.#client = client;
    this.#options = options;
    this.#path = (options.path ?? '').replace(/\/$/, '');
    const all = client.operations.map(({ name }) => name);
    const unknown = options.operations?.find((name) => !all.includes(name));
    if (unknown !== undefined) throw new TypeError(`The service has no operation "${unknown}".`);
    this.#names = new Set(options.operations ?? all);
  }

  async fetch(request: Request): Promise<Response> {
    let operation = '';
    try {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(`${this.#path}/`)) throw notFound();
      operation = decodedName(pathname.slice(this.#path.length + 1));
      if (operation === 'openapi.json') return this.#document(request);
      return await this.#call(operation, request);
    } catch (error) {
      if (!(error instanceof Refusal)) this.#options.onError?.(error, operation);
      return problemResponse(error);
    }
  }

  #document({ method, url }: Request): Response {
    if (method !== 'GET' && method !== 'HEAD') throw notAllowed('GET, HEAD');
    this.#api ??= JSON.stringify(this.#described(new URL(url).origin));
    return new Response(method === 'HEAD' ? null : this.#api, { headers: { 'Content-Type': 'application/json' } });
  }

  #described(origin: string): object {
    const { service } = this.#client;
    const operations = service.operations.filter(({ identifier }) => this.#names.has(identifier));
    const { apiVersion: version } = this.#options;
    return openApiOf({ ...service, operations }, { server: `${origin}${this.#path}/`, version });
  }

  async #call(name: string, request: Request): Promise<Response> {
    if (!this.#names.has(name)) throw notFound();
    if (request.method !== 'POST') throw notAllowed('POST');
    const input = await this.#input(request);
    const { timeout, forward = [] } = this.#options;
    const passedOn = forward.flatMap((header): [string, string][] => {
      const value = request.headers.get(header);
      return value === null ? [] : [[header, value]];
    });
    const { body, headers, httpStatus } = await this.#client.exchange(name, input, {
      headers: this.#headerBlocks(name, request),
      httpHeaders: Object.fromEntries(passedOn),
      signal: request.signal,
      timeout,
    });
    const blocks = Object.entries(headers).map(([block, value]): [string, string] => [
      `Soap-${block}`,
      asciiJson(value),
    ]);
    if (body === undefined && httpStatus === 202) return new Response(null, { status: 202 });
    return new Response(JSON.stringify(await plainBody(body)), {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...Object.fromEntries(blocks) },
    });
  }

  /** Header blocks are HTTP headers with JSON: `Soap-Session: {"Id":"7"}`. */
  #headerBlocks(name: string, { headers }: Request): Readonly<Record<string, unknown>> {
    const declared = this.#client.operationNamed(name)?.headers ?? [];
    const given = declared.flatMap(({ name: block }): [string, unknown][] => {
      const text = headers.get(`Soap-${block}`);
      return text === null ? [] : [[block, parsed(text, `The header Soap-${block}`)]];
    });
    return Object.fromEntries(given);
  }

  async #input(request: Request): Promise<unknown> {
    const type = request.headers.get('content-type') ?? '';
    if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw new Refusal({ title: 'The Content-Type must be application/json.', status: 415 });
    }
    const input = parsed(await this.#text(request), 'The body');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
    throw new Refusal({ title: 'The body must be an object with the fields of the request.', status: 400 });
  }

  async #text(request: Request): Promise<string> {
    const { maxBodyBytes = mebibyte } = this.#options;
    const tooLarge = new Refusal({ title: `A request has at most ${maxBodyBytes} bytes.`, status: 413 });
    if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    let size = 0;
    for await (const piece of request.body ?? []) {
      size += piece.length;
      if (size > maxBodyBytes) throw tooLarge;
      text += decode(decoder, piece);
    }
    return text + decode(decoder);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw new Refusal({ title: 'The body is not in UTF-8.', status: 400 });
  }
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw notFound();
  }
}

/** Deeper values do not become messages: their envelopes would be refused, too. */
const deepest = 256;

function parsed(text: string, what: string): unknown {
  if (depthOf(text) > deepest) throw new Refusal({ title: `${what} has more than ${deepest} levels.`, status: 400 });
  try {
    const value: unknown = JSON.parse(text);
    return /[0-9.]{16}/.test(text) ? JSON.parse(withNumbersAsTexts(text)) : value;
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : undefined;
    throw new Refusal({ title: `${what} is not JSON.`, status: 400, detail });
  }
}

/** No digit of a number is lost: the types of the contract read it. @param text is JSON. */
function withNumbersAsTexts(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g, (token) => {
    return token.startsWith('"') ? token : `"${token}"`;
  });
}

/** The levels of a text of JSON, without parsing it. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') most = Math.max(most, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return most;
}

/** A text of JSON for an HTTP header, whose characters are those of ASCII. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Attachments as base64 with their media types. */
export async function plainBody(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { type: value.type, base64: await base64Of(value) };
  if (Array.isArray(value)) return await Promise.all(value.map(plainBody));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await plainBody(one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const size = 8190;
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    btoa(String.fromCharCode(...bytes.subarray(index * size, (index + 1) * size))),
  );
  return pieces.join('');
}

function notFound(): Refusal {
  return new Refusal({ title: 'There is no such operation.', status: 404, detail: 'See openapi.json.' });
}

function notAllowed(allow: string): Refusal {
  return new Refusal({ title: 'The method is not allowed.', status: 405 }, { Allow: allow });
}

function problemResponse(error: unknown): Response {
  const headers = error instanceof Refusal ? error.headers : retryHeaders(error);
  const { status, ...problem } = problemOf(error);
  return new Response(JSON.stringify({ type: 'about:blank', ...problem, status }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  });
}

function retryHeaders(error: unknown): Readonly<Record<string, string>> {
  const { retryAfter } = error instanceof ClientError || error instanceof SoapFault ? error : {};
  return retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter / 1_000)) };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof SoapFault) return faultProblem(error);
  if (!(error instanceof ClientError)) return { title: 'The gateway has failed.', status: 500 };
  const { code, message: detail } = error;
  switch (code) {
    case 'invalid-request':
      return { title: 'The request does not fit the contract.', status: 400, detail, code };
    case 'timeout':
      return { title: 'The service did not respond in time.', status: 504, code };
    case 'too-many-requests':
      return { title: 'The service takes no more calls for now.', status: 429, code };
    case 'unavailable':
      return { title: 'The service is not available.', status: 503, code };
    case 'unauthorized':
    case 'forbidden':
      return { title: 'The service refuses the credentials.', status: error.httpStatus ?? 502, code };
    default:
      // Addresses and responses of the service are not for callers.
      return { title: 'The service gave no valid response.', status: 502, code };
  }
}

/** Faults about the request are 422, since it fits the contract; those of the service 502. */
function faultProblem(fault: SoapFault): Problem {
  const { code, detailCode, reason: detail } = fault;
  const problem = {
    title: code === 'Sender' ? 'The service refuses the request.' : 'The service has failed.',
    status: code === 'Sender' ? 422 : 502,
    detail,
    code: detailCode ?? code,
  };
  if (!(fault instanceof TypedFault)) return problem;
  return { ...problem, type: `urn:soap:fault:${fault.type.name}`, value: fault.value };
}
