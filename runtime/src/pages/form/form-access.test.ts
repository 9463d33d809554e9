import { afterEach, describe, expect, it } from 'vitest';
import { post } from '../../../../test/support/runtime/test-messages.ts';
import { path, testServer } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';
import { type Listening, listen } from '../../server/node/index.ts';
import type { CommonOptions } from '../../server/server-options.ts';
import type { FetchInfo } from '../../server/soap-server.ts';
import { isLoopbackAddress } from './form-access.ts';

/** Rule P4: who may use the test form. */

const here = 'http://127.0.0.1:8080';
const local: FetchInfo = { peerAddress: '127.0.0.1' };

interface Asked {
  readonly options?: CommonOptions;
  readonly headers?: Record<string, string>;
  readonly peer?: FetchInfo;
  readonly base?: string;
}

function address({ base = here }: Asked): string {
  return `${base}${path}?op=GetClientID`;
}

async function look(asked: Asked = {}): Promise<{ status: number; text: string }> {
  const request = new Request(address(asked), { headers: asked.headers ?? {} });
  const response = await testServer({}, asked.options).fetch(request, asked.peer ?? local);
  return { status: response.status, text: await response.text() };
}

async function send(asked: Asked = {}): Promise<{ status: number; runs: number; text: string }> {
  let runs = 0;
  const handlers = {
    GetClientID: () => {
      runs++;
      return { ClientID: 1 };
    },
  };
  const body = new URLSearchParams({ APIKey: 'k' });
  const request = new Request(address(asked), { method: 'POST', body, headers: asked.headers ?? {} });
  const response = await testServer(handlers, asked.options).fetch(request, asked.peer ?? local);
  return { status: response.status, runs, text: await response.text() };
}

describe('access to the form', () => {
  it.each<[what: string, asked: Asked, allowed: boolean]>([
    ['loopback', {}, true],
    ['another loopback address', { peer: { peerAddress: '127.8.9.10' } }, true],
    ['IPv6 loopback', { peer: { peerAddress: '::1' }, base: 'http://[::1]:8080' }, true],
    ['IPv4 within IPv6', { peer: { peerAddress: '::ffff:127.0.0.1' }, base: 'http://localhost' }, true],
    ['another machine', { peer: { peerAddress: '192.0.2.1' } }, false],
    ['another machine over IPv6', { peer: { peerAddress: '2001:db8::1' } }, false],
    ['another machine within IPv6', { peer: { peerAddress: '::ffff:192.0.2.1' } }, false],
    ['a peer whose address only looks so', { peer: { peerAddress: '127.0.0.1.example' } }, false],
    ['no peer at all', { peer: {} }, false],
    ['a forged Host', { peer: { peerAddress: '192.0.2.1' }, headers: { Host: 'localhost' } }, false],
    ['X-Forwarded-For', { headers: { 'X-Forwarded-For': '127.0.0.1' } }, false],
    ['X-Forwarded-Anything, empty', { headers: { 'x-forwarded-anything': '' } }, false],
    ['Forwarded', { headers: { Forwarded: 'for=127.0.0.1' } }, false],
    ['Via', { headers: { Via: '1.1 proxy' } }, false],
    ['X-Real-IP', { headers: { 'X-Real-IP': '127.0.0.1' } }, false],
    ['a trusted proxy', { headers: { 'X-Forwarded-For': '127.0.0.1' }, options: { trustProxy: true } }, false],
    ['a forged X-Forwarded-Host', { base: 'http://evil.example', headers: { 'X-Forwarded-Host': 'localhost' } }, false],
    ['a name that was rebound', { base: 'http://rebound.example:8080' }, false],
    ['a name that ends in localhost', { base: 'http://evil.localhost:8080' }, false],
    ['a name that begins like an address', { base: 'http://127.0.0.1.evil.example' }, false],
    ['the address of all interfaces', { base: 'http://0.0.0.0:8080' }, false],
    ['a public address that is configured', { options: { publicUrl: 'https://files.example/x' } }, true],
    ['forms switched off', { options: { testForms: false } }, false],
  ])('P4: %s', async (_, asked, allowed) => {
    const page = await look(asked);
    expect(page.status).toBe(200);
    expect(page.text.includes('<form')).toBe(allowed);
    expect(page.text.includes('class="note"')).toBe(!allowed);
    // What anybody may see stays.
    expect(page.text).toContain('Sample messages');
    expect(page.text).toContain('<caption><code>Get<wbr />Client<wbr />ID<wbr />Parameters</code></caption>');
    expect(await send(asked)).toMatchObject({ status: allowed ? 200 : 403, runs: allowed ? 1 : 0 });
  });

  it.each<[headers: Record<string, string>, allowed: boolean]>([
    [{ Origin: here }, true],
    [{ Origin: here, 'Sec-Fetch-Site': 'same-origin' }, true],
    [{ Origin: 'null' }, false],
    [{ Origin: '' }, false],
    [{ Origin: 'http://127.0.0.1:8081' }, false],
    [{ Origin: 'https://127.0.0.1:8080' }, false],
    [{ Origin: 'http://localhost:8080' }, false],
    [{ Origin: 'http://evil.example' }, false],
    [{ Origin: `${here}, ${here}` }, false],
    [{ Origin: here, 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ 'Sec-Fetch-Site': 'same-site' }, false],
    [{ 'Sec-Fetch-Site': 'none' }, false],
    [{ 'Sec-Fetch-Site': '' }, false],
  ])('P4: a post with %j', async (headers, allowed) => {
    const { status, runs, text } = await send({ headers });
    expect([status, runs]).toEqual(allowed ? [200, 1] : [403, 0]);
    if (!allowed) expect(text).toContain('a page of another site');
  });

  it('P4: a page of an origin that CORS allows posts no form', async () => {
    const headers = { Origin: 'https://app.example' };
    expect((await send({ headers, options: { cors: { origins: '*' } } })).status).toBe(403);
  });

  it('P4: is checked before the body is read', async () => {
    const pull = (): never => {
      throw new Error('The body was read.');
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const request = new Request(address({}), { method: 'POST', body, headers, duplex: 'half' });
    expect((await testServer().fetch(request, { peerAddress: '192.0.2.1' })).status).toBe(403);
  });

  it('P4: a rejection is logged, without any posted value', async () => {
    const events: unknown[] = [];
    const { text } = await send({ peer: {}, options: { log: (event) => events.push(event) } });
    expect(events).toEqual([expect.objectContaining({ event: 'refused', status: 403 })]);
    expect(text).toContain('The server does not know');
  });
});

describe('addresses of this machine', () => {
  it.each(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3', '::ffff:7f00:1'])(
    'P4: includes %s',
    (one) => expect(isLoopbackAddress(one)).toBe(true),
  );
  it.each(['', '127.0.0', '127.0.0.256', '1127.0.0.1', '0.0.0.0', '::', '::2', '::1%eth0', '::127.0.0.1', 'localhost'])(
    'P4: does not include %s',
    (one) => expect(isLoopbackAddress(one)).toBe(false),
  );
});

describe('over a socket', () => {
  let server: Listening | undefined;

  afterEach(() => server?.close(0));

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each(['127.0.0.1', '::1'])('P4: a peer at %s is local', async (host) => {
    server = await listen(testServer(), { host });
    const page = await fetch(`${server.url}?op=GetClientID`);
    expect(await page.text()).toContain('<form');
    const answer = await fetch(`${server.url}?op=GetClientID`, { method: 'POST', body: 'APIKey=k', headers: form });
    expect(answer.status).toBe(200);
  });

  it('P4: the host of an absolute URL takes precedence over Host, and both must be of this machine', async () => {
    server = await listen(testServer());
    const { port } = server;
    const good = `127.0.0.1:${port}`;
    const target = (host: string): string => `http://${host}${path}?op=GetClientID`;
    const responses = [
      [target(good), { Host: good }, 200],
      [target('evil.example'), { Host: good }, 403],
      [target(good), { Host: 'evil.example' }, 403],
      [target(good), { Host: good, Origin: `http://${good}` }, 200],
      [target('localhost'), { Host: good, Origin: `http://${good}` }, 403],
    ] as const;
    for (const [asked, headers, status] of responses) {
      expect((await ask(port, post({ ...form, ...headers }, 'APIKey=k', asked))).status).toBe(status);
    }
  });

  it('P4: a rejected post gets its response before its body arrives', async () => {
    server = await listen(testServer());
    const headers = { ...form, Host: 'evil.example', 'Content-Length': '50000000' };
    expect((await ask(server.port, post(headers, 'APIKey=', `${path}?op=GetClientID`))).status).toBe(403);
  });

  it('P4: a request without a host is rejected', async () => {
    server = await listen(testServer());
    const request = `POST ${path}?op=GetClientID HTTP/1.0\r\nContent-Type: ${form['Content-Type']}\r\nContent-Length: 0\r\n\r\n`;
    expect((await ask(server.port, request)).status).toBe(403);
  });
});
