import { Agent, createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../../../test/support/runtime/certificate.ts';
import { GetClientID } from '../../../../../test/support/runtime/sample-binding.ts';
import {
  basicGuard,
  digestGuard,
  type Guard,
  ntlmGuard,
  type SignInServer,
  signInServer,
} from '../../../../../test/support/runtime/sign-in-server.ts';
import { httpTransport } from '../../node/index.ts';
import { SoapClient } from '../../soap-client.ts';
import { basic, digest } from '../index.ts';
import { environmentProxy, httpProxy, ntlm, type ProxyOptions } from './index.ts';

interface TestProxy {
  readonly address: string;
  /** Request lines and statuses. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** A proxy whose guard sees the headers of requests to it; the guards are those of servers. */
async function proxyWith(guard: Guard): Promise<TestProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const refusalOf = (request: IncomingMessage): readonly (readonly [string, string])[] | undefined => {
    const { 'proxy-authorization': authorization } = request.headers;
    const asked = { method: request.method, url: request.url, socket: request.socket, headers: { authorization } };
    const refused = guard(asked as never, Buffer.alloc(0), { setHeader: () => undefined } as never);
    seen.push(`${request.method} ${request.url?.replace(/\d{4,5}/, 'PORT')} ${refused === undefined ? 200 : 407}`);
    return refused?.map(([, value]) => ['Proxy-Authenticate', value]);
  };
  const server: Server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', async () => {
      const refused = refusalOf(request);
      if (refused !== undefined) {
        response.writeHead(407, refused.flat()).end('refused');
        return;
      }
      const answer = await fetch(request.url ?? '', { method: 'POST', body: 'x' });
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    const refused = refusalOf(request);
    if (refused !== undefined) {
      const lines = refused.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 407 Refused\r\n${lines}Content-Length: 7\r\n\r\nref`);
      // The rest of the page comes later, and the socket takes the next request.
      setImmediate(() => socket.write('used'));
      server.emit('connection', socket);
      return;
    }
    const [host = '', port] = (request.url ?? '').split(':');
    const through = connect({ host: host.replace('files.example', 'localhost'), port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const { cert, key } = selfSigned();
const user = { user: 'anna', password: 'p', domain: 'CORP' };
let services: { readonly http: SignInServer; readonly https: SignInServer };
let proxy: TestProxy;

beforeEach(async () => {
  services = { http: await signInServer(() => undefined), https: await signInServer(() => undefined, { cert, key }) };
});

afterEach(async () => {
  await Promise.all([services.http.close(), services.https.close(), proxy.close()]);
});

async function callThrough(
  scheme: 'http' | 'https',
  guard: Guard,
  options: ProxyOptions = {},
  count = 2,
): Promise<void> {
  proxy = await proxyWith(guard);
  const transport = httpTransport({ tls: { ca: cert }, proxy: httpProxy(proxy.address, options) });
  const client = new SoapClient({ address: services[scheme].address, transport });
  for (let call = 0; call < count; call++) {
    expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  }
  transport.close();
}

describe('a proxy', () => {
  it('without credentials is sent whole addresses of http, and opens one tunnel for https', async () => {
    await callThrough('http', () => undefined);
    expect(proxy.seen).toEqual(Array(2).fill('POST http://localhost:PORT/soap?a=1 200'));
    await proxy.close();
    await callThrough('https', () => undefined);
    expect(proxy.seen).toEqual(['CONNECT localhost:PORT 200']);
  });

  it.each([
    ['Basic', () => basicGuard('anna', 'p'), basic('anna', 'p'), ['200'], ['200', '200']],
    ['Digest', () => digestGuard(user), digest('anna', 'p'), ['407', '200'], ['407', '200', '200']],
    ['NTLM', () => ntlmGuard(user), ntlm(user), ['407', '200'], ['407', '200', '200']],
  ])('that demands %s receives it', async (_, guard, authentication, tunnel, whole) => {
    await callThrough('https', guard(), { authentication });
    expect(proxy.seen.map((line) => line.split(' ').at(-1))).toEqual(tunnel);
    expect(services.https.seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    await proxy.close();
    await callThrough('http', guard(), { authentication });
    expect(proxy.seen.map((line) => line.split(' ').at(-1))).toEqual(whole);
  });

  it('whose credentials are wrong or absent is an error with its schemes', async () => {
    for (const options of [{}, { authentication: digest('anna', 'x') }]) {
      for (const scheme of ['http', 'https'] as const) {
        await expect(callThrough(scheme, digestGuard(user), options)).rejects.toMatchObject({
          code: 'proxy-authentication',
          httpStatus: 407,
          challenges: [{ scheme: 'Digest' }],
        });
        await proxy.close();
      }
    }
  });

  it('receives no credentials over http from another machine', async () => {
    proxy = await proxyWith(() => undefined);
    const transport = httpTransport({
      proxy: httpProxy('http://proxy.example:1', { authentication: basic('a', 'b') }),
    });
    const client = new SoapClient({ address: services.https.address, transport });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'insecure-address' });
  });

  it('beside an agent is an invalid option', async () => {
    proxy = await proxyWith(() => undefined);
    const make = () => httpTransport({ agent: new Agent(), proxy: httpProxy(proxy.address) });
    expect(make).toThrowError(expect.objectContaining({ code: 'invalid-options' }));
  });

  it('and the service each receive their own', async () => {
    proxy = await proxyWith(digestGuard({ ...user, user: 'proxied' }));
    await services.https.close();
    services = { ...services, https: await signInServer(ntlmGuard({ ...user, certificate: cert }), { cert, key }) };
    const authentication = digest('proxied', 'p');
    const transport = httpTransport({ tls: { ca: cert }, proxy: httpProxy(proxy.address, { authentication }) });
    const client = new SoapClient({ address: services.https.address, transport, authentication: ntlm(user) });
    for (let call = 0; call < 2; call++) await client.call(GetClientID, {});
    expect(proxy.seen).toHaveLength(2);
    expect(services.https.seen.map(({ status }) => status)).toEqual([401, 200, 200]);
    transport.close();
  });
});

describe('the proxy of the environment', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['HTTP_PROXY', {}, true],
    ['no_proxy with the host', { no_proxy: 'a.example, localhost' }, false],
    ['NO_PROXY with another port', { NO_PROXY: 'localhost:1' }, true],
    ['NO_PROXY with all', { NO_PROXY: '*' }, false],
    ['NO_PROXY with another host', { NO_PROXY: 'host,ocalhost' }, true],
  ])('%s', async (_, more, isProxied) => {
    proxy = await proxyWith(basicGuard('änna', 'p@'));
    const environment = { HTTP_PROXY: proxy.address.replace('//', '//%C3%A4nna:p%40@'), ...more };
    const client = new SoapClient({
      address: services.http.address,
      transport: httpTransport({ proxy: environmentProxy({ environment }) }),
    });
    await client.call(GetClientID, {});
    expect(proxy.seen.length).toBe(isProxied ? 1 : 0);
  });

  it('that is not an address is an invalid option, which is not quoted', async () => {
    proxy = await proxyWith(() => undefined);
    const make = () => environmentProxy({ environment: { HTTPS_PROXY: 'socks5://a:secret@b' } });
    expect(make).toThrowError(/^HTTPS_PROXY is not an address/);
  });
});
