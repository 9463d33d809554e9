import { describe, expect, it } from 'vitest';
import { quietFor } from '../../../../test/support/quiet-for.ts';
import { gate, head, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call, callHeaders, post } from '../../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers } from '../../../../test/support/runtime/test-service.ts';
import { ask, type WireResponse } from '../../../../test/support/runtime/wire.ts';
import type { ServerEvent } from '../server-events.ts';

const routes = { '/healthz': () => ({ body: 'ok\n' }) };
const get = (target: string): string => head(`GET ${target} HTTP/1.1`, 'Host: h');

function expectBusy(response: WireResponse, version: '1.1' | '1.2', limit: string): void {
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.headers['content-type']).toBe(
    version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8',
  );
  expect(response.body).toContain(version === '1.1' ? '<faultcode>soap:Server<' : '<soap12:Value>soap12:Receiver<');
  expect(response.body).toContain('<Code>Overloaded</Code>');
  expect(response.body).toContain(limit);
}

describe('overload', () => {
  it('T7: excess requests get 503 with Retry-After and a fault in their version; GET is unaffected', async () => {
    const { handlers, release, entered } = gate();
    const events: ServerEvent[] = [];
    const overload = { maxConcurrent: 1, maxQueued: 1 };
    const server = await start(handlers, { overload, routes, log: (event) => events.push(event) });
    const [first, second] = [await wireTo(server), await wireTo(server)];
    first.send(call());
    await entered;
    second.send(call());
    await expect.poll(server.load, { interval: 5 }).toEqual({ running: 1, waiting: 1 });
    for (const version of ['1.1', '1.2'] as const) {
      expectBusy(await ask(server.port, call(version)), version, 'overload.maxQueued');
    }
    expect((await ask(server.port, get('/healthz'))).status).toBe(200);
    expect((await ask(server.port, get(`${path}?wsdl`))).status).toBe(200);
    // Requests that are invalid in HTTP are rejected as usual.
    expect((await ask(server.port, post({ 'Content-Type': 'text/plain' }, 'x'))).status).toBe(415);
    release();
    expect((await first.response()).status).toBe(200);
    expect((await second.response()).status).toBe(200);
    expect(events.filter(({ event }) => event === 'shed')).toMatchObject([
      { reason: 'queue-full', soapVersion: '1.1', peerAddress: '127.0.0.1' },
      { reason: 'queue-full', soapVersion: '1.2' },
    ]);
  });

  it('T7: the decision precedes the body: no body is requested, and the response does not wait for it', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers, { overload: { maxConcurrent: 1, maxQueued: 0 } });
    const busy = await wireTo(server);
    busy.send(call());
    await entered;
    const headers = { ...callHeaders('1.1'), 'Content-Length': '50000000' };
    for (const expecting of [{}, { Expect: '100-continue' }]) {
      const response = await ask(server.port, post({ ...headers, ...expecting }, ''));
      expectBusy(response, '1.1', 'overload.maxConcurrent');
      expect(response.headers.connection).toBe('close');
    }
    // A short body that is there leaves the connection usable.
    const wire = await wireTo(server);
    expect((await wire.send(call()).response()).headers.connection).toBe('keep-alive');
    release();
    expect((await busy.response()).status).toBe(200);
    expect((await wire.send(call()).response()).status).toBe(200);
  });

  it('a body that arrived while all places were taken is rejected before it is read', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers, { overload: { maxConcurrent: 1, maxQueued: 0 } });
    const late = await wireTo(server);
    const bytes = post(callHeaders('1.2'), '<not XML at all');
    late.send(bytes.subarray(0, -3));
    // The response to a later request: the server has the earlier bytes.
    await ask(server.port, get(`${path}?wsdl`));
    const busy = await wireTo(server);
    busy.send(call());
    await entered;
    late.send(bytes.subarray(-3));
    expectBusy(await late.response(), '1.2', 'overload.maxQueued');
    release();
    expect((await busy.response()).status).toBe(200);
  });

  it('no request waits longer than queueTimeout, and a disconnected caller leaves the queue', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers, { overload: { maxConcurrent: 1, maxQueued: 1, queueTimeout: 300 } });
    const busy = await wireTo(server);
    busy.send(call());
    await entered;
    const gone = await wireTo(server);
    gone.send(call());
    await expect.poll(server.load, { interval: 5 }).toEqual({ running: 1, waiting: 1 });
    gone.socket.resetAndDestroy();
    await expect.poll(server.load, { interval: 5 }).toEqual({ running: 1, waiting: 0 });
    const since = performance.now();
    expectBusy(await ask(server.port, call('1.2')), '1.2', 'overload.queueTimeout');
    expect(performance.now() - since).toBeGreaterThan(290);
    release();
    expect((await busy.response()).status).toBe(200);
  });

  it('T9: a stopping server processes the queue first', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers, { overload: { maxConcurrent: 1, maxQueued: 5 } });
    const wires = await Promise.all(Array.from({ length: 4 }, () => wireTo(server)));
    for (const wire of wires) wire.send(call());
    await entered;
    await expect.poll(server.load, { interval: 5 }).toEqual({ running: 1, waiting: 3 });
    const idle = await wireTo(server);
    const closing = server.close();
    await idle.closed();
    release();
    for (const wire of wires) {
      const response = await wire.response();
      expect([response.status, response.headers.connection]).toEqual([200, 'close']);
    }
    await closing;
  });

  it('a thread kept busy by handlers serves in time as many as it can, and rejects the others', async () => {
    const handlers: TestHandlers = {
      GetClientID() {
        const until = performance.now() + 10;
        while (performance.now() < until);
        return { ClientID: 1 };
      },
    };
    const events: ServerEvent[] = [];
    const server = await start(handlers, { overload: { maxDelay: 100 }, log: (event) => events.push(event) });
    const wire = await wireTo(server);
    // Those of one piece are dealt with in one turn of the event loop.
    const turn = async (): Promise<readonly number[]> => {
      wire.send(Buffer.concat(Array.from({ length: 40 }, () => call())));
      const statuses: number[] = [];
      for (let at = 0; at < 40; at++) statuses.push((await wire.response()).status);
      return statuses;
    };
    const served = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;
    const [first, second] = [served(await turn()), served(await turn())];
    for (const number of [first, second]) {
      // 100 ms and the one that takes longest.
      expect(number).toBeGreaterThan(0);
      expect(number).toBeLessThanOrEqual(12);
    }
    const shed = events.filter((event) => event.event === 'shed');
    expect(shed).toHaveLength(80 - first - second);
    for (const event of shed) expect(event).toMatchObject({ reason: 'thread-busy' });
    expect((await ask(server.port, call())).status).toBe(200);
  });
});

describe('connections', () => {
  it('an excess connection gets one response, 503 if it costs work, and is closed; then others may connect', async () => {
    const server = await start({}, { routes }, { maxConnections: 2 });
    const [first] = [await wireTo(server), await wireTo(server)];
    await first.send(call()).response();
    const third = await wireTo(server);
    third.send(Buffer.concat([call('1.2'), call('1.2')]));
    const response = await third.response();
    expectBusy(response, '1.2', 'maxConnections');
    expect(response.headers.connection).toBe('close');
    expect(await third.closed()).toBe('');
    const healthy = await wireTo(server);
    const health = await healthy.send(get('/healthz')).response();
    expect([health.status, health.headers.connection]).toEqual([200, 'close']);
    first.close();
    await expect.poll(async () => (await ask(server.port, call())).status).toBe(200);
  });

  it('connections far beyond the limit are dropped', async () => {
    const server = await start({}, {}, { maxConnections: 1 });
    const wires = await Promise.all(Array.from({ length: 40 }, () => wireTo(server)));
    let dropped = 0;
    for (const wire of wires) {
      void wire.closed().then(() => {
        dropped += 1;
      });
    }
    await expect.poll(() => dropped).toBe(40 - 17);
    await quietFor(50);
    expect(dropped).toBe(40 - 17);
    expect((await wires[0]?.send(call()).response())?.status).toBe(200);
  });

  it('a connection may have a limited number of open requests; the next is rejected in order, and nothing after it runs', async () => {
    const { handlers, release, entered } = gate();
    let runs = 0;
    const counting: TestHandlers = {
      GetClientID(...all) {
        runs += 1;
        return handlers.GetClientID?.(...all) ?? {};
      },
    };
    const server = await start(counting, {}, { maxPipelined: 3 });
    const wire = await wireTo(server);
    wire.send(Buffer.concat(Array.from({ length: 50 }, () => call())));
    await entered;
    await expect.poll(() => runs, { interval: 5 }).toBe(3);
    release();
    for (let at = 0; at < 3; at++) expect((await wire.response()).status).toBe(200);
    expectBusy(await wire.response(), '1.1', 'maxPipelined');
    expect(await wire.closed()).toBe('');
    expect(runs).toBe(3);
  });

  it('any number of immediate requests may be pipelined', async () => {
    // However long a busy machine takes for them.
    const overload = { maxDelay: Number.POSITIVE_INFINITY };
    const server = await start({}, { overload }, { maxPipelined: 3 });
    const wire = await wireTo(server);
    wire.send(Buffer.concat(Array.from({ length: 500 }, () => call())));
    for (let at = 0; at < 500; at++) expect((await wire.response()).status).toBe(200);
  });
});
