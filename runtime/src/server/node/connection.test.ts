import { describe, expect, it } from 'vitest';
import { gate, head, pause, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call, callHeaders, envelope, getClientID } from '../../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

describe('keep-alive and pipelining', () => {
  it('T8: one connection accepts many requests', async () => {
    const wire = await wireTo(await start());
    for (const code of ['a', 'bb', 'ccc']) {
      expect((await wire.send(call('1.1', code)).response()).body).toContain(`<ClientID>${code.length}</ClientID>`);
    }
  });

  it('T8: pipelined requests get responses in order, independent of their duration', async () => {
    const handlers: TestHandlers = {
      async GetClientID({ Parameters }) {
        const { CompanyCode } = Parameters as { CompanyCode: string };
        await pause(Number(CompanyCode));
        return { ClientID: Number(CompanyCode) };
      },
    };
    const wire = await wireTo(await start(handlers));
    wire.send(Buffer.concat([call('1.1', '60'), call('1.2', '1'), call('1.1', '20')]));
    for (const expected of ['60', '1', '20']) {
      expect((await wire.response()).body).toContain(`<ClientID>${expected}</ClientID>`);
    }
  });

  it('T8: garbage after a request gets its response after that request', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(Buffer.concat([call(), Buffer.from('garbage\r\n\r\n')]));
    await entered;
    // The response to a later request: the server has seen the garbage.
    await ask(server.port, head(`GET ${path}?wsdl HTTP/1.1`, 'Host: h'));
    release();
    expect((await wire.response()).body).toContain('<ClientID>7</ClientID>');
    expect((await wire.response()).status).toBe(400);
    expect(await wire.closed()).toBe('');
  });

  it('T8: reads a request in many small pieces', async () => {
    const wire = await wireTo(await start());
    wire.socket.setNoDelay(true);
    const bytes = call('1.2', 'Zoë');
    for (let at = 0; at < bytes.length; at += 40) {
      wire.send(bytes.subarray(at, at + 40));
      await pause(1);
    }
    expect((await wire.response()).body).toContain('<ClientID>3</ClientID>');
  });

  it.each([1, 2])('T8: a caller that half-closes after %d requests gets every response', async (count) => {
    const handlers: TestHandlers = {
      async GetClientID() {
        await pause(30);
        return { ClientID: 5 };
      },
    };
    const wire = await wireTo(await start(handlers));
    wire.socket.end(Buffer.concat(Array.from({ length: count }, () => call())));
    for (let at = 0; at < count; at++) expect((await wire.response()).body).toContain('<ClientID>5</ClientID>');
    expect(await wire.closed()).toBe('');
  });

  it('T8: an idle connection is closed, not reset', async () => {
    const wire = await wireTo(await start({}, {}, { keepAliveTimeout: 60 }));
    const errors: unknown[] = [];
    wire.socket.on('error', (error) => errors.push(error));
    await wire.send(call()).response();
    expect(await wire.closed()).toBe('');
    expect(errors).toEqual([]);
  });

  it('a disconnecting caller affects no other caller', async () => {
    const { handlers, entered, release, aborted } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(call());
    await entered;
    expect(aborted()).toBe(false);
    wire.socket.resetAndDestroy();
    await expect.poll(() => aborted()).toBe(true);
    const half = await wireTo(server);
    half.send(call().subarray(0, -20));
    // The response to a later request: the server has seen the half.
    await ask(server.port, head(`GET ${path}?wsdl HTTP/1.1`, 'Host: h'));
    half.close();
    release();
    expect((await ask(server.port, call())).status).toBe(200);
  });
});

describe('Expect: 100-continue', () => {
  const body = envelope('1.1', getClientID());
  const expecting = (headers: Record<string, string>): string =>
    head(
      `POST ${path} HTTP/1.1`,
      'Host: h',
      'Expect: 100-continue',
      ...Object.entries({ 'Content-Length': String(body.length), ...callHeaders('1.1'), ...headers }).map((pair) =>
        pair.join(': '),
      ),
    );

  it('T8: the caller gets 100, then the response', async () => {
    const wire = await wireTo(await start());
    expect((await wire.send(expecting({})).response()).status).toBe(100);
    expect((await wire.send(body).response()).status).toBe(200);
    expect((await wire.send(call()).response()).status).toBe(200);
  });

  it('T8: an invalid head is rejected before the body is sent', async () => {
    const server = await start({}, { limits: { maxBodyBytes: 1_000 } });
    for (const [headers, status] of [
      [{ 'Content-Type': 'text/plain' }, 415],
      [{ 'Content-Length': '1001' }, 413],
    ] as const) {
      const wire = await wireTo(server);
      const response = await wire.send(expecting(headers)).response();
      expect(response.status).toBe(status);
      expect(response.headers.connection).toBe('close');
    }
  });

  it('T10: another expectation gets 417 with Content-Length', async () => {
    const response = await ask((await start()).port, expecting({}).replace('100-continue', 'miracles'));
    expect(response.status).toBe(417);
  });
});

describe('slow callers', () => {
  it('T8: a head that arrives too slowly gets 408 and is disconnected', async () => {
    const wire = await wireTo(await start({}, {}, { headersTimeout: 100 }));
    const response = await wire.send('POST / HTTP/1.1\r\nHost: h\r\n').response();
    expect([response.status, response.headers.connection]).toEqual([408, 'close']);
    await wire.closed();
  });

  it('T8: a body that stalls gets 408 and is disconnected, while others are served', async () => {
    const server = await start({}, {}, { bodyTimeout: 60 });
    const wire = await wireTo(server);
    wire.send(call().subarray(0, -10));
    expect((await ask(server.port, call())).status).toBe(200);
    expect((await wire.response()).status).toBe(408);
    await wire.closed();
  });

  it('T8: a trickling body is ended by the timeout of the entire request', async () => {
    const wire = await wireTo(await start({}, {}, { bodyTimeout: 5_000, requestTimeout: 200 }));
    wire.send(call().subarray(0, -10));
    expect((await wire.response()).status).toBe(408);
    await wire.closed();
  });

  it('T8: a slow handler is not a slow caller', async () => {
    const { handlers, release, entered } = gate();
    const wire = await wireTo(await start(handlers, {}, { bodyTimeout: 30, requestTimeout: 100, headersTimeout: 100 }));
    wire.send(call());
    await entered;
    await pause(300);
    release();
    expect((await wire.response()).status).toBe(200);
  });
});
