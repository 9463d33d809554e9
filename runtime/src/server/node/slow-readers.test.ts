import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { quietFor } from '../../../../test/support/quiet-for.ts';
import { selfSigned } from '../../../../test/support/runtime/certificate.ts';
import { pause, start } from '../../../../test/support/runtime/connections.ts';
import { call } from '../../../../test/support/runtime/test-messages.ts';
import type { TestHandlers } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

/** More than the system takes in for a caller that does not read. */
const size = 20_000_000;
const text = 'x'.repeat(size);

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Answers the company code `long` with much. */
const handlers: TestHandlers = {
  GetClientID({ Parameters }) {
    const isLong = (Parameters as { readonly CompanyCode: string }).CompanyCode === 'long';
    return isLong ? { ErrorMessage: text, ClientID: 2 } : { ClientID: 1 };
  },
};

/** Waits until the server has given a caller up, which hears of it when it writes. */
async function cutOff(socket: Socket): Promise<void> {
  await expect
    .poll(() => {
      if (!socket.destroyed) socket.write('x');
      return socket.destroyed;
    })
    .toBe(true);
}

/** A caller that sends a call and reads on demand; it only counts the bytes. */
function reader(socket: Socket, ...calls: readonly Buffer[]): { readonly socket: Socket; readonly read: () => number } {
  open.push(socket);
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    bytes += piece.length;
  });
  socket.pause();
  socket.write(Buffer.concat(calls));
  return { socket, read: () => bytes };
}

const long = call('1.1', 'long');

describe('callers that do not read their responses', () => {
  it('T8: one that reads nothing is disconnected, while others are served', async () => {
    const server = await start(handlers, {}, { writeTimeout: 300 });
    const { socket, read } = reader(connect(server.port, '127.0.0.1'), long);
    await quietFor(100);
    expect(socket.destroyed).toBe(false);
    expect((await ask(server.port, call())).status).toBe(200);
    await cutOff(socket);
    expect(read()).toBeLessThan(size);
    expect((await ask(server.port, call())).status).toBe(200);
  });

  it('T8: one over TLS is disconnected, too', async () => {
    const { cert, key } = selfSigned();
    const server = await start(handlers, {}, { writeTimeout: 300, tls: { cert, key } });
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    reader(socket, long);
    await cutOff(socket);
  });

  it('T8: one that continues to read, however slowly, gets the complete response', async () => {
    const server = await start(handlers, {}, { writeTimeout: 1_000 });
    const { socket, read } = reader(connect(server.port, '127.0.0.1'), long);
    const since = performance.now();
    // Pauses that are shorter than the time-out, and all together longer.
    let at = 1;
    socket.on('data', () => {
      if (read() < (at * size) / 10) return;
      at += 1;
      socket.pause();
      setTimeout(() => socket.resume(), 200);
    });
    socket.resume();
    await expect.poll(() => read()).toBeGreaterThan(size);
    expect(performance.now() - since).toBeGreaterThan(1_500);
    // Nor is the connection harmed by having been slow.
    const before = read();
    socket.write(call());
    await expect.poll(() => read()).toBeGreaterThan(before);
  });

  it('T8: a slow handler is not cut off because the reader was slow earlier', async () => {
    const slow: TestHandlers = {
      async GetClientID(input, context) {
        if ((input.Parameters as { readonly CompanyCode: string }).CompanyCode === 'slow') await pause(1_500);
        return (await handlers.GetClientID?.(input, context)) ?? {};
      },
    };
    const server = await start(slow, {}, { writeTimeout: 1_000 });
    const { socket, read } = reader(connect(server.port, '127.0.0.1'), long, call('1.1', 'slow'));
    await pause(200);
    socket.resume();
    // Each response has more than 350 bytes, the long value aside.
    await expect.poll(() => read()).toBeGreaterThan(size + 700);
  });
});
