import { pages as servicePages } from '@soapwright/generated/remote-file-service/pages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../interop/foreign.ts';
import { type RunningService, startService } from '../interop/running-service.ts';
import { findings, hasBrowser, overflow, picture, startBrowser } from './browser.ts';
import { type RichService, startRichService } from './rich-service.ts';

/** Every page, in light and dark, on a telephone and on a desk: axe-core finds nothing, and nothing sticks out. */

const windows = { telephone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;

describe.skipIf(!hasBrowser && !required)('the pages', () => {
  let service: RunningService;
  let rich: RichService;
  let browser: Browser;

  beforeAll(async () => {
    [service, rich, browser] = await Promise.all([startService(), startRichService(), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await rich?.close();
    await service?.stop();
  });

  for (const [where, viewport] of Object.entries(windows)) {
    it(`P5: requested pages have no finding of axe-core and no overflow, ${where}`, async () => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const pages = {
        list: '',
        unknown: '?op=Nothing',
        ...Object.fromEntries(servicePages.description.operations.map(({ name }) => [name, `?op=${name}`])),
      };
      for (const [name, query] of Object.entries(pages)) {
        await page.goto(service.address + query);
        await expectFine(page, `${name}-${where}`);
      }
      await context.close();
    });

    it(`P5: pages of responses have no finding of axe-core and no overflow, ${where}`, async () => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(`${rich.address}?op=Everything`);
      await expectFine(page, `rich-${where}`);
      for (const send of ['Add another Lines', 'Add Next', 'Send unchecked']) {
        await page.getByRole('button', { name: send }).click();
      }
      expect(await page.textContent('#answer-heading')).toBe('Response HTTP 500');
      await expectFine(page, `rich-fault-${where}`);
      for (const [field, value] of Object.entries({ Count: '1', Size: '2', When: '2026-01-31T12:30:00' })) {
        await page.fill(`[name="${field}"]`, value);
      }
      for (const list of [0, 1]) await page.fill(`[name="Lines/${list}/Amount"]`, '1');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
      await expectFine(page, `rich-answer-${where}`);
      await page.goto(`${rich.address}?op=Nothing`);
      await page.getByRole('button', { name: 'Send' }).click();
      await expectFine(page, `rich-nothing-${where}`);
      await context.close();
    });
  }

  it.each([
    ['at 400 %', { viewport: { width: 320, height: 225 }, deviceScaleFactor: 4 }],
    ['in forced colours', { viewport: windows.desk, forcedColors: 'active' }],
  ] as const)('P5: long values, right-to-left ones and secrets among them, fit into the page %s', async (_, how) => {
    const context = await browser.newContext(how);
    const page = await context.newPage();
    await page.goto(`${rich.address}?op=Everything`);
    const long = `${'שלום עולם '.repeat(20)}👩‍👩‍👧‍👦${'W'.repeat(900)}\u202ea\tb`;
    const values = { Text: long, Count: '1', Size: '2', When: '2026-01-31T12:30:00', 'Lines/0/Amount': '1' };
    for (const [field, value] of Object.entries(values)) await page.fill(`[name="${field}"]`, value);
    await page.check('[name="show:secrets"]');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await page.textContent('.whole')).toBe('a token of the answer');
    expect(rich.received.at(-1)?.Text).toBe(long);
    expect((await findings(page)).violations).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it('P5: a printed page has its samples, in ink on white, and no buttons', async () => {
    const context = await browser.newContext({ viewport: { width: 720, height: 1_000 }, colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(`${rich.address}?op=Everything`);
    expect(await page.locator('pre').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await picture(page, 'rich-print');
    expect(await page.locator('pre').first().isVisible()).toBe(true);
    for (const hidden of ['.side', 'form button >> nth=1', '.calls']) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    }
    expect(await page.evaluate<string>('getComputedStyle(document.body).color')).toBe('rgb(26, 32, 41)');
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it('P5: pages for remote callers have no finding of axe-core', async () => {
    const context = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': '127.0.0.1' } });
    const page = await context.newPage();
    await page.goto(`${rich.address}?op=Everything`);
    expect(await page.$('form')).toBeNull();
    await expectFine(page, 'rich-elsewhere');
    await context.close();
  });
});

/** Only colours differ between light and dark. */
async function expectFine(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`);
    const { violations, passes } = await findings(page, colorScheme === 'light' ? undefined : ['color-contrast']);
    expect(violations).toEqual([]);
    expect(passes).toBeGreaterThanOrEqual(colorScheme === 'light' ? 10 : 1);
  }
  expect(await overflow(page)).toBe(0);
}
