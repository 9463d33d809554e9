import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { pause } from '../../../../test/support/runtime/connections.ts';
import { WriteTimeout } from './write-timeout.ts';

it('T8: disconnects a reader that reads occasionally, but too little overall', async () => {
  const sockets = new Set<Socket>();
  const watch = new WriteTimeout(sockets, 200);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
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
  await pause(100);
  expect(sockets.size).toBe(1);
  await expect.poll(() => sockets.size).toBe(0);
  caller.destroy();
  server.close();
});
