import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings, hasBrowser, overflow, picture, startBrowser } from '../../../../test/pages/browser.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { provisioning } from '../../../../test/support/service/sample-provisioning.ts';
import { mounted } from '../../common/mount.ts';
import { SignInPage } from './sign-in-page.ts';

const ldap = {
  // Nobody listens there.
  servers: ['ldaps://127.0.0.1:9'],
  bindDn: 'cn=reader,dc=example',
  bindPassword: 'x',
  base: 'dc=example',
  clients: [{ applicationType: 1, use: 'web', redirectUri: 'https://app.example/in' }],
};

describe.skipIf(!hasBrowser)('the sign-in page in a browser', () => {
  let harness: Harness;
  let served: Awaited<ReturnType<typeof listen>>;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    const provider = `domains: [demo.example], identityProvider: ${JSON.stringify({ ldap })}`;
    harness = await startHarness({ yaml: provisioning.replace('domains: [demo.example]', provider) });
    served = await listen(mounted(harness.server, [new SignInPage(harness.service.state, '')]));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close(0);
    await harness?.close();
  });

  it.each([
    { width: 360, colorScheme: 'dark' },
    { width: 1200, colorScheme: 'light' },
  ] as const)('at $width px in $colorScheme fits, is accessible, and needs no script', async (options) => {
    const { width, colorScheme } = options;
    const viewport = { width, height: 800 };
    const begun = await harness.client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: 'anna@demo.example' });
    const url = (begun.LoginURL ?? '').replace('http://service.example', new URL(served.url).origin);
    const scripted = await browser.newPage({ viewport, colorScheme });
    await scripted.goto(url);
    expect(await overflow(scripted)).toBe(0);
    expect((await findings(scripted)).violations).toEqual([]);
    await scripted.close();
    const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    await page.keyboard.type('anna');
    await page.keyboard.press('Tab');
    await page.keyboard.type('anna-at-work');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The directory cannot be reached. Try again later.');
    await picture(page, `sign-in-${width}-${colorScheme}`);
    await context.close();
  });
});
