import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { quietFor } from '../../../../test/support/quiet-for.ts';
import { selfSigned } from '../../../../test/support/runtime/certificate.ts';
import { gate, head, pause, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call } from '../../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers } from '../../../../test/support/runtime/test-service.ts';
import { Wire } from '../../../../test/support/runtime/wire.ts';

describe('stopping', () => {
  it('T9: running calls finish, new connections are rejected, idle ones are closed', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers);
    const idle = await wireTo(server);
    await idle.send(head(`GET ${path} HTTP/1.1`, 'Host: h')).response();
    const fresh = await wireTo(server);
    const busy = await wireTo(server);
    busy.send(call());
    await entered;
    const closing = server.close();
    await Promise.all([idle.closed(), fresh.closed()]);
    await expect(Wire.open(server.port)).rejects.toThrow('ECONNREFUSED');
    release();
    const response = await busy.response();
    expect([response.status, response.headers.connection]).toEqual([200, 'close']);
    await closing;
  });

  it('T9: callers in a loop get a response to every request sent before the stop, and no reset', async () => {
    const server = await start({
      async GetClientID() {
        await pause(3);
        return { ClientID: 1 };
      },
    });
    let responses = 0;
    const ends = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const wire = await wireTo(server);
        for (;;) {
          const response = await wire.send(call()).response();
          responses += 1;
          if (response.headers.connection === 'close') break;
          // The port closes while each of them is somewhere else between two requests.
          await pause(index);
          if (responses >= 64) void server.close();
        }
        return await wire.closed();
      }),
    );
    expect(ends).toEqual(Array.from({ length: 16 }, () => ''));
    await server.close();
  });

  it('T9: an idle connection is closed, not reset, and later requests on it are not processed', async () => {
    let runs = 0;
    const server = await start({ GetClientID: () => ({ ClientID: ++runs }) });
    const wire = await wireTo(server);
    const errors: unknown[] = [];
    wire.socket.on('error', (error) => errors.push(error));
    wire.socket.allowHalfOpen = true;
    await wire.send(call()).response();
    const closing = server.close();
    await wire.closed();
    wire.socket.end(call());
    await closing;
    expect(errors).toEqual([]);
    expect(runs).toBe(1);
  });

  it('T9: each pipelined request gets a response, and the last response closes', async () => {
    const waits = [60, 20, 100];
    let entered = 0;
    const handlers: TestHandlers = {
      async GetClientID() {
        const order = entered++;
        await pause(waits[order] ?? 0);
        return { ClientID: order };
      },
    };
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(Buffer.concat([call(), call('1.2'), call()]));
    await expect.poll(() => entered).toBe(3);
    const closing = server.close();
    for (const order of [0, 1, 2]) {
      const response = await wire.response();
      expect(response.body).toContain(`<ClientID>${order}</ClientID>`);
      expect(response.headers.connection).toBe(order === 2 ? 'close' : 'keep-alive');
    }
    await closing;
  });

  it('T9: a response to a slow reader arrives completely', async () => {
    const text = 'x'.repeat(20_000_000);
    const server = await start({ GetClientID: () => ({ ErrorMessage: text, ClientID: 1 }) });
    const wire = await wireTo(server);
    let received = 0;
    const idle = await wireTo(server);
    wire.socket.removeAllListeners('data').on('data', (piece) => {
      received += piece.length;
    });
    wire.send(call());
    await once(wire.socket, 'data');
    wire.socket.pause();
    const closing = server.close();
    await idle.closed();
    wire.socket.resume();
    await closing;
    await wire.closed();
    expect(received).toBeGreaterThan(text.length);
  });

  it('T9: a second call of stop waits for the end as well, and can shorten the deadline', async () => {
    const { handlers, entered } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(call());
    await entered;
    let stopped = false;
    const first = server.close().then(() => {
      stopped = true;
    });
    const second = server.close(80);
    await quietFor(20);
    expect(stopped).toBe(false);
    await Promise.all([first, second, server.close()]);
    expect(await wire.closed()).toBe('');
  });

  it('T9: the deadline applies to a tunnel that waits for its rejection', async () => {
    const { handlers, entered } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(Buffer.concat([call(), Buffer.from(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'))]));
    await entered;
    await server.close(80);
    expect(await wire.closed()).toBe('');
  });

  it('T9: at the deadline the rest is disconnected, and handlers are notified', async () => {
    const { handlers, entered, aborted } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(call());
    await entered;
    await server.close(80);
    expect(await wire.closed()).toBe('');
    await expect.poll(() => aborted()).toBe(true);
  });

  it('T9: a peer without a TLS handshake does not delay the end', async () => {
    const { cert, key } = selfSigned();
    const server = await start({}, {}, { tls: { cert, key } });
    const wire = await wireTo(server);
    // The handshake of a later connection: the server has accepted the earlier one.
    const later = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(later, 'secureConnect');
    later.destroy();
    await server.close();
    expect(await wire.closed()).toBe('');
  });
});
