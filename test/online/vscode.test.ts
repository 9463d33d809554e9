import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit, common, shopWsdl } from '../lsp/shop.ts';
import { hasBrowser, picture, startBrowser } from '../pages/browser.ts';
import { freePort } from '../support/free-ports.js';

/** The extension as it is packed, in VS Code's server as npm has it: inside of code-server, without its own login. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const release = '4.99.4';
const program = join(root, `.build/code-server-${release}`);
const code = join(program, 'package/lib/vscode');

/** 290 MB are fetched once: only where somebody asks for it. */
const isWanted = hasBrowser && process.env.SOAPWRIGHT_EDITORS === 'all';

const contract = `soapwright: 1
service: Shop
namespace: urn:shop/
address: http://localhost/
operations:
  Find: { request: { Number: int }, result: Ordr }
records:
  Order: { Number: int }
`;

function installCode(): void {
  if (existsSync(join(code, 'node_modules'))) return;
  mkdirSync(program, { recursive: true });
  execFileSync('npm', ['pack', '--silent', `code-server@${release}`], { cwd: program });
  execFileSync('tar', ['xzf', `code-server-${release}.tgz`], { cwd: program });
  // Its scripts compile and fetch programs for terminals and for search.
  execFileSync('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: code });
}

describe.skipIf(!isWanted)('the extension in VS Code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-code-'));
  const project = join(folder, 'project');
  let server: ChildProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installCode();
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    mkdirSync(join(project, 'schemas'));
    symlinkSync(root, join(project, 'node_modules/soapwright'));
    const files = {
      'shop.wsdl': shopWsdl,
      'schemas/common.xsd': common,
      'schemas/audit.xsd': audit,
      'shop.yaml': contract,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    execFileSync(process.execPath, [join(root, 'editors/vscode/pack.mjs')]);
    const { version } = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8'));
    const packed = join(root, `.build/soapwright-vscode-${version}.vsix`);
    const folders = ['--server-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions')];
    const main = join(code, 'out/server-main.js');
    execFileSync(process.execPath, [main, ...folders, '--install-extension', packed], { stdio: 'pipe' });
    const port = await freePort();
    const options = ['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'];
    const args = [main, ...options, '--accept-server-license-terms', ...folders];
    server = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
    const address = `http://127.0.0.1:${port}/?folder=${project}`;
    await vi.waitFor(async () => expect((await fetch(address)).ok).toBe(true), { timeout: 30_000 });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(120_000);
    await page.goto(address);
    await page.getByRole('button', { name: 'Yes, I trust the authors' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    if (server?.pid !== undefined) process.kill(-server.pid);
    rmSync(folder, { recursive: true });
  });

  const word = (text: string): Locator => page.locator('.view-line span span', { hasText: text }).first();

  it('shows lenses, the TypeScript of a type, and its definition in an imported schema', async () => {
    await page.getByRole('treeitem', { name: 'shop.wsdl' }).dblclick();
    await page.locator('.codelens-decoration', { hasText: '1 reference' }).first().waitFor({ state: 'attached' });
    await word('"tns:Order"').hover();
    await page.locator('.monaco-hover', { hasText: 'export interface Order' }).first().waitFor();
    await picture(page, 'vscode-hover');
    await page.keyboard.press('Control+g');
    // The type of the field Kind.
    await page.keyboard.type(':12:45\n');
    await page.keyboard.press('F12');
    await page.getByRole('tab', { name: /common\.xsd/ }).waitFor();
    await picture(page, 'vscode-definition');
  });

  it('has an outline with services, messages and types', async () => {
    await page.getByRole('tab', { name: /shop\.wsdl/ }).click();
    await page.keyboard.press('Control+Shift+O');
    await page
      .getByRole('option', { name: /FindOrderIn/ })
      .first()
      .waitFor();
    await picture(page, 'vscode-outline');
    await page.keyboard.press('Escape');
  });

  it('underlines the mistake in a contract, and names it', async () => {
    await page.getByRole('treeitem', { name: 'shop.yaml' }).dblclick();
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await word('Ordr').hover();
    await page.locator('.monaco-hover', { hasText: 'Did you mean' }).first().waitFor();
    await picture(page, 'vscode-mistake');
  });
});
