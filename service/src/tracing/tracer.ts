/** Attributes of a span, by the names of OpenTelemetry's semantic conventions. Never a secret, nor a value of a request. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as a trace shows it. */
export interface SpanOptions {
  readonly name: string;
  /** A request to another program, or of one; default: work of this process. */
  readonly kind?: 'client' | 'server' | undefined;
  readonly attributes?: SpanAttributes | undefined;
}

/** Work that has ended. */
export interface EndedSpan extends SpanOptions {
  /** How long it took. */
  readonly seconds: number;
  /** Class of its error, if it failed. */
  readonly errorType?: string | undefined;
}

/** Where a trace was begun: the headers of https://www.w3.org/TR/trace-context/ that a caller sent. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A span of a whole request. Work that it runs, and whatever that begins, belongs to it. */
export interface RequestSpan {
  run<T>(work: () => T): T;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. @param errorType class of the error. */
  fail(errorType: string): void;
  /** Ends it; further calls of any function but `run` do nothing. */
  end(attributes?: SpanAttributes): void;
}

/** Makes spans and sends them. */
export interface Tracer {
  /** Begins the span of a request: in the trace of its caller, or in a new one if the headers have none. */
  request(options: SpanOptions, caller: TraceHeaders): RequestSpan;
  /** The request in which the caller of this function works; undefined outside of any. */
  current(): RequestSpan | undefined;
  /** Runs work in a span below the current one. Without one, or after the end of its request, it runs the work alone. */
  child<T>(options: SpanOptions, work: (set: RequestSpan['set']) => Promise<T>): Promise<T>;
  /** Adds a span of work that has just ended below the current one, if there is one. */
  ended(span: EndedSpan): void;
  /** A function that runs the work where the caller of `bind` is now, whoever calls it. */
  bind<Args extends readonly unknown[], T>(work: (...args: Args) => T): (...args: Args) => T;
  /** A function that runs the work outside of any trace. */
  detach<T>(work: () => T): () => T;
  /** The headers that continue the current trace in another program; none without one. */
  headers(): TraceHeaders;
  /** Id of the current trace. */
  traceId(): string | undefined;
  /** Sends what has not been sent yet, for a few seconds at most. */
  stop(): Promise<void>;
}

let active: Tracer | undefined;

/** The tracer of this process; undefined: traces are off, which costs this check and nothing else. */
export function tracer(): Tracer | undefined {
  return active;
}

/** Sets the tracer of this process. It must be set before a service is opened. */
export function setTracer(used: Tracer | undefined): void {
  active = used;
}

/** A function with a span around each of its calls. */
export function spanned<Args extends readonly unknown[], T>(
  name: string,
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return (...args) => (active === undefined ? work(...args) : active.child({ name }, () => work(...args)));
}

/** Work that another caller's queue will run, in the trace of this caller. */
export function bound<Args extends readonly unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  return active === undefined ? work : active.bind(work);
}

/** Work that a caller leaves behind, such as that of a timer: no part of its trace. */
export function detached<T>(work: () => T): () => T {
  return active === undefined ? work : active.detach(work);
}

/** Class of an error for a trace: its code, or its name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
