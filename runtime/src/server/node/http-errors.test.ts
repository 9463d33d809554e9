import { describe, expect, it } from 'vitest';
import { gate, head, pause, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { call, callHeaders, post } from '../../../../test/support/runtime/test-messages.ts';
import { path } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

describe('responses of Node itself', () => {
  const broken = {
    'a bad request line': [400, 'nonsense\r\n\r\n'],
    'a bad header': [400, head('GET / HTTP/1.1', 'Host: h', 'no colon')],
    'a missing Host': [400, head(`GET ${path} HTTP/1.1`)],
    'two Hosts': [400, head(`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b')],
    'an invalid Host': [400, head(`GET ${path} HTTP/1.1`, 'Host: a/b"')],
    'header overflow': [431, head('GET / HTTP/1.1', 'Host: h', `X: ${'x'.repeat(20_000)}`)],
    'a bad version': [400, head('GET / HTTP/9.9', 'Host: h')],
    'a bad chunk': [
      400,
      post({ ...callHeaders('1.1'), 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
    ],
    CONNECT: [405, head('CONNECT example.org:80 HTTP/1.1', 'Host: h')],
  } as const;
  it.each(Object.entries(broken))(
    'T10: %s gets a plain-text response with Content-Length',
    async (_, [status, bytes]) => {
      const server = await start({}, { requireContentLength: false });
      const response = await ask(server.port, bytes);
      expect(response.status).toBe(status);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.body.trim()).not.toBe('');
    },
  );

  it('T10: HTTP/1.0 needs no Host', async () => {
    const response = await ask((await start()).port, head(`GET ${path}?wsdl HTTP/1.0`));
    expect(response.status).toBe(200);
    expect(response.body).toContain('http://localhost:8080/v2/fileservice.asmx');
  });

  it('T10: CONNECT gets 405, after the responses to preceding requests', async () => {
    const { handlers, release, entered } = gate();
    const server = await start(handlers);
    const wire = await wireTo(server);
    wire.send(Buffer.concat([call(), Buffer.from(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'))]));
    await entered;
    // The response to a later request: the server has seen the CONNECT.
    await ask(server.port, head(`GET ${path}?wsdl HTTP/1.1`, 'Host: h'));
    release();
    expect((await wire.response()).status).toBe(200);
    const response = await wire.response();
    expect([response.status, response.headers.connection]).toEqual([405, 'close']);
  });

  it('T10: a caller that resets its connection after CONNECT affects nothing else', async () => {
    const server = await start();
    for (const wait of [0, 20]) {
      const wire = await wireTo(server);
      wire.send(head('CONNECT files.test:1 HTTP/1.1', 'Host: h'));
      await pause(wait);
      wire.socket.resetAndDestroy();
    }
    expect((await ask(server.port, call())).status).toBe(200);
  });

  it.each(['h:99999', '1.2.3.999', '[:::]', 'a%zz', 'h:', ''])(
    'T10: a Host that is invalid in URLs (%s) gets 400 for any target',
    async (host) => {
      const { port } = await start();
      for (const query of ['', '?wsdl', '?op=GetClientID']) {
        expect((await ask(port, head(`GET ${path}${query} HTTP/1.1`, `Host: ${host}`))).status).toBe(400);
      }
      expect((await ask(port, post({ ...callHeaders('1.1'), Host: host }, 'x'))).status).toBe(400);
    },
  );
});
