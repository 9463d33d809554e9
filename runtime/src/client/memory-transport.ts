import { responseTooLarge } from './response-body.ts';
import type { BufferedRequest, Transport, TransportResponse } from './transport.ts';

/** Handles Web requests, as a `SoapServer` of this runtime does. */
export interface WebHandler {
  fetch(request: Request): Promise<Response> | Response;
}

/** Handles requests as plain data. */
export type RequestHandler = (request: BufferedRequest) => TransportResponse | Promise<TransportResponse>;

/**
 * A transport without a network, for tests: passes each request to a server in the same process, or to a function. All headers
 * arrive as the client set them.
 */
export function memoryTransport(target: WebHandler | RequestHandler): Transport {
  if (typeof target === 'function') {
    return { send: async (request) => limited(await target(request), request.maxResponseBytes) };
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
      return limited({ status: response.status, headers: flat, body }, request.maxResponseBytes);
    },
  };
}

function limited(response: TransportResponse, limit: number): TransportResponse {
  if (response.body.byteLength > limit) throw responseTooLarge(limit, response.status);
  return response;
}
