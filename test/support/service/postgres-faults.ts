import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Whether a message that is cut reaches the server. */
export type PostgresFault = 'before' | 'after';

export interface PostgresFaultProxy {
  /** The URL of a database through the proxy. */
  urlOf(url: string): string;
  /**
   * Cuts the connection of the next message from a client: before the server gets it, or after the server has responded,
   * whose response the client does not get. It is called for each message.
   */
  fault: (message: Buffer) => PostgresFault | undefined;
  close(): Promise<void>;
}

/** A proxy in front of a PostgreSQL server, which does not know its protocol. */
export async function startPostgresFaults(port: number): Promise<PostgresFaultProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let isCut = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      const fault = proxy.fault(bytes);
      if (fault === 'before') return end();
      isCut ||= fault === 'after';
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isCut) end();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const proxy: PostgresFaultProxy = {
    urlOf(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    fault: () => undefined,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
