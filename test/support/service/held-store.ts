import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a store. */
export interface StoreRequest {
  readonly method: string;
  readonly path: string;
  /** Undefined until the store has responded. */
  status: number | undefined;
}

export interface HeldStore {
  readonly endpoint: string;
  /** All requests since the last call of `clear`. */
  readonly requests: readonly StoreRequest[];
  clear(): void;
  /** Called when the store has responded, before the caller gets the response, which waits for it. */
  afterStored: (request: StoreRequest) => Promise<void>;
  close(): Promise<void>;
}

/** A proxy in front of an S3 store that records requests and may hold responses; bodies of any size stream through it. */
export async function startHeldStore(target: string): Promise<HeldStore> {
  const requests: StoreRequest[] = [];
  const server = createServer((incoming, response) => pass(incoming, response));
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url: path = '/', headers } = incoming;
    const record: StoreRequest = { method, path, status: undefined };
    requests.push(record);
    const outgoing = request(new URL(path, target), { method, headers, agent: false }, (passed) => {
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
