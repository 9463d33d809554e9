import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings, hasBrowser, startBrowser } from '../../../test/pages/browser.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedFiles, serveFiles } from '../../../test/support/service/served-files.ts';

/** A folder for pictures of the page; undefined: none are taken. */
const pictures = process.env.SOAPWRIGHT_PICTURES;

describe.skipIf(!hasBrowser)('the listing of a folder in a browser', () => {
  let harness: Harness;
  let served: ServedFiles;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    harness = await startHarness();
    served = await serveFiles(harness);
    browser = await startBrowser();
    for (const name of ['Rechnung 2026-01.pdf', 'a'.repeat(200), '<b>&"\'.txt', 'דוח.pdf', 'scan.tiff']) {
      const ChunkData = new Blob([name.repeat(name.length)]);
      const chunk = { ChunkData, Offset: 0n, BytesRead: ChunkData.size, isLastChunk: true };
      const call = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName: name, ...chunk };
      await harness.client.AppendChunkWithFolderAccessKey(call);
    }
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    await harness.close();
  });

  it.each([360, 1200])('at %i px fits, is accessible, and opens folders and files', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(await served.link('/anna/in'));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect((await findings(page)).violations).toEqual([]);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/listing-${width}.png`, fullPage: true });
    expect(await page.getByRole('link').allTextContents()).toContain('<b>&"\'.txt');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Rechnung').click()]);
    expect(download.suggestedFilename()).toBe('Rechnung 2026-01.pdf');
    await page.getByText('new/').click();
    expect(await page.getByRole('heading').textContent()).toBe('/Anna/in/new/');
    await page.close();
  });
});
