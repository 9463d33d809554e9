import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings, hasBrowser, startBrowser } from '../../../test/pages/browser.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';

/** A folder for pictures of the pages; undefined: none are taken. */
const pictures = process.env.SOAPWRIGHT_PICTURES;

describe.skipIf(!hasBrowser)('the pages of shares in a browser without scripts', () => {
  let harness: Harness;
  let served: ServedShares;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    harness = await startHarness();
    served = await serveShares(harness);
    browser = await startBrowser();
    for (const name of ['Rechnung 2026-01.pdf', 'a'.repeat(200), '<b>&"\'.txt']) await served.put(name, name);
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    await harness.close();
  });

  it.each([
    [360, 'dark'],
    [1200, 'light'],
  ] as const)('at %i px, %s, fit, are accessible, and lead from the keys to a file', async (width, colorScheme) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    const check = async (name: string): Promise<void> => {
      if (width === 1200 && !['made', 'listing'].includes(name)) return;
      // axe needs scripts, and so does the width.
      const scripted = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      await scripted.addCookies(await context.cookies());
      const copy = await scripted.newPage();
      await copy.setContent(await page.content());
      expect(await copy.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
      expect((await findings(copy)).violations, name).toEqual([]);
      await scripted.close();
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
    };
    await page.goto(`${served.url}/shares`);
    await check('sign-in');
    await page.getByLabel('API key').fill('key-for-all');
    await page.getByLabel('Folder access key').fill('folder-anna-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('For whom').fill('Ada');
    await page.getByLabel('Number of downloads').fill('3');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Share' }).click();
    await check('made');
    const address = await page.getByLabel('Give this address').inputValue();
    await page.goto(address);
    await check('password');
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByText('Downloads left: 3 of 3.').waitFor();
    await check('listing');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Rechnung').click()]);
    expect(download.suggestedFilename()).toBe('Rechnung 2026-01.pdf');
    const [zip] = await Promise.all([page.waitForEvent('download'), page.getByText('as a ZIP').click()]);
    expect(zip.suggestedFilename()).toBe('in.zip');
    await page.goto(`${served.url}/shares`);
    await page.getByRole('button', { name: 'Revoke Ada' }).last().click();
    await page.goto(address);
    await check('over');
    await context.close();
  });
});
