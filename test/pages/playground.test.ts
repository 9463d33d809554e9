import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../cli/cli.ts';
import { corpusFolder } from '../corpus/entries.ts';
import { required } from '../interop/foreign.ts';
import { BuiltPlayground } from '../playground/built.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { findings, hasBrowser, overflow, picture, startBrowser } from './browser.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const windows = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;
const tickets = join(root, 'examples/client-with-replay/wsdl');
const axl = corpusFolder() && join(corpusFolder() ?? '', 'CiscoDevNet+axl-python-zeep-samples/schema');

describe.skipIf(!hasBrowser && !required)('the playground', () => {
  let built: BuiltPlayground;
  let server: Server;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    built = new BuiltPlayground();
    server = createServer(({ url = '/' }, response) => {
      const name = url === '/' ? '/index.html' : url;
      try {
        const bytes = gzipSync(readFileSync(join(built.folder, name)));
        response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'text/plain', 'Content-Encoding': 'gzip' });
        response.end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
    built.remove();
  });

  /** A page whose first example is generated. */
  async function opened(options: Parameters<Browser['newContext']>[0] = {}, fragment = ''): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(address + fragment);
    await isReady(page);
    return page;
  }

  const isReady = (page: Page): Promise<void> =>
    expect.poll(() => page.textContent('#status'), { timeout: 100_000 }).toMatch(/ s$/);

  async function write(page: Page, text: string): Promise<void> {
    const answers = await page.getAttribute('#status', 'data-answers');
    await page.fill('#text', text);
    await expect.poll(() => page.getAttribute('#status', 'data-answers')).not.toBe(answers);
  }

  it.each(Object.entries(windows))(
    'has no finding of axe-core and no overflow, light and dark: %s',
    async (where, viewport) => {
      const page = await opened({ viewport });
      await page.click('#keep');
      await write(page, (await page.inputValue('#text')).replace('BackOn: date?', 'BackOn: dat?'));
      for (const tab of ['Types', 'Breaking']) {
        await page.getByRole('tab', { name: tab }).click();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await picture(page, `playground-${tab}-${where}-${colorScheme}`);
          expect((await findings(page)).violations).toEqual([]);
        }
        expect(await overflow(page)).toBe(0);
      }
      await page.context().close();
    },
  );

  it('shows mistakes at their places, and goes there', async () => {
    const page = await opened({ viewport: windows.desk });
    await write(page, shopContract.replace('Total: decimal', 'Total: decimla'));
    expect(await page.textContent('#problems')).toContain('Did you mean "decimal"?');
    expect(await page.textContent('#numbers mark')).toBe('23');
    expect(await page.textContent('#output')).toBe('Correct the errors first.');
    await page.click('#problems .place');
    const selected = 'text.value.slice(text.selectionStart, text.selectionEnd)';
    expect(await page.evaluate(`(() => { const text = document.activeElement; return ${selected}; })()`)).toBe(
      'decimla',
    );
    await write(page, shopContract);
    expect(await page.textContent('#problems')).toBe('No problems.');
    await page.context().close();
  });

  it('shows types, client, server, WSDL, OpenAPI, lint and breaking, by the keyboard', async () => {
    const page = await opened({ viewport: windows.desk });
    await write(page, shopContract);
    await page.click('#keep');
    await write(page, shopContract.replace('Total: decimal', 'Total: string').replace('Number: string', 'Id: string'));
    await page.getByRole('tab', { name: 'Types' }).click();
    const expected = {
      Types: 'export interface Invoice {',
      Client: 'export class ShopClient',
      Server: 'createShopServer',
      WSDL: '<wsdl:definitions',
      OpenAPI: '"openapi": "3.1.0"',
      More: '',
      Lint: 'doc',
      Breaking: 'On the wire: old clients can fail.',
    };
    for (const [tab, text] of Object.entries(expected)) {
      const selected = page.locator('#results [aria-selected=true]');
      expect(await selected.textContent()).toMatch(new RegExp(`^${tab}`));
      await expect.poll(() => page.locator('#panel').innerText(), { message: tab }).toContain(text);
      await selected.press('ArrowRight');
    }
    await page.context().close();
  });

  it('reads several files', async () => {
    const page = await opened({ viewport: windows.desk });
    await page.setInputFiles('#chosen', [
      { name: 'shop.yaml', mimeType: 'text/yaml', buffer: Buffer.from(`${shopContract}include: [more.yaml]\n`) },
      {
        name: 'more.yaml',
        mimeType: 'text/yaml',
        buffer: Buffer.from('soapwright: 1\nrecords: { More: { Size: lnog } }\n'),
      },
    ]);
    await expect.poll(() => page.textContent('#problems')).toContain('more.yaml:2:');
    await page.click('#problems .place');
    expect(await page.inputValue('#path')).toBe('more.yaml');
    await write(page, 'soapwright: 1\nrecords: { More: { Size: long } }\n');
    expect(await page.textContent('#output')).toContain('Invoice');
    await page.context().close();
  });

  /** Drops files and folders of this machine on the page. */
  async function drop(page: Page, ...files: string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
    }
  }

  it('takes several dropped files, and a folder with its paths', async () => {
    const page = await opened({ viewport: windows.desk });
    await drop(page, join(tickets, 'tickets.wsdl'), join(tickets, 'tickets.xsd'));
    await expect.poll(() => page.textContent('#files')).toBe('tickets.wsdl (main)tickets.xsd');
    await expect.poll(() => page.textContent('#output')).toContain('export interface Ticket {');
    await page.selectOption('#example', { index: 1 });
    await drop(page, join(root, 'examples/client-with-replay'));
    await expect.poll(() => page.textContent('#files')).toContain('wsdl/tickets.wsdl (main)');
    expect(await page.textContent('#files')).toContain('wsdl/tickets.xsd');
    await expect.poll(() => page.textContent('#output')).toContain('export interface Ticket {');
    await page.context().close();
  });

  it('names the files that a pasted WSDL imports', async () => {
    const page = await opened({ viewport: windows.desk });
    await write(page, readFileSync(join(tickets, 'tickets.wsdl'), 'utf8'));
    expect(await page.textContent('#output')).toMatch(/Drop what it imports .*\n\ntickets\.xsd$/);
    await drop(page, join(tickets, 'tickets.xsd'));
    await expect.poll(() => page.textContent('#output')).toContain('export interface Ticket {');
    await page.context().close();
  });

  it('says that a path is taken, also when a press elsewhere ends its change', async () => {
    const page = await opened({ viewport: windows.desk });
    const path = await page.inputValue('#path');
    await page.click('#add');
    await page.fill('#path', path);
    await page.click('#out');
    expect(await page.textContent('#reply')).toContain('Another file has this path');
    await page.context().close();
  });

  it('says that a link is long', async () => {
    const page = await opened({ viewport: windows.desk, permissions: ['clipboard-write'] });
    const text = `${shopContract}# ${randomBytes(90_000).toString('base64')}\n`;
    await page.setInputFiles('#chosen', { name: 'shop.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    await expect.poll(() => page.textContent('#files')).toContain('shop.yaml');
    await page.click('#share');
    await expect.poll(() => page.textContent('#reply')).toMatch(/^Link copied: \d{3},\d{3} characters\. Many programs/);
    await page.context().close();
  });

  it('shares a contract by its link, and tells a damaged link', async () => {
    const context = await browser.newContext({
      viewport: windows.desk,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await page.goto(address);
    await isReady(page);
    await write(page, shopContract);
    await page.click('#share');
    await expect.poll(() => page.textContent('#reply')).toContain('Link copied');
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(/#1\.[\w-]+$/);
    const other = await opened({}, new URL(link).hash);
    expect(await other.inputValue('#text')).toBe(shopContract);
    const damaged = await opened({}, '#1.AAAA');
    expect(await damaged.inputValue('#text')).toContain('service: Library');
    expect(await damaged.textContent('#reply')).toBe('The link is damaged.');
    await damaged.click('#keep');
    await expect.poll(() => damaged.textContent('#reply')).not.toContain('damaged');
    for (const one of [context, other.context(), damaged.context()]) await one.close();
  });

  it('takes texts of a hostile link as texts', async () => {
    const markup = `"><img src=x onerror="globalThis.harmed=true"><script>globalThis.harmed=true</script>`;
    const hostile = { files: [{ name: `${markup.replaceAll('/', '|')}.yaml`, text: `service: ${markup}` }], main: '' };
    hostile.main = hostile.files[0]?.name ?? '';
    const page = await opened({ viewport: windows.desk });
    const made = `import('/share.js').then(({ fragmentOf }) => fragmentOf(${JSON.stringify(hostile)}))`;
    await page.route('**/share.js', (route) =>
      route.fulfill({ path: join(root, 'site/playground/src/share.js'), contentType: 'text/javascript' }),
    );
    const other = await opened({ viewport: windows.desk }, await page.evaluate<string>(made));
    expect(await other.textContent('#problems')).toContain('<img src=x');
    expect(await other.locator('img, main script').count()).toBe(0);
    expect(await other.evaluate('globalThis.harmed')).toBeUndefined();
    await page.context().close();
    await other.context().close();
  });

  it('sends nothing, and keeps nothing', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    context.on('request', (request) => requests.push(`${request.method()} ${request.url().replace(address, '/')}`));
    await page.goto(address);
    await isReady(page);
    await write(page, shopContract);
    await page.click('#share');
    const files = ['/', '/app.js', '/security-policy.js', '/style.css', '/worker.js', '/wsdl.js'];
    const own = new Set(requests.filter((request) => !request.endsWith('icon.svg')));
    expect([...own].filter((request) => !files.includes(request.replace('GET ', '')))).toEqual([]);
    await expect(page.evaluate(`fetch('${address}?' + 'text')`)).rejects.toThrow();
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    await context.close();
  });

  it('has its editor from few bytes, before anything else is loaded', async () => {
    const context = await browser.newContext({ viewport: windows.phone });
    // Chromium has started, and nothing is loaded.
    await slowed(context);
    const page = context.pages()[0] as Page;
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => page.inputValue('#text')).not.toBe('');
    const loaded = await page.evaluate<number>(`{
      const ready = performance.getEntriesByName('editor')[0].startTime;
      const before = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= ready);
      before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    }`);
    expect(loaded).toBeLessThan(250_000);
    await isReady(page);
    await context.close();
  });

  it.skipIf(axl === undefined)('reads a WSDL of 1,068 operations without stopping the page', async () => {
    const page = await opened({ viewport: windows.desk });
    await page.evaluate(`{
      globalThis.longest = 0;
      let last = performance.now();
      const tick = () => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
        setTimeout(tick);
      };
      tick();
    }`);
    await page.setInputFiles(
      '#chosen',
      ['AXLAPI.wsdl', 'AXLSoap.xsd'].map((name) => join(axl ?? '', name)),
    );
    await expect.poll(() => page.textContent('#files'), { timeout: 30_000 }).toContain('AXLSoap.xsd');
    await expect.poll(() => page.textContent('#output pre'), { timeout: 100_000 }).toContain('AXLAPI.wsdl');
    await isReady(page);
    await page.getByRole('tab', { name: 'More' }).click();
    await expect.poll(() => page.locator('#output pre').count(), { timeout: 30_000 }).toBeGreaterThan(500);
    // The generator takes longer: it runs in a worker.
    expect(await page.evaluate<number>('globalThis.longest')).toBeLessThan(5_000);
    await page.context().close();
  });
});

/** A slow phone: slow 4G as Lighthouse has it, and a processor of a quarter of this one's speed. */
async function slowed(context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(await context.newPage());
  await session.send('Network.enable');
  const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
