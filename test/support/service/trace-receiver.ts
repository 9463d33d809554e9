import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** A span that a collector received. */
export interface ReceivedSpan {
  readonly name: string;
  /** https://github.com/open-telemetry/opentelemetry-proto: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty or undefined: a root. */
  readonly parentSpanId: string | undefined;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2: an error. */
  readonly status: number;
}

export interface TraceReceiver {
  /** Base address, as in `tracing.endpoint`. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Attributes of the program that sent spans. */
  readonly resource: Record<string, string | number>;
  /** The whole text of all requests. */
  text(): string;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

/** The JSON form of OTLP: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
interface TracesRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Pick<ReceivedSpan, 'name' | 'kind' | 'traceId' | 'spanId' | 'parentSpanId'> & {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** A collector of traces that receives OTLP over HTTP, in JSON. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, string | number> = {};
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    const body = (await json(request)) as TracesRequest;
    texts.push(JSON.stringify(body));
    for (const { resource: program, scopeSpans } of body.resourceSpans) {
      Object.assign(resource, valuesOf(program.attributes));
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          ...span,
          start: BigInt(span.startTimeUnixNano),
          end: BigInt(span.endTimeUnixNano),
          attributes: valuesOf(span.attributes),
          status: span.status.code ?? 0,
        });
      }
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resource,
    text: () => texts.join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}

/** The spans below a span, as a tree of names in the order of their ends. */
export function treeOf(spans: readonly ReceivedSpan[], root: ReceivedSpan): readonly unknown[] {
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  return [root.name, ...below.map((span) => treeOf(spans, span))];
}
