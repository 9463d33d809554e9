import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpResponse, rawServer } from '../../../test/support/runtime/raw-server.ts';
import { contentTypes, envelope, GetClientID, validResponse } from '../../../test/support/runtime/sample-binding.ts';
import { clientOf } from '../../../test/support/runtime/test-client.ts';
import { challengesOf } from './challenges.ts';
import { ClientError } from './client-error.ts';
import { fetchTransport } from './fetch-transport.ts';
import { httpTransport } from './node/http-transport.ts';
import { SoapClient } from './soap-client.ts';

const message = Buffer.from(envelope('1.1', validResponse));

async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.catch((each: unknown) => each);
  if (!(error instanceof ClientError)) throw new Error('It did not fail.');
  return error;
}

describe('WWW-Authenticate', () => {
  it.each([
    [['Basic realm="simple"'], [['Basic', { realm: 'simple' }, undefined]]],
    [
      ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'],
      [
        ['Newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }, undefined],
        ['Basic', { realm: 'simple' }, undefined],
      ],
    ],
    [
      ['Negotiate', 'NTLM TlRMTVNTUAAC=='],
      [
        ['Negotiate', {}, undefined],
        ['NTLM', {}, 'TlRMTVNTUAAC=='],
      ],
    ],
    [
      ['Digest qop="auth,auth-int", nonce=abc , algorithm=MD5'],
      [['Digest', { qop: 'auth,auth-int', nonce: 'abc', algorithm: 'MD5' }, undefined]],
    ],
    [[', "'], []],
  ])('%j is read into schemes', (values, expected) => {
    const found = challengesOf(values).map(({ scheme, parameters, token }) => [scheme, parameters, token]);
    expect(found).toEqual(expected);
  });
});

describe('an error about a response', () => {
  it('has the HTTP headers, the challenges and the remedy, and shows no cookie', async () => {
    const headers = ['WWW-Authenticate', 'Bearer', 'Set-Cookie', 'a=secret', 'set-cookie', 'b=secret'];
    const error = await errorOf(
      clientOf(() => ({ status: 401, headers, body: new Uint8Array(0) })).call(GetClientID, {}),
    );
    expect(error).toMatchObject({ code: 'unauthorized', challenges: [{ scheme: 'Bearer' }] });
    expect(error.message).toContain(error.remedy);
    expect(error.remedy).toContain('with the option authentication (Bearer).');
    expect(error.httpHeaders('SET-COOKIE')).toEqual(['a=secret', 'b=secret']);
    expect(error.rawHttpHeaders()).toEqual(headers);
    const { inspect } = await import('node:util');
    expect(inspect(error) + JSON.stringify(error)).not.toContain('secret');
  });
});

describe('a compressed response', () => {
  const packed = (body: Buffer, coding = 'gzip') => ({
    status: 200,
    headers: ['Content-Type', contentTypes['1.1'], 'Content-Encoding', coding],
    body: new Uint8Array(gzipSync(body)),
  });
  const large = Buffer.from(envelope('1.1', validResponse).replace('<ClientID>', `${' '.repeat(5_000_000)}<ClientID>`));

  it('of a transport that has not decoded it is decoded', async () => {
    expect(await clientOf(() => packed(message)).call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    expect(await errorOf(clientOf(() => packed(message, 'gzip, br')).call(GetClientID, {}))).toMatchObject({
      code: 'not-soap',
      message: expect.stringContaining('several encodings (gzip, br)'),
    });
    expect(await errorOf(clientOf(() => packed(message, 'compress')).call(GetClientID, {}))).toMatchObject({
      code: 'not-soap',
      message: expect.stringContaining('compress, which is not supported'),
    });
  });

  it('reaches limits by their names: maxExpansion and maxBodyBytes', async () => {
    for (const [limits, name] of [
      [{}, 'maxExpansion'],
      [{ maxExpansion: 5_000, maxBodyBytes: 1_000_000 }, 'maxBodyBytes'],
    ] as const) {
      const error = await errorOf(clientOf(() => packed(large), { limits }).call(GetClientID, {}));
      expect(error).toMatchObject({ code: 'too-large', message: expect.stringContaining(`limits.${name}`) });
    }
    const allowed = clientOf(() => packed(large), { limits: { maxExpansion: 5_000 } });
    expect(await allowed.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  });

  it('over node:http reaches the same limits, and over fetch that of its bytes', async () => {
    const body = gzipSync(large);
    const server = await rawServer((_request, socket) => {
      const head = httpResponse('200 OK', contentTypes['1.1'], '', ['Content-Encoding: gzip', 'Connection: close']);
      socket.end(Buffer.concat([Buffer.from(head.toString().replace('Content-Length: 0\r\n', '')), body]));
      return undefined;
    });
    const transport = httpTransport();
    const { address } = server;
    const node = new SoapClient({ address, transport });
    expect((await errorOf(node.call(GetClientID, {}))).message).toContain('limits.maxExpansion');
    const allowed = new SoapClient({ address, transport, limits: { maxExpansion: 5_000 } });
    expect(await allowed.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    const fetched = new SoapClient({ address, transport: fetchTransport(), limits: { maxBodyBytes: 1_000_000 } });
    expect((await errorOf(fetched.call(GetClientID, {}))).message).toContain('limits.maxBodyBytes');
    transport.close();
    await server.close();
  });
});
