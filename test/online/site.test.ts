import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewServer } from '../../site/preview.js';
import { pages as explained } from '../../src/rules/index.ts';
import { findings, hasBrowser, overflow, picture, startChromium } from '../pages/browser.ts';
import { strangers } from './stranger.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'site/dist');
const base = '/soapwright/';
const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

/** Of a page: the pages that its links lead to. */
function targetsOf(page: string): readonly string[] {
  const html = readFileSync(join(dist, page), 'utf8');
  return Array.from(html.matchAll(/<a\b[^>]*\shref="\/soapwright\/([^"#]*)/g), ([, path = '']) =>
    path === '' || path.endsWith('/') ? posix.join(path, 'index.html') : path,
  ).filter((path) => path.endsWith('.html'));
}

beforeAll(() => {
  // The dead links that VitePress and site/dead-links.js find end the build with an error.
  execFileSync(process.execPath, [join(root, 'site/build.js')], { stdio: 'pipe' });
});

describe('the built site', () => {
  it('has each page of docs within three steps of the start page', () => {
    const steps = new Map([['index.html', 0]]);
    for (const [page, step] of steps) {
      if (step === 3) continue;
      for (const target of targetsOf(page)) {
        if (!steps.has(target) && existsSync(join(dist, target))) steps.set(target, step + 1);
      }
    }
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => file.replaceAll('\\', '/').replace(/md$/, 'html'));
    expect(docs.length).toBeGreaterThan(100);
    expect(docs.filter((page) => !steps.has(page))).toEqual([]);
  });

  it('has a page at each address that explain prints', () => {
    const missing = explained().filter(({ address }) => {
      const { pathname } = new URL(address);
      return !existsSync(join(dist, pathname.slice(base.length)));
    });
    expect(missing).toEqual([]);
    expect(readFileSync(join(dist, 'codes/SW1201.html'), 'utf8')).toContain('Unknown key');
  });

  it('has a title and a description of its own on each page of docs', () => {
    const heads = readdirSync(join(dist), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:how-to|reference|explanation|service|tutorials)[\\/]/.test(file) && file.endsWith('.html'))
      .map((file) => {
        const html = readFileSync(join(dist, file), 'utf8');
        const [, title] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
        const [, description] = /<meta name="description" content="([^"]+)">/.exec(html) ?? [];
        return { file, title, description };
      });
    expect(heads.length).toBeGreaterThan(80);
    expect(heads.filter(({ title, description }) => title === undefined || description === undefined)).toEqual([]);
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  });

  it('has texts for programs', () => {
    expect(readFileSync(join(dist, 'llms.txt'), 'utf8')).toContain(`${base}how-to/fetch-a-wsdl.md`);
    const page = readFileSync(join(dist, 'how-to/fetch-a-wsdl.md'), 'utf8');
    expect(page).toContain('# Fetch a WSDL');
    expect(page).not.toMatch(/\]\(\.\.\/\.\.\//);
  });
});

describe.skipIf(!hasBrowser && !required)('the site in Chromium', () => {
  let server: Server;
  let home: string;
  let browser: Browser;

  beforeAll(async () => {
    server = previewServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A page whose errors are collected. */
  async function open(path: string, options: object): Promise<{ page: Page; errors: string[] }> {
    const page = await browser.newPage(options);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('response', (response) => response.status() >= 400 && errors.push(response.url()));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(home + path, { waitUntil: 'networkidle' });
    return { page, errors };
  }

  const screens = {
    desktop: { viewport: { width: 1280, height: 900 } },
    phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  };

  it.each([
    ['', 'desktop', 'light'],
    ['', 'phone', 'dark'],
    ['how-to/fetch-a-wsdl.html', 'desktop', 'dark'],
    ['how-to/fetch-a-wsdl.html', 'phone', 'light'],
    ['reference/lint.html', 'desktop', 'dark'],
    ['documentation.html', 'phone', 'dark'],
    ['codes/SW1201.html', 'phone', 'light'],
  ] as const)('shows /%s on a %s, %s, to everybody', async (path, screen, colorScheme) => {
    const { page, errors } = await open(path, { ...screens[screen], colorScheme, reducedMotion: 'reduce' });
    expect(await overflow(page)).toBe(0);
    expect((await findings(page, ['wcag2a', 'wcag2aa'])).violations).toEqual([]);
    expect(errors).toEqual([]);
    await picture(page, `site-${path.replaceAll(/\W+/g, '-') || 'start'}-${screen}-${colorScheme}`);
    await page.close();
  });

  it('finds a code and a page by search, without a service', async () => {
    const { page } = await open('', screens.desktop);
    const others: string[] = [];
    page.on('request', (request) => request.url().startsWith(home) || others.push(request.url()));
    for (const [words, target] of [
      ['SW1201', 'codes/SW1201.html'],
      ['kerberos sign in', 'how-to/sign-in-to-a-service.html'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.locator('.VPLocalSearchBox input').fill(words);
      const found = page.locator(`.VPLocalSearchBox a[href*="${target}"]`).first();
      await found.waitFor();
      await page.keyboard.press('Escape');
    }
    expect(others).toEqual([]);
    await page.close();
  });

  it('starts its program on a phone when somebody uses the page, and answers what began it', async () => {
    for (const [act, answer] of [
      [(page: Page) => page.locator('.VPNavBarHamburger').tap(), '.VPNavScreen'],
      [(page: Page) => page.keyboard.press('Control+k'), '.VPLocalSearchBox input'],
    ] as const) {
      const { page, errors } = await open('how-to/fetch-a-wsdl.html', screens.phone);
      expect(await page.evaluate<boolean>("'__vue_app__' in document.querySelector('#app')")).toBe(false);
      await act(page);
      await page.locator(answer).waitFor();
      expect(errors).toEqual([]);
      await page.close();
    }
  });

  it('starts its program at the next use when it could not be loaded', async () => {
    const { page } = await open('how-to/fetch-a-wsdl.html', screens.phone);
    const failed = page.waitForEvent('requestfailed');
    await page.route('**/assets/**', (route) => route.abort(), { times: 1 });
    await page.locator('.VPNavBarHamburger').tap();
    await failed;
    await page.locator('.VPNavBarHamburger').tap();
    await page.locator('.VPNavScreen').waitFor();
    await page.close();
  });

  strangers(
    () => home,
    () => browser,
  );
});
