import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../pages/browser.ts';
import { bundle } from './bundle.ts';
import type { Outcome } from './case.ts';
import { type Served, serveNode } from './serve-node.ts';
import { siteHandler } from './site.ts';
import { suite } from './suite.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

/** A module of ours is loaded by a page of another origin than the service's, so that CORS must let it. */
describe.skipIf(!hasBrowser && !required)('the suite in Chromium', () => {
  let code: string;
  let pages: Server;
  let allowed: string;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    const created = await bundle();
    expect(created.imports).toEqual([]);
    code = created.code;
    pages = createServer((request, response) => {
      const isModule = request.url === '/suite.js';
      response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? code : '<!doctype html><title>Suite</title>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    allowed = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    [served, browser] = await Promise.all([serveNode(siteHandler({ origins: [allowed] })), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await new Promise((resolve) => (pages === undefined ? resolve(undefined) : pages.close(resolve)));
  });

  async function open(origin: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(origin);
    return page;
  }

  /** In the page, the result of `runSuite`. */
  function run(page: Page, only = ''): Promise<Outcome> {
    const call = `runSuite(${JSON.stringify(served.origin)}, true, ${JSON.stringify(only)})`;
    return page.evaluate<Outcome>(`import('/suite.js').then(({ runSuite }) => ${call})`);
  }

  it('the bundle contains nothing of Node', () => {
    // Texts may name it: pages show calls as programs on Node make them.
    const names = new Set<unknown>();
    const sources: string[] = [];
    JSON.stringify(parseAst(code), (key, value: unknown) => {
      if (key === 'name') names.add(value);
      if (key === 'source' && value !== null) sources.push(JSON.stringify(value));
      return typeof value === 'bigint' ? undefined : value;
    });
    expect(names).toContain('fetch');
    for (const name of ['Buffer', 'process', 'require']) expect(names).not.toContain(name);
    expect(sources.filter((source) => source.includes('node:'))).toEqual([]);
  });

  it('passes in a page that CORS allows', async () => {
    const page = await open(allowed);
    const { passed, failed } = await run(page);
    expect(failed).toEqual([]);
    expect(passed).toBe(suite.length);
    await page.close();
  });

  it('T1: a page of another origin gets no access', async () => {
    // The same server by another name is another origin.
    const page = await open(allowed.replace('127.0.0.1', 'localhost'));
    const { passed, failed } = await run(page, 'fetch, SOAP 1.1: R');
    expect(failed.length).toBeGreaterThan(10);
    expect(passed).toBe(0);
    await page.close();
  });
});

describe('the bundle for browsers on Node', () => {
  it('passes too, with portable bytes and fetch', async () => {
    const { code } = await bundle();
    const module = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    const { runSuite } = (await import(/* @vite-ignore */ module)) as typeof import('./page.ts');
    const served = await serveNode(siteHandler());
    const { passed, failed } = await runSuite(served.origin, false);
    await served.close();
    expect(failed).toEqual([]);
    expect(passed).toBe(suite.length);
  });
});
