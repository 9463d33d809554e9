import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf, basic, digest } from '../../../runtime/src/client/authentication/index.ts';
import { ntlm } from '../../../runtime/src/client/authentication/node/index.ts';
import { fetchTransport } from '../../../runtime/src/client/fetch-transport.ts';
import { httpTransport } from '../../../runtime/src/client/node/index.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import type { Transport } from '../../../runtime/src/client/transport.ts';
import { GetClientID } from '../../support/runtime/sample-binding.ts';
import type { RunningProgram } from '../support/program.ts';
import { type Backend, callTimes, realm, ServerFolder, startApache, startBackend, user } from './service.ts';

let folder: ServerFolder;
let backend: Backend;
let apache: RunningProgram & { readonly port: number };

beforeAll(async () => {
  folder = new ServerFolder();
  backend = await startBackend();
  const { basic: basicFile, digest: digestFile } = folder.passwords();
  const users = folder.write('ntlm', `${user.domain}:${user.user}:${user.password}\n`);
  const locations = `
<Location /basic>
AuthType Basic
AuthName "${realm}"
AuthUserFile ${basicFile}
Require valid-user
</Location>
<Location /digest>
AuthType Digest
AuthName "${realm}"
AuthUserFile ${digestFile}
Require valid-user
</Location>
<Location /brief>
AuthType Digest
AuthName "${realm}"
AuthUserFile ${digestFile}
AuthDigestNonceLifetime 1
Require valid-user
</Location>
<Location /ntlm>
AuthType GSSAPI
AuthName "${realm}"
GssapiAllowedMech ntlmssp
GssapiConnectionBound On
Require valid-user
</Location>`;
  apache = await startApache(folder, backend, locations, { NTLM_USER_FILE: users });
});

afterAll(async () => {
  await apache?.stop();
  await backend?.close();
  folder?.remove();
});

const address = (path: string): string => `http://localhost:${apache.port}/${path}?a=b`;
const { user: name, password } = user;

describe.each([
  ['httpTransport', httpTransport],
  ['fetchTransport', fetchTransport],
])('Apache, over %s', (_, transport) => {
  it.each([
    ['Basic', 'basic', () => basic(name, password)],
    ['Digest', 'digest', () => digest(name, password)],
    ['Digest of two schemes', 'digest', () => anyOf(basic(name, password), digest(name, password))],
  ])('%s', (__, path, scheme) =>
    callTimes(3, { address: address(path), authentication: scheme(), transport: transport() }),
  );

  it('refuses a wrong password, and a scheme that was not configured', async () => {
    const call = (path: string, authentication: ReturnType<typeof basic>): Promise<unknown> =>
      new SoapClient({ address: address(path), authentication, transport: transport() }).call(GetClientID, {});
    await expect(call('digest', digest(name, 'x'))).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(call('basic', basic(name, 'x'))).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(call('digest', basic(name, password))).rejects.toMatchObject({ code: 'scheme-not-offered' });
    await expect(call('basic', digest(name, password))).rejects.toMatchObject({ code: 'scheme-not-offered' });
  });

  it('answers a nonce that has become stale', async () => {
    let challenges = 0;
    const inner = transport();
    const counting: Transport = {
      async send(request) {
        const response = await inner.send(request);
        if (response.status === 401) challenges++;
        return response;
      },
    };
    const authentication = digest(name, password);
    const client = new SoapClient({ address: address('brief'), authentication, transport: counting });
    const calls = async (): Promise<number> => {
      expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
      return challenges;
    };
    expect(await calls()).toBe(1);
    // Its nonces live for a second.
    await expect.poll(calls, { timeout: 20_000, interval: 200 }).toBe(2);
  });

  it('receives a large request once', async () => {
    backend.bodies.length = 0;
    const authentication = digest(name, password);
    const client = new SoapClient({ address: address('digest'), authentication, transport: transport() });
    await client.call(GetClientID, { APIKey: 'x'.repeat(1_000_000) });
    expect(backend.bodies.map((bytes) => bytes > 1_000_000)).toEqual([true]);
  });
});

describe('Apache with NTLM of gss-ntlmssp', () => {
  it('lets calls pass after one handshake', () =>
    callTimes(3, { address: address('ntlm'), authentication: ntlm(user), transport: httpTransport() }));

  it('takes ten calls at once', async () => {
    const options = { address: address('ntlm'), authentication: ntlm(user), transport: httpTransport() };
    const client = new SoapClient(options);
    const all = await Promise.all(Array.from({ length: 10 }, () => client.call(GetClientID, {})));
    expect(all).toHaveLength(10);
  });

  it('refuses a wrong password', async () => {
    const authentication = ntlm({ ...user, password: 'x' });
    const client = new SoapClient({ address: address('ntlm'), authentication, transport: httpTransport() });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
