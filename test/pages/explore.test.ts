import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Report } from '../../src/diagnostics/index.ts';
import { type OpenMock, openMock } from '../../src/messages/index.ts';
import { required } from '../interop/foreign.ts';
import { contractFile, contractOf } from '../support/generator/load-contracts.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { fillByKeyboard, findings, hasBrowser, overflow, picture, startBrowser, tabTo } from './browser.ts';
import { type EverythingService, startEverythingService } from './everything-service.ts';
import { type Explored, explored } from './explored.ts';

/** The page of `soapwright explore` in a real browser. */

const everything = fileURLToPath(new URL('../golden/everything/contract.yaml', import.meta.url));
const windows = { telephone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;

describe.skipIf(!hasBrowser && !required)('the page of soapwright explore in a browser', () => {
  let service: EverythingService;
  let mock: OpenMock | undefined;
  let all: Explored;
  let shop: Explored;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startEverythingService(), startBrowser()]);
    mock = await openMock(contractOf(shopContract), { seed: 'a', strict: true }, new Report());
    all = await explored(contractFile(everything), service.address);
    shop = await explored(contractOf(shopContract), mock?.listening.url ?? '');
    const text = `environments:\n  test:\n    address: ${mock?.listening.url}\n    variables: { customer: "4711", key: { env: SHOP_NUMBER } }\n`;
    writeFileSync(join(shop.folder, 'environments.yaml'), text);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([all?.close(), shop?.close(), service?.close(), mock?.listening.close(0)]);
  });

  beforeEach(() => {
    service.received.length = 0;
  });

  /** A page that was entered by its token. */
  const enter = async ({ url }: Explored, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(url);
    expect(new URL(page.url()).search).toBe('');
    return page;
  };

  const at = ({ port }: Explored, query: string): string => `http://127.0.0.1:${port}/${query}`;

  it.each(['Echo', 'EchoMapped', 'EchoRestricted', 'EchoContent', 'EchoMarkup', 'EchoAnimals', 'EchoCommon'])(
    'sends every type without JavaScript: the example of %s comes back as it is',
    async (operation) => {
      const page = await enter(all, { javaScriptEnabled: false });
      await page.goto(at(all, `?op=${operation}&example=1`));
      await page.locator('.send').getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL(/exchange=/);
      expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
      expect(service.received.map((one) => one.operation)).toEqual([operation]);
      // The response has what the request had: the service returns it, and both are read by the contract.
      const tree = await page.textContent('.answer ul.tree');
      expect(tree?.length).toBeGreaterThan(10);
      expect(await page.locator('.note').count()).toBe(0);
      await page.context().close();
    },
  );

  it.each([true, false])('is used by keyboard, JavaScript %s', async (javaScriptEnabled) => {
    const page = await enter(all, { javaScriptEnabled });
    await tabTo(page, 'EchoAnimals');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await fillByKeyboard(page, {
      soap: undefined,
      values: {
        'case:Animals/0': { radio: 'Puppy' },
        'Animals/0/Puppy/@chip': '7',
        'Animals/0/Puppy/name': 'Rex',
        'Animals/0/Puppy/weeks': '8',
        'omit:Favourite': true,
        'omit:Tree': true,
      },
    });
    expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
    expect(service.received[0]?.input).toMatchObject({
      Animals: [{ $type: 'Puppy', chip: '7', name: 'Rex', weeks: 8 }],
    });
    // Again, with a header block, which is nowhere on the page.
    await page.goto(at(all, '?op=Notify'));
    await fillByKeyboard(page, {
      soap: undefined,
      values: { '$headers/Session/Token': 'who I am', Text: 'hello' },
    });
    expect(await page.textContent('.verdict')).toContain('Accepted');
    expect(service.received[1]?.session).toEqual({ Token: 'who I am' });
    expect(await page.content()).not.toContain('who I am');
    for (const command of ['--soap-header', 'Session.block({']) expect(await page.content()).toContain(command);
    await page.context().close();
  });

  it('sends by Ctrl+Enter, copies by a button and filters while somebody types', async () => {
    const list = await enter(all);
    await list.fill('#find', 'animals');
    expect(await list.locator('.cards li:visible').count()).toBe(1);
    await list.context().close();
    const page = await enter(shop);
    await page.goto(at(shop, '?op=Find&as=data'));
    await page.fill('#data', '{ "Number": "7" }');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/exchange=/);
    expect(await page.textContent('.verdict')).toBe('Done');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Copy as curl').click();
    await page.getByRole('button', { name: 'Copy curl' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl -sS /);
    await page.context().close();
  });

  it('is not let in from a page of another site', async () => {
    const page = await enter(shop);
    const history = async (): Promise<string> => (await shop.fetch('?history')).text();
    const before = await history();
    // Another origin on the same host: a form of it has the cookie, and a link of it too.
    await page.goto(at(all, ''));
    await page.setContent(
      `<form method="post" action="${at(shop, '?op=Forget')}"><input name="Number" value="1"><button>Go</button></form>`,
    );
    await Promise.all([page.waitForNavigation(), page.getByRole('button').click()]);
    expect(await page.textContent('body')).toContain('comes from a page of another site');
    expect(await history()).toBe(before);
    await page.context().close();
  });

  for (const [where, viewport] of Object.entries(windows)) {
    it(`has no finding of axe-core and no overflow, ${where}`, async () => {
      const page = await enter(shop, { viewport });
      const fine = async (name: string): Promise<void> => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await picture(page, `explore-${name}-${where}-${colorScheme}`);
          const { violations } = await findings(page, colorScheme === 'light' ? undefined : ['color-contrast']);
          expect.soft(violations, name).toEqual([]);
        }
        expect.soft(await overflow(page), name).toBe(0);
      };
      await fine('list');
      await page.goto(at(shop, '?op=Pay&example=1'));
      await fine('form');
      await page.goto(at(shop, '?op=Find&as=data'));
      await fine('data');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(/exchange=/);
      await page.evaluate("for (const one of document.querySelectorAll('.answer details')) one.open = true");
      await fine('response');
      await page.getByRole('button', { name: 'Save assertions' }).click();
      await fine('saved');
      await page.goto(at(shop, '?op=Find&as=data'));
      await page.fill('#data', '{"Numbr": 1}');
      await page.getByRole('button', { name: 'Send' }).click();
      await fine('mistake');
      await page.goto(at(shop, '?op=Pay'));
      await page.fill('[name="Card"]', 'x');
      await page.getByRole('button', { name: 'Send unchecked' }).click();
      await page.waitForURL(/exchange=/);
      await fine('fault');
      for (const name of ['environments', 'history', 'exchange=0']) {
        await page.goto(at(shop, `?${name}`));
        await fine(name.replace(/=.*/, ''));
      }
      await page.context().close();
    }, 120_000);
  }
});
