import { afterEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../../../../test/support/runtime/certificate.ts';
import { GetClientID } from '../../../../../test/support/runtime/sample-binding.ts';
import { ntlmGuard, type SignInServer, signInServer } from '../../../../../test/support/runtime/sign-in-server.ts';
import { fetchTransport } from '../../fetch-transport.ts';
import { logCalls } from '../../log.ts';
import { httpTransport } from '../../node/index.ts';
import { SoapClient } from '../../soap-client.ts';
import { anyOf, basic } from '../index.ts';
import { ntlm } from './index.ts';

const refusedWith = (code: string) =>
  expect.objectContaining({ name: 'ClientError', code, remedy: expect.any(String) });

describe('NTLM', () => {
  const user = { user: 'anna', password: 'pässword', domain: 'CORP', workstation: 'HERE' };
  const { cert, key } = selfSigned();
  let server: SignInServer;
  afterEach(() => server.close());

  const clientFor = (authentication = ntlm(user)): SoapClient => {
    const transport = httpTransport({ tls: { ca: cert } });
    return new SoapClient({ address: server.address, authentication, transport });
  };
  const seen = (): unknown[] => server.seen.map(({ status, connection, bytes }) => [status, connection, bytes > 0]);

  it('signs a connection in once, for the calls that follow', async () => {
    server = await signInServer(ntlmGuard(user));
    const client = clientFor();
    for (let call = 0; call < 3; call++) await client.call(GetClientID, {});
    expect(seen()).toEqual([
      [401, 1, false],
      [200, 1, true],
      [200, 1, true],
      [200, 1, true],
    ]);
  });

  it('binds to the certificate of the server (Extended Protection)', async () => {
    server = await signInServer(ntlmGuard({ ...user, certificate: cert }), { cert, key });
    await clientFor().call(GetClientID, {});
    expect(seen()).toEqual([
      [401, 1, false],
      [200, 1, true],
    ]);
    await server.close();
    server = await signInServer(ntlmGuard({ ...user, certificate: selfSigned().cert }), { cert, key });
    await expect(clientFor().call(GetClientID, {})).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('uses a connection for each call at the same time', async () => {
    server = await signInServer(ntlmGuard(user));
    const client = clientFor();
    await Promise.all([1, 2, 3].map(() => client.call(GetClientID, {})));
    await Promise.all([1, 2, 3].map(() => client.call(GetClientID, {})));
    expect(server.seen.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(new Set(server.seen.map(({ connection }) => connection)).size).toBe(3);
  });

  it('signs in again where the server forgets, and sends a large request once', async () => {
    server = await signInServer(ntlmGuard({ ...user, forgets: true }));
    const client = clientFor();
    await client.call(GetClientID, { APIKey: 'x'.repeat(200_000) });
    await client.call(GetClientID, {});
    await client.call(GetClientID, { APIKey: 'x'.repeat(200_000) });
    expect(server.seen.map(({ status, bytes }) => [status, bytes > 200_000])).toEqual([
      [401, false],
      [200, true],
      // Once it has forgotten a connection, each request signs in.
      [401, false],
      [401, false],
      [200, false],
      [401, false],
      [200, true],
    ]);
  });

  it('is chosen before Basic', async () => {
    const guard = ntlmGuard(user);
    server = await signInServer((...args) => {
      const demanded = guard(...args);
      return demanded && [...demanded, ['WWW-Authenticate', 'Basic realm="x"']];
    });
    await clientFor(anyOf(basic('a', 'b'), ntlm(user))).call(GetClientID, {});
    expect(server.seen.filter(({ authorization }) => authorization?.startsWith('Basic'))).toEqual([]);
  });

  it.each<[string, (message: Buffer) => Buffer, string]>([
    [
      'a message of type 3',
      (message) => Buffer.concat([message.subarray(0, 8), Buffer.from([3]), message.subarray(9)]),
      'bad-challenge',
    ],
    ['a mangled message', (message) => message.subarray(0, 50), 'bad-challenge'],
    [
      'NTLMv1',
      (message) => {
        message.writeUInt32LE(0xe2098235, 20);
        return message;
      },
      'weaker-scheme',
    ],
  ])('refuses %s, and sends no answer', async (_, change, code) => {
    server = await signInServer(ntlmGuard({ ...user, change }));
    await expect(clientFor().call(GetClientID, {})).rejects.toEqual(refusedWith(code));
    expect(server.seen).toHaveLength(1);
  });

  it('refuses a challenge after its last message, and a connection that ends', async () => {
    const guard = ntlmGuard(user);
    server = await signInServer(({ headers, ...request }, ...rest) => {
      const isLast = Buffer.from(headers.authorization?.slice(5) ?? '', 'base64')[8] === 3;
      const again = Buffer.from('4e544c4d53535000010000000782088200000000', 'hex').toString('base64');
      return isLast
        ? guard({ headers: { authorization: `NTLM ${again}` }, socket: request.socket } as never, ...rest)
        : guard({ headers, socket: request.socket } as never, ...rest);
    });
    await expect(clientFor().call(GetClientID, {})).rejects.toEqual(refusedWith('bad-handshake'));
    await server.close();
    const other = ntlmGuard(user);
    server = await signInServer((request, body, answer) => {
      answer.setHeader('Connection', 'close');
      return other(request, body, answer);
    });
    await expect(clientFor().call(GetClientID, {})).rejects.toEqual(refusedWith('bad-handshake'));
  });

  it('is logged without its tokens, by logCalls and by the environment', async () => {
    server = await signInServer(ntlmGuard(user));
    const texts: string[] = [];
    const transport = logCalls({ transport: httpTransport(), write: (text) => texts.push(text) });
    const client = new SoapClient({ address: server.address, authentication: ntlm(user), transport });
    for (let call = 0; call < 2; call++) await client.call(GetClientID, {});
    expect(seen()).toEqual([
      [401, 1, false],
      [200, 1, true],
      [200, 1, true],
    ]);
    expect(texts).toHaveLength(6);
    expect(texts.join('').match(/Authorization: .*/g)).toEqual(['Authorization: NTLM ***', 'Authorization: NTLM ***']);
    process.env.SOAPWRIGHT_LOG = 'calls';
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const logged = new SoapClient({
        address: server.address,
        authentication: ntlm(user),
        transport: httpTransport(),
      });
      await logged.call(GetClientID, {});
      expect(error).toHaveBeenCalledTimes(4);
    } finally {
      delete process.env.SOAPWRIGHT_LOG;
      error.mockRestore();
    }
  });

  it('needs a transport with connections', async () => {
    server = await signInServer(ntlmGuard(user));
    const client = new SoapClient({ address: server.address, authentication: ntlm(user), transport: fetchTransport() });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'invalid-options' });
    expect(server.seen).toEqual([]);
  });

  it('of a service that demands nothing sends the call', async () => {
    server = await signInServer(() => undefined);
    expect(await clientFor().call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  });
});
