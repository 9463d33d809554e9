import { afterEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../client/testing/certificate.ts';
import type { CommonOptions } from '../options.ts';
import { namespace } from '../testing/fields.ts';
import { call, callHeaders, envelope, getClientID, post } from '../testing/messages.ts';
import { path, type TestHandlers, testListening } from '../testing/service.ts';
import { ask, Wire } from '../testing/wire.ts';
import type { Listening, ListenOptions } from './index.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(handlers?: TestHandlers, options?: CommonOptions, how?: ListenOptions): Promise<Listening> {
  const server = await testListening(handlers, options, how);
  open.push({ close: () => server.close(0) });
  return server;
}

async function wireTo({ port }: Listening): Promise<Wire> {
  const wire = await Wire.open(port);
  open.push(wire);
  return wire;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n');

/** A handler that answers when it is let go. */
function gate(): { handlers: TestHandlers; release(): void; entered: Promise<void>; aborted: () => boolean } {
  let release: () => void = () => undefined;
  let enter: () => void = () => undefined;
  let signal: AbortSignal | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const handlers: TestHandlers = {
    async GetClientID(_, context) {
      signal = context.signal;
      enter();
      await released;
      return { ClientID: 7 };
    },
  };
  return { handlers, release: () => release(), entered, aborted: () => signal?.aborted ?? false };
}

describe('keep-alive and pipelining', () => {
  it('T8: one connection takes many requests', async () => {
    const wire = await wireTo(await start());
    for (const code of ['a', 'bb', 'ccc']) {
      expect((await wire.send(call('1.1', code)).answer()).body).toContain(`<ClientID>${code.length}</ClientID>`);
    }
  });

  it('T8: pipelined requests are answered in order, however long each takes', async () => {
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
      expect((await wire.answer()).body).toContain(`<ClientID>${expected}</ClientID>`);
    }
  });

  it('T8: garbage behind a request is answered after it', async () => {
    const { handlers, release, entered } = gate();
    const wire = await wireTo(await start(handlers));
    wire.send(Buffer.concat([call(), Buffer.from('garbage\r\n\r\n')]));
    await entered;
    await pause(20);
    release();
    expect((await wire.answer()).body).toContain('<ClientID>7</ClientID>');
    expect((await wire.answer()).status).toBe(400);
    expect(await wire.closed()).toBe('');
  });

  it('T8: a request in many small pieces is read', async () => {
    const wire = await wireTo(await start());
    wire.socket.setNoDelay(true);
    const bytes = call('1.2', 'Zoë');
    for (let at = 0; at < bytes.length; at += 40) {
      wire.send(bytes.subarray(at, at + 40));
      await pause(1);
    }
    expect((await wire.answer()).body).toContain('<ClientID>3</ClientID>');
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

  it('T8: the caller is told to go on, then answered', async () => {
    const wire = await wireTo(await start());
    expect((await wire.send(expecting({})).answer()).status).toBe(100);
    expect((await wire.send(body).answer()).status).toBe(200);
    expect((await wire.send(call()).answer()).status).toBe(200);
  });

  it('T8: a head that is wrong is refused before the body is sent', async () => {
    const server = await start({}, { limits: { maxBodyBytes: 1_000 } });
    for (const [headers, status] of [
      [{ 'Content-Type': 'text/plain' }, 415],
      [{ 'Content-Length': '1001' }, 413],
    ] as const) {
      const wire = await wireTo(server);
      const answer = await wire.send(expecting(headers)).answer();
      expect(answer.status).toBe(status);
      expect(answer.headers.connection).toBe('close');
    }
  });

  it('T10: another expectation is answered 417 with Content-Length', async () => {
    const answer = await ask((await start()).port, expecting({}).replace('100-continue', 'miracles'));
    expect(answer.status).toBe(417);
  });
});

describe('slow callers', () => {
  it('T8: a head that comes too slowly is cut off with 408', async () => {
    const wire = await wireTo(await start({}, {}, { headersTimeout: 100 }));
    const answer = await wire.send('POST / HTTP/1.1\r\nHost: h\r\n').answer();
    expect([answer.status, answer.headers.connection]).toEqual([408, 'close']);
    await wire.closed();
  });

  it('T8: a body that stops coming is cut off with 408, and others are served meanwhile', async () => {
    const server = await start({}, {}, { bodyTimeout: 60 });
    const wire = await wireTo(server);
    wire.send(call().subarray(0, -10));
    expect((await ask(server.port, call())).status).toBe(200);
    expect((await wire.answer()).status).toBe(408);
    await wire.closed();
  });

  it('T8: a body that trickles is cut off by the time-out of the whole request', async () => {
    const wire = await wireTo(await start({}, {}, { bodyTimeout: 5_000, requestTimeout: 200 }));
    wire.send(call().subarray(0, -10));
    expect((await wire.answer()).status).toBe(408);
    await wire.closed();
  });

  it('T8: a slow handler is not a slow caller', async () => {
    const { handlers, release, entered } = gate();
    const wire = await wireTo(await start(handlers, {}, { bodyTimeout: 30, requestTimeout: 100, headersTimeout: 100 }));
    wire.send(call());
    await entered;
    await pause(300);
    release();
    expect((await wire.answer()).status).toBe(200);
  });
});

describe('early answers', () => {
  it.each([200_000, 20_000_000])(
    'T7: 413 gets through to a caller that sends %d bytes first and reads then',
    async (size) => {
      const server = await start({}, { limits: { maxBodyBytes: 100_000 } });
      const wire = await wireTo(server);
      const sent = new Promise((resolve) =>
        wire.socket.write(post(callHeaders('1.2'), Buffer.alloc(size, 32)), resolve),
      );
      const answer = await wire.answer();
      expect(answer.status).toBe(413);
      expect(answer.body).toContain('<soap12:Value>soap12:Sender</soap12:Value>');
      await sent;
      expect((await ask(server.port, call())).status).toBe(200);
    },
  );

  it('T7: 415 with a short body leaves the connection usable', async () => {
    const wire = await wireTo(await start());
    expect((await wire.send(post({ 'Content-Type': 'text/plain' }, 'x'.repeat(1_000))).answer()).status).toBe(415);
    expect((await wire.send(call()).answer()).status).toBe(200);
  });

  it('T7: 411 for a chunked body closes the connection', async () => {
    const wire = await wireTo(await start());
    const headers = { ...callHeaders('1.1'), 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    wire.send(post(headers, '5\r\nhello\r\n0\r\n\r\n'));
    const answer = await wire.answer();
    expect([answer.status, answer.headers.connection]).toEqual([411, 'close']);
    expect(await wire.closed()).toBe('');
  });
});

describe('what Node would answer itself', () => {
  const broken = {
    'a bad request line': [400, 'nonsense\r\n\r\n'],
    'a bad header': [400, head('GET / HTTP/1.1', 'Host: h', 'no colon')],
    'a missing Host': [400, head(`GET ${path} HTTP/1.1`)],
    'two Hosts': [400, head(`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b')],
    'a Host that is none': [400, head(`GET ${path} HTTP/1.1`, 'Host: a/b"')],
    'header overflow': [431, head('GET / HTTP/1.1', 'Host: h', `X: ${'x'.repeat(20_000)}`)],
    'a bad version': [400, head('GET / HTTP/9.9', 'Host: h')],
    'a bad chunk': [
      400,
      post({ ...callHeaders('1.1'), 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
    ],
    CONNECT: [405, head('CONNECT example.org:80 HTTP/1.1', 'Host: h')],
  } as const;
  it.each(Object.entries(broken))('T10: %s has a plain answer with Content-Length', async (_, [status, bytes]) => {
    const server = await start({}, { requireContentLength: false });
    const answer = await ask(server.port, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.trim()).not.toBe('');
  });

  it('T10: HTTP/1.0 needs no Host', async () => {
    const answer = await ask((await start()).port, head(`GET ${path}?wsdl HTTP/1.0`));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('http://localhost:8080/v2/fileservice.asmx');
  });

  it('T10: CONNECT is answered 405, after the answers to the requests before it', async () => {
    const { handlers, release, entered } = gate();
    const wire = await wireTo(await start(handlers));
    wire.send(Buffer.concat([call(), Buffer.from(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'))]));
    await entered;
    await pause(20);
    release();
    expect((await wire.answer()).status).toBe(200);
    const answer = await wire.answer();
    expect([answer.status, answer.headers.connection]).toEqual([405, 'close']);
  });

  it('T10: a caller that resets its connection after CONNECT ends nothing else', async () => {
    const server = await start();
    for (const wait of [0, 20]) {
      const wire = await wireTo(server);
      wire.send(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'));
      await pause(wait);
      wire.socket.resetAndDestroy();
    }
    await pause(50);
    expect((await ask(server.port, call())).status).toBe(200);
  });

  it.each(['h:99999', '1.2.3.999', '[:::]', 'xn--a', 'h:', ''])(
    'T10: a Host that no URL can have (%s) is answered 400, whatever is asked for',
    async (host) => {
      const { port } = await start();
      for (const query of ['', '?wsdl', '?op=GetClientID']) {
        expect((await ask(port, head(`GET ${path}${query} HTTP/1.1`, `Host: ${host}`))).status).toBe(400);
      }
      expect((await ask(port, post({ ...callHeaders('1.1'), Host: host }, 'x'))).status).toBe(400);
    },
  );

  it('T7: what comes behind an answer that closes the connection is not run', async () => {
    let runs = 0;
    const server = await start({ GetClientID: () => ({ ClientID: ++runs }) });
    const chunked = 'Transfer-Encoding: chunked';
    const refused = [
      head(`POST ${path} HTTP/1.1`, 'Host: h', 'Content-Type: text/xml', chunked) + head('5', 'hello', '0'),
      head(`GET ${path} HTTP/1.1`, 'Host: h', 'Expect: a miracle'),
    ];
    for (const request of refused) {
      const wire = await wireTo(server);
      wire.send(Buffer.concat([Buffer.from(request), call()]));
      expect((await wire.answer()).headers.connection).toBe('close');
      expect(await wire.closed()).toBe('');
    }
    expect(runs).toBe(0);
  });

  it('a caller that goes away hurts nobody', async () => {
    const { handlers, entered, release, aborted } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(call());
    await entered;
    expect(aborted()).toBe(false);
    wire.socket.resetAndDestroy();
    await vi.waitFor(() => expect(aborted()).toBe(true));
    const half = await wireTo(server);
    half.send(call().subarray(0, -20));
    await pause(10);
    half.close();
    release();
    expect((await ask(server.port, call())).status).toBe(200);
  });
});

describe('stopping', () => {
  it('T9: what runs is finished, new connections are refused, idle ones are closed', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers);
    const idle = await wireTo(server);
    await idle.send(head(`GET ${path} HTTP/1.1`, 'Host: h')).answer();
    const fresh = await wireTo(server);
    const busy = await wireTo(server);
    busy.send(call());
    await entered;
    const closing = server.close();
    await Promise.all([idle.closed(), fresh.closed()]);
    await expect(Wire.open(server.port)).rejects.toThrow('ECONNREFUSED');
    release();
    const answer = await busy.answer();
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    await closing;
  });

  it('T9: each request that was pipelined is answered, and the last answer closes', async () => {
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
    await vi.waitFor(() => expect(entered).toBe(3));
    const closing = server.close();
    for (const order of [0, 1, 2]) {
      const answer = await wire.answer();
      expect(answer.body).toContain(`<ClientID>${order}</ClientID>`);
      expect(answer.headers.connection).toBe(order === 2 ? 'close' : 'keep-alive');
    }
    await closing;
  });

  it('T9: an answer that is on its way to a slow reader arrives whole', async () => {
    const text = 'x'.repeat(20_000_000);
    const server = await start({ GetClientID: () => ({ ErrorMessage: text, ClientID: 1 }) });
    const wire = await wireTo(server);
    let received = 0;
    wire.socket.removeAllListeners('data').pause();
    wire.send(call());
    await pause(100);
    const closing = server.close();
    await pause(100);
    wire.socket.on('data', (piece) => {
      received += piece.length;
    });
    wire.socket.resume();
    await closing;
    await wire.closed();
    expect(received).toBeGreaterThan(text.length);
  });

  it('T9: who stops it twice waits for the end as well, and can shorten the deadline', async () => {
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
    await pause(20);
    expect(stopped).toBe(false);
    await Promise.all([first, second, server.close()]);
    expect(await wire.closed()).toBe('');
  });

  it('T9: the deadline holds for a tunnel that waits for its refusal', async () => {
    const { handlers, entered } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(Buffer.concat([call(), Buffer.from(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'))]));
    await entered;
    await server.close(80);
    expect(await wire.closed()).toBe('');
  });

  it('T9: a peer that never shakes hands for TLS does not hold up the end', async () => {
    const { cert, key } = selfSigned();
    const server = await start({}, {}, { tls: { cert, key } });
    const wire = await wireTo(server);
    await pause(20);
    await server.close();
    expect(await wire.closed()).toBe('');
  });

  it('T9: at the deadline the rest is cut off, and handlers are told', async () => {
    const { handlers, entered, aborted } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(call());
    await entered;
    await server.close(80);
    expect(await wire.closed()).toBe('');
    await vi.waitFor(() => expect(aborted()).toBe(true));
  });
});

describe('listening', () => {
  it('answers over TLS, with its address in the WSDL', async () => {
    const { cert, key } = selfSigned();
    const server = await start({}, {}, { tls: { cert, key } });
    expect(server.url).toBe(`https://127.0.0.1:${server.port}${path}`);
    const { get } = await import('node:https');
    const text = await new Promise<string>((resolve, reject) => {
      get(`${server.url}?wsdl`, { ca: cert, servername: 'localhost', agent: false }, (response) => {
        response.setEncoding('utf8');
        let all = '';
        response.on('data', (piece: string) => {
          all += piece;
        });
        response.on('end', () => resolve(all));
      }).on('error', reject);
    });
    expect(text).toContain(`location="https://127.0.0.1:${server.port}${path}"`);
  });

  it('T8: a peer that never shakes hands for TLS is cut off', async () => {
    const { cert, key } = selfSigned();
    const wire = await wireTo(await start({}, {}, { tls: { cert, key }, headersTimeout: 60 }));
    expect(await wire.closed()).toBe('');
  });

  it('says why it cannot', async () => {
    const { port } = await start();
    await expect(testListening({}, {}, { port })).rejects.toThrow('EADDRINUSE');
  });

  it('hands large binary through whole', async () => {
    const server = await start();
    const data = Buffer.alloc(3_000_000, 'abc');
    const fields = `<ChunkData>${data.toString('base64')}</ChunkData><Offset>0</Offset><BytesRead>1</BytesRead><isLastChunk>1</isLastChunk>`;
    const body = envelope('1.1', `<AppendChunk xmlns="${namespace}">${fields}</AppendChunk>`);
    const answer = await ask(server.port, post(callHeaders('1.1', 'AppendChunk'), body));
    expect(answer.body).toContain(`<Data>${data.toString('base64')}</Data>`);
  });
});
