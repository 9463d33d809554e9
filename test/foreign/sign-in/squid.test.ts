import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, digest } from '../../../runtime/src/client/authentication/index.ts';
import { environmentProxy, httpProxy } from '../../../runtime/src/client/authentication/node/index.ts';
import { httpTransport } from '../../../runtime/src/client/node/index.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import { freePort } from '../../support/free-ports.js';
import { selfSigned } from '../../support/runtime/certificate.ts';
import { GetClientID } from '../../support/runtime/sample-binding.ts';
import { digestGuard, type SignInServer, signInServer } from '../../support/runtime/sign-in-server.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { callTimes, realm, ServerFolder, user } from './service.ts';

const { user: name, password } = user;
const { cert, key } = selfSigned();

describe.each(['basic', 'digest'] as const)('squid with %s', (scheme) => {
  let folder: ServerFolder;
  let squid: RunningProgram;
  let proxy: string;
  let services: { readonly http: SignInServer; readonly https: SignInServer };

  beforeAll(async () => {
    folder = new ServerFolder();
    const files = folder.passwords();
    const port = await freePort();
    proxy = `http://localhost:${port}`;
    const helper =
      scheme === 'basic'
        ? `/usr/lib/squid/basic_ncsa_auth ${files.basic}`
        : `/usr/lib/squid/digest_file_auth -c ${files.digest}`;
    const configuration = folder.write(
      'squid.conf',
      `http_port 127.0.0.1:${port}
auth_param ${scheme} program ${helper}
auth_param ${scheme} realm ${realm}
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
cache deny all
pid_filename ${folder.path}/pid
coredump_dir ${folder.path}
access_log none
cache_log ${folder.path}/cache.log
shutdown_lifetime 1 seconds
`,
    );
    squid = await startProgram('squid', ['-N', '-d', '1', '-f', configuration], /Accepting HTTP Socket connections/);
    // The service demands a sign-in of its own behind the proxy.
    const guard = (): ReturnType<typeof digestGuard> => digestGuard({ user: 'other', password: 'own' });
    services = { http: await signInServer(guard()), https: await signInServer(guard(), { cert, key }) };
  });

  afterAll(async () => {
    await squid?.stop();
    await Promise.all([services?.http.close(), services?.https.close()]);
    folder?.remove();
  });

  const authentication = (secret: string): ReturnType<typeof basic> =>
    scheme === 'basic' ? basic(name, secret) : digest(name, secret);

  it.each(['http', 'https'] as const)('passes calls of %s on', async (protocol) => {
    const transport = httpTransport({
      tls: { ca: cert },
      proxy: httpProxy(proxy, { authentication: authentication(password) }),
    });
    await callTimes(3, { address: services[protocol].address, transport, authentication: digest('other', 'own') });
    expect(services[protocol].seen.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
    transport.close();
  });

  it('refuses a wrong password', async () => {
    for (const { address } of Object.values(services)) {
      const wrong = httpProxy(proxy, { authentication: authentication('x') });
      const client = new SoapClient({ address, transport: httpTransport({ tls: { ca: cert }, proxy: wrong }) });
      await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'proxy-authentication' });
    }
  });

  it.runIf(scheme === 'basic')('takes the user and password of the environment', async () => {
    const HTTPS_PROXY = proxy.replace('//', `//${name}:${password}@`);
    const transport = httpTransport({ tls: { ca: cert }, proxy: environmentProxy({ environment: { HTTPS_PROXY } }) });
    await callTimes(1, { address: services.https.address, transport, authentication: digest('other', 'own') });
    transport.close();
  });
});
