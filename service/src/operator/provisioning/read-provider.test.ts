import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { FileProblems } from '../../config/yaml-document.ts';
import { findProvider, openedProvider } from '../../storage/identity-providers.ts';
import { loadEntities } from './load-entities.ts';
import { provision } from './provision.ts';
import { describeDifference } from './provision-context.ts';
import { secretSourceBeside } from './secret-values.ts';

const saml = `
      saml:
        issuer: urn:example:idp
        signInUrl: https://login.example/sso
        certificates: [{ file: ec.pem }, { file: rsa.pem }]
        entityId: https://files.example/saml
        returnTo: { web: https://app.example/saml, client: { env: RFS_TEST_CLIENT } }`;

const oidc = `
      oidc:
        issuer: https://login.example
        clients:
          - { applicationType: 0, use: web, clientId: web, clientSecret: { env: RFS_TEST_SECRET }, redirectUri: https://app.example/in }
          - { applicationType: 1, use: client, clientId: desktop, redirectUri: "http://127.0.0.1:7777/", bareCode: true }
          - { applicationType: -7, clientId: other, redirectUri: "com.example.files:/in" }`;

const tenant = (provider: string): string =>
  `tenants:\n  - clientId: 1001\n    orgId: 1\n    companyCode: DEMO\n    domains: [demo.example]\n${
    provider === '' ? '' : `    identityProvider:${provider}\n`
  }`;

describe('the identity provider of a tenant', () => {
  let folder: string;
  let harness: Harness;
  const environment = { RFS_TEST_CLIENT: 'https://app.example/saml-client', RFS_TEST_SECRET: 'the-client-secret' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-providers-'));
    const subject = [{ name: 'commonName', value: 'idp.example' }];
    const [ec, rsa, weak] = await Promise.all([
      generate(subject, { keyType: 'ec', curve: 'P-256' }),
      generate(subject, { keySize: 2048, notAfterDate: new Date('2020-01-01'), notBeforeDate: new Date('2019-01-01') }),
      generate(subject, { keySize: 1024 }),
    ]);
    await writeFile(join(folder, 'ec.pem'), ec.cert);
    await writeFile(join(folder, 'rsa.pem'), rsa.cert);
    await writeFile(join(folder, 'weak.pem'), weak.cert);
    await writeFile(join(folder, 'both.pem'), `${ec.cert}\n${rsa.cert}`);
    await writeFile(join(folder, 'private.pem'), `${ec.cert}\n${ec.private}`);
    harness = await startHarness({ yaml: 'tenants: []' });
  });
  afterAll(async () => {
    await harness.close();
    await rm(folder, { recursive: true });
  });

  const load = (yaml: string) => {
    const file = join(folder, 'it.yaml');
    return loadEntities(yaml, file, secretSourceBeside(file, environment));
  };
  const apply = (yaml: string) => provision(harness.service.state, load(yaml));
  const problemsOf = (yaml: string): readonly string[] => {
    try {
      load(yaml);
      return [];
    } catch (error) {
      if (!(error instanceof FileProblems)) throw error;
      return error.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
    }
  };

  it('is created, found by domain, and the same file a second time changes nothing', async () => {
    const { seals, lookups } = harness.service.state;
    expect(await apply(tenant(saml))).toMatchObject([{ kind: 'created', entity: 'tenant' }]);
    await lookups.refreshed();
    const stored = await lookups.providerOfDomain.find({ domain: 'demo.example' });
    const found = stored && openedProvider(seals, stored);
    expect(found).toMatchObject({
      clientId: 1001,
      provider: {
        kind: 'SAML2',
        issuer: 'urn:example:idp',
        returnTo: { web: 'https://app.example/saml', client: 'https://app.example/saml-client' },
        unsolicited: true,
      },
    });
    expect(found?.provider.kind === 'SAML2' && found.provider.certificates).toHaveLength(2);
    expect(await apply(tenant(saml))).toEqual([]);
  });

  it('uses defaults for unset variables, and omits optional certificates', async () => {
    const { db, seals } = harness.service.state;
    const yaml = tenant(saml)
      .replace('urn:example:idp', '{ env: RFS_TEST_UNSET, default: "urn:by:default" }')
      .replace('{ env: RFS_TEST_CLIENT }', '{ env: RFS_TEST_CLIENT, default: "https://never.example/" }')
      .replace(/certificates: .*/, 'certificates: [{ env: RFS_TEST_UNSET, optional: true }]');
    await apply(yaml);
    expect(await findProvider(db, seals, 1001)).toMatchObject({
      issuer: 'urn:by:default',
      returnTo: { client: 'https://app.example/saml-client' },
      certificates: [],
    });
    const twice = yaml.replace(
      '[{ env: RFS_TEST_UNSET, optional: true }]',
      '[{ env: RFS_TEST_UNSET, optional: true }, { file: rsa.pem }]',
    );
    await apply(twice);
    expect(await findProvider(db, seals, 1001)).toMatchObject({ certificates: [expect.stringContaining('BEGIN')] });
    expect(problemsOf(twice.replace('optional: true', 'optional: false'))).toEqual([
      expect.stringContaining('The environment variable RFS_TEST_UNSET is not set.'),
    ]);
    expect(problemsOf(twice.replace('{ file: rsa.pem }', '{ file: rsa.pem, default: x }'))).toEqual([
      expect.stringContaining('must be a value'),
    ]);
    await apply(tenant(saml));
  });

  it('can change its kind; a client secret is stored sealed, and changes nothing when it is the same', async () => {
    const { db, seals } = harness.service.state;
    expect(await apply(tenant(oidc))).toMatchObject([{ kind: 'changed', entity: 'tenant' }]);
    expect(await findProvider(db, seals, 1001)).toEqual({
      kind: 'OIDC',
      issuer: 'https://login.example',
      clients: [
        {
          applicationType: 0,
          use: 'web',
          clientId: 'web',
          clientSecret: 'the-client-secret',
          redirectUri: 'https://app.example/in',
          bareCode: false,
        },
        {
          applicationType: 1,
          use: 'client',
          clientId: 'desktop',
          clientSecret: undefined,
          redirectUri: 'http://127.0.0.1:7777/',
          bareCode: true,
        },
        {
          applicationType: -7,
          use: undefined,
          clientId: 'other',
          clientSecret: undefined,
          redirectUri: 'com.example.files:/in',
          bareCode: false,
        },
      ],
    });
    const row = () => db.selectFrom('identity_providers').select('settings').executeTakeFirstOrThrow();
    const { settings } = await row();
    expect(settings).not.toContain('the-client-secret');
    expect(await apply(tenant(oidc))).toEqual([]);
    expect((await row()).settings).toBe(settings);
  });

  it('is shown field by field when it changes, without its secret', async () => {
    const changed = oidc
      .replace('{ env: RFS_TEST_SECRET }', 'another-secret')
      .replace('bareCode: true', 'bareCode: false');
    expect(describeDifference(await apply(tenant(changed)))).toBe(
      [
        'would change tenant 1001',
        '  identityProvider.oidc.client 0.clientSecret: changes',
        '  identityProvider.oidc.client 1.bareCode: true -> false',
        '',
      ].join('\n'),
    );
    const { db } = harness.service.state;
    const log = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
    expect(log).toContain('clientSecret');
    expect(log).not.toMatch(/another-secret|the-client-secret/);
  });

  it('is removed when the file names the tenant without one, like domains', async () => {
    const { db, seals } = harness.service.state;
    const changes = await apply(tenant(''));
    expect(changes).toMatchObject([{ kind: 'changed', entity: 'tenant' }]);
    expect(changes[0]?.fields.every(({ field, to }) => field.startsWith('identityProvider.') && to === undefined)).toBe(
      true,
    );
    expect(await findProvider(db, seals, 1001)).toBeUndefined();
  });

  it('is reported completely if invalid, with line and column', () => {
    expect(problemsOf(tenant(''))).toEqual([]);
    expect(
      problemsOf(`${tenant(' {}')}  - { clientId: 2, orgId: 2, companyCode: B, identityProvider: { saml: {}, oidc: {} } }
  - clientId: 3
    orgId: 3
    companyCode: C
    identityProvider:
      saml:
        issuer: not an address
        signInUrl: ldap://login.example
        certificates: [nonsense, { file: weak.pem }, { file: both.pem }, { file: private.pem }, { file: none.pem }]
        entityId: { env: RFS_TEST_NONE }
        returnTo: { web: /saml }
        unsolicited: maybe
  - clientId: 4
    orgId: 4
    companyCode: D
    identityProvider:
      oidc:
        issuer: http://login.example
        clients:
          - { applicationType: 1, use: web, clientId: a, redirectUri: https://app.example/#in }
          - { applicationType: 1, use: web, clientId: b, redirectUri: "javascript:alert(1)" }
          - { applicationType: 2147483648, use: desktop, clientId: ü, redirectUri: in, bareCode: 1, clientSecret: " x" }
          - { applicationType: 5, colour: red }
  - { clientId: 5, orgId: 5, companyCode: E, identityProvider: { oidc: { issuer: "http://localhost:1", clients: [] } } }
`),
    ).toEqual([
      '6:23: identityProvider needs one of the fields saml, oidc and ldap.',
      '7:64: identityProvider needs one of the fields saml, oidc and ldap.',
      '13:17: issuer must be an absolute URI of 1024 characters or fewer.',
      '14:20: signInUrl must be an http or https address, without user and fragment.',
      '15:24: certificates is not a certificate in PEM form.',
      '15:34: certificates has an RSA key of 1024 bits: 2048 or more are required.',
      '15:54: certificates must be one certificate in PEM form, and has 2: give each its own entry.',
      '15:74: certificates contains a private key: give the certificate only.',
      '15:97: certificates: The file none.pem cannot be read (ENOENT).',
      '16:19: entityId: The environment variable RFS_TEST_NONE is not set.',
      '17:19: returnTo needs the field client.',
      '17:26: web must be an http or https address, without user and fragment.',
      '18:22: unsolicited must be true or false.',
      '24:17: issuer must start with https: http is allowed for this machine only.',
      '26:71: redirectUri must be an absolute address without a fragment.',
      '27:71: redirectUri must be an absolute address without a fragment.',
      '28:32: applicationType must be a whole number from -2147483648 to 2147483647.',
      '28:49: use must be web or client.',
      '28:68: clientId must have 1 to 1024 printable ASCII characters.',
      '28:84: redirectUri must be an absolute address without a fragment.',
      '28:98: bareCode must be true or false.',
      '28:115: clientSecret starts or ends with white space, which some SOAP clients trim.',
      '29:13: A client needs the field clientId.',
      '29:13: A client needs the field redirectUri.',
      '29:35: A client has no field colour. It has: applicationType, bareCode, clientId, clientSecret, redirectUri, use.',
      '30:72: clients must have one client or more.',
    ]);
  });

  it('can be a directory, whose password is stored sealed', async () => {
    const { db, seals } = harness.service.state;
    const ldap = `
      ldap:
        servers: [ldaps://one.example, "ldap://two.example:1389"]
        ca: { file: ec.pem }
        bindDn: cn=reader,dc=example
        bindPassword: { env: RFS_TEST_SECRET }
        base: ou=people,dc=example
        filter: (memberOf=cn=files,dc=example)
        clients: [{ applicationType: 1, use: web, redirectUri: https://app.example/in }]`;
    await apply(tenant(ldap));
    expect(await findProvider(db, seals, 1001)).toMatchObject({
      ...{ kind: 'LDAP', bindPassword: 'the-client-secret', ca: expect.stringContaining('BEGIN') },
      ...{ userName: 'uid', email: 'mail', id: 'entryUUID', filter: '(memberOf=cn=files,dc=example)' },
      clients: [{ applicationType: 1, use: 'web', redirectUri: 'https://app.example/in', bareCode: false }],
    });
    const { settings } = await db.selectFrom('identity_providers').select('settings').executeTakeFirstOrThrow();
    expect(settings).not.toContain('the-client-secret');
    expect(await apply(tenant(ldap))).toEqual([]);
    const changed = ldap.replace('{ env: RFS_TEST_SECRET }', 'another').replace('two.example', 'three.example');
    expect(describeDifference(await apply(tenant(changed)))).toBe(
      `would change tenant 1001
  identityProvider.ldap.servers: ldaps://one.example, ldap://two.example:1389 -> ldaps://one.example, ldap://three.example:1389
  identityProvider.ldap.bindPassword: changes
`,
    );
    const faulty = ldap
      .replace('ldaps://one.example', 'ldaps://u@one.example/x')
      .replace('(memberOf', 'memberOf')
      .replace('{ file: ec.pem }', 'nonsense')
      .replace('cn=reader,dc=example', 'reader')
      .replace('base:', 'userName: "a b"\n        base:');
    expect(problemsOf(tenant(faulty)).map((problem) => problem.replace(/^\d+:\d+: /, ''))).toEqual([
      'servers must be addresses such as ldaps://directory.example.',
      'ca is not a certificate in PEM form.',
      'bindDn must be a name such as dc=demo,dc=example.',
      'userName, email and id must be names of attributes.',
      'filter must be one such as (objectClass=person), in parentheses (RFC 4515).',
    ]);
    for (const filter of ['uid=anna', '(uid=anna', '(uid=anna)(uid=bob)', '(anna)', '(&)', '()']) {
      const [problem] = problemsOf(tenant(ldap.replace('(memberOf=cn=files,dc=example)', filter)));
      expect(problem, filter).toContain('filter must be one such as');
    }
  });

  it('has each applicationType and each use once', () => {
    const clients = (list: string) => tenant(`\n      oidc: { issuer: https://a.example, clients: [${list}] }`);
    const one = '{ applicationType: 1, use: web, clientId: a, redirectUri: https://a.example }';
    expect(problemsOf(clients(`${one}, ${one}`))).toEqual([
      expect.stringMatching(/^7:\d+: Another client has this applicationType\.$/),
      expect.stringMatching(/^7:\d+: Another client has this use\.$/),
    ]);
  });
});
