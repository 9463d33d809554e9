import { afterEach, describe, expect, it } from 'vitest';
import { GetClientID } from '../../../../test/support/runtime/sample-binding.ts';
import {
  basicGuard,
  digestGuard,
  type Guard,
  type SignInServer,
  signInServer,
} from '../../../../test/support/runtime/sign-in-server.ts';
import { fetchTransport } from '../fetch-transport.ts';
import { httpTransport } from '../node/index.ts';
import type { ClientOptions } from '../options.ts';
import { SoapClient } from '../soap-client.ts';
import { basic, digest } from './index.ts';

const refusedWith = (code: string) =>
  expect.objectContaining({ name: 'ClientError', code, remedy: expect.any(String) });

describe.each([
  ['httpTransport', httpTransport],
  ['fetchTransport', fetchTransport],
])('against a server, over %s', (_, transport) => {
  let server: SignInServer;
  afterEach(() => server.close());

  async function calls(guard: Guard, authentication: ClientOptions['authentication'], count = 1): Promise<unknown[]> {
    server = await signInServer(guard);
    const client = new SoapClient({ address: server.address, authentication, transport: transport() });
    for (let call = 0; call < count; call++) {
      expect(await client.call(GetClientID, { APIKey: 'ü' })).toMatchObject({ ClientID: 7 });
    }
    return server.seen.map(({ status }) => status);
  }

  const anna = { user: 'Änna "A"', password: 'pä:ß' };

  it('Basic', async () => {
    expect(await calls(basicGuard('änna', 'pä:ß'), basic('änna', 'pä:ß'), 2)).toEqual([200, 200]);
  });

  it.each([
    ['MD5', 'auth', false],
    ['MD5-sess', 'auth,auth-int', true],
    ['SHA-256', 'auth', true],
    ['SHA-256-sess', 'auth-int', false],
    ['MD5', '', false],
  ])('Digest with %s and qop %s, userhash %s', async (algorithm, qop, userhash) => {
    const guard = digestGuard({ ...anna, algorithm, qop, userhash });
    expect(await calls(guard, digest(anna.user, anna.password), 3)).toEqual([401, 200, 200, 200]);
  });

  it('Digest with auth-int because integrity is wanted', async () => {
    const guard = digestGuard({ ...anna, qop: 'auth, auth-int' });
    await calls(guard, digest(anna.user, anna.password, { integrity: true }));
    expect(server.seen.at(-1)?.authorization).toContain('qop=auth-int');
  });

  it('Digest whose nonces are for one request, with nextnonce and without', async () => {
    const scheme = digest(anna.user, anna.password);
    expect(await calls(digestGuard({ ...anna, uses: 1, next: true }), scheme, 3)).toEqual([401, 200, 200, 200]);
    await server.close();
    expect(await calls(digestGuard({ ...anna, uses: 1 }), scheme, 3)).toEqual([401, 200, 401, 200, 401, 200]);
  });

  it('Digest with a wrong password is unauthorized after one answer', async () => {
    await expect(calls(digestGuard(anna), digest(anna.user, 'x'))).rejects.toMatchObject({ code: 'unauthorized' });
    expect(server.seen.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('Digest of a server that does not know the password', async () => {
    const guard = digestGuard({ ...anna, rspauth: '0'.repeat(32) });
    await expect(calls(guard, digest(anna.user, anna.password))).rejects.toEqual(refusedWith('unverified-server'));
  });

  it('a large request is sent once, after an empty one', async () => {
    server = await signInServer(digestGuard(anna));
    const authentication = digest(anna.user, anna.password);
    const client = new SoapClient({ address: server.address, authentication, transport: transport() });
    for (let call = 0; call < 2; call++) await client.call(GetClientID, { APIKey: 'x'.repeat(200_000) });
    expect(server.seen.map(({ status, bytes }) => [status, bytes > 200_000])).toEqual([
      [401, false],
      [200, true],
      [401, false],
      [200, true],
    ]);
  });

  it('ten calls at once share a nonce whose count a server checks', async () => {
    server = await signInServer(digestGuard({ ...anna, uses: 1 }));
    const authentication = digest(anna.user, anna.password);
    const client = new SoapClient({ address: server.address, authentication, transport: transport() });
    const all = Array.from({ length: 10 }, () => client.call(GetClientID, {}));
    expect((await Promise.all(all)).length).toBe(10);
  });
});
