import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings, hasBrowser, overflow, picture, startBrowser } from '../../../../test/pages/browser.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { type ServedPages, servePages } from '../../../../test/support/service/operator-browser.ts';
import { accepted } from '../../checks/file-check.ts';
import { createOperatorLink } from '../../operator/operator-sessions.ts';
import { insertDelivery } from '../../storage/hook-deliveries.ts';
import { operatorTables } from './tables.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

const windows = { telephone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;

const scanner = {
  name: 'scanner',
  target: 'none',
  timeout: 1_000,
  withoutVerdict: 'reject' as const,
  check: async ({ path }: { readonly path: string }) =>
    path.includes('virus') ? { accepted: false as const, reason: 'Eicar-Test-Signature' } : accepted,
};

describe.skipIf(!hasBrowser && !required)("the operator's page in a browser", () => {
  let harness: Harness;
  let served: ServedPages;
  let browser: Browser;
  beforeAll(async () => {
    [harness, browser] = await Promise.all([startHarness({ checks: [scanner] }), startBrowser()]);
    served = await servePages(harness, {
      alerts: [
        {
          name: 'RfsNoBackup',
          severity: 'ticket',
          summary: 'There was no complete backup for 26 hours.',
          remedy: 'Run `remote-file-service backup` daily, and look at the output of the last run.',
          since: harness.now(),
        },
      ],
    });
    const names = ['Rechnung 2026-01.pdf', `${'a'.repeat(120)}.txt`, '<b>&"\'.txt', 'דוח.pdf', 'half.bin', 'virus.exe'];
    for (const FileName of names) {
      const ChunkData = new Blob([FileName.repeat(20)]);
      const chunk = { ChunkData, Offset: 0n, BytesRead: ChunkData.size, isLastChunk: FileName !== 'half.bin' };
      const call = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName, ...chunk };
      await harness.client.AppendChunkWithFolderAccessKey(call);
    }
    const ids = { id: 'msg_1', hook: 'index', accountId: 'x', fileKey: 'x' };
    await insertDelivery(harness.service.state.db, { ...ids, body: '{"data":{"path":"/anna/in/x"}}' }, harness.now());
    harness.pass(100_000);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await harness?.close();
  });

  /** Signs in by a link, with the keyboard alone. */
  const signIn = async (page: Page): Promise<void> => {
    const token = await createOperatorLink(harness.service.state, { name: 'root', role: 'admin' });
    await page.goto(`${served.url}/operator/link?token=${token}`);
    // The button has the focus once the page is drawn, which may be after it is loaded.
    await page.getByRole('button').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.url}/operator`);
  };

  it('cancels an upload by the keyboard, without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    await page.getByRole('link', { name: 'Uploads in progress' }).press('Enter');
    await page.waitForURL('**/operator/uploads');
    const press = async (role: 'checkbox' | 'button', key: string, name?: string): Promise<void> => {
      const target = page.getByRole(role, name === undefined ? {} : { name, exact: true });
      for (let presses = 0; !(await target.and(page.locator(':focus')).count()); presses += 1) {
        expect(presses).toBeLessThan(60);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press(key);
    };
    await press('checkbox', 'Space');
    await press('button', 'Enter', 'Cancel…');
    await page.waitForURL('**/operator/uploads/cancel?*');
    expect(await page.locator('main').textContent()).toContain('1 upload of 160 B will be cancelled');
    await press('button', 'Enter', 'Cancel');
    await page.getByText('Cancelled 1 upload.').waitFor();
    await context.close();
  });

  for (const [where, viewport] of Object.entries(windows)) {
    it(`has no finding of axe-core and no overflow, light and dark, ${where}`, async () => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(`${served.url}/operator`);
      expect((await findings(page)).violations).toEqual([]);
      await signIn(page);
      expect((await findings(page)).violations).toEqual([]);
      const question = async (table: string, action: string): Promise<string> => {
        await page.goto(`${served.url}/operator/${table}`);
        const id = await page.locator('input[name=id]').first().getAttribute('value');
        return `${table}/${action}?${new URLSearchParams({ id: id ?? '' })}`;
      };
      const paths = [
        '',
        ...operatorTables.map(({ path }) => path),
        'files?path=/anna/in',
        await question('accounts', 'quota'),
        await question('keys', 'revoke'),
        'audit?from=never',
      ];
      for (const path of paths) {
        await page.goto(`${served.url}/operator/${path}`);
        // The same parts are in another order on a desk: axe looks at them on the telephone.
        const schemes = where === 'desk' ? {} : { light: undefined, dark: ['color-contrast'] };
        for (const [scheme, rules] of Object.entries(schemes)) {
          await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' });
          expect((await findings(page, rules)).violations, `${path} ${scheme}`).toEqual([]);
        }
        await picture(page, `operator-${path.replace(/[^a-z]+/g, '-')}-${where}`);
        expect(await overflow(page), path).toBeLessThanOrEqual(0);
      }
      await context.close();
    });
  }
});
