import { describe, expect, it } from 'vitest';
import { head, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call, callHeaders, post } from '../../../../test/support/runtime/test-messages.ts';
import { path } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

describe('early responses', () => {
  it.each([200_000, 20_000_000])('T7: 413 reaches a caller that sends %d bytes before it reads', async (size) => {
    const server = await start({}, { limits: { maxBodyBytes: 100_000 } });
    const wire = await wireTo(server);
    const sent = new Promise((resolve) => wire.socket.write(post(callHeaders('1.2'), Buffer.alloc(size, 32)), resolve));
    const response = await wire.response();
    expect(response.status).toBe(413);
    expect(response.body).toContain('<soap12:Value>soap12:Sender</soap12:Value>');
    await sent;
    expect((await ask(server.port, call())).status).toBe(200);
  });

  it('T7: 415 with a short body leaves the connection usable', async () => {
    const wire = await wireTo(await start());
    expect((await wire.send(post({ 'Content-Type': 'text/plain' }, 'x'.repeat(1_000))).response()).status).toBe(415);
    expect((await wire.send(call()).response()).status).toBe(200);
  });

  it('T7: the response does not wait for a short body that never arrives, and closes', async () => {
    const server = await start();
    const lacking = post({ 'Content-Type': 'text/plain' }, 'x'.repeat(1_000)).subarray(0, -600);
    const nowhere = Buffer.from(lacking.toString('latin1').replace(path, '/nowhere'), 'latin1');
    for (const [request, status] of [
      [lacking, 415],
      [nowhere, 404],
    ] as const) {
      const wire = await wireTo(server);
      const since = performance.now();
      const response = await wire.send(request).response();
      expect([response.status, response.headers.connection]).toEqual([status, 'close']);
      // It waits five seconds for the rest of a body.
      expect(performance.now() - since).toBeLessThan(4_000);
      wire.socket.end();
      expect(await wire.closed()).toBe('');
    }
  });

  it('T7: 411 for a chunked body closes the connection', async () => {
    const wire = await wireTo(await start());
    const headers = { ...callHeaders('1.1'), 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    wire.send(post(headers, '5\r\nhello\r\n0\r\n\r\n'));
    const response = await wire.response();
    expect([response.status, response.headers.connection]).toEqual([411, 'close']);
    expect(await wire.closed()).toBe('');
  });

  it('T7: requests after a response that closes the connection are not processed', async () => {
    let runs = 0;
    const server = await start({ GetClientID: () => ({ ClientID: ++runs }) });
    const chunked = 'Transfer-Encoding: chunked';
    const rejected = [
      head(`POST ${path} HTTP/1.1`, 'Host: h', 'Content-Type: text/xml', chunked) + head('5', 'hello', '0'),
      head(`GET ${path} HTTP/1.1`, 'Host: h', 'Expect: a miracle'),
    ];
    for (const request of rejected) {
      const wire = await wireTo(server);
      wire.send(Buffer.concat([Buffer.from(request), call()]));
      expect((await wire.response()).headers.connection).toBe('close');
      expect(await wire.closed()).toBe('');
    }
    expect(runs).toBe(0);
  });
});
