import { afterEach, describe, expect, it } from 'vitest';
import { httpResponse, type RawServer, rawServer, until } from '../../../test/support/runtime/raw-server.ts';
import { contentTypes, envelope, GetClientID, validResponse } from '../../../test/support/runtime/sample-binding.ts';
import { address, clientOf, clientWithoutResponse, right } from '../../../test/support/runtime/test-client.ts';
import { ClientError } from './client-error.ts';
import { fetchTransport } from './fetch-transport.ts';
import { httpTransport } from './node/http-transport.ts';
import { SoapClient } from './soap-client.ts';

const created: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of created.splice(0)) await each.close();
});

async function start(...args: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...args);
  created.push(server);
  return server;
}

function http(): ReturnType<typeof httpTransport> {
  const transport = httpTransport();
  created.push(transport);
  return transport;
}

const ok = httpResponse('200 OK', contentTypes['1.1'], envelope('1.1', validResponse));

describe('SoapClient', () => {
  it('rejects invalid options', () => {
    const wrong: (() => SoapClient)[] = [
      () => new SoapClient({ address: 'files.example' }),
      () => new SoapClient({ address: 'ftp://files.example/' }),
      () => new SoapClient({ address, timeout: 0 }),
      () => new SoapClient({ address, timeout: Number.NaN }),
      () => new SoapClient({ address, timeout: 2 ** 31 }),
      () => new SoapClient({ address, limits: { maxDepth: 0 } }),
      () => new SoapClient({ address, headers: { 'Content-Type': 'text/plain' } }),
      () => new SoapClient({ address, soap: JSON.parse('"2.0"') }),
    ];
    for (const make of wrong) {
      expect(make).toThrow(expect.objectContaining({ name: 'ClientError', code: 'invalid-options' }));
    }
  });

  it('uses the transport of the platform by default', async () => {
    const server = await start(() => ok);
    expect(await new SoapClient({ address: server.address }).call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    // That of Node, which names no user agent.
    expect(server.requests[0]?.headers.map(([name]) => name.toLowerCase())).not.toContain('user-agent');
  });

  it('keeps concurrent calls separate', async () => {
    const client = clientOf(async (request) => {
      const code = /<CompanyCode>(\d+)</.exec(Buffer.from(request.body).toString())?.[1] ?? '';
      await new Promise((resolve) => setTimeout(resolve, Number(code) % 7));
      const { headers, body, status } = right(request);
      return { headers, status, body: Buffer.from(Buffer.from(body).toString().replace('>7<', `>${code}<`)) };
    });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => client.call(GetClientID, { CompanyCode: String(i) })),
    );
    expect(all.map((each) => each.ClientID)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('a response over limits.maxBodyBytes has an error type of its own', async () => {
    const client = clientOf(right, { limits: { maxBodyBytes: 100 } });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({
      code: 'too-large',
      httpStatus: 200,
      operation: 'GetClientID',
      message: expect.stringContaining('maxBodyBytes'),
    });
  });
});

describe.each([
  ['httpTransport', http],
  ['fetchTransport', () => fetchTransport()],
])('SoapClient on %s', (_name, make) => {
  it('a failed connection is an error with address and cause', async () => {
    const client = new SoapClient({ address: 'http://anna:secret@127.0.0.1:1/x?key=hidden', transport: make() });
    const error = await client.call(GetClientID, { APIKey: 'k-4711' }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: 'connection', operation: 'GetClientID', address: 'http://127.0.0.1:1/x' });
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret|hidden|k-4711/);
    expect((error as ClientError).cause).toBeInstanceOf(Error);
  });

  it('a lost connection is an error, and nothing is resent', async () => {
    const server = await start((_request, socket) => {
      socket.resetAndDestroy();
      return undefined;
    });
    const client = new SoapClient({ address: server.address, transport: make() });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'connection-lost' });
    expect(server.requests).toHaveLength(1);
  });

  it('timeout ends a call and its connection', async () => {
    const server = await start(() => undefined);
    const client = new SoapClient({ address: server.address, transport: make(), timeout: 40 });
    const started = performance.now();
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({
      name: 'ClientError',
      code: 'timeout',
      message: expect.stringContaining('40 ms'),
    });
    expect(performance.now() - started).toBeLessThan(20_000);
    await until(() => server.requests.every((request) => request.socket.destroyed));
  });

  it('timeout includes the last byte of the response', async () => {
    const server = await start((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Type: text/xml\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
      return undefined;
    });
    const client = new SoapClient({ address: server.address, transport: make() });
    await expect(client.call(GetClientID, {}, { timeout: 60 })).rejects.toMatchObject({ code: 'timeout' });
    await until(() => server.requests.every((request) => request.socket.destroyed));
  });

  it('an abort in flight ends a call and its connection, and differs from a timeout', async () => {
    const server = await start(() => undefined);
    const client = new SoapClient({ address: server.address, transport: make() });
    const controller = new AbortController();
    const caught = expect(client.call(GetClientID, {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'ClientError',
      code: 'aborted',
      cause: 'I left',
    });
    await until(() => server.requests.length === 1);
    controller.abort('I left');
    await caught;
    await until(() => server.requests[0]?.socket.destroyed === true);
  });

  it('a call with an aborted signal sends nothing', async () => {
    const server = await start(() => ok);
    const client = new SoapClient({ address: server.address, transport: make() });
    await expect(client.call(GetClientID, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    // The aborted request would have arrived before this one.
    await client.call(GetClientID, {});
    expect(server.requests).toHaveLength(1);
  });

  it('100 calls on one signal leave no listener and cause no warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', warn);
    const server = await start(() => ok);
    const client = new SoapClient({ address: server.address, transport: make() });
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await Promise.all(Array.from({ length: 100 }, () => client.call(GetClientID, {}, { signal })));
    // Warnings are emitted in the next tick.
    await new Promise(setImmediate);
    process.off('warning', warn);
    expect(listeners).toBe(0);
    expect(warnings).toEqual([]);
  });
});

describe('the end of a call', () => {
  it('is at its timeout even if the transport ignores it', async () => {
    const client = clientWithoutResponse({ timeout: 20 });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'timeout', address });
  });

  it('is at its signal even if the transport ignores it', async () => {
    const controller = new AbortController();
    const call = clientWithoutResponse({ timeout: Number.POSITIVE_INFINITY }).call(GetClientID, {}, controller);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toMatchObject({ code: 'aborted', cause: { message: 'enough' } });
  });

  it('leaves no timer', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    await clientOf(right).call(GetClientID, {});
    await clientOf(() => Promise.reject(new Error('no')))
      .call(GetClientID, {})
      .catch(() => undefined);
    expect(timers()).toBe(before);
  });

  it('rejects an invalid timeout', async () => {
    await expect(clientOf(right).call(GetClientID, {}, { timeout: -1 })).rejects.toMatchObject({
      code: 'invalid-options',
    });
  });
});
