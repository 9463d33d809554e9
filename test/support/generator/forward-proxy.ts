import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Guard } from '../runtime/sign-in-server.ts';

/** A proxy for http and, by CONNECT, for https, which remembers what went through it. */
export class ForwardProxy {
  /** `GET http://…` or `CONNECT host:port`. */
  readonly requests: string[] = [];
  readonly #server: Server = createServer();
  readonly #sockets = new Set<Socket>();
  readonly #authorization: string | undefined;

  readonly #guard: Guard | undefined;

  /** @param credentials `user:password` that it asks for by Basic. @param guard that of a server, for other schemes of tunnels. */
  constructor(credentials?: string, guard?: Guard) {
    this.#guard = guard;
    this.#authorization =
      credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#server.on('request', (message, response) => this.#forward(message, response));
    this.#server.on('connect', (message: IncomingMessage, socket: Socket) => this.#tunnel(message, socket));
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    return this.#authorization === undefined || headers['proxy-authorization'] === this.#authorization;
  }

  #forward(message: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = message;
    const { 'proxy-authorization': _credentials, ...headers } = message.headers;
    this.requests.push(`${method} ${url}`);
    if (!this.#isAllowed(message)) {
      response.writeHead(407).end();
      return;
    }
    const onward = request(url, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    onward.end();
  }

  #tunnel(message: IncomingMessage, socket: Socket): void {
    const { url = '' } = message;
    this.requests.push(`CONNECT ${url}`);
    const { 'proxy-authorization': authorization } = message.headers;
    const asked = { method: 'CONNECT', url, socket: message.socket, headers: { authorization } };
    const refused = this.#guard?.(asked as never, Buffer.alloc(0), { setHeader: () => undefined } as never);
    if (refused !== undefined) {
      const lines = refused.map(([, value]) => `Proxy-Authenticate: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 407 Refused\r\n${lines}Content-Length: 0\r\n\r\n`);
      // It takes the next request.
      this.#server.emit('connection', socket);
      return;
    }
    if (!this.#isAllowed(message)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host = '', port = ''] = url.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    this.#sockets.add(onward);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  }
}
