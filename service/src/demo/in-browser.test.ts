import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../../../test/pages/browser.ts';
import { type RunningDemo, startDemo } from '../../../test/support/service/demo-process.ts';
import { demonstration } from './demo-values.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
const { apiKey: APIKey, people } = demonstration;

describe.skipIf(!hasBrowser && !required)('the demonstration in a browser', () => {
  let folder: string;
  let demo: RunningDemo;
  let browser: Browser;
  let client: RemoteFileServiceClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-demo-browser-'));
    [demo, browser] = await Promise.all([startDemo(join(folder, 'data')), startBrowser()]);
    client = new RemoteFileServiceClient({ address: demo.address });
  });
  afterAll(async () => {
    await browser?.close();
    demo?.process.kill('SIGTERM');
    await demo?.exited;
    await rm(folder, { recursive: true, force: true });
  });

  const opened = async (url: string, options: { readonly javaScriptEnabled: boolean }): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      bypassCSP: options.javaScriptEnabled,
      ...options,
    });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };

  it('signs in with OpenID Connect by one key, without scripts, and the code on the last page works', async () => {
    for (const [use, ApplicationType] of [
      ['web', 0],
      ['client', 1],
    ] as const) {
      const request = { APIKey, EmailAddress: people.oidc };
      const { LoginURL = '' } = await (use === 'web' ? client.SSOLoginWebURL(request) : client.SSOLoginURL(request));
      const page = await opened(LoginURL, { javaScriptEnabled: false });
      expect(await page.getByRole('button').first().textContent()).toBe(`Sign in as ${people.oidc}`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/returned/${use}?*`);
      const ExternalOAuthCode = await page.getByLabel('ExternalOAuthCode').inputValue();
      const login = await client.ExternalOAuthAccountLogin({ ...request, ExternalOAuthCode, ApplicationType });
      expect(login.ErrorMessage).toBe('');
      expect(login.Token).toMatch(/^[\w-]{43}$/);
      await page.context().close();
    }
  });

  it('shows a SAML token that works, for any requested account', async () => {
    const request = { APIKey, EmailAddress: people.saml };
    const { LoginURL = '' } = await client.SSOLoginWebURL(request);
    const page = await opened(LoginURL, { javaScriptEnabled: false });
    await page.getByText('Sign in as somebody else').click();
    await page.getByLabel('E-mail address').fill('other@saml.example');
    await page.keyboard.press('Enter');
    await page.waitForURL('**&email=*');
    expect(await page.getByRole('heading').textContent()).toBe('Signed in as other@saml.example');
    await page.goBack();
    const login = await client.SAMLAccountLogin({
      ...request,
      SAMLToken: await page.getByLabel('SAMLToken').inputValue(),
    });
    expect(login.ErrorMessage).toBe('');
    await page.context().close();
  });

  it('axe finds no problem on any page, light and dark, and no page is wider than 360 pixels', async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const { LoginURL: oidc = '' } = await client.SSOLoginURL({ APIKey, EmailAddress: people.oidc });
    const { LoginURL: saml = '' } = await client.SSOLoginURL({ APIKey, EmailAddress: people.saml });
    const check = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id }) => id).concat(document.documentElement.scrollWidth > 360 ? ['too-wide'] : []))",
      );
      expect(found, `${page.url()} ${colorScheme}`).toEqual([]);
    };
    const checkBoth = async (page: Page): Promise<void> => {
      await page.addScriptTag({ content: axe });
      await check(page, 'light');
      await check(page, 'dark');
    };
    for (const url of [demo.provider, oidc, saml, `${demo.provider}/saml/sign-in`, `${demo.provider}/returned/web`]) {
      const page = await opened(url, { javaScriptEnabled: true });
      await checkBoth(page);
      if (url === oidc) {
        await page.getByRole('button').first().click();
        await page.waitForURL('**/returned/client?*');
        await checkBoth(page);
      }
      await page.context().close();
    }
  });
});
