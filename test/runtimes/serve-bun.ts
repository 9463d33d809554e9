import type { Served } from './serve-node.ts';
import type { WebHandler } from './site.ts';

interface BunServer {
  readonly port: number;
  requestIP(request: Request): { readonly address: string } | null;
  stop(closeActiveConnections: boolean): Promise<void>;
}

interface Bun {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    readonly idleTimeout: number;
    fetch(request: Request, server: BunServer): Promise<Response>;
  }): BunServer;
}

/** Serves a Web handler as Bun does. */
export async function serveBun(handler: WebHandler): Promise<Served> {
  const { Bun } = globalThis as typeof globalThis & { readonly Bun: Bun };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: (request, bun) => handler(request, { peerAddress: bun.requestIP(request)?.address }),
  });
  return { origin: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) };
}
