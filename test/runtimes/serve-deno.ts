import type { Served } from './serve-node.ts';
import type { WebHandler } from './site.ts';

interface Deno {
  serve(
    options: { readonly port: number; readonly hostname: string; readonly onListen: () => void },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname: string } }) => Promise<Response>,
  ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
}

/** Serves a Web handler as Deno does. */
export async function serveDeno(handler: WebHandler): Promise<Served> {
  const { Deno } = globalThis as typeof globalThis & { readonly Deno: Deno };
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, (request, { remoteAddr }) =>
    handler(request, { peerAddress: remoteAddr.hostname }),
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    // Pending requests never end in this suite.
    close: async () => void server.shutdown(),
  };
}
