import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnvironments } from '../src/messages/explore/environments.ts';
import { type MockService, mockService } from '../src/messages/mock/mock-service.ts';
import { Project } from './cli/cli.ts';
import { required } from './interop/foreign.ts';
import { hasBrowser, startBrowser } from './pages/browser.ts';
import { calculatorWsdl } from './support/generator/calculator-wsdl.ts';
import { shopContract } from './support/generator/shop-contract.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

const tutorial = 'docs/tutorials/soapui-tutorial.md';
const guide = 'docs/how-to/explore-a-service.md';
const address = 'http://www.dneonline.com/calculator.asmx';

/** The commands of a page. */
function commandsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^\$ npx soapwright (.*)$/gm)].map(([, command = '']) => command);
}

/** The first block of a language after a text. */
function blockAfter(page: string, text: string, language: string): string {
  const rest = read(page);
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(rest.slice(rest.indexOf(text)))?.[1] ?? '';
}

/** The address that a running command has printed. */
async function printedAddress(running: ReturnType<Project['launch']>): Promise<string> {
  await expect.poll(() => running.texts.stdout, { timeout: 60_000 }).toMatch(/^http:\S+\n/);
  return running.texts.stdout.trim();
}

describe.skipIf(!hasBrowser && !required)(tutorial, () => {
  const project = new Project();
  let calculator: MockService;
  let browser: Browser;

  beforeAll(async () => {
    project.write({ 'calculator.wsdl': calculatorWsdl('http://localhost/calculator.asmx') });
    calculator = await mockService(join(project.path, 'calculator.wsdl'));
    calculator.on('Add').respond((request: unknown) => {
      const { intA, intB } = request as { readonly intA: number; readonly intB: number };
      return intA + intB;
    });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await calculator?.close();
    project.remove();
  });

  const argsOf = (command: string): readonly string[] =>
    command
      .replaceAll(address, calculator.url)
      .split(' ')
      .filter((word) => word !== '--open');

  it('is done step by step', async () => {
    const [explore = '', fetch = '', verify = '', ...others] = commandsOf(tutorial);
    expect(others).toEqual([]);
    const running = project.launch(argsOf(explore));
    const page = await (await browser.newContext()).newPage();
    await page.goto(await printedAddress(running));
    expect(new URL(page.url()).search).toBe('');
    expect(await page.textContent('h1')).toBe('Calculator');

    await page.locator('.cards').getByRole('link', { name: 'Add' }).click();
    const enter = async (intA: string, intB: string, button: string): Promise<void> => {
      await page.getByLabel('intA').fill(intA);
      await page.getByLabel('intB').fill(intB);
      await page.getByRole('button', { name: button, exact: true }).click();
    };
    await enter('5', '3', 'Send');
    await page.waitForURL(/exchange=/);
    expect(await page.textContent('.verdict')).toBe('Done');
    expect(await page.textContent('table.result tbody')).toContain('AddResult8');
    for (const part of ['Envelopes', 'As sent over HTTP']) {
      await page.getByText(part, { exact: true }).click();
    }
    expect(await page.textContent('.answer')).toContain('<AddResult>8</AddResult>');

    const before = page.url();
    await enter('five', '3', 'Send');
    expect(await page.locator('[name="intA"]:invalid').count()).toBe(1);
    expect(page.url()).toBe(before);
    await enter('five', '3', 'Send unchecked');
    await page.waitForURL((url) => url.href !== before);
    expect(await page.textContent('.verdict')).toMatch(/^Refused: /);
    expect(await page.getByLabel('intA').getAttribute('aria-invalid')).toBe('true');

    await enter('5', '3', 'Send');
    await page.waitForURL(/exchange=3/);
    await page.getByText('Assertions', { exact: true }).click();
    await page.getByLabel('the result equals 8').check();
    await page.getByRole('button', { name: 'Save assertions' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Saved to probes/Add.yaml.');
    expect(project.read('probes/Add.yaml')).toBe(blockAfter(tutorial, 'This is in `probes/Add.yaml`', 'yaml'));
    expect((await running.end('SIGINT')).exitCode).toBe(0);

    expect((await project.start(argsOf(fetch))).exitCode).toBe(0);
    const verified = await project.start(argsOf(verify));
    expect(verified.stdout + verified.stderr).toContain('2 requests of probes');
    expect(verified.exitCode).toBe(0);
    calculator.on('Add').respond(() => 9);
    const changed = await project.start(argsOf(verify));
    expect(changed.stdout + changed.stderr).toContain('SW9413');
    expect(changed.exitCode).toBe(1);
  });
});

describe(guide, () => {
  const project = new Project();

  beforeAll(() => project.write({ 'shop.yaml': shopContract }));

  afterAll(() => project.remove());

  it('prints what it says', async () => {
    const [command = ''] = commandsOf(guide);
    const printed = blockAfter(guide, '# Explore a service', 'console');
    const running = project.launch(command.replace(' --open', '').split(' '));
    const url = await printedAddress(running);
    await expect.poll(() => running.texts.stderr).not.toBe('');
    const { stdout, stderr, exitCode } = await running.end('SIGTERM');
    const shown = `${stdout}${stderr}`.replace(/:\d+\/\?token=.*/, ':49213/?token=…');
    expect(`$ npx soapwright ${command}\n${shown}`).toBe(printed);
    expect(exitCode).toBe(0);
    expect(url).toMatch(/\?token=[\w-]{32}$/);
  });

  it('has a file of environments that can be read', () => {
    const text = blockAfter(guide, '## Name environments', 'yaml');
    const { environments, diagnostics } = parseEnvironments({ file: 'x.yaml', text }, { SHOP_KEY: 'k' });
    expect(diagnostics).toEqual([]);
    expect(environments.map(({ name }) => name)).toEqual(['test', 'production']);
    const keys = [...text.matchAll(/^ {4}([\w-]+):/gm)].map(([, key = '']) => key);
    for (const key of keys) expect(read(guide)).toContain(`\`${key}\``);
  });

  it('lists the options of the command', async () => {
    const { stdout } = await project.start(['explore', '--help']);
    for (const [, option = ''] of read(guide).matchAll(/^\| (`--.*?) \|/gm)) {
      for (const [name] of option.matchAll(/--[\w-]+/g)) expect(stdout, name).toContain(name);
    }
  });

  it('is refused where a file of environments has mistakes, or the port is taken', async () => {
    project.write({ 'wrong.yaml': 'environments: { a: { adress: x } }\n' });
    const wrong = await project.start(['explore', 'shop.yaml', '--environments', 'wrong.yaml']);
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Did you mean "address"?') });
    const first = project.launch(['explore', 'shop.yaml']);
    const { port } = new URL(await printedAddress(first));
    const second = await project.start(['explore', 'shop.yaml', '--page-port', port]);
    expect(second).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('SW9307') });
    await first.end('SIGTERM');
    expect(existsSync(join(project.path, 'probes'))).toBe(false);
  });
});
