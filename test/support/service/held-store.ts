import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a store. */
export interface StoreRequest {
  readonly method: string;
  readonly path: string;
  /** Undefined until the store has responded. */
  status: number | undefined;
  /** Delivers a request of less than 1 MiB once more. @returns the status. */
  repeat(): Promise<number>;
}

export interface HeldStore {
  readonly endpoint: string;
  /** All requests since the last call of `clear`. */
  readonly requests: readonly StoreRequest[];
  clear(): void;
  /**
   * Called when the store has responded, before the caller gets the response, which waits for it. If it fails, the
   * connection is closed instead.
   */
  afterStored: (request: StoreRequest) => Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a body that are kept to repeat its request. */
const maxKept = 1024 * 1024;

/** A proxy in front of an S3 store that records requests and may hold responses; bodies of any size stream through it. */
export async function startHeldStore(target: string): Promise<HeldStore> {
  const requests: StoreRequest[] = [];
  const server = createServer((incoming, response) => pass(incoming, response));
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const kept = keptBody(incoming);
    const record: StoreRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '/',
      status: undefined,
      repeat: () => repeated(target, incoming, kept),
    };
    requests.push(record);
    const outgoing = sent(target, incoming, (passed) => {
      record.status = passed.statusCode ?? 0;
      const { connection: _, ...rest } = passed.headers;
      const respond = (): void => {
        response.writeHead(record.status ?? 0, rest);
        passed.pipe(response);
      };
      store.afterStored(record).then(respond, () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    response.on('error', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: HeldStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    clear: () => {
      requests.length = 0;
    },
    afterStored: async () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

/** The pieces of a body while they arrive, of a small one. */
function keptBody(incoming: IncomingMessage): readonly Buffer[] {
  const pieces: Buffer[] = [];
  if (Number(incoming.headers['content-length'] ?? 0) < maxKept)
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
  return pieces;
}

function sent(
  target: string,
  { method, url = '/', headers }: IncomingMessage,
  responded: (response: IncomingMessage) => void,
): ReturnType<typeof request> {
  return request(new URL(url, target), { method, headers, agent: false }, responded);
}

async function repeated(target: string, incoming: IncomingMessage, body: readonly Buffer[]): Promise<number> {
  return await new Promise((resolve, fail) => {
    const outgoing = sent(target, incoming, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', fail);
    outgoing.end(Buffer.concat(body));
  });
}
