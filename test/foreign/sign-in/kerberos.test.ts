import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf, basic } from '../../../runtime/src/client/authentication/index.ts';
import { type KerberosPackage, negotiate } from '../../../runtime/src/client/authentication/node/index.ts';
import { httpTransport } from '../../../runtime/src/client/node/index.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import { freePort } from '../../support/free-ports.js';
import { GetClientID } from '../../support/runtime/sample-binding.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { type Backend, callTimes, realm, ServerFolder, startApache, startBackend, user } from './service.ts';

/** Of Debian: krb5-kdc, krb5-admin-server, krb5-user, libkrb5-dev, apache2, libapache2-mod-auth-gssapi. */
describe('Apache with Kerberos', () => {
  const before = { ...process.env };
  let folder: ServerFolder;
  let backend: Backend;
  let kdc: RunningProgram;
  let apache: RunningProgram & { readonly port: number };
  let kerberos: () => Promise<KerberosPackage>;

  const run = (command: string, args: readonly string[], input?: string): string =>
    execFileSync(command, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });

  beforeAll(async () => {
    folder = new ServerFolder();
    const port = await freePort();
    process.env.KRB5_CONFIG = folder.write(
      'krb5.conf',
      `[libdefaults]
default_realm = TEST.EXAMPLE
dns_lookup_kdc = false
dns_canonicalize_hostname = false
rdns = false
default_ccache_name = FILE:${folder.path}/ccache
[realms]
TEST.EXAMPLE = {
kdc = 127.0.0.1:${port}
}
[domain_realm]
localhost = TEST.EXAMPLE
`,
    );
    process.env.KRB5_KDC_PROFILE = folder.write(
      'kdc.conf',
      `[kdcdefaults]
kdc_ports = ${port}
kdc_tcp_ports = ${port}
[realms]
TEST.EXAMPLE = {
database_name = ${folder.path}/principal
key_stash_file = ${folder.path}/stash
}
`,
    );
    run('kdb5_util', ['create', '-s', '-r', 'TEST.EXAMPLE', '-P', 'master']);
    const keytab = `${folder.path}/http.keytab`;
    for (const line of [
      `addprinc -pw ${user.password} ${user.user}`,
      'addprinc -randkey HTTP/localhost',
      `ktadd -k ${keytab} HTTP/localhost`,
    ]) {
      run('kadmin.local', ['-q', line]);
    }
    chmodSync(keytab, 0o644);
    kdc = await startProgram('krb5kdc', ['-n'], /commencing operation|starting/i);
    backend = await startBackend();
    const { basic: passwords } = folder.passwords();
    const locations = `
<Location /kerberos>
AuthType GSSAPI
AuthName "${realm}"
GssapiCredStore keytab:${keytab}
GssapiAllowedMech krb5
Require valid-user
</Location>
<Location /basic>
AuthType Basic
AuthName "${realm}"
AuthUserFile ${passwords}
Require valid-user
</Location>`;
    apache = await startApache(folder, backend, locations);
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder.path, 'kerberos@7.0.0']);
    const required = createRequire(`${folder.path}/`)('kerberos') as KerberosPackage;
    kerberos = async () => required;
  });

  afterAll(async () => {
    Object.assign(process.env, before);
    for (const name of ['KRB5_CONFIG', 'KRB5_KDC_PROFILE']) if (!(name in before)) delete process.env[name];
    await Promise.all([apache?.stop(), kdc?.stop(), backend?.close()]);
    folder?.remove();
  });

  const options = (path = 'kerberos') => ({
    address: `http://localhost:${apache.port}/${path}`,
    authentication: negotiate({ kerberos }),
    transport: httpTransport(),
  });

  it('without a ticket sends nothing, and says so', async () => {
    await expect(new SoapClient(options()).call(GetClientID, {})).rejects.toMatchObject({ code: 'no-credentials' });
    expect(backend.bodies).toEqual([]);
  });

  it('takes calls with the ticket of kinit', async () => {
    run('kinit', [user.user], `${user.password}\n`);
    await callTimes(3, options());
    expect(backend.bodies).toHaveLength(3);
  });

  it('takes several calls at once, and large ones once', async () => {
    backend.bodies.length = 0;
    const client = new SoapClient(options());
    await Promise.all([1, 2, 3].map(() => client.call(GetClientID, { APIKey: 'x'.repeat(200_000) })));
    expect(backend.bodies.filter((bytes) => bytes > 200_000)).toHaveLength(3);
    expect(backend.bodies).toHaveLength(3);
  });

  it('and Basic are chosen by what is offered', async () => {
    for (const path of ['kerberos', 'basic']) {
      const authentication = anyOf(basic(user.user, user.password), negotiate({ kerberos }));
      await callTimes(2, { ...options(path), authentication });
    }
  });
});
