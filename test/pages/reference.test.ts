import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../cli/cli.ts';
import { required } from '../interop/foreign.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { findings, hasBrowser, overflow, picture, startBrowser } from './browser.ts';

const windows = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;
const shown = ['index', 'operations/Find', 'types/Invoice', 'types/Status', 'a-z', 'changes'];

describe.skipIf(!hasBrowser && !required)('pages of a reference, opened from a folder', () => {
  const project = new Project();
  let browser: Browser;

  beforeAll(async () => {
    project.write({
      'shop.yaml': shopContract,
      'shop-1.yaml': shopContract.replace('Total: decimal', 'Total: int'),
    });
    const [, started] = await Promise.all([
      project.start(['docs', 'shop.yaml', '--since', 'shop-1.yaml', '--out', 'reference']),
      startBrowser(),
    ]);
    browser = started;
  });

  afterAll(async () => {
    await browser?.close();
    project.remove();
  });

  const addressOf = (name: string): string => `file://${project.path}/reference/${name}.html`;

  it.each(Object.entries(windows))(
    'have no finding of axe-core and no overflow, light and dark: %s',
    async (where, viewport) => {
      const context = await browser.newContext({ viewport });
      const tab = await context.newPage();
      for (const name of shown) {
        await tab.goto(addressOf(name));
        await expectFine(tab, `reference-${name.replace('/', '-')}-${where}`);
      }
      await context.close();
    },
  );

  it('are complete without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const tab = await context.newPage();
    await tab.goto(addressOf('a-z'));
    await tab.click('text=Invoice');
    expect(await tab.textContent('h1')).toBe('Record Invoice');
    expect(await tab.locator('[role=search]').count()).toBe(0);
    expect(await tab.locator('svg a').count()).toBeGreaterThan(2);
    await context.close();
  });

  it('are searched by the keyboard', async () => {
    const tab = await browser.newPage();
    const errors: Error[] = [];
    tab.on('pageerror', (error) => errors.push(error));
    await tab.goto(addressOf('operations/Find'));
    await tab.keyboard.press('/');
    await tab.keyboard.type('total');
    await tab.locator('.find li a').first().waitFor();
    await tab.keyboard.press('ArrowDown');
    expect((await findings(tab)).violations).toEqual([]);
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/types/Invoice.html#field-Total');
    await tab.keyboard.press('/');
    await tab.keyboard.type('nowhere');
    await expect.poll(() => tab.textContent('.find')).toContain('Nothing has this name.');
    await tab.keyboard.press('Escape');
    expect(await tab.locator('.find ul').isVisible()).toBe(false);
    expect(errors).toEqual([]);
    await tab.close();
  });

  it('are printed without navigation, in ink on white', async () => {
    const context = await browser.newContext({ viewport: { width: 720, height: 1000 }, colorScheme: 'dark' });
    const tab = await context.newPage();
    await tab.goto(addressOf('types/Invoice'));
    await tab.emulateMedia({ media: 'print' });
    for (const hidden of ['.top ul', '.find', '.side'])
      expect(await tab.locator(hidden).first().isVisible()).toBe(false);
    expect(await tab.evaluate<string>('getComputedStyle(document.body).color')).toBe('rgb(26, 32, 41)');
    expect(await overflow(tab)).toBe(0);
    await context.close();
  });
});

async function expectFine(tab: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    await picture(tab, `${name}-${colorScheme}`);
    const { violations, passes } = await findings(tab, colorScheme === 'light' ? undefined : ['color-contrast']);
    expect(violations).toEqual([]);
    expect(passes).toBeGreaterThanOrEqual(1);
  }
  expect(await overflow(tab)).toBe(0);
}
