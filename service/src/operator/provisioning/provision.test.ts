import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { provisioning } from '../../../../test/support/service/sample-provisioning.ts';
import { FileProblems } from '../../config/yaml-document.ts';
import { listPoliciesOf } from '../manage-policies.ts';
import { loadEntities } from './load-entities.ts';
import { provision } from './provision.ts';
import type { Change } from './provision-context.ts';
import { secretSourceBeside } from './secret-values.ts';

describe('provision', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ yaml: 'tenants: []' });
  });
  afterEach(() => harness.close());

  const apply = (yaml: string): Promise<readonly Change[]> =>
    provision(harness.service.state, loadEntities(yaml, 'test.yaml', secretSourceBeside('test.yaml')));
  const problemsOf = async (yaml: string): Promise<readonly string[]> => {
    const error: unknown = await (async () => apply(yaml))().catch((thrown: unknown) => thrown);
    if (!(error instanceof FileProblems)) throw error;
    return error.message.split('\n');
  };
  /** Everything in the database, to see whether anything changed. */
  const snapshot = async (): Promise<string> => {
    const { db } = harness.service.state;
    const tables = [
      'sites',
      'tenants',
      'domains',
      'accounts',
      'entries',
      'administrators',
      'api_keys',
      'folder_keys',
      'promotions',
      'audit_log',
    ] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  };

  it('applies every entity, and the same file a second time changes nothing', async () => {
    const changes = await apply(provisioning);
    expect(changes.every(({ kind }) => kind === 'created')).toBe(true);
    expect(new Set(changes.map(({ entity }) => entity)).size).toBe(7);
    const before = await snapshot();
    expect(await apply(provisioning)).toEqual([]);
    expect(await snapshot()).toBe(before);
  });

  it('preserves the digits of an OrgID, and stores secrets as hashes', async () => {
    await apply(provisioning);
    const { db } = harness.service.state;
    const tenant = await db.selectFrom('tenants').select('org_id').where('client_id', '=', 1001).executeTakeFirst();
    expect(tenant?.org_id).toBe(2n ** 53n + 1n);
    expect(await snapshot()).not.toMatch(/key-for-all|folder-anna-in|PROMO-OPEN|admin-password/);
  });

  it('changes differences, and preserves entries that the file does not name', async () => {
    await apply(provisioning);
    const changes = await apply(`
tenants: [{ clientId: 1001, orgId: 5, companyCode: NEW, domains: [new.example] }]
accounts: [{ userName: ANNA, email: new@demo.example, tenant: 1001, password: another-password, folders: [/in/new/deep] }]
apiKeys: [{ name: all, key: key-for-all, revoked: true }]
promotions: [{ name: open, code: PROMO-OPEN, places: 0 }]
`);
    expect(changes.map(({ kind, entity, name }) => `${kind} ${entity} ${name}`)).toEqual([
      'changed tenant 1001',
      'changed account ANNA',
      'created folder /ANNA/in/new/deep',
      'changed API key all',
      'changed promotion open',
    ]);
    const { db, passwords } = harness.service.state;
    const anna = await db.selectFrom('accounts').selectAll().where('user_name_folded', '=', 'anna').executeTakeFirst();
    expect(await passwords.verify('another-password', anna?.password_hash)).toBe(true);
    expect(await db.selectFrom('domains').select('domain').where('client_id', '=', 1001).execute()).toEqual([
      { domain: 'new.example' },
    ]);
    expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(3);
    const client = await harness.client.GetClientID({ APIKey: 'key-for-all', Parameters: { CompanyCode: 'NEW' } });
    expect(client.ErrorMessage).toBe('The API key is not valid.');
  });

  it('an account without a password in the file retains its own', async () => {
    await apply(provisioning);
    expect(await apply('accounts: [{ userName: Anna, email: anna@demo.example, tenant: 1001 }]')).toEqual([]);
  });

  it('applies a file completely or not at all', async () => {
    await apply(provisioning);
    const before = await snapshot();
    const problems = await problemsOf(`tenants:
  - { clientId: 7, orgId: 7, companyCode: SEVEN, domains: [seven.example] }
  - { clientId: 8, orgId: 9007199254740993, companyCode: EIGHT }
  - { clientId: 9, orgId: 9, companyCode: strasse }
  - { clientId: 10, orgId: 10, companyCode: TEN, domains: [demo.example] }
accounts:
  - { userName: carl, email: ANNA@demo.example }
  - { userName: dora, email: dora@demo.example, tenant: 77 }
apiKeys: [{ name: new, key: key-for-all }]
folderKeys: [{ name: new, key: new-folder-key, folder: /anna/none }]
`);
    expect(problems).toEqual([
      'test.yaml:3:27: The tenant with clientId 1001 has this orgId.',
      'test.yaml:4:43: The tenant with clientId 1001 has this companyCode.',
      'test.yaml:5:60: The tenant with clientId 1001 has this domain.',
      'test.yaml:7:30: The account Anna has this e-mail address.',
      'test.yaml:8:57: No tenant has the clientId 77.',
      'test.yaml:9:29: all has the same value.',
      'test.yaml:10:56: This folder does not exist. List it under `folders` of its account.',
    ]);
    expect(await snapshot()).toBe(before);
  });

  it('reports every mistake of a file, with line and column', async () => {
    const problems = await problemsOf(`tenants:
  - { clientId: 0, orgId: 9223372036854775808, companyCode: A, domains: [nonsense], apiUrl: ftp://x }
  - { clientId: 1e3, orgId: 1.0 }
  - nonsense
acounts: []
accounts:
  - { userName: a/b, email: x, password: short, folders: [in, /../x] }
apiKeys: [{ name: a, key: { env: RFS_TEST_MISSING } }, { name: b, key: { file: none.txt } }, { name: c, key: {} }]
promotions: [{ name: p, code: CODE, places: 1, from: 2026-01-01, until: 2026-02-30T00:00:00 }]
`);
    expect(problems).toEqual([
      'test.yaml:2:17: clientId must be a whole number from 1 to 2147483647.',
      'test.yaml:2:27: orgId must be a whole number from -9223372036854775808 to 9223372036854775807.',
      'test.yaml:2:74: nonsense is not a domain name.',
      'test.yaml:2:93: apiUrl must be an http or https address.',
      'test.yaml:3:5: A tenant needs the field companyCode.',
      'test.yaml:3:17: clientId must be a whole number from 1 to 2147483647.',
      'test.yaml:3:29: orgId must be a whole number from -9223372036854775808 to 9223372036854775807.',
      'test.yaml:4:5: A tenant must be a map of fields.',
      'test.yaml:5:1: The file has no field acounts. It has: accounts, administrators, apiKeys, folderKeys, promotions, quotas, retentions, tenants.',
      'test.yaml:7:17: UserName contains / \\ or a control character.',
      'test.yaml:7:29: EmailAddress is not an e-mail address.',
      'test.yaml:7:42: password must have 8 characters or more.',
      'test.yaml:7:59: Path must start with /.',
      'test.yaml:7:63: A folder in Path is . or .., which mean other folders.',
      'test.yaml:8:27: key: The environment variable RFS_TEST_MISSING is not set.',
      'test.yaml:8:72: key: The file none.txt cannot be read (ENOENT).',
      'test.yaml:8:110: key must be a value, {env: NAME}, {env: NAME, default: VALUE} or {file: PATH}.',
      'test.yaml:9:54: from must be a time with its zone, such as 2026-01-31T00:00:00Z.',
      'test.yaml:9:73: until must be a time with its zone, such as 2026-01-31T00:00:00Z.',
    ]);
  });

  it('accepts a time only on a day of the calendar', async () => {
    const promotion = (from: string) => `promotions: [{ name: p, code: CODE, places: 1, from: ${from} }]`;
    const fault = 'test.yaml:1:54: from must be a time with its zone, such as 2026-01-31T00:00:00Z.';
    for (const from of ['2026-02-31T00:00:00Z', '2026-02-29T00:00:00Z', '2026-04-31T12:00:00+02:00']) {
      expect(await problemsOf(promotion(from)), from).toEqual([fault]);
    }
    expect(await apply(promotion('2024-02-29T00:00:00Z'))).toHaveLength(1);
  });

  it('rejects repeated entries, duplicate keys, aliases, and invalid YAML', async () => {
    expect(
      await problemsOf(`apiKeys:
  - { name: a, key: same-secret }
  - { name: a, key: same-secret }
accounts: [{ userName: STRASSE, email: a@b.example }, { userName: straße, email: A@B.example }]
`),
    ).toEqual([
      'test.yaml:3:13: This name of API key is a duplicate.',
      'test.yaml:3:21: This key of API key is a duplicate.',
      'test.yaml:4:67: This userName is a duplicate.',
      'test.yaml:4:82: This email is a duplicate.',
    ]);
    expect(await problemsOf('tenants: []\ntenants: []\n')).toEqual([expect.stringMatching(/^test.yaml:2:1: .*unique/)]);
    expect(await problemsOf('tenants: &a []\naccounts: *a\n')).toHaveLength(2);
    const tagged = 'apiKeys: [{ name: a, key: !!binary aGVsbG8gd29ybGQ= }, { name: !!str b, key: other-secret }]';
    expect(await problemsOf(tagged)).toEqual([
      'test.yaml:1:36: Tags are not supported.',
      'test.yaml:1:70: Tags are not supported.',
    ]);
    expect((await problemsOf('tenants: [}\n')).length).toBeGreaterThan(0);
    expect(await problemsOf('')).toEqual(['test.yaml:1:1: The file must be a map of fields.']);
  });

  it('reads secrets from the environment and from files beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rfs-secrets-'));
    process.env.RFS_TEST_KEY = 'key-from-environment';
    try {
      await writeFile(join(folder, 'key.txt'), 'key-from-file\n');
      const file = join(folder, 'it.yaml');
      const yaml = 'apiKeys: [{ name: a, key: { env: RFS_TEST_KEY } }, { name: b, key: { file: key.txt } }]';
      await provision(harness.service.state, loadEntities(yaml, file, secretSourceBeside(file)));
      for (const APIKey of ['key-from-environment', 'key-from-file']) {
        const response = await harness.client.GetClientID({ APIKey, Parameters: { CompanyCode: 'X' } });
        expect(response.ErrorMessage).toBe('No company has this CompanyCode.');
      }
    } finally {
      delete process.env.RFS_TEST_KEY;
      await rm(folder, { recursive: true });
    }
  });

  it('never prints a secret', async () => {
    const problems = await problemsOf(`apiKeys: [{ name: a, key: " top-secret " }, { name: b, key: hunt }]
accounts: [{ userName: a, email: a@b.example, password: [top-secret] }]`);
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toMatch(/top-secret|hunt/);
  });

  it('moves unique values from one entity to another, in any order', async () => {
    await apply(provisioning);
    const { db, hashes } = harness.service.state;
    const names = (changes: readonly Change[]) => changes.map(({ kind, entity, name }) => `${kind} ${entity} ${name}`);
    // The gaining tenant comes first; orgId and companyCode are swapped.
    const tenants = await apply(`tenants:
  - { clientId: 1001, orgId: -9223372036854775808, companyCode: OTHER, domains: [demo.example, other.example] }
  - { clientId: 2147483647, orgId: 9007199254740993, companyCode: Straße, apiUrl: "https://other.example/api" }
`);
    expect(names(tenants)).toEqual(['changed tenant 1001', 'changed tenant 2147483647']);
    expect(tenants[0]?.fields).toEqual([
      { field: 'orgId', from: '9007199254740993', to: '-9223372036854775808', secret: false },
      { field: 'companyCode', from: 'Straße', to: 'OTHER', secret: false },
      { field: 'domains', from: 'demo.example', to: 'demo.example, other.example', secret: false },
    ]);
    const owners = await db.selectFrom('domains').select('client_id').distinct().execute();
    expect(owners).toEqual([{ client_id: 1001 }]);
    const codes = await db
      .selectFrom('tenants')
      .select(['org_id', 'company_code_folded'])
      .orderBy('client_id')
      .execute();
    expect(codes).toEqual([
      { org_id: -(2n ** 63n), company_code_folded: 'other' },
      { org_id: 2n ** 53n + 1n, company_code_folded: 'strasse' },
    ]);
    const rest = await apply(`accounts:
  - { userName: Anna, email: bob@other.example, tenant: 1001 }
  - { userName: bob, email: anna@demo.example, tenant: 2147483647 }
apiKeys: [{ name: all, key: key-of-1001 }, { name: of-1001, key: key-for-all, tenant: 1001 }]
folderKeys:
  - { name: anna-in, key: folder-bob-in, folder: /anna/in }
  - { name: bob-in, key: folder-anna-in, folder: /bob/in }
promotions: [{ name: open, code: PROMO-1001, places: 1000 }, { name: tenant, code: PROMO-OPEN, places: 10, tenant: 1001 }]
`);
    expect(names(rest)).toEqual([
      'changed account Anna',
      'changed account bob',
      'changed API key all',
      'changed API key of-1001',
      'changed folder access key anna-in',
      'changed folder access key bob-in',
      'changed promotion open',
      'changed promotion tenant',
    ]);
    const all = await db
      .selectFrom('api_keys')
      .select('name')
      .where('hash', '=', hashes.of('api-key', 'key-of-1001'))
      .execute();
    expect(all).toEqual([{ name: 'all' }]);
  });

  it('counts the characters of a password in the hashed form, NFC', async () => {
    const account = (password: string) => `accounts: [{ userName: a, email: a@b.example, password: "${password}" }]`;
    // Eight code points apart, and four characters.
    expect(await problemsOf(account('a\u0301e\u0301i\u0301o\u0301'))).toEqual([
      'test.yaml:1:57: password must have 8 characters or more.',
    ]);
    expect(await apply(account('a\u0301e\u0301i\u0301o\u0301u\u0301xyz'))).toHaveLength(1);
    expect(await apply(account('\u00E1\u00E9\u00ED\u00F3\u00FAxyz'))).toEqual([]);
  });

  it('writes its changes to the audit log', async () => {
    const changes = await apply(provisioning);
    const log = () => harness.service.state.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const rows = await log();
    expect(rows.map(({ subject }) => subject)).toEqual(changes.map(({ entity, name }) => `${entity} ${name}`));
    expect(new Set(rows.map(({ actor, action }) => `${actor} ${action}`))).toEqual(new Set(['operator provisioned']));
    expect(JSON.stringify(rows)).not.toMatch(/key-for-all|folder-anna-in|PROMO-OPEN|password"?:"?(anna|admin)/);
    await apply('apiKeys: [{ name: all, key: key-for-all, revoked: true }]');
    const last = (await log()).at(-1);
    expect(last).toMatchObject({ subject: 'API key all', details: '{"kind":"changed","fields":"revoked"}' });
  });

  it('sets, changes and clears quotas and retentions, of subjects in the file too', async () => {
    await apply(provisioning);
    const policies = `
accounts: [{ userName: carl, email: carl@demo.example, tenant: 1001, folders: [/in] }]
quotas:
  - { subject: "account:carl", size: 10 GiB }
  - { subject: "folder-key:anna-in", size: 100 }
  - { subject: "tenant:1001", size: none }
retentions:
  - { subject: "folder:/carl/in", time: 90d }
  - { subject: "tenant:1001", time: forever }
`;
    const changesOf = async (yaml: string) =>
      (await apply(yaml)).map(({ kind, entity, name, fields }) => {
        const values = fields.map(({ from = 'none', to = 'none' }) => `${from} -> ${to}`);
        return `${kind} ${entity} ${name}: ${values.join()}`;
      });
    expect((await changesOf(policies)).slice(2)).toEqual([
      'created quota account:carl: none -> 10737418240',
      'created quota folder-key:anna-in: none -> 100',
      'created retention folder:/carl/in: none -> 90d',
      'created retention tenant:1001: none -> forever',
    ]);
    expect(await changesOf(policies)).toEqual([]);
    const { db } = harness.service.state;
    expect(await listPoliciesOf({ db }, 'quota')).toEqual([
      { subject: 'account:carl', value: 10n * 1024n ** 3n, used: 0n },
      { subject: 'folder-key:anna-in', value: 100n, used: 0n },
    ]);
    const changed = policies.replace('size: 100', 'size: none').replace('90d', '36h');
    expect(await changesOf(changed)).toEqual([
      'changed quota folder-key:anna-in: 100 -> none',
      'changed retention folder:/carl/in: 90d -> 36h',
    ]);
    expect(await listPoliciesOf({ db }, 'quota')).toHaveLength(1);
    expect(await listPoliciesOf({ db }, 'retention')).toHaveLength(2);
    const audited = await db.selectFrom('audit_log').select('subject').where('subject', 'like', 'quota %').execute();
    expect(audited.map(({ subject }) => subject)).toEqual([
      'quota account:carl',
      'quota folder-key:anna-in',
      'quota folder-key:anna-in',
    ]);
  });

  it('reports mistakes in quotas and retentions, with line and column, and changes nothing', async () => {
    expect(
      await problemsOf(`quotas:
  - { subject: "account:anna", size: many }
  - { subject: "account:anna", size: 5 }
retentions:
  - { subject: "tenant:1001", time: 90 }
  - { subject: "tenant:1001" }
`),
    ).toEqual([
      'test.yaml:2:38: size must be a number of bytes, such as 65536 or 64 MiB, or none.',
      'test.yaml:3:16: This subject of a quota is a duplicate.',
      'test.yaml:5:37: time must be a duration, such as 36h or 90d, or forever, or none.',
      'test.yaml:6:5: A retention needs the field time.',
    ]);
    expect(
      await problemsOf(`quotas:
  - { subject: "account:nobody-else", size: 5 }
  - { subject: "folder:/anna/in", size: 5 }
retentions: [{ subject: "folder:/anna/none", time: 1d }]
`),
    ).toEqual([
      'test.yaml:2:16: No account has the UserName nobody-else.',
      'test.yaml:3:16: folder:/anna/in is not the subject of a quota. It may be: folder-key:NAME, account:USERNAME, tenant:CLIENTID.',
      'test.yaml:4:25: There is no folder /anna/none.',
    ]);
    expect(await harness.service.state.db.selectFrom('policies').selectAll().execute()).toEqual([]);
  });
});
