import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as core from '../../src/project/core/index.ts';
import { configuration, contract, Project } from '../cli/cli.ts';
import { hasBrowser, startBrowser } from '../pages/browser.ts';

const bundleFile = fileURLToPath(new URL('../../dist/command/core.mjs', import.meta.url));
const { generateFiles } = (await import(pathToFileURL(bundleFile).href)) as typeof core;
const target = { schema: 'greeter.yaml', out: 'generated', handlers: 'handlers', importExtension: 'ts' } as const;
const included = 'soapwright: 1\nrecords: { More: { Count: long } }\n';
const files = {
  'greeter.yaml': `${contract('Greet', 'Part')}include: [types/more.yaml]\n`,
  'types/more.yaml': included,
};

/** The bundle, which is what other programs load. */
describe('soapwright/core', () => {
  it('generates the files that the command writes', async () => {
    const project = new Project();
    try {
      project.write({ ...files, 'soapwright.yaml': configuration });
      expect(project.run('generate').exitCode).toBe(0);
      const generated = await generateFiles({ files, target });
      expect(generated.diagnostics).toEqual([]);
      for (const { path, text } of [...generated.files, ...generated.handlers]) expect(text).toBe(project.read(path));
      const written = Object.keys(project.files()).filter((path) => /^(?:generated|handlers)\//.test(path));
      const manifest = written.filter((path) => path.endsWith('.soapwright.json') || path.endsWith('manifest.json'));
      expect(generated.files.length + generated.handlers.length).toBe(written.length - manifest.length);
    } finally {
      project.remove();
    }
  });

  it('reads WSDLs with their imports, in any encoding, and those of the catalogue', async () => {
    const folder = new URL('../foreign/php/', import.meta.url);
    const wsdl = readFileSync(new URL('catalogue.wsdl', folder), 'utf8');
    const utf16 = new Uint8Array(
      Buffer.from(`\ufeff${wsdl.replace(/encoding="[^"]*"/i, 'encoding="utf-16"')}`, 'utf16le'),
    );
    const results = [wsdl, utf16].map((content) =>
      generateFiles({ files: { 'a.wsdl': content }, target: { schema: 'a.wsdl', out: '.' } }),
    );
    const [first, second] = await Promise.all(results);
    expect(first?.files.map(({ path }) => path)).toContain('client.ts');
    expect(second?.files).toEqual(first?.files);
    expect(first?.service?.operations.length).toBeGreaterThan(0);
  });

  it('reports mistakes with their positions, and generates nothing then', async () => {
    const wrong = { ...files, 'types/more.yaml': included.replace('long', 'lnog') };
    const { files: none, handlers, diagnostics } = await generateFiles({ files: wrong, target });
    expect([...none, ...handlers]).toEqual([]);
    expect(diagnostics).toMatchObject([{ file: 'types/more.yaml', line: 2, suggestion: 'long' }]);
    const missing = await generateFiles({ files: {}, target });
    expect(missing.diagnostics).toMatchObject([{ code: 'SW1001', exit: 3 }]);
  });

  it('adds the files of plugins, which get the resolved service', async () => {
    const list: core.Plugin = {
      name: 'list',
      files: ({ service, source, generated }) => [
        {
          path: 'docs/operations.md',
          text: `${source}\n${service.operations.map(({ name }) => `- ${name}\n`).join('')}`,
        },
        { path: 'count.txt', text: String(generated.length) },
      ],
    };
    const plain = await generateFiles({ files, target });
    const result = await generateFiles({ files, target, plugins: [list] });
    expect(result.files.slice(0, plain.files.length)).toEqual(plain.files);
    expect(result.files.slice(plain.files.length)).toEqual([
      { path: 'generated/docs/operations.md', text: 'greeter.yaml\n- Greet\n- Part\n' },
      { path: 'generated/count.txt', text: String(plain.files.length) },
    ]);
  });
});

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

describe.skipIf(!hasBrowser && !required)('soapwright/core in Chromium', () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isModule = request.url?.endsWith('.mjs') === true;
      response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
      response.end(
        isModule
          ? readFileSync(new URL(`.${request.url}`, pathToFileURL(bundleFile)))
          : '<!doctype html><title>Core</title>',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server?.close(resolve));
  });

  it('generates the same files as here', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const inBrowser = await page.evaluate(`
      import('/core.mjs')
        .then(({ generateFiles }) => generateFiles(${JSON.stringify({ files, target })}))
        .then(({ files, handlers }) => [...files, ...handlers])`);
    const { files: here, handlers } = await generateFiles({ files, target });
    expect(inBrowser).toEqual([...here, ...handlers]);
  });
});
