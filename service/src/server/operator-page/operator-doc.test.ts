import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperatorBrowser, providerMetadata } from '../../../../test/support/service/operator-browser.ts';
import { main } from '../../cli/main.ts';
import { jsonLogger } from '../../common/logger.ts';
import { loadSettings } from '../../config/load-settings.ts';
import { signInByOidc } from '../../demo/demo-browser.ts';
import { type DemoProvider, startDemoProvider } from '../../demo/demo-provider.ts';
import { type Running, runService } from '../run-service.ts';

describe('docs/service/operator-page.md', () => {
  let folder: string;
  let provider: DemoProvider;
  let blocks: readonly string[];
  let running: Running | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-operator-doc-'));
    const onError = (error: Error): void => {
      throw error;
    };
    provider = await startDemoProvider({ data: folder, port: 0, serviceAddress: () => '', onError });
    const page = await readFile(new URL('../../../../docs/service/operator-page.md', import.meta.url), 'utf8');
    blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  });
  afterAll(async () => {
    await running?.stop();
    await provider?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the service with the blocks of the page, on free ports. */
  const start = async (...files: readonly string[]): Promise<string> => {
    await running?.stop();
    for (const text of files) {
      const [, name = ''] = /^# (\S+)/.exec(text) ?? [];
      await writeFile(join(folder, name), text.replaceAll('http://127.0.0.1:8081', provider.url));
    }
    const name = join(folder, 'config.yaml');
    const text = await readFile(name, 'utf8');
    const environment = { RFS_PORT: '0', RFS_ADMIN_PORT: '0', RFS_DATA: join(folder, 'data') };
    const settings = loadSettings({ file: { name, text }, environment, flags: {} });
    running = await runService(
      settings,
      jsonLogger(() => undefined, 'silent'),
      {},
    );
    return `http://127.0.0.1:${running.adminPort}`;
  };

  const command = async (...args: readonly string[]): Promise<string> => {
    let printed = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: () => void) => {
      printed += text;
      done?.();
      return true;
    }) as typeof process.stdout.write);
    try {
      expect(await main([...args, '--data', join(folder, 'data')])).toBe(0);
    } finally {
      write.mockRestore();
    }
    return printed;
  };

  it('shows the page by a link, once', async () => {
    const url = await start(blocks[0] ?? '');
    const link = (await command('operator-link', '--name', 'eva', '--admin-port', new URL(url).port)).trim();
    expect(link).toMatch(new RegExp(`^${url}/operator/link\\?token=[\\w-]+$`));
    const browser = new OperatorBrowser(url);
    const page = await browser.get(link);
    await browser.send(page.text);
    const { text } = await browser.get('/operator');
    expect(text).toContain('eva (admin)');
    expect(text).toMatch(/<dt>Service<\/dt><dd>ready<\/dd>/);
    expect((await new OperatorBrowser(url).send(page.text)).status).toBe(403);
  });

  it('signs in by the provider of the demonstration, with roles by the claim, and ends sessions', async () => {
    const url = await start(blocks[1] ?? '', blocks[2] ?? '');
    const signIn = async (email: string) => {
      const browser = new OperatorBrowser(url);
      const { location } = await browser.get('/operator/sign-in');
      const query = await signInByOidc(location ?? '', email, { bare: false });
      return { browser, answer: await browser.get(`/operator/signed-in?${query}`) };
    };
    for (const [email, role] of [
      ['anna@demo.example', 'viewer'],
      ['sam@demo.example', 'admin'],
    ] as const) {
      const { browser } = await signIn(email);
      expect((await browser.get('/operator/people')).text).toContain(`${email} (${role})`);
    }
    const { answer } = await signIn('eve@demo.example');
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('The sign-in was not accepted.') });
    const audit = await command('audit');
    expect(audit).toMatch(
      /operator:sam@demo\.example {2}operator\.signed-in .* by=OIDC {2}subject=http:\S+ sam@demo\.example {2}role=admin\n/,
    );
    expect(await command('operator-session', 'list')).toMatch(
      /^NAME +ROLE +SIGNED IN +LAST REQUEST +SUBJECT\nsam@demo\.example +admin .*\nanna@demo\.example +viewer .*\neva +admin .*\n$/,
    );
    expect(await command('operator-session', 'revoke', 'sam@demo.example')).toBe('revoked sessions: 1\n');
  });

  it.each([3, 4])('has a valid file of operator.signIn: block %i', async (index) => {
    const { loadOperatorSignIn } = await import('./sign-in-file.ts');
    const path = join(folder, 'other.yaml');
    await writeFile(path, blocks[index] ?? '');
    await writeFile(join(folder, 'client-secret.txt'), 'secret\n');
    await writeFile(join(folder, 'provider.xml'), providerMetadata(provider.variables.RFS_DEMO_SAML_CERTIFICATE ?? ''));
    const { provider: read, claim, roles } = await loadOperatorSignIn(path);
    expect([claim, roles]).toEqual(['groups', { viewer: ['staff'], operator: ['it'], admin: ['it-leads'] }]);
    expect(read).toMatchObject(
      read.kind === 'OIDC'
        ? { issuer: 'https://login.example', clientSecret: 'secret', scope: 'openid email groups' }
        : { issuer: 'https://idp.example/metadata', signInUrl: 'https://idp.example/sso' },
    );
  });
});
