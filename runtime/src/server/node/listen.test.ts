import { X509Certificate } from 'node:crypto';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../../../test/support/runtime/certificate.ts';
import { head, pause, start, wireTo } from '../../../../test/support/runtime/connections.ts';
import { namespace } from '../../../../test/support/runtime/table-codec.ts';
import { call, callHeaders, envelope, post } from '../../../../test/support/runtime/test-messages.ts';
import { path, type TestHandlers, testListening } from '../../../../test/support/runtime/test-service.ts';
import { ask } from '../../../../test/support/runtime/wire.ts';

/** A connection that has shaken hands. */
function secureTo(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    socket.allowHalfOpen = true;
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
    onTestFinished(() => {
      socket.destroy();
    });
  });
}

/** What comes back for a request, up to the end of the envelope. */
function responseOver(socket: TLSSocket, request: Uint8Array): Promise<string> {
  socket.write(request);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes(':Envelope>')) resolve(text);
    });
    socket.once('end', () => reject(new Error(`It ended after "${text}"`)));
  });
}

describe('listening', () => {
  it('responds over TLS, with its address in the WSDL', async () => {
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

  it('replaces the certificate without closing a connection, and keeps the old one when the new one is invalid', async () => {
    const [first, second] = [selfSigned(), selfSigned()];
    const server = await start({}, {}, { tls: first });
    const open = await secureTo(server.port);
    const fingerprintOf = ({ cert }: { cert: string }): string => new X509Certificate(cert).fingerprint256;
    expect(open.getPeerCertificate().fingerprint256).toBe(fingerprintOf(first));
    server.reloadTls(second);
    expect((await secureTo(server.port)).getPeerCertificate().fingerprint256).toBe(fingerprintOf(second));
    expect(() => server.reloadTls({ cert: first.cert, key: second.key })).toThrow();
    expect(() => server.reloadTls({ cert: 'none', key: 'none' })).toThrow();
    expect((await secureTo(server.port)).getPeerCertificate().fingerprint256).toBe(fingerprintOf(second));
    expect(await responseOver(open, call())).toContain('<ClientID>4</ClientID>');
    const plain = await start();
    expect(() => plain.reloadTls(first)).toThrow('without TLS');
  });

  it('supports TLS 1.2 and 1.3, and nothing older', async () => {
    const server = await start({}, {}, { tls: selfSigned() });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await secureTo(server.port, { minVersion: version, maxVersion: version });
      expect(socket.getProtocol()).toBe(version);
    }
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(secureTo(server.port, old)).rejects.toThrow(/protocol version/i);
  });

  it('T8: over TLS too, a caller that half-closes after its request gets the response', async () => {
    const handlers: TestHandlers = {
      async GetClientID() {
        await pause(30);
        return { ClientID: 5 };
      },
    };
    const socket = await secureTo((await start(handlers, {}, { tls: selfSigned() })).port);
    const answer = responseOver(socket, call());
    socket.end();
    expect(await answer).toContain('<ClientID>5</ClientID>');
  });

  it('T8: a peer without a TLS handshake is disconnected', async () => {
    const { cert, key } = selfSigned();
    const wire = await wireTo(await start({}, {}, { tls: { cert, key }, headersTimeout: 60 }));
    expect(await wire.closed()).toBe('');
  });

  it('reports why it cannot listen', async () => {
    const { port } = await start();
    await expect(testListening({}, {}, { port })).rejects.toThrow('EADDRINUSE');
  });

  it('passes requests that are not for the service to another responder, between those that are', async () => {
    const server = await start(
      {},
      {},
      {
        others({ url }, response) {
          if (url !== '/other') return false;
          response.end('of another');
          return true;
        },
      },
    );
    const wire = await wireTo(server);
    const get = (path: string, ...more: string[]): string => head(`GET ${path} HTTP/1.1`, 'Host: x', ...more);
    wire.send(get('/other') + get('/nothing') + get('/other', 'Connection: close'));
    const text = await wire.closed();
    expect(text.match(/of another|There is nothing here/g)).toEqual([
      'of another',
      'There is nothing here',
      'of another',
    ]);
  });

  it('transfers large binary values unchanged', async () => {
    const server = await start();
    const data = Buffer.alloc(3_000_000, 'abc');
    const fields = `<ChunkData>${data.toString('base64')}</ChunkData><Offset>0</Offset><BytesRead>1</BytesRead><isLastChunk>1</isLastChunk>`;
    const body = envelope('1.1', `<AppendChunk xmlns="${namespace}">${fields}</AppendChunk>`);
    const answer = await ask(server.port, post(callHeaders('1.1', 'AppendChunk'), body));
    expect(answer.body).toContain(`<Data>${data.toString('base64')}</Data>`);
  });
});
