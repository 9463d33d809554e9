import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { loadSettings } from '../../config/load-settings.ts';
import { parseYaml } from '../../config/yaml-document.ts';
import { dataFolderAt } from '../../storage/content/data-folder.ts';
import { noteErasure } from '../../storage/erasure.ts';
import { insertDelivery } from '../../storage/hook-deliveries.ts';
import { makeBackup } from '../backup.ts';
import { loadEntities } from '../provisioning/load-entities.ts';
import { provision } from '../provisioning/provision.ts';
import { type DoctorOptions, examine } from './doctor.ts';
import type { Finding } from './doctor-finding.ts';

const demoFile = fileURLToPath(new URL('../../../demo.yaml', import.meta.url));

describe('doctor', () => {
  let harness: Harness;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-doctor-'));
    harness = await startHarness();
  });
  afterEach(async () => {
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  const findings = async (
    flags: Record<string, string> = {},
    options: Partial<DoctorOptions> = {},
  ): Promise<readonly Finding[]> => {
    const settings = loadSettings({ environment: {}, flags: { data: harness.folder, ...flags } });
    const report = await examine({ settings, serviceKeys: undefined, deep: false, online: false, ...options });
    expect(report.findings.every(({ message, remedy }) => /^[^\n]+$/.test(message) && remedy.length > 10)).toBe(true);
    // The machine of the test may have little space.
    return report.findings.filter(({ code }) => code !== 'little-space');
  };
  const codes = async (...args: Parameters<typeof findings>) =>
    (await findings(...args)).map(({ severity, code }) => `${severity} ${code}`);
  const send = async (FileName: string, text: string, last = true): Promise<void> => {
    const bytes = { ChunkData: new Blob([text]), BytesRead: Buffer.byteLength(text), Offset: 0n, isLastChunk: last };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    const { ErrorMessage } = await harness.client.AppendChunkWithFolderAccessKey({ ...keys, FileName, ...bytes });
    expect(ErrorMessage).toBe('');
  };
  const parts = async (where: 'files' | 'spool') =>
    (await readdir(join(harness.folder, where), { recursive: true }))
      .filter((name) => /[0-9a-f]{32}\.\d+$/.test(name))
      .map((name) => join(harness.folder, where, name));
  const apply = (yaml: string) =>
    provision(
      harness.service.state,
      loadEntities(yaml, 'x.yaml', { isSet: () => false, environment: () => '', file: () => '' }),
    );

  it('finds nothing in a healthy folder, during operation and after it', async () => {
    await send('a.txt', 'content');
    await send('b.txt', 'unfinished', false);
    expect(await codes({}, { deep: true })).toEqual([]);
    await harness.service.close();
    expect(await codes({}, { deep: true })).toEqual([]);
  });

  it('fails without a data folder, and creates none', async () => {
    await expect(codes({ data: join(folder, 'none') })).rejects.toThrow('There is no data folder at');
    expect(await readdir(folder)).toEqual([]);
  });

  it('finds content that is missing, cut or changed, of files and of uploads', async () => {
    for (const name of ['cut', 'missing', 'changed']) await send(`${name}.txt`, `${name}: content`);
    await send('unfinished.txt', 'unfinished', false);
    const byName = new Map<string, string>();
    for (const path of await parts('files')) byName.set((await readFile(path, 'utf8')).split(':')[0] ?? '', path);
    await truncate(byName.get('cut') ?? '', 2);
    await rm(byName.get('missing') ?? '');
    await writeFile(byName.get('changed') ?? '', 'changed: CONTENT');
    const [spooled = ''] = await parts('spool');
    await truncate(spooled, 3);
    const found = await findings({}, { deep: true });
    const of = (code: string) =>
      found.filter((finding) => finding.code === code).map(({ message }) => message.split(':')[0]);
    expect(of('content-missing')).toEqual(['/Anna/in/missing.txt']);
    expect(of('content-size').sort()).toEqual([
      '/Anna/in/cut.txt',
      'The upload of unfinished.txt that is not finished',
    ]);
    expect(of('content-changed')).toEqual(['/Anna/in/changed.txt']);
    expect((await findings()).map(({ code }) => code)).not.toContain('content-changed');
  });

  it('finds unreferenced content, once it is old', async () => {
    const stray = join(harness.folder, 'spool', `${'0'.repeat(32)}.1`);
    await writeFile(stray, 'x');
    expect(await codes()).toEqual([]);
    await utimes(stray, 1, 1);
    expect(await codes()).toEqual(['warning content-stray']);
    await harness.service.sweep();
    expect(await codes()).toEqual([]);
  });

  it.each(['spool', 'files'])('finds that %s is missing, and checks the rest', async (name) => {
    await rm(join(harness.folder, name), { recursive: true });
    expect(await codes()).toEqual(['error folder-not-usable']);
  });

  it.runIf(process.getuid?.() === 0)('finds files of a command of another user', async () => {
    await chown(join(harness.folder, 'database.sqlite'), 12_345, -1);
    expect(await codes()).toEqual(['error several-owners']);
  });

  it('finds folders and keys that other users may read', async () => {
    await chmod(harness.folder, 0o755);
    await chmod(join(harness.folder, 'service.key'), 0o644);
    expect(await codes()).toEqual(['warning folder-open-to-others', 'error key-open-to-others']);
  });

  it('finds a service key that is missing, invalid, or another', async () => {
    const key = join(harness.folder, 'service.key');
    await writeFile(key, `${'0'.repeat(64)}\n`);
    expect(await codes()).toEqual(['error key-is-another']);
    await writeFile(key, 'nonsense');
    expect(await codes()).toEqual(['error key-not-usable']);
    await rm(key);
    expect(await codes()).toEqual(['error key-not-usable']);
  });

  it('finds a damaged database, dangling rows, and schemas of other versions', async () => {
    const { db } = harness.service.state;
    await sql`PRAGMA foreign_keys=OFF`.execute(db);
    await sql`UPDATE folder_keys SET folder_id = 'none' WHERE name = 'bob-in'`.execute(db);
    expect(await findings()).toMatchObject([
      {
        code: 'database-damaged',
        message: expect.stringContaining('a row of folder_keys refers to a missing row of entries'),
      },
    ]);
    await sql`DELETE FROM folder_keys WHERE folder_id = 'none'`.execute(db);
    await sql`INSERT INTO schema_steps (step, name) VALUES (99, 'later')`.execute(db);
    expect(await codes()).toEqual(['error schema-newer']);
    await sql`DELETE FROM schema_steps WHERE step IN (99, (SELECT max(step) FROM schema_steps WHERE step < 99))`.execute(
      db,
    );
    expect(await codes()).toEqual(['warning schema-older']);
    await db.destroy();
    await rm(join(harness.folder, 'database.sqlite-wal'), { force: true });
    await rm(join(harness.folder, 'database.sqlite-shm'), { force: true });
    await writeFile(join(harness.folder, 'database.sqlite'), 'This is not a database.'.repeat(1000));
    expect(await codes()).toEqual(['error database-damaged']);
  });

  it('finds a clock that is behind', async () => {
    await send('a.txt', 'now');
    expect(await codes({}, { now: harness.now() - 61_000 })).toEqual(['error clock-behind']);
    expect(await codes({}, { now: harness.now() - 59_000 })).toEqual([]);
  });

  it('finds a clock that is so far ahead that nothing expires, but not in a backup', async () => {
    const later = { now: harness.now() + 8 * 86_400_000 };
    expect(await codes({}, later)).toEqual(['warning clock-ahead']);
    const target = join(folder, 'backup');
    await makeBackup(harness.service.state, { folder: dataFolderAt(harness.folder), target, copy: true });
    expect(await codes({ data: target }, later)).toEqual([]);
  });

  it('finds an erasure that was interrupted', async () => {
    await noteErasure(harness.service.state.db);
    expect(await codes()).toEqual(['error erasure-unfinished']);
  });

  it('finds less free space than the service needs to be ready', async () => {
    const settings = loadSettings({ environment: {}, flags: { data: harness.folder, limitsFree: '999999999999999' } });
    const { findings } = await examine({ settings, serviceKeys: undefined, deep: false, online: false });
    expect(findings).toMatchObject([{ severity: 'error', code: 'little-space' }]);
  });

  it('finds hooks that cannot be used, and events that no hook gets', async () => {
    const { db } = harness.service.state;
    const row = { hook: 'index', accountId: 'x', fileKey: 'x', body: '{"data":{"path":"/x"}}' };
    await insertDelivery(db, { id: 'msg_1', ...row }, harness.now());
    await insertDelivery(db, { id: 'msg_2', ...row }, harness.now());
    await db.updateTable('hook_deliveries').set({ failed_at: 1 }).where('id', '=', 'msg_1').execute();
    const codesWith = async (hooksFile?: string) => {
      const settings = loadSettings({ environment: {}, flags: { data: harness.folder, hooksFile } });
      const { findings } = await examine({ settings, serviceKeys: undefined, deep: false, online: false });
      return findings.filter(({ code }) => code.startsWith('hook')).map(({ code, message }) => [code, message]);
    };
    expect(await codesWith()).toEqual([
      ['hook-given-up', 'Events that the hook index did not get: 1.'],
      ['hook-unknown', 'Events for the hook index, which is not configured: 2.'],
    ]);
    expect(await codesWith('/nowhere/hooks.yaml')).toEqual([['hooks-not-usable', expect.stringContaining('/nowhere')]]);
    await db.deleteFrom('hook_deliveries').execute();
  });

  it('finds risky settings', async () => {
    expect(await codes({ host: '0.0.0.0' })).toEqual(['warning no-tls', 'warning no-public-url']);
    expect(
      await codes({ host: '0.0.0.0', trustProxy: 'true', publicUrl: 'http://files.example', rateLimit: 'false' }),
    ).toEqual(['warning public-url-plain', 'warning guessing-not-slowed']);
    expect(await codes({ rateLimit: 'false' })).toEqual([]);
    expect(await codes({ limitsChunk: '48 MiB' })).toEqual(['warning chunk-over-body']);
  });

  it('finds valid keys of the demonstration on a public service', async () => {
    const key = /apiKeys:.*?key: (\S+)/s.exec(await readFile(demoFile, 'utf8'))?.[1] ?? '';
    expect(parseYaml(await readFile(demoFile, 'utf8'), demoFile).problems.count).toBe(0);
    await apply(`apiKeys: [{ name: known, key: ${key} }]`);
    expect(await codes()).toEqual([]);
    expect(await findings({ trustProxy: 'true' })).toMatchObject([
      { severity: 'error', code: 'demonstration-secrets', message: expect.stringContaining('known') },
    ]);
    await apply(`apiKeys: [{ name: known, key: ${key}, revoked: true }]`);
    expect(await codes({ trustProxy: 'true' })).toEqual([]);
  });

  it('finds TLS files that are unusable, expire soon, or are for another host', async () => {
    const subject = [{ name: 'commonName', value: 'files.example' }];
    const now = Date.now();
    const make = async (name: string, from: number, to: number) => {
      const dates = { notBeforeDate: new Date(now + from), notAfterDate: new Date(now + to) };
      const created = await generate(subject, { keyType: 'ec', curve: 'P-256', ...dates });
      await mkdir(join(folder, name));
      const [tlsCert, tlsKey] = [join(folder, name, 'cert.pem'), join(folder, name, 'key.pem')];
      await writeFile(tlsCert, created.cert);
      await writeFile(tlsKey, created.private, { mode: 0o600 });
      return { tlsCert, tlsKey, publicUrl: 'https://files.example' };
    };
    const day = 86_400_000;
    const good = await make('good', -day, 90 * day);
    expect(await codes(good)).toEqual([]);
    expect(await codes({ ...good, publicUrl: 'https://other.example' })).toEqual(['error certificate-other-host']);
    const soon = await make('soon', -day, 20 * day);
    expect(await codes(soon)).toEqual(['warning certificate-expiring']);
    expect(await codes(await make('over', -9 * day, -day))).toEqual(['error certificate-expired']);
    expect(await codes(await make('early', day, 90 * day))).toEqual(['error certificate-not-yet']);
    expect(await codes({ ...good, tlsKey: soon.tlsKey })).toEqual(['error tls-not-usable']);
    expect(await codes({ ...good, tlsKey: join(folder, 'none') })).toEqual(['error tls-not-usable']);
    await chmod(good.tlsKey, 0o644);
    expect(await codes(good)).toEqual(['warning tls-key-open-to-others']);
  });

  it('finds identity providers with old certificates, plain addresses, and without a response', async () => {
    const dates = { notBeforeDate: new Date('2019-01-01'), notAfterDate: new Date('2020-01-01') };
    const old = await generate([{ name: 'commonName', value: 'idp' }], { keyType: 'ec', curve: 'P-256', ...dates });
    const discovery = '/.well-known/openid-configuration';
    const server = createServer(({ url }, response) => {
      if (url === '/slow') return;
      if (url === discovery) response.end(JSON.stringify({ issuer: `http://127.0.0.1:${port}` }));
      else if (url === `/wrong${discovery}`) response.end(JSON.stringify({ issuer: 'https://evil.example' }));
      else response.writeHead(url === '/sso' ? 302 : 404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const base = `http://127.0.0.1:${port}`;
    const oidc = (issuer: string) =>
      `{ oidc: { issuer: "${issuer}", clients: [{ applicationType: 0, clientId: x, redirectUri: "https://a.example" }] } }`;
    const saml = (signInUrl: string) =>
      `{ saml: { issuer: "urn:idp", signInUrl: "${signInUrl}", certificates: [${JSON.stringify(old.cert)}], entityId: "urn:us", returnTo: { web: "http://app.example/saml", client: "https://b.example" } } }`;
    const tenants = [
      oidc(base),
      oidc(`${base}/wrong`),
      oidc(`${base}/none`),
      saml(`${base}/sso`),
      saml(`${base}/slow`),
    ];
    await apply(
      `tenants:\n${tenants.map((provider, at) => `  - { clientId: ${at + 1}, orgId: ${at}, companyCode: C${at}, identityProvider: ${provider} }\n`).join('')}`,
    );
    const offline = ['certificate-expired', 'certificate-expired', 'provider-not-secure', 'provider-not-secure'];
    expect((await findings()).map(({ code }) => code)).toEqual(offline);
    const online = await findings({}, { online: true, timeout: 3_000 });
    server.closeAllConnections();
    server.close();
    expect(online.slice(offline.length).map(({ message }) => message)).toEqual([
      `The identity provider of tenant 2: ${base}/wrong${discovery} names another issuer.`,
      `The identity provider of tenant 3: ${base}/none${discovery} responds with status 404.`,
      `The identity provider of tenant 5: ${base}/slow does not respond within 3000 ms.`,
    ]);
  });
});
