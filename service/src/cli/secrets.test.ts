import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { SoapFault } from '@soapwright/runtime/client';
import type { SoapVersion } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

/** Secrets by kind; each is a unique random text. */
const secrets: Record<string, string> = {};
function marked(name: string): string {
  secrets[name] ??= randomBytes(18).toString('hex');
  return secrets[name];
}

/** A text, and the forms in which it might slip out. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Base64 of something longer holds it at one of three offsets; what its neighbours decide is left out.
  const within = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return text.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3) - 1);
  });
  return [secret, secret.toUpperCase(), bytes.toString('hex'), ...within];
}

const provisioning = (): string => `
tenants:
  - { clientId: 1001, orgId: 5, companyCode: DEMO, domains: [demo.example] }
  - clientId: 1002
    orgId: 6
    companyCode: OIDC
    domains: [oidc.example]
    identityProvider:
      oidc:
        issuer: http://127.0.0.1:9
        clients:
          - { applicationType: 0, use: web, clientId: web, clientSecret: ${marked('client secret')}, redirectUri: "http://127.0.0.1:9/w" }
          - { applicationType: 1, use: client, clientId: client, redirectUri: "http://127.0.0.1:9/c", bareCode: true }
accounts:
  - { userName: anna, email: anna@demo.example, tenant: 1001, password: ${marked('password')}, folders: [/in] }
administrators:
  - { tenant: 1001, userId: admin, password: ${marked('administrator')} }
apiKeys:
  - { name: all, key: ${marked('API key')} }
folderKeys:
  - { name: in, key: ${marked('folder key')}, folder: /anna/in }
promotions:
  - { name: open, code: ${marked('promotion')}, places: 10 }
`;

describe('secrets', () => {
  let folder: string;
  let data: string;
  /** Everything that came out, by where. */
  const out: Record<string, string> = {};
  /** Values that the service issued to a caller: only that response may contain them. */
  const given: string[] = [];

  const tell = (where: string, text: string): void => {
    out[where] = `${out[where] ?? ''}${text}\n`;
  };

  async function ask(url: string, soap: SoapVersion, key: string, wrong: boolean): Promise<void> {
    const client = new RemoteFileServiceClient({ address: url, soap });
    const secret = (name: string): string => marked(wrong ? `wrong ${name}` : name);
    const send = async (call: Promise<object>): Promise<void> => {
      const answer: unknown = await call.catch((error: unknown) => error);
      if (answer instanceof SoapFault) tell('faults', `${answer.reason} ${answer.detail}`);
      else if (answer instanceof Error) throw answer;
      tell(
        'answers',
        JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
      );
      for (const name of ['UploadToken', 'SessionToken', 'Token']) {
        const token: unknown = Reflect.get(Object(answer), name);
        if (typeof token === 'string' && token !== '') given.push(token);
      }
    };
    for (const EmailAddress of ['anna@demo.example', 'x@oidc.example']) {
      await send(client.SSOLoginURL({ APIKey: key, EmailAddress }));
      await send(client.SSOLoginWebURL({ APIKey: key, EmailAddress }));
      await send(client.SAMLAccountLogin({ APIKey: key, EmailAddress, SAMLToken: btoa(secret('SAML token')) }));
      const ExternalOAuthCode = secret('OAuth code');
      for (const code of [ExternalOAuthCode, `code=${ExternalOAuthCode}&state=${secret('state')}`]) {
        await send(
          client.ExternalOAuthAccountLogin({ APIKey: key, EmailAddress, ApplicationType: 1, ExternalOAuthCode: code }),
        );
      }
    }
    await send(client.GetClientID({ APIKey: key, Parameters: { CompanyCode: 'DEMO' } }));
    await send(client.GetAPIURL({ APIKey: key, ClientId: 1001 }));
    const account = { API_KEY: key, PromoCode: secret('promotion'), EmailAddress: `a${soap}@free.example` };
    for (const UserName of [`new${soap}`, '/']) {
      await send(client.AccountCreateFreeFromPromotion({ ...account, UserName, Password: secret('new password') }));
    }
    const AdminAuthParameters = {
      APIKey: key,
      OrgID: 5n,
      AdminUserID: 'admin',
      AdminPassword: secret('administrator'),
    };
    for (const Path of ['/anna/in', '..']) {
      await send(client.AdminCreateFolder({ AdminAuthParameters, Parameters: { Path, FolderName: `n${soap}` } }));
    }
    const chunk = { APIKey: key, FolderAccessKey: secret('folder key'), FileName: `f${soap}`, BytesRead: 1 };
    const first = { ...chunk, ChunkData: new Blob(['x']), Offset: 0n, isLastChunk: false };
    await send(client.AppendChunkWithFolderAccessKey(first));
    for (const UploadToken of [marked('wrong upload token'), given.at(-1) ?? '']) {
      const next = { ...chunk, ChunkData: new Blob(['y']), Offset: 1n, isLastChunk: true };
      await send(client.AppendChunkWithFolderAccessKey({ ...next, UploadToken }));
    }
  }

  async function fetchAll(url: string, operator: string): Promise<void> {
    const secret = marked('API key');
    for (const [where, path] of [
      ['pages', url],
      ['pages', `${url}?wsdl`],
      ['pages', `${url}?op=AdminCreateFolder`],
      ['pages', `${url}?key=${secret}`],
      ['metrics', `${operator}/metrics`],
      ['health', `${operator}/readyz`],
    ] as const) {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${secret}`, Cookie: `s=${secret}` } });
      tell(where, `${JSON.stringify([...response.headers])} ${await response.text()}`);
    }
    const form = new URLSearchParams({ APIKey: secret, ClientId: marked('in a number') });
    const posted = await fetch(`${url}?op=GetAPIURL`, { method: 'POST', body: form });
    // Entered values are in the form again, to be corrected; but no sensitive field.
    tell('forms', (await posted.text()).replaceAll(marked('in a number'), ''));
    const ends = `<GetAPIURL xmlns="https://files.example/v2/"><APIKey>${secret}</APIKey><ClientId>${secret}</ClientId></GetAPIURL>`;
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${ends}</s:Body></s:Envelope>`;
    for (const body of [
      envelope,
      envelope.slice(0, -40),
      envelope.replace('</APIKey>', '&no;'),
      `<!DOCTYPE ${secret}>`,
    ]) {
      const headers = { 'Content-Type': 'text/xml', SOAPAction: '"https://files.example/v2/GetAPIURL"' };
      tell('faults', await (await fetch(url, { method: 'POST', headers, body })).text());
    }
  }

  async function command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const child = runCommand([...args, '--data', data], env);
    await child.exited;
    tell(`command ${args[0]}`, `${child.stdout()}\n${child.stderr()}`);
    return child.stdout();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-secrets-'));
    data = join(folder, 'data');
    const serviceKey = randomBytes(32).toString('hex');
    secrets['service key'] = serviceKey;
    const newServiceKey = randomBytes(32).toString('hex');
    secrets['new service key'] = newServiceKey;
    const env = { RFS_SERVICE_KEY: `${serviceKey} ${newServiceKey}`, RFS_PROVIDER_SECONDS: '1' };
    const file = join(folder, 'nouns.yaml');
    await writeFile(file, provisioning());
    const faulty = join(folder, 'faulty.yaml');
    await writeFile(faulty, `${provisioning()}apiKeys: [{ name: "", key: ${marked('API key')}, nonsense: 1 }]\n`);
    await command(['provision', file, '--log-level', 'debug'], env);
    await command(['provision', file, '--dry-run'], env);
    await command(['provision', faulty], env);
    const adminUrl = 'http://operator.example';
    const link = runCommand(['files', 'link', '/anna/in', '--admin-url', adminUrl, '--data', data], env);
    await link.exited;
    const token = new URL(link.stdout()).searchParams.get('link') ?? '';
    secrets['webhook secret'] = Buffer.from(marked('webhook')).toString('base64');
    await writeFile(join(folder, 'hook.secret'), `whsec_${secrets['webhook secret']}`);
    const hook = `published: [{ name: h, webhook: { url: "http://127.0.0.1:9", secretFile: hook.secret } }]`;
    await writeFile(join(folder, 'hooks.yaml'), hook);
    Object.assign(env, { RFS_HOOKS_FILE: join(folder, 'hooks.yaml'), RFS_ADMIN_FILES: 'true', RFS_ADMIN_PORT: '0' });
    await command(['hooks', 'test', 'h'], env);
    const server = await startServer(data, ['--log-level', 'debug'], env);
    const adminPort = /"adminPort":(\d+)/.exec(server.stderr())?.[1] ?? '';
    secrets.link = token;
    for (const soap of ['1.1', '1.2'] satisfies SoapVersion[]) {
      await ask(server.url, soap, marked('API key'), false);
      await ask(server.url, soap, marked('API key'), true);
      await ask(server.url, soap, marked('wrong API key'), true);
    }
    await fetchAll(server.url, `http://127.0.0.1:${adminPort}`);
    const listing = await fetch(`http://127.0.0.1:${adminPort}/files/anna/in/?link=${token}`);
    expect(listing.status).toBe(200);
    await fetch(`http://127.0.0.1:${adminPort}/files/anna/?link=${token}`);
    for (const args of [
      ['config', '--json'],
      ['api-key', 'list'],
      ['api-key', 'revoke', 'nobody'],
      ['folder-key', 'list'],
      ['account', 'list'],
      ['files', 'list', '-r'],
      ['hooks', 'list'],
      ['service-key', 'rotate'],
      ['service-key', 'status'],
      ['service-key', 'status', '--json'],
      ['service-key', 'retire', '00000000'],
      ['audit', '--json'],
      ['doctor', '--deep'],
      ['sweep'],
    ]) {
      await command(args, env);
    }
    await command(['doctor'], { ...env, RFS_SERVICE_KEY: marked('another service key') });
    // A database and a store that do not respond, and a collector with a password.
    const servers = {
      ...env,
      RFS_DATABASE_URL: `postgres://rfs:${marked('password of the database')}@127.0.0.1:9/rfs`,
      RFS_OBJECTS_ENDPOINT: 'http://127.0.0.1:9',
      RFS_OBJECTS_BUCKET: 'rfs',
      AWS_ACCESS_KEY_ID: marked('key of the store'),
      AWS_SECRET_ACCESS_KEY: marked('secret of the store'),
      AWS_SESSION_TOKEN: marked('token of the store'),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://otel:${marked('password of the collector')}@127.0.0.1:9`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${marked('header for the collector')}`,
    };
    for (const args of [['config', '--json'], ['doctor']]) await command(args, servers);
    // These print a key, once, to its creator.
    for (const args of [
      ['api-key', 'create', 'made'],
      ['folder-key', 'create', 'made', '--folder', '/anna/in'],
    ]) {
      const printed = runCommand([...args, '--data', data], env);
      await printed.exited;
      given.push(...(printed.stdout().match(/\S{20,}/g) ?? []));
      tell('command create', printed.stderr());
    }
    await command(['audit'], env);
    server.process.kill('SIGTERM');
    await server.exited;
    tell('log', server.stderr());
    tell('stdout', server.stdout());
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      tell('data folder', entry.name);
      tell('data folder', (await readFile(join(entry.parentPath, entry.name))).toString('latin1'));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('were all used, right and wrong, in every operation', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(14);
    expect(given.length).toBeGreaterThan(3);
    const { log = '', metrics = '' } = out;
    for (const operation of ['AdminCreateFolder', 'AppendChunkWithFolderAccessKey', 'ExternalOAuthAccountLogin']) {
      expect(log).toContain(operation);
      expect(metrics).toContain(operation);
    }
    expect(log.split('\n').length).toBeGreaterThan(100);
    expect(out.answers).toContain('"ChunkAppended":true');
    expect(out['command audit']).toContain('api-key');
    expect(out['command service-key']).toMatch(/: current, [0-9a-f]{8}: old$/m);
    expect(log).toContain('service keys changed');
    expect(out['data folder']).toContain('database.sqlite');
  });

  it('R5: are in no log, response, fault, page, metric, command or file', () => {
    expect(Object.keys(out).length).toBeGreaterThan(14);
    const found = Object.entries(out).flatMap(([where, text]) =>
      Object.entries(secrets)
        .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
        .map(([name]) => `${name} in ${where}`),
    );
    expect(found).toEqual([]);
  });

  it('that callers receive are only in their response', () => {
    for (const [where, text] of Object.entries(out)) {
      if (where === 'answers') continue;
      for (const token of given) expect(text.includes(token), where).toBe(false);
    }
  });

  it('would be detected', () => {
    const secret = marked('password');
    for (const text of [secret, btoa(secret), btoa(`a${secret}b`), btoa(`ab${secret}`), encodeURIComponent(secret)]) {
      expect(formsOf(secret).some((form) => text.includes(form))).toBe(true);
    }
  });
});
