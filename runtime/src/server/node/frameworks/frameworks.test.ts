import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callHeaders, envelope, getClientID } from '../../../../../test/support/runtime/test-messages.ts';
import { path, testServer } from '../../../../../test/support/runtime/test-service.ts';
import type { CommonOptions } from '../../server-options.ts';
import { type ExpressRequest, expressHandler } from './express.ts';

interface App {
  /** What `app.use` removes from the URL; empty for a handler without a path. */
  readonly mount?: string;
  /** Changes the request as middleware in front of the service does. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  readonly options?: CommonOptions;
}

/** Passes requests on as Express does. Others, and errors, get a response of the application. */
async function appWith({ mount = '', before, options }: App = {}): Promise<string> {
  const handler = expressHandler(testServer({}, options));
  const server = createHttpServer(async (request: ExpressRequest, response) => {
    const target = request.url ?? '/';
    await before?.(request, response);
    const rest = target.slice(mount.length);
    if (mount !== '') Object.assign(request, { originalUrl: target, url: rest.startsWith('/') ? rest : `/${rest}` });
    handler(request, response, (error) => {
      response.writeHead(error === undefined ? 418 : 599).end(error instanceof Error ? error.message : 'next');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (address: string, headers: Record<string, string> = {}, body = envelope('1.1', getClientID())) =>
  fetch(address, { method: 'POST', headers: { ...callHeaders('1.1'), ...headers }, body });

/** Reads the body, as a parser does. @returns its bytes. */
async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a service in Express', () => {
  it('responds at the path that it is mounted at, with that address in the WSDL', async () => {
    const origin = await appWith({ mount: '/soap/files' });
    expect(await (await call(`${origin}/soap/files`)).text()).toContain('<ClientID>4</ClientID>');
    expect(await (await fetch(`${origin}/soap/files?wsdl`)).text()).toContain(`location="${origin}/soap/files"`);
    expect((await fetch(`${origin}/soap/files/other`)).status).toBe(418);
  });

  it('responds at its own path without one, below a mount path too, and passes other requests on', async () => {
    const origin = await appWith();
    expect((await call(origin + path)).status).toBe(200);
    expect((await call(`${origin}/`)).status).toBe(418);
    expect((await fetch(`${origin}/healthz`)).status).toBe(418);
    const below = await appWith({ mount: path.slice(0, path.lastIndexOf('/')) });
    expect((await call(below + path)).status).toBe(200);
    expect(await (await fetch(`${below}${path}?wsdl`)).text()).toContain(`location="${below}${path}"`);
  });

  it('responds in a handler of a route', async () => {
    const origin = await appWith({ before: (request) => void Object.assign(request, { route: {} }) });
    expect((await call(`${origin}/orders`)).status).toBe(200);
    expect(await (await fetch(`${origin}/orders?WSDL`)).text()).toContain(`location="${origin}/orders"`);
  });

  it('takes the bytes or the text of a body that a parser has read', async () => {
    for (const parse of [(body: Buffer) => ({ body }), (body: Buffer) => ({ body: body.toString() })]) {
      const origin = await appWith({
        before: async (request) => void Object.assign(request, parse(await read(request))),
      });
      expect(await (await call(origin + path)).text()).toContain('<ClientID>4</ClientID>');
    }
    const raw = await appWith({
      before: async (request) => void Object.assign(request, { body: {}, rawBody: await read(request) }),
    });
    expect((await call(raw + path)).status).toBe(200);
  });

  it('reads text in its characters, and a body that was decompressed, whatever the headers say', async () => {
    const code = '\u00e4\u00f6\u20ac';
    const message = `<?xml version="1.0" encoding="iso-8859-15"?>${envelope('1.1', getClientID(code))}`;
    const origin = await appWith({
      before: async (request) => {
        await read(request);
        Object.assign(request, { body: message });
      },
    });
    const headers = { 'Content-Type': 'text/xml; charset="iso-8859-15"', 'Content-Encoding': 'gzip' };
    expect(await (await call(origin + path, headers, 'anything')).text()).toContain('<ClientID>3</ClientID>');
  });

  it('limits a body that a parser has read', async () => {
    const before = async (request: IncomingMessage) => void Object.assign(request, { body: await read(request) });
    const origin = await appWith({ before, options: { limits: { maxBodyBytes: 1_000 } } });
    const long = envelope('1.1', getClientID('x'.repeat(2_000)));
    expect((await call(origin + path, {}, long)).status).toBe(413);
  });

  it('fails at once if a parser has kept neither bytes nor text', async () => {
    const origin = await appWith({
      before: async (request) => {
        await read(request);
        Object.assign(request, { body: { envelope: {} } });
      },
    });
    const response = await call(origin + path);
    expect(response.status).toBe(599);
    expect(await response.text()).toContain('before a body parser reads them');
    expect((await fetch(`${origin}${path}?wsdl`)).status).toBe(200);
  });

  it('sets its headers one by one where middleware has replaced writeHead', async () => {
    const seen: unknown[] = [];
    const origin = await appWith({
      before: (_request, response) => {
        const { writeHead } = response;
        response.writeHead = ((...args: Parameters<typeof writeHead>) => {
          seen.push(args);
          return writeHead.apply(response, args);
        }) as typeof writeHead;
      },
    });
    const response = await call(origin + path);
    expect(seen).toEqual([[200]]);
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await response.text()).toContain('<ClientID>4</ClientID>');
  });
});

describe('a service that is mounted by the routes of its host', () => {
  it('responds to a Web request at any path', async () => {
    const request = new Request('http://files.test/api/soap?wsdl');
    const response = await testServer().fetch(request, { mounted: true });
    expect(await response.text()).toContain('location="http://files.test/api/soap"');
    expect((await testServer().fetch(request)).status).toBe(404);
  });

  it('fails at once if the body was read before', async () => {
    const request = new Request(`http://files.test${path}`, {
      method: 'POST',
      headers: { ...callHeaders('1.1'), 'Content-Length': '1' },
      body: envelope('1.1', getClientID()),
    });
    await request.text();
    const response = await testServer().fetch(request);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('before a body parser reads them');
  });
});
