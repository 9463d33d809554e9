import { encodeUtf8 } from '#bytes';
import { defaultTransport } from '#transport';
import type { ResponseSink } from '../soap/response-streaming.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { aroundConnections } from './connecting-transport.ts';
import { beginning, type CapturedBody, CapturedStart } from './log/captured-start.ts';
import { loggedBody } from './log/logged-body.ts';
import { headerLines, loggedAddress } from './log/logged-head.ts';
import type { BufferedRequest, Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface LogOptions {
  /** Sends the requests. Default: `node:http` on Node, `fetch` elsewhere. */
  readonly transport?: Transport | undefined;
  /** Receives each request, response and error as lines of text. Default `console.error`. Its errors are ignored. */
  readonly write?: ((text: string) => void) | undefined;
  /** Characters of a body to show. Default 10,000. */
  readonly maxLength?: number | undefined;
  /** Local names of further elements and attributes whose values are masked. */
  readonly sensitive?: readonly string[] | undefined;
}

/**
 * A transport that prints each request and response, for `new SoapClient({ address, transport: logCalls() })`: the HTTP
 * head and the envelope, for debugging. Masked are credentials and cookies, passwords of a UsernameToken, and elements and
 * attributes whose names look like those of secrets. Long binary values are shortened; parts of a multipart message are one
 * line each. Of a body, the first 256 KiB are read.
 */
export function logCalls(options: LogOptions = {}): Transport {
  const { transport = defaultTransport() } = options;
  const log = new CallLog(options);
  const send = async (
    request: TransportRequest,
    sendInner: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> => {
    const entry = log.begin();
    const received = new CapturedStart();
    try {
      const body = await entry.request(request);
      const sink = request.sink && loggedSink(request.sink, received);
      // The signal by name: that of a request by Node's transports is lost in a spread.
      const response = await sendInner({ ...request, signal: request.signal, body, sink });
      entry.response(response, received.isUsed ? received.captured() : beginning(response.body));
      return response;
    } catch (error) {
      entry.failed(error);
      throw error;
    }
  };
  return aroundConnections(transport, (inner) => {
    const { sendLarge } = inner;
    return {
      send: (request: BufferedRequest) => send(request, (one) => inner.send(one as BufferedRequest)),
      ...(sendLarge && {
        sendLarge: (request: TransportRequest) => send(request, (one) => sendLarge.call(inner, one)),
      }),
    };
  });
}

/** The same stream, whose beginning is captured. */
function streamThrough(body: MessageStream, sent: CapturedStart): Promise<MessageStream> {
  let isAgain = false;
  return MessageStream.open({
    byteLength: body.length,
    isRepeatable: body.isRepeatable,
    async *pieces() {
      const from = isAgain ? await body.again() : body;
      isAgain = true;
      sent.clear();
      for await (const piece of from) {
        sent.add(piece);
        yield piece;
      }
    },
  });
}

function loggedSink(sink: ResponseSink, received: CapturedStart): ResponseSink {
  return {
    begin(status, headers) {
      received.clear();
      received.isUsed = sink.begin(status, headers);
      return received.isUsed;
    },
    write(piece) {
      received.add(piece);
      return sink.write(piece);
    },
  };
}

/** Of all clients of the process, so that their lines can be told apart. */
let calls = 0;

/** Prints what one call sends and receives. */
interface CallEntry {
  /** @returns the body to send. */
  request(request: TransportRequest): Promise<TransportRequest['body']>;
  response(response: TransportResponse, body: CapturedBody): void;
  failed(error: unknown): void;
}

/** Writes what belongs to one call under its number. */
class CallLog {
  readonly #write: (text: string) => void;
  readonly #maxLength: number;
  readonly #sensitive: ReadonlySet<string>;

  constructor({ write, maxLength = 10_000, sensitive = [] }: LogOptions) {
    this.#write = write ?? ((text) => console.error(text));
    this.#maxLength = maxLength;
    this.#sensitive = new Set(sensitive);
  }

  begin(): CallEntry {
    const number = ++calls;
    const started = performance.now();
    const took = (): string => `${Math.round(performance.now() - started)} ms`;
    return {
      request: async ({ url, headers, body }) => {
        const sent = new CapturedStart();
        // Its first piece is read when it is opened.
        const through = body instanceof MessageStream ? await streamThrough(body, sent) : body;
        if (body instanceof MessageStream) sent.length = body.length;
        else sent.add(typeof body === 'string' ? encodeUtf8(body) : body);
        this.#message(`→ ${number} POST ${loggedAddress(url)}`, headers, sent.captured());
        return through;
      },
      response: ({ status, headers }, body) => this.#message(`← ${number} HTTP ${status}, ${took()}`, headers, body),
      failed: (error) =>
        this.#print(() => `✗ ${number} ${took()}: ${error instanceof Error ? error.message : 'no reason given'}\n`),
    };
  }

  #message(title: string, headers: readonly string[], body: CapturedBody): void {
    this.#print(() => {
      const text = loggedBody(body, headers, this.#sensitive);
      const more = text.length - this.#maxLength;
      const shown = more > 0 ? `${text.slice(0, this.#maxLength)}… [${more} more characters]` : text;
      return `${title}\n${headerLines(headers)}\n${shown}\n`;
    });
  }

  /** A log must not change a call. */
  #print(text: () => string): void {
    try {
      this.#write(text());
    } catch {
      // Written or not, the call goes on.
    }
  }
}
