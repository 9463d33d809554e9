import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../interop/foreign.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { type RichService, startRichService } from './rich-service.ts';

/** The test form from other machines and other pages: rejected (rule P4). */

const ip = (...args: string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0;

const otherMachine = `rich-${process.pid}`;
// The addresses for tests of RFC 5737, a network for each process.
const network = 4 * (process.pid % 63);
const ours = `198.51.100.${network + 1}`;
const theirs = `198.51.100.${network + 2}`;
const cable = `rich${process.pid % 100_000}`;

/** A machine of its own as far as the network goes, and a cable to it. */
function connectOtherMachine(): boolean {
  return (
    ip('netns', 'add', otherMachine) &&
    ip('link', 'add', `${cable}a`, 'type', 'veth', 'peer', 'name', `${cable}b`, 'netns', otherMachine) &&
    ip('addr', 'add', `${ours}/30`, 'dev', `${cable}a`) &&
    ip('link', 'set', `${cable}a`, 'up') &&
    ip('-n', otherMachine, 'addr', 'add', `${theirs}/30`, 'dev', `${cable}b`) &&
    ip('-n', otherMachine, 'link', 'set', `${cable}b`, 'up')
  );
}

function removeOtherMachine(): void {
  ip('netns', 'del', otherMachine);
  ip('link', 'del', `${cable}a`);
}

/** Whether this process may do such things. */
const permitted = ip('netns', 'add', otherMachine);
removeOtherMachine();

describe.skipIf(!permitted)('from another machine', () => {
  let service: RichService;

  beforeAll(async () => {
    expect(connectOtherMachine()).toBe(true);
    service = await startRichService('0.0.0.0');
  });

  afterAll(async () => {
    await service?.close();
    removeOtherMachine();
  });

  /** The response to a program on the other machine. */
  async function ask(...args: readonly string[]): Promise<{ status: number; text: string }> {
    const url = new URL(service.address);
    url.hostname = ours;
    url.search = '?op=Nothing';
    const script = `
      const { request } = require('node:http');
      const [url, headers, body] = process.argv.slice(1);
      const asked = request(url, { method: body === '' ? 'GET' : 'POST', headers: JSON.parse(headers) }, async (answer) => {
        let text = '';
        for await (const piece of answer) text += piece;
        console.log(JSON.stringify({ status: answer.statusCode, text }));
      });
      asked.end(body);`;
    const command = ['netns', 'exec', otherMachine, process.execPath, '-e', script, url.href, ...args];
    const { stdout } = await promisify(execFile)('ip', command);
    return JSON.parse(stdout) as { status: number; text: string };
  }

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each([
    ['as it is', {}],
    ['with a forged Host', { Host: 'localhost' }],
    ['with a forged X-Forwarded-For', { 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1' }],
    ['with a forged Host and Forwarded', { Host: '127.0.0.1', Forwarded: 'for=127.0.0.1;host=localhost' }],
    ['with a forged origin', { Host: 'localhost', Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' }],
  ])('P4: two network namespaces: no form, and no post, %s', async (_, headers) => {
    const page = await ask(JSON.stringify(headers), '');
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<form');
    expect(page.text).toContain('This request comes from another machine.');
    const posted = await ask(JSON.stringify({ ...form, ...headers }), 'soap:version=1.2');
    expect(posted.status).toBe(403);
  });

  it('P4: two network namespaces: the same server accepts a post of its own machine', async () => {
    const own = service.address.replace('localhost', '127.0.0.1');
    const init = { method: 'POST', headers: form, body: 'soap:version=1.2' };
    const answer = await fetch(`${own}?op=Nothing`, init);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('HTTP 200');
  });
});

describe.skipIf(!hasBrowser && !required)('in a browser on this machine', () => {
  let service: RichService;
  let browser: Browser;
  let site: Server;
  let port: string;
  let sitePort: number;

  beforeAll(async () => {
    service = await startRichService();
    port = new URL(service.address).port;
    site = createServer((_, response) => {
      const action = `http://127.0.0.1:${port}/rich?op=Nothing`;
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<form method="post" action="${action}"><button name="soap:version" value="1.2">Win</button></form>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    sitePort = (site.address() as AddressInfo).port;
    browser = await startBrowser('--host-resolver-rules=MAP *.example 127.0.0.1');
  });

  afterAll(async () => {
    await browser?.close();
    site?.close();
    await service?.close();
  });

  async function statusAfter(page: Page, click: string): Promise<number | undefined> {
    const [answer] = await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: click }).click()]);
    return answer?.status();
  }

  it.each([
    ['another site', 'evil.example', /page of another site/],
    ['another port of the same host', '127.0.0.1', /page of another site/],
  ])('P4: a form on a page of %s is rejected', async (_, host, reason) => {
    const page = await browser.newPage();
    await page.goto(`http://${host}:${sitePort}/`);
    expect(await statusAfter(page, 'Win')).toBe(403);
    expect(await page.textContent('main')).toMatch(reason);
    await page.close();
  });

  it('P4: a page of this server posts', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.address}?op=Nothing`);
    expect(await statusAfter(page, 'Send')).toBe(200);
    expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
    await page.close();
  });

  it('P4: a foreign name that resolves to this machine gets nothing', async () => {
    const page = await browser.newPage();
    const address = `http://rebound.example:${port}/rich?op=Nothing`;
    await page.goto(address);
    expect(await page.textContent('h1')).toBe('Nothing');
    expect(await page.$('form')).toBeNull();
    expect(await page.textContent('main')).toContain('use localhost or 127.0.0.1');
    await page.close();
    // As a script of that origin would post: to the browser that is not a cross-site request.
    const context = await browser.newContext({ bypassCSP: true });
    const free = await context.newPage();
    await free.goto(address);
    const status = await free.evaluate(async (url) => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'soap:version': '1.2' }) });
      return answer.status;
    }, address);
    expect(status).toBe(403);
    await context.close();
  });
});
