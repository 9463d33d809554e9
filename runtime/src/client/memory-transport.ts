import { tooLarge } from './answer-body.ts';
import type { Transport, TransportResponse, WholeRequest } from './transport.ts';

/** Anything that answers a Web request: a `SoapServer` of this runtime does. */
export interface WebHandler {
  fetch(request: Request): Promise<Response> | Response;
}

/** Answers a request without any Web object between. */
export type Answerer = (request: WholeRequest) => TransportResponse | Promise<TransportResponse>;

/**
 * A transport without a network, for tests: hands each request to a server in the same process, or to a function.
 * Nothing is listened on, and all headers arrive as the client set them.
 */
export function memoryTransport(target: WebHandler | Answerer): Transport {
  if (typeof target === 'function') {
    return { send: async (request) => limited(await target(request), request.maxAnswerBytes) };
  }
  return {
    async send(request) {
      const headers = new Headers();
      for (let i = 0; i < request.headers.length; i += 2) {
        headers.append(request.headers[i] as string, request.headers[i + 1] as string);
      }
      const response = await target.fetch(
        new Request(request.url, {
          method: 'POST',
          headers,
          body: request.body as string | Uint8Array<ArrayBuffer>,
          signal: request.signal,
        }),
      );
      const flat: string[] = [];
      response.headers.forEach((value, name) => {
        flat.push(name, value);
      });
      const body = new Uint8Array(await response.arrayBuffer());
      return limited({ status: response.status, headers: flat, body }, request.maxAnswerBytes);
    },
  };
}

function limited(response: TransportResponse, limit: number): TransportResponse {
  if (response.body.byteLength > limit) throw tooLarge(limit, response.status);
  return response;
}
