import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 12_000) throw new Error('It never came.');
    await sleep(5);
  }
}

/** A response that replaces the service's. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Forwards requests to a service, each some milliseconds late. */
export interface SlowProxy {
  readonly url: string;
  /** Number of responses of the service. */
  answered(): number;
  reset(): void;
  /** Responds itself from now on; undefined: forwards again. */
  respond(response: ProxyResponse | undefined): void;
  close(): void;
}

export async function slowProxy(target: string, delay: number): Promise<SlowProxy> {
  let answered = 0;
  let own: ProxyResponse | undefined;
  const proxy: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      await sleep(delay);
      if (own !== undefined) {
        response.writeHead(own.status, { 'Content-Type': 'text/html', ...own.headers });
        response.end('<p>a page of the proxy</p>');
        return;
      }
      const headers = {
        'Content-Type': request.headers['content-type'] ?? '',
        SOAPAction: String(request.headers.soapaction),
      };
      const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(pieces) });
      const body = Buffer.from(await answer.arrayBuffer());
      answered += 1;
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? '',
        'Content-Length': body.length,
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    answered: () => answered,
    reset() {
      answered = 0;
    },
    respond(response) {
      own = response;
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
