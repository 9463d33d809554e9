import { patterned } from './random.ts';

/** Requests that the odd server has received under one id. */
export interface Heard {
  /** Headers of the requests that have come, in small letters. */
  readonly requests: Record<string, string>[];
  /** Whether the caller disconnected before the end of its response. */
  gone: boolean;
}

const xml = 'text/xml; charset=utf-8';
const envelope = (body: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;

/** The response to every `Ping`: 42. */
const pong = envelope('<Pong xmlns="urn:everything/">42</Pong>');
const first = pong.slice(0, 60);
const never = new Promise<never>(() => undefined);

/** Answers as no service should, or in ways that a platform may get wrong. */
export class Odd {
  readonly #origins: readonly string[];
  readonly #heard = new Map<string, Heard>();

  constructor(origins: readonly string[] = []) {
    this.#origins = origins;
  }

  async respond(request: Request, what: string): Promise<Response> {
    const id = new URL(request.url).searchParams.get('id') ?? '';
    const heard = this.#heard.get(id) ?? { requests: [], gone: false };
    const response = what === 'heard' ? Response.json(heard) : await this.#post(request, what, id, heard);
    const origin = request.headers.get('origin') ?? '';
    if (!this.#origins.includes(origin)) return response;
    const headers = new Headers(response.headers);
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Headers', 'Content-Type, SOAPAction');
    headers.set('Access-Control-Expose-Headers', 'Retry-After');
    return new Response(response.body, { status: response.status, headers });
  }

  async #post(request: Request, what: string, id: string, heard: Heard): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    this.#heard.set(id, heard);
    heard.requests.push(Object.fromEntries(request.headers));
    await request.arrayBuffer();
    const went = (): void => {
      heard.gone = true;
    };
    const answer = (
      body: ConstructorParameters<typeof Response>[0],
      type = xml,
      status = 200,
      more: Record<string, string> = {},
    ): Response => new Response(body, { status, headers: { 'Content-Type': type, ...more } });
    switch (what) {
      case 'redirect':
        return answer('', xml, 302, { Location: '/odd/pong?id=elsewhere' });
      case 'page':
        return answer('<!DOCTYPE html><title>Bad gateway</title>', 'text/html', 502);
      case 'busy':
        return answer('later', 'text/plain', 503, { 'Retry-After': '3' });
      case 'empty':
        return answer(null);
      case 'large':
        return answer(patterned(300_000).fill(0x20));
      case 'endless':
        return answer(pieces(() => new Uint8Array(10_000).fill(0x20), went));
      case 'bomb':
        return answer(await zipped(new Uint8Array(5_000_000).fill(0x20)), xml, 200, { 'Content-Encoding': 'gzip' });
      case 'zipped':
        return answer(await zipped(new TextEncoder().encode(pong)), xml, 200, { 'Content-Encoding': 'gzip' });
      case 'half':
        return answer(pieces((index) => (index === 0 ? new TextEncoder().encode(first) : never), went));
      case 'broken':
        return answer(pieces((index) => (index === 0 ? new TextEncoder().encode(first) : undefined), went));
      case 'drops': {
        const all = new TextEncoder().encode(pong);
        return answer(pieces((index) => (index < all.length ? all.slice(index, index + 1) : 'end'), went));
      }
      case 'wide':
        return answer(utf16(pong), 'text/xml; charset=utf-16');
      case 'silent':
        request.signal.addEventListener('abort', went);
        return await never;
      default:
        return answer(pong);
    }
  }
}

type Piece = Uint8Array<ArrayBuffer> | 'end' | undefined | Promise<never>;

/** A body in pieces; it is cut off at a missing piece. */
function pieces(next: (index: number) => Piece, cancelled: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  let index = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await next(index++);
      if (piece === 'end') controller.close();
      else if (piece !== undefined) controller.enqueue(piece);
      else {
        // Earlier bytes must leave before.
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.error(new Error('broken on purpose'));
      }
    },
    cancel: cancelled,
  });
}

async function zipped(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, unit] of [0xfeff, ...Array.from(text, (each) => each.charCodeAt(0))].entries()) {
    view.setUint16(at * 2, unit);
  }
  return bytes;
}
