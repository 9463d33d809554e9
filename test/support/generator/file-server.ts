import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The response of a server to one target: a text, or whatever a function does. */
export type Served = string | Uint8Array | RequestListener;

export interface RecordedRequest {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server on this machine that sends files, and remembers the requests. */
export class FileServer {
  /** By target: path and query. */
  readonly files: Map<string, Served> = new Map();
  /** The response to other targets. */
  fallback: (target: string) => Served | undefined = () => undefined;
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #scheme: string;
  #port = 0;

  /** @param tls for https. */
  constructor(tls?: ServerOptions) {
    const listener: RequestListener = (request, response) => {
      const target = request.url ?? '';
      this.requests.push({ target, headers: request.headers });
      const served = this.files.get(target) ?? this.fallback(target);
      if (typeof served === 'function') served(request, response);
      else if (served === undefined) response.writeHead(404).end('no such file');
      else response.writeHead(200, { 'content-type': 'text/xml' }).end(served);
    };
    this.#server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
    this.#scheme = tls === undefined ? 'http' : 'https';
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  get host(): string {
    return `localhost:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  address(target: string): string {
    return `${this.#scheme}://${this.host}${target}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A listener that redirects. */
export function redirect(location: string, status = 302): RequestListener {
  return (_request, response) => response.writeHead(status, { location }).end();
}
