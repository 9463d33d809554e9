import { createServer, type Socket } from 'node:net';

/** A request, as received over the socket. */
export interface RawRequest {
  readonly requestLine: string;
  /** Names and values, unchanged. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Number of the connection, from 1. */
  readonly connection: number;
  readonly socket: Socket;
}

export interface RawServer {
  readonly address: string;
  readonly requests: RawRequest[];
  /** Open connections. */
  readonly open: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** Responds with bytes, or uses the socket. */
export type RawResponse = (request: RawRequest, socket: Socket) => string | Uint8Array | undefined;

/** A server that records the bytes of requests. It supports Content-Length only. */
export async function rawServer(answer: RawResponse): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let held = Buffer.alloc(0);
    socket.on('data', (piece) => {
      held = Buffer.concat([held, piece]);
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [requestLine = '', ...lines] = held.subarray(0, end).toString('latin1').split('\r\n');
      const headers = lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      });
      const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
      if (held.length < end + 4 + length) return;
      const body = new Uint8Array(held.subarray(end + 4, end + 4 + length));
      held = held.subarray(end + 4 + length);
      const request = { requestLine, headers, body, connection, socket };
      requests.push(request);
      const bytes = answer(request, socket);
      if (bytes !== undefined) socket.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}/v2/fileservice.asmx`,
    requests,
    open,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The bytes of an HTTP response with Content-Length. */
export function httpResponse(status: string, contentType: string, body: string, more: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...more];
  if (contentType !== '') lines.push(`Content-Type: ${contentType}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Waits until a condition holds, at most 20 seconds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 4_000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  if (!condition()) throw new Error('It did not come to be within 20 seconds.');
}
