import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns the first of some consecutive ports that nothing listens on. They are below those that the system gives to outgoing
 * connections and to `listen(0)`, so that no other program receives them before they are used.
 */
export async function freePorts(count) {
  for (;;) {
    const first = randomInt(10_000, 32_000);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}

/** A port of the loopback interface that nothing listens on. */
export function freePort() {
  return freePorts(1);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
