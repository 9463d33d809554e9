import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { httpTransport } from './node/http-transport.ts';

describe('a cancelled call over node:http', () => {
  it('T9: resets its connection, so that a server that would respond on a half-closed one stops its work', async () => {
    const accepted: Socket[] = [];
    /** Those on which something was asked. */
    const working: Socket[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => working.push(socket));
      accepted.push(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const transport = httpTransport();
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      // Before the connection is there, and while the server is at work.
      for (const waits of [false, true]) {
        const controller = new AbortController();
        const headers = ['Content-Type', 'text/xml', 'Content-Length', '5'];
        const request = { url, headers, body: '<a />', maxResponseBytes: 1_000, signal: controller.signal };
        const call = transport.send(request);
        if (waits) {
          while (working.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
          const [socket] = working as [Socket];
          const failed = new Promise<boolean>((resolve) => socket.once('close', resolve));
          const reason = new Error('no longer wanted');
          controller.abort(reason);
          await expect(call).rejects.toBe(reason);
          expect(await failed, 'closed by an error').toBe(true);
        } else {
          controller.abort(new Error('at once'));
          await expect(call).rejects.toThrow('at once');
        }
      }
    } finally {
      transport.close();
      for (const socket of accepted) socket.destroy();
      server.close();
    }
  });
});
