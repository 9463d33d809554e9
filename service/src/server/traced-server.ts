import {
  type HttpResponse,
  isPendingBody,
  type PendingBody,
  type RequestHead,
  type ServerEvent,
  type SoapServer,
} from '@soapwright/runtime/server';
import type { RequestSpan, TraceHeaders, Tracer } from '../tracing/tracer.ts';

type BodyIntake = NonNullable<ReturnType<PendingBody['intake']>>;

/**
 * A server whose POST requests are spans, from the head of the request to the response: in the trace of the caller's
 * `traceparent`, or in a new one. Events of its log must be passed to `noteEvent`.
 */
export function tracedServer(server: SoapServer, tracer: Tracer): SoapServer {
  return {
    path: server.path,
    get load() {
      return server.load;
    },
    fetch: (request, info) => server.fetch(request, info),
    begin: (head) => (head.method === 'POST' ? begin(server, tracer, head) : server.begin(head)),
  };
}

function begin(server: SoapServer, tracer: Tracer, head: RequestHead): ReturnType<SoapServer['begin']> {
  // Not its path: that of another request than the service's may hold anything.
  const attributes = { 'http.request.method': head.method, 'url.scheme': head.scheme, 'rpc.system.name': 'soap' };
  const span = tracer.request({ name: head.method, kind: 'server', attributes }, traceOf(head));
  head.onAbort?.(() => {
    span.fail('disconnected');
    span.end();
  });
  const begun = span.run(() => server.begin(head));
  return isPendingBody(begun) ? new TracedBody(begun, span) : ended(span, begun);
}

function traceOf({ rawHeaders }: RequestHead): TraceHeaders {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === 'traceparent' || name === 'tracestate') {
      // Several `traceparent` are invalid, several `tracestate` are one list.
      found[name] = found[name] === undefined ? (rawHeaders[at + 1] ?? '') : `${found[name]},${rawHeaders[at + 1]}`;
    }
  }
  return found;
}

/** Ends a span with the response. */
function ended<T extends HttpResponse | Promise<HttpResponse>>(span: RequestSpan, response: T): T {
  if (response instanceof Promise) void response.then((settled) => end(span, settled));
  else if ('status' in response) end(span, response);
  return response;
}

function end(span: RequestSpan, { status }: HttpResponse): void {
  span.end({ 'http.response.status_code': status });
}

/** A request whose body is received and read within its span. */
class TracedBody implements PendingBody {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding: PendingBody['coding'];
  readonly mostBytes: number;
  readonly #body: PendingBody;
  readonly #span: RequestSpan;

  constructor(body: PendingBody, span: RequestSpan) {
    this.limit = body.limit;
    this.length = body.length;
    this.coding = body.coding;
    this.mostBytes = body.mostBytes;
    this.#body = body;
    this.#span = span;
  }

  respond(bytes: Uint8Array): HttpResponse | Promise<HttpResponse> {
    return this.#ending(() => this.#body.respond(bytes));
  }

  tooLarge(): HttpResponse {
    return this.#ending(() => this.#body.tooLarge());
  }

  undecodable(): HttpResponse {
    return this.#ending(() => this.#body.undecodable());
  }

  intake(): BodyIntake | undefined {
    const intake = this.#span.run(() => this.#body.intake());
    return intake && new TracedIntake(intake, this.#span);
  }

  #ending<T extends HttpResponse | Promise<HttpResponse>>(respond: () => T): T {
    return ended(this.#span, this.#span.run(respond));
  }
}

class TracedIntake implements BodyIntake {
  readonly #intake: BodyIntake;
  readonly #span: RequestSpan;
  #hasResponded = false;

  constructor(intake: BodyIntake, span: RequestSpan) {
    this.#intake = intake;
    this.#span = span;
  }

  get early(): BodyIntake['early'] {
    const { early } = this.#intake;
    if (early === undefined || this.#hasResponded) return early;
    this.#hasResponded = true;
    return ended(this.#span, early);
  }

  receive(piece: Uint8Array): Promise<void> | undefined {
    return this.#span.run(() => this.#intake.receive(piece));
  }

  end(): HttpResponse | Promise<HttpResponse> {
    return ended(
      this.#span,
      this.#span.run(() => this.#intake.end()),
    );
  }

  discard(): void {
    this.#intake.discard();
  }
}

/** Names the span of a request by its operation, and adds its outcome. Call it with each event of the server. */
export function noteEvent(tracer: Tracer, service: string, event: ServerEvent): void {
  const span = tracer.current();
  if (span === undefined) return;
  span.set({ 'rfs.request_id': event.requestId });
  if (event.event === 'shed') span.set({ 'error.type': event.reason });
  if (event.event !== 'result' && event.event !== 'fault') return;
  if (event.operation !== undefined) {
    const method = `${service}/${event.operation}`;
    span.rename(method);
    span.set({ 'rpc.method': method });
  }
  span.set({ 'rpc.response.status_code': event.event === 'fault' ? event.code : 'OK' });
  if (event.event !== 'fault') return;
  const errorType = event.detailCode ?? event.code;
  // A Sender fault is not a failure of the service.
  if (event.code === 'Receiver') span.fail(errorType);
  else span.set({ 'error.type': errorType });
}
