import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';

/** A request that a receiver of events got. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HookReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Responds to the next requests; default 204. */
  respond: (response: ServerResponse, index: number) => void;
  close(): Promise<void>;
}

/** A receiver on this machine. @param tls makes it one by https. */
export async function startReceiver(tls?: { readonly key: string; readonly cert: string }): Promise<HookReceiver> {
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: HookReceiver = {
    url: `${tls === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${port}/events`,
    received: [],
    respond: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', async (request, response) => {
    const body = await text(request);
    receiver.received.push({ headers: request.headers, body });
    receiver.respond(response, receiver.received.length - 1);
  });
  return receiver;
}
