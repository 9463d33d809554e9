import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, nodeListener, ServiceClient } from '../../src/messages/index.ts';
import { required } from '../interop/foreign.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { findings, hasBrowser, overflow, picture, startBrowser } from './browser.ts';

const windows = { telephone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;

describe.skipIf(!hasBrowser && !required)('the pages of a gateway', () => {
  let server: Server;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    const gateway = createGateway(new ServiceClient(contractOf(shopContract)), { path: '/shop' });
    server = createServer(nodeListener(gateway));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/`;
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each(Object.entries(windows))(
    'have no finding of axe-core and no overflow, light and dark (%s)',
    async (where, viewport) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(address);
      for (const name of ['list', 'operation']) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect((await findings(page)).violations).toEqual([]);
          expect(await overflow(page)).toBe(0);
          await picture(page, `gateway-${name}-${where}-${colorScheme}`);
        }
        if (name === 'list') await page.getByRole('link', { name: 'Pay' }).click();
      }
      expect(await page.textContent('h1')).toBe('Pay');
      expect(await page.textContent('.whole')).toContain(`curl -sS '${address}Pay'`);
      await page.getByText('OpenAPI of this operation').click();
      expect(await page.textContent('details code')).toContain('"openapi": "3.1.0"');
      await page.getByRole('link', { name: 'Shop' }).click();
      expect(page.url()).toBe(address);
      await context.close();
    },
  );
});
