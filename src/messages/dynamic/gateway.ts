import { ClientError } from '@soapwright/runtime/client';
import type { ResolvedOperation } from '../../contract/index.ts';
import { openApiOf } from '../../emit/index.ts';
import { ValueModel } from '../model/value-model.ts';
import { type BinaryPart, binaryInput, binaryOutput, binaryValue, bytesOf } from './gateway-binary.ts';
import { bodyBytes, bodyText } from './gateway-body.ts';
import { asciiJson, parsed, plainBody } from './gateway-json.ts';
import { listPage, operationPage } from './gateway-page.ts';
import { notAllowed, notFound, problemResponse, Refusal } from './gateway-problem.ts';
import type { ServiceCallOptions, ServiceClient } from './service-client.ts';

/** A call of a gateway that is over. */
export interface GatewayCall {
  /** Empty for a page, the OpenAPI document, and an address without an operation. */
  readonly operation: string;
  /** Of the response, in HTTP. */
  readonly status: number;
  /** Until the head of the response. */
  readonly milliseconds: number;
}

export interface GatewayOptions {
  /** Where its operations are, as in `/shop`; default at the root of the address. */
  readonly path?: string | undefined;
  /** The operations that may be called, by the names of their methods; default all. */
  readonly operations?: readonly string[] | undefined;
  /**
   * Operations that may be called again after an error of the connection and after 429 and 503, at most twice: those that
   * change nothing. Default none.
   */
  readonly safe?: readonly string[] | undefined;
  /** The most bytes of a request; default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** In milliseconds, for one call of the service, with all records of its response; default 60,000. */
  readonly timeout?: number | undefined;
  /**
   * Headers of a request that are passed on, in lower case, such as `authorization`; default none. The trace context
   * (`traceparent`, `tracestate`, `baggage`) is always.
   */
  readonly forward?: readonly string[] | undefined;
  /** Version of the OpenAPI document; default `1.0.0`. */
  readonly apiVersion?: string | undefined;
  /** Called with each error of a call, which the caller sees without its cause. */
  readonly onError?: ((error: unknown, operation: string) => void) | undefined;
  /** Called after each request: for metrics. */
  readonly onCall?: ((call: GatewayCall) => void) | undefined;
}

/** A handler of requests, as servers of the Fetch API have it. */
export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

/**
 * Offers a SOAP service as JSON: `POST /Operation` with the fields of the request, its OpenAPI document at `/openapi.json`,
 * and pages for people at `/`. Faults and errors are problems (RFC 9457), with the path of each mistake. A list comes record
 * by record to who accepts `application/x-ndjson`, one binary value as bytes to who accepts `application/octet-stream`.
 *
 * @example
 * const gateway = createGateway(await openService('shop.wsdl'));
 * export default { fetch: (request: Request) => gateway.fetch(request) };
 */
export function createGateway(client: ServiceClient, options: GatewayOptions = {}): Gateway {
  return new JsonGateway(client, options);
}

const mebibyte = 1024 * 1024;

/** Repeated calls of safe operations. */
const mostRepeats = 2;
/** In milliseconds: who has to wait longer gets the 503 with its Retry-After. */
const longestWait = 5_000;

const traceContext = ['traceparent', 'tracestate', 'baggage'];

const repeatable: ReadonlySet<string> = new Set([
  'connection',
  'connection-lost',
  'truncated',
  'unavailable',
  'too-many-requests',
]);

class JsonGateway implements Gateway {
  readonly #client: ServiceClient;
  readonly #model: ValueModel;
  readonly #options: GatewayOptions;
  readonly #path: string;
  readonly #operations: ReadonlyMap<string, ResolvedOperation>;
  readonly #safe: ReadonlySet<string>;
  #api: string | undefined;

  constructor(client: ServiceClient, options: GatewayOptions) {
    this.#client = client;
    this.#model = new ValueModel(client.service);
    this.#options = options;
    this.#path = (options.path ?? '').replace(/\/$/, '');
    const all = new Map(client.service.operations.map((one) => [one.identifier, one]));
    const named = [...(options.operations ?? []), ...(options.safe ?? [])];
    const unknown = named.find((name) => !all.has(name));
    if (unknown !== undefined) throw new TypeError(`The service has no operation "${unknown}".`);
    const offered = new Set(options.operations ?? all.keys());
    this.#operations = new Map([...all].filter(([name]) => offered.has(name)));
    this.#safe = new Set(options.safe);
  }

  async fetch(request: Request): Promise<Response> {
    const started = performance.now();
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(`${this.#path}/`) ? decodedName(pathname.slice(this.#path.length + 1)) : undefined;
    const operation = this.#operations.get(name ?? '');
    const label = operation?.identifier ?? '';
    const response = await this.#response(name, operation, request).catch((error: unknown) => {
      if (!(error instanceof Refusal)) this.#options.onError?.(error, label);
      return problemResponse(error);
    });
    this.#options.onCall?.({ operation: label, status: response.status, milliseconds: performance.now() - started });
    return response;
  }

  async #response(
    name: string | undefined,
    operation: ResolvedOperation | undefined,
    request: Request,
  ): Promise<Response> {
    const { method } = request;
    if (operation === undefined) {
      if (name === 'openapi.json') return this.#read(method, () => this.#document(request.url));
      if (name === '') return this.#read(method, () => listPage(this.#about(request.url)));
      throw notFound();
    }
    if (method === 'POST') return await this.#call(operation, request);
    const isForPeople = /\btext\/html\b/.test(request.headers.get('accept') ?? '');
    if (!isForPeople || (method !== 'GET' && method !== 'HEAD')) throw notAllowed('POST');
    return this.#read(method, () => operationPage(this.#about(request.url), operation));
  }

  #read(method: string, make: () => Response): Response {
    if (method !== 'GET' && method !== 'HEAD') throw notAllowed('GET, HEAD');
    const response = make();
    return method === 'GET' ? response : new Response(null, { headers: response.headers });
  }

  #about(url: string): Parameters<typeof listPage>[0] {
    const address = `${new URL(url).origin}${this.#path}/`;
    return { client: this.#client, operations: [...this.#operations.values()], address };
  }

  #document(url: string): Response {
    const { service } = this.#client;
    const { apiVersion: version } = this.#options;
    const { operations, address: server } = this.#about(url);
    this.#api ??= JSON.stringify(openApiOf({ ...service, operations }, { server, version }));
    return new Response(this.#api, { headers: { 'Content-Type': 'application/json' } });
  }

  async #call(operation: ResolvedOperation, request: Request): Promise<Response> {
    const accepts = (type: string): boolean => (request.headers.get('accept') ?? '').includes(type);
    const { identifier } = operation;
    const options = this.#callOptions(operation, request);
    const input = await this.#input(operation, request);
    if (accepts('application/x-ndjson')) {
      const records = this.#client.recordLists(identifier, input, options);
      if (records === undefined) throw notAcceptable('The response has no list, or several: accept application/json.');
      return await this.#lines(records, identifier);
    }
    const binary = accepts('application/octet-stream') ? binaryOutput(this.#model, operation) : undefined;
    if (accepts('application/octet-stream') && binary === undefined && !accepts('json') && !accepts('*/*')) {
      throw notAcceptable('The response has no binary value, or several: accept application/json.');
    }
    const { body, headers, httpStatus } = await this.#repeated(identifier, request.signal, () =>
      this.#client.exchange(identifier, input, options),
    );
    const blocks = Object.entries(headers).map(([block, value]): [string, string] => [
      `Soap-${block}`,
      asciiJson(value),
    ]);
    if (body === undefined && httpStatus === 202) return new Response(null, { status: 202 });
    const shared = { 'Cache-Control': 'no-store', ...Object.fromEntries(blocks) };
    if (binary !== undefined) return binaryResponse(binary, body, shared);
    const text = JSON.stringify(await plainBody(body));
    return new Response(text, { headers: { 'Content-Type': 'application/json', ...shared } });
  }

  #callOptions(operation: ResolvedOperation, request: Request): ServiceCallOptions {
    const { timeout, forward = [] } = this.#options;
    const passedOn = [...traceContext, ...forward].flatMap((header): [string, string][] => {
      const value = request.headers.get(header);
      return value === null ? [] : [[header, value]];
    });
    return {
      headers: headerBlocks(operation, request),
      httpHeaders: Object.fromEntries(passedOn),
      signal: request.signal,
      timeout,
    };
  }

  async #repeated<Result>(name: string, signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await call();
      } catch (error) {
        const isMeant = this.#safe.has(name) && error instanceof ClientError && repeatable.has(error.code);
        if (!isMeant || repeats === mostRepeats || signal.aborted) throw error;
        const wait = error.retryAfter ?? 100 * 4 ** repeats;
        if (wait > longestWait) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** Responds when the first record is there, or the error of a call without any. */
  async #lines(lists: AsyncGenerator<readonly unknown[], void, undefined>, name: string): Promise<Response> {
    const encoder = new TextEncoder();
    let next: IteratorResult<readonly unknown[], void> | undefined = await lists.next();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = next ?? (await lists.next());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(await linesOf(value)));
        } catch (error) {
          // The response is cut off: what was sent is valid.
          this.#options.onError?.(error, name);
          controller.error(error);
        }
      },
      cancel: async () => {
        await lists.return();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' } });
  }

  async #input(operation: ResolvedOperation, request: Request): Promise<unknown> {
    const { maxBodyBytes = mebibyte } = this.#options;
    const type = request.headers.get('content-type') ?? '';
    if (/^application\/octet-stream\s*(?:;|$)/i.test(type)) {
      const binary = binaryInput(this.#model, operation);
      if (binary !== undefined) {
        const content = new Blob([await bodyBytes(request, maxBodyBytes)]);
        const others = Object.fromEntries(new URL(request.url).searchParams);
        return { ...others, [binary.property]: await binaryValue(binary, content) };
      }
    }
    if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw new Refusal({ title: 'The Content-Type must be application/json.', status: 415 });
    }
    const input = parsed(await bodyText(request, maxBodyBytes), 'The body');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
    throw new Refusal({ title: 'The body must be an object with the fields of the request.', status: 400 });
  }
}

/** Header blocks are HTTP headers with JSON: `Soap-Session: {"Id":"7"}`. */
function headerBlocks({ headers: uses }: ResolvedOperation, { headers }: Request): Readonly<Record<string, unknown>> {
  const given = uses.input.flatMap(({ header: { identifier: block } }): [string, unknown][] => {
    const text = headers.get(`Soap-${block}`);
    return text === null ? [] : [[block, parsed(text, `The header Soap-${block}`)]];
  });
  return Object.fromEntries(given);
}

function binaryResponse(binary: BinaryPart, body: unknown, headers: Readonly<Record<string, string>>): Response {
  const content = bytesOf(binary, body);
  if (content === undefined) return new Response(null, { status: 204, headers });
  return new Response(content, { headers: { ...headers, 'Content-Type': 'application/octet-stream' } });
}

async function linesOf(records: readonly unknown[]): Promise<string> {
  const plain = (await plainBody(records)) as readonly unknown[];
  return plain.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function notAcceptable(detail: string): Refusal {
  return new Refusal({ title: 'There is no such representation.', status: 406, detail });
}

function decodedName(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
