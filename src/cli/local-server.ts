import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Diagnostic, mock as kinds, report } from '../diagnostics/index.ts';
import { nodeListener } from '../messages/index.ts';

export interface LocalServerOptions {
  readonly host: string;
  /** 0 is any that is free. */
  readonly port: number;
  readonly respond: (request: Request) => Promise<Response>;
}

export interface LocalServer {
  /** With a slash at its end. */
  readonly address: string;
  close(): void;
}

/**
 * Serves a handler of the Fetch API on this machine. A page of another site reaches nothing: requests whose `Host` or
 * `Origin` is another one are refused.
 *
 * @returns the reason why it cannot listen.
 */
export async function serveLocally({ host, port, respond }: LocalServerOptions): Promise<LocalServer | Diagnostic> {
  const names = new Set([...loopback, bracketed(host)]);
  const isEverywhere = /^(?:0\.0\.0\.0|::)$/.test(host);
  const server = createServer(
    nodeListener({
      fetch: async (request) => {
        const { hostname, origin } = new URL(request.url);
        const sender = request.headers.get('origin');
        const isMeant = isEverywhere || names.has(hostname);
        if (isMeant && (sender === null || sender === origin)) return await respond(request);
        return new Response('The Host or Origin of the request is another one.\n', { status: 403 });
      },
    }),
  );
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return report(kinds.cannotListen, { host, port: String(port), reason });
  }
  return { address: `http://${bracketed(host)}:${(server.address() as AddressInfo).port}/`, close: closing(server) };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host.toLowerCase();
}

function closing(server: Server): () => void {
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
