import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  createContextKey,
  type DiagLogFunction,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type Tracer as OpenTelemetryTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { collectorAgent, collectorTimeout } from './collector-agent.ts';
import {
  type EndedSpan,
  errorTypeOf,
  type RequestSpan,
  type SpanAttributes,
  type SpanOptions,
  type TraceHeaders,
  type Tracer,
} from './tracer.ts';

export interface OpenTelemetryOptions {
  /** Where traces are posted, such as `http://collector:4318/v1/traces`; undefined: by the variables of OpenTelemetry. */
  readonly url: string | undefined;
  /** Share of the traces that begin here, 0 to 1; undefined: by the variables of OpenTelemetry, else all. */
  readonly ratio: number | undefined;
  readonly version: string;
  /** Gets a text for each failure, such as a collector that does not respond. */
  readonly onFailure: (text: string) => void;
}

const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;

/** How long `stop` waits for the collector, in milliseconds. */
const longestStop = 3_000;

/** Starts the SDK of OpenTelemetry, which sends spans in groups as OTLP over HTTP. */
export function openTelemetry({ url, ratio, version, onFailure }: OpenTelemetryOptions): Tracer {
  const report: DiagLogFunction = (text) => onFailure(text);
  const nothing: DiagLogFunction = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const own = { 'service.name': 'remote-file-service', 'service.version': version };
  const given = detectResources({ detectors: [envDetector] });
  const timeout = collectorTimeout(process.env);
  const httpAgentOptions = (protocol: string) => collectorAgent(protocol, timeout, process.env);
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)).merge(given),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ ...(url !== undefined && { url }), httpAgentOptions })),
    ],
    ...(ratio !== undefined && { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }) }),
  });
  return new SpanTracer(provider.getTracer('remote-file-service', version), () => provider.shutdown());
}

const propagator = new W3CTraceContextPropagator();
const requestKey = createContextKey('remote-file-service request');

class SpanTracer implements Tracer {
  readonly #tracer: OpenTelemetryTracer;
  readonly #shutdown: () => Promise<void>;
  readonly #contexts = new AsyncLocalStorage<Context>();

  constructor(tracer: OpenTelemetryTracer, shutdown: () => Promise<void>) {
    this.#tracer = tracer;
    this.#shutdown = shutdown;
  }

  request({ name, kind, attributes = {} }: SpanOptions, caller: TraceHeaders): RequestSpan {
    const parent = propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter);
    const span = this.#tracer.startSpan(name, { kind: kindOf(kind), attributes }, parent);
    const request = new OpenRequest(span, (work) =>
      this.#contexts.run(trace.setSpan(parent, span).setValue(requestKey, request), work),
    );
    return request;
  }

  current(): RequestSpan | undefined {
    const request = this.#contexts.getStore()?.getValue(requestKey);
    return request instanceof OpenRequest ? request : undefined;
  }

  async child<T>(
    { name, kind, attributes = {} }: SpanOptions,
    work: (set: RequestSpan['set']) => Promise<T>,
  ): Promise<T> {
    const parent = this.#recordedParent();
    if (parent === undefined) return await work(() => undefined);
    const span = this.#tracer.startSpan(name, { kind: kindOf(kind), attributes }, parent);
    try {
      return await this.#contexts.run(trace.setSpan(parent, span), () => work((more) => void span.setAttributes(more)));
    } catch (error) {
      fail(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  ended({ name, kind, attributes = {}, seconds, errorType }: EndedSpan): void {
    const parent = this.#recordedParent();
    if (parent === undefined) return;
    const now = Date.now();
    const startTime = now - seconds * 1_000;
    const span = this.#tracer.startSpan(name, { kind: kindOf(kind), attributes, startTime }, parent);
    if (errorType !== undefined) fail(span, errorType);
    span.end(now);
  }

  bind<Args extends readonly unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
    const context = this.#contexts.getStore();
    return (...args) => (context === undefined ? work(...args) : this.#contexts.run(context, () => work(...args)));
  }

  detach<T>(work: () => T): () => T {
    return () => this.#contexts.exit(work);
  }

  headers(): TraceHeaders {
    const context = this.#parent();
    const headers: Record<string, string> = {};
    if (context !== undefined) propagator.inject(context, headers, defaultTextMapSetter);
    return headers;
  }

  traceId(): string | undefined {
    const context = this.#contexts.getStore();
    return context && trace.getSpanContext(context)?.traceId;
  }

  /** Undefined, too, for a trace that is not sent: nothing below its request is worth a span. */
  #recordedParent(): Context | undefined {
    const context = this.#parent();
    return context !== undefined && trace.getSpan(context)?.isRecording() === true ? context : undefined;
  }

  /** Undefined after the end of a request: its timers do not belong to it. */
  #parent(): Context | undefined {
    const context = this.#contexts.getStore();
    const request = context?.getValue(requestKey);
    return request instanceof OpenRequest && request.isEnded ? undefined : context;
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestStop);
    });
    await Promise.race([this.#shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

class OpenRequest implements RequestSpan {
  readonly #span: Span;
  readonly #within: <T>(work: () => T) => T;
  #isEnded = false;

  constructor(span: Span, within: <T>(work: () => T) => T) {
    this.#span = span;
    this.#within = within;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  run<T>(work: () => T): T {
    return this.#within(work);
  }

  rename(name: string): void {
    if (!this.#isEnded) this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    if (!this.#isEnded) this.#span.setAttributes(attributes);
  }

  fail(errorType: string): void {
    if (!this.#isEnded) fail(this.#span, errorType);
  }

  end(attributes: SpanAttributes = {}): void {
    this.set(attributes);
    if (!this.#isEnded) this.#span.end();
    this.#isEnded = true;
  }
}

function fail(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function kindOf(kind: 'client' | 'server' | undefined): SpanKind {
  return kind === undefined ? SpanKind.INTERNAL : kinds[kind];
}
