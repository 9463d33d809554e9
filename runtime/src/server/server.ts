import { carriesBody, isFinalStatus } from '../soap/http-status.ts';
import { configure, type Service } from './configured-service.ts';
import { respondToFetch } from './fetch-adapter.ts';
import type { Implementation } from './handler.ts';
import { HttpRejection, type HttpResponse, plainResponse, textResponse, withoutBody } from './http-response.ts';
import type { ServerLoad } from './overload/admission.ts';
import type { PageRequest } from './pages-option.ts';
import { beginPost } from './post-head.ts';
import { RequestId } from './request-context.ts';
import {
  callerAddress,
  type HeadFields,
  headerValue,
  headFields,
  isHost,
  type RequestHead,
  splitTarget,
  type Target,
  traceIdOf,
} from './request-head.ts';
import { errorName } from './server-events.ts';
import type { CommonOptions, Route, RouteRequest, ServerOptions } from './server-options.ts';
import { metadata, type ServiceDescription } from './service-description.ts';
import { type FetchInfo, isPendingBody, type PendingBody, type SoapServer } from './soap-server.ts';

/**
 * Creates a server; generated code calls this with its description and operations.
 *
 * @throws {TypeError | RangeError} for invalid options, and for operations with the same element and soapAction.
 */
export function createServer<State>(
  description: ServiceDescription,
  options: ServerOptions<State>,
  implementations: readonly Implementation<State>[],
): SoapServer {
  return new Server(configure(description, options, implementations));
}

class Server<State> implements SoapServer {
  readonly path: string;
  readonly #service: Service<State>;

  constructor(service: Service<State>) {
    this.path = service.path;
    this.#service = service;
  }

  get load(): ServerLoad {
    const { running, waiting } = this.#service.admission;
    return { running, waiting };
  }

  fetch(request: Request, info: FetchInfo = {}): Promise<Response> {
    return respondToFetch(this, request, info);
  }

  begin(head: RequestHead): HttpResponse | Promise<HttpResponse> | PendingBody {
    const service = this.#service;
    const fields = headFields(head.rawHeaders);
    const extra =
      service.cors === undefined
        ? service.fixedHeaders
        : [...service.fixedHeaders, ...corsHeaders(service.cors, fields.origin)];
    if (fields.host === undefined ? head.needsHost : !isHost(fields.host)) {
      return this.#reject(
        new HttpRejection(400, 'The request must name its host by one valid Host header.'),
        head,
        extra,
      );
    }
    // Most targets are exactly the path, which then needs no parsing.
    const target = head.target === service.path ? { path: service.path, query: '' } : splitTarget(head.target);
    if (target !== undefined && (target.path === service.path || head.mounted === true)) {
      if (head.method === 'POST') {
        const form = target.query === '' ? undefined : this.#beginForm(this.#pageRequest(head, fields, target, extra));
        if (form !== undefined) return form;
        const begun = beginPost(service, head, fields, extra);
        if (begun instanceof HttpRejection) return this.#reject(begun, head, extra);
        const tooLong = begun.length !== undefined && begun.length > begun.mostBytes;
        if (tooLong) return begun.tooLarge();
        const shed = service.admission.sheds(head);
        return shed === undefined ? begun : begun.shed(shed);
      }
      if (head.method === 'GET' || head.method === 'HEAD') {
        const response = this.#get(this.#pageRequest(head, fields, target, extra));
        return head.method === 'HEAD' ? withoutBody(response) : response;
      }
      if (head.method === 'OPTIONS' && service.cors !== undefined) return preflight(extra);
      const allowed = service.cors === undefined ? 'GET, HEAD, POST' : 'GET, HEAD, OPTIONS, POST';
      return this.#reject(new HttpRejection(405, `Here only ${allowed} are allowed.`, ['Allow', allowed]), head, extra);
    }
    const route = target === undefined ? undefined : service.routes.get(target.path);
    if (route === undefined) return this.#reject(new HttpRejection(404, 'There is nothing here.'), head, extra);
    if (head.method === 'GET' || head.method === 'HEAD') return this.#respondToRoute(route, head);
    return this.#reject(
      new HttpRejection(405, 'Here only GET and HEAD are allowed.', ['Allow', 'GET, HEAD']),
      head,
      extra,
    );
  }

  /** GET on the address: the WSDL, the discovery document or a page. */
  #get(request: PageRequest): HttpResponse {
    const { description, pages } = this.#service;
    const { address, target, extraHeaders } = request;
    const found = metadata(description, address, target.query, extraHeaders) ?? pages?.get(request);
    return found ?? plainResponse(200, `${description.name} is a SOAP service; ?wsdl describes it.`, extraHeaders);
  }

  /** Begins the response to a posted test form (rule P3); undefined for other requests. */
  #beginForm(request: PageRequest): HttpResponse | PendingBody | undefined {
    const { pages, path, limits, requireContentLength } = this.#service;
    return pages?.post(request, {
      path,
      limits,
      requireContentLength,
      logRejection: (status) => this.#logRejection(status, request.head),
      failure: (error, operation) => this.#failure(error, operation, request.head),
      dispatch: (head, body) => {
        const outcome = this.begin(head);
        return isPendingBody(outcome) ? outcome.respond(body) : outcome;
      },
    });
  }

  #reject({ status, text, headers }: HttpRejection, head: RequestHead, extra: readonly string[]): HttpResponse {
    const response = plainResponse(status, text, [...headers, ...extra, ...this.#logRejection(status, head)]);
    return head.method === 'HEAD' ? withoutBody(response) : response;
  }

  /** Logs a rejection; returns a header with the request id of the log entry. */
  #logRejection(status: number, head: RequestHead): readonly string[] {
    const { log } = this.#service;
    if (log === undefined) return none;
    const requestId = new RequestId(head, this.#service).value;
    const peerAddress = callerAddress(head, this.#service);
    log({ event: 'refused', requestId, status, peerAddress, traceId: traceIdOf(head) });
    return ['X-Request-Id', requestId];
  }

  async #respondToRoute(route: Route, requested: RequestHead): Promise<HttpResponse> {
    const { method, peerAddress, rawHeaders } = requested;
    const request: RouteRequest = {
      peerAddress,
      httpHeader: (name) => headerValue(rawHeaders, name.toLowerCase()),
    };
    const head = method === 'HEAD';
    try {
      const { status = 200, contentType = 'text/plain; charset=utf-8', body } = await route(request);
      if (!isFinalStatus(status)) throw new RangeError(`The status of a route must be 200 to 599, not ${status}.`);
      if (!headerText.test(contentType)) throw new TypeError('The contentType of a route is not a valid header value.');
      const response = textResponse(status, contentType, carriesBody(status) ? body : '', [
        'Cache-Control',
        'no-store',
      ]);
      return head ? withoutBody(response) : response;
    } catch (error) {
      const response = this.#failure(error, undefined, requested);
      return head ? withoutBody(response) : response;
    }
  }

  /** The response to an unexpected error outside of an exchange: the caller gets the id alone (rule W4). */
  #failure(error: unknown, operation: string | undefined, head: RequestHead): HttpResponse {
    const requestId = new RequestId(head, this.#service).value;
    this.#service.log?.({ event: 'error', requestId, operation, errorName: errorName(error) });
    this.#service.onError(error, { requestId, operation });
    return plainResponse(500, `The server failed. Its log has more under the request id ${requestId}.`);
  }

  #pageRequest(head: RequestHead, fields: HeadFields, target: Target, extraHeaders: readonly string[]): PageRequest {
    const { versions, testForms } = this.#service;
    return { head, fields, target, address: this.#address(head, fields, target), versions, testForms, extraHeaders };
  }

  /** The address of the request, unless one is configured (rule P2). */
  #address(head: RequestHead, { host }: HeadFields, target: Target): string {
    const { publicUrl, trustProxy, path, description } = this.#service;
    if (publicUrl !== undefined) return publicUrl;
    let scheme: string = target.scheme ?? head.scheme;
    let authority = target.host ?? host;
    if (trustProxy) {
      const forwardedScheme = firstOf(headerValue(head.rawHeaders, 'x-forwarded-proto'))?.toLowerCase();
      if (forwardedScheme === 'http' || forwardedScheme === 'https') scheme = forwardedScheme;
      const forwardedHost = firstOf(headerValue(head.rawHeaders, 'x-forwarded-host'));
      if (forwardedHost !== undefined && isHost(forwardedHost)) authority = forwardedHost;
    }
    const served = head.mounted === true ? target.path : path;
    return authority === undefined ? description.address : `${scheme}://${authority}${served}`;
  }
}

const none: readonly string[] = [];

/** A valid value of a header, in ASCII. */
const headerText = /^[\t\x20-\x7e]+$/;

/** Each proxy appends to such a list; the first entry is that of the caller. */
function firstOf(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim();
}

type Cors = NonNullable<CommonOptions['cors']>;

/** Headers that let a web page of an allowed origin read the response (https://fetch.spec.whatwg.org/#http-cors-protocol). */
function corsHeaders({ origins }: Cors, origin: string | undefined): readonly string[] {
  if (origins === '*') return allowed('*');
  // The response depends on the origin, which caches must know even for other origins.
  const vary = ['Vary', 'Origin'];
  return origin !== undefined && origins.includes(origin) ? [...allowed(origin), ...vary] : vary;
}

function allowed(origin: string): string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', 'X-Request-Id, Retry-After'];
}

/** The response to a preflight request (rule T1); the extra headers allow the origin or are empty. */
function preflight(extraHeaders: readonly string[]): HttpResponse {
  const methods = ['Access-Control-Allow-Methods', 'GET, HEAD, POST'];
  const headers = ['Access-Control-Allow-Headers', 'Content-Type, SOAPAction'];
  const age = ['Access-Control-Max-Age', '86400'];
  return { status: 200, headers: ['Content-Length', '0', ...methods, ...headers, ...age, ...extraHeaders], body: '' };
}
