import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { WriteTimeout } from './write-timeout.ts';

it('T8: disconnects a reader that reads occasionally, but too little overall', async () => {
  const sockets = new Set<Socket>();
  let lasted: number | undefined;
  const watch = new WriteTimeout(sockets, 200);
  const server = createServer((socket) => {
    sockets.add(socket);
    const since = performance.now();
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      lasted = performance.now() - since;
    });
    watch.start();
    // A hundred bytes at a time, and always some that wait, as on a line that takes next to nothing.
    Object.defineProperty(socket, 'writableLength', { get: () => 100 });
    const timer = setInterval(() => socket.write('x'.repeat(20)), 50);
    socket.once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const caller = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  caller.on('error', () => undefined).resume();
  await once(caller, 'connect');
  await expect.poll(() => lasted).toBeGreaterThan(200);
  expect(sockets.size).toBe(0);
  caller.destroy();
  server.close();
});
