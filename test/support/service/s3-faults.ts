import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Faults of a proxy in front of a store. */
export type S3Fault =
  /** Responds 503 and does not pass it on. */
  | 'refused'
  /** Passes it on, and closes the connection instead of responding. */
  | 'unanswered'
  /** Responds with half of the body, and closes the connection. */
  | 'truncated'
  /** Never responds, and does not pass it on. */
  | 'stalled'
  /** Responds 503 at once, and passes it on later. */
  | 'late';

export interface S3FaultProxy {
  readonly endpoint: string;
  /** The fault of a request; undefined: none. */
  fault: (request: IncomingMessage) => S3Fault | undefined;
  /** Milliseconds after which a late request is passed on. */
  lateness: number;
  /** Waits until late requests have been passed on. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy in front of an S3 store, which signs for its own address: headers are passed on as they are. */
export async function startS3Faults(target: string): Promise<S3FaultProxy> {
  const late: Promise<unknown>[] = [];
  const server = createServer((incoming, response) => void respond(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: S3FaultProxy = {
    endpoint: `http://127.0.0.1:${port}`,
    fault: () => undefined,
    lateness: 500,
    settled: async () => {
      await Promise.all(late);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const fault = proxy.fault(incoming);
    if (fault === 'stalled') return;
    if (fault === 'late') late.push(sleep(proxy.lateness).then(() => pass(target, incoming, body)));
    if (fault === 'refused' || fault === 'late') {
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return;
    }
    const passed = await pass(target, incoming, body);
    if (fault === 'unanswered') {
      response.destroy();
      return;
    }
    response.writeHead(passed.status, passed.headers);
    if (fault !== 'truncated') {
      response.end(passed.body);
      return;
    }
    response.write(passed.body.subarray(0, passed.body.length / 2), () => response.destroy());
  };
  return proxy;
}

async function pass(
  target: string,
  { method, url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer }> {
  return await new Promise((resolve, fail) => {
    const outgoing = request(new URL(url, target), { method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', fail);
      response.on('end', () => {
        const { connection: _, 'transfer-encoding': __, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: rest, body: Buffer.concat(pieces) });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}
