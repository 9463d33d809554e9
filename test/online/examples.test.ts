import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../interop/foreign.ts';
import { hasBrowser, startBrowser } from '../pages/browser.ts';
import { freePort } from '../support/free-ports.js';
import { GuideProject } from '../support/generator/guide.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

/** All files of the examples but those that their commands make. */
const files = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'))
  .filter((file) => !/\/(?:node_modules|generated|build|\.wrangler)\//.test(file));
const packages = files.filter((file) => file.endsWith('/package.json'));

it('the gateway on Workers lets nobody in without its secret', async () => {
  const program = read('examples/gateway-on-workers/src/worker.js').replaceAll(/^import .*$/gm, '');
  const worker = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  for (const token of ['undefined', '', 'null']) {
    const request = new Request('http://localhost/GetForecast', { headers: { authorization: `Bearer ${token}` } });
    expect((await worker.default.fetch(request, {})).status).toBe(401);
  }
});

/** The commands of each README, run in its folder: those that end with `&` go on beside the others. */
describe('examples', () => {
  const project = new GuideProject();
  const running: ChildProcess[] = [];
  /** The ports that the examples name: each run has others. */
  const ports = new Map(['3000', '5173', '8080', '8787'].map((port) => [port, '']));
  const here = (text: string): string => text.replaceAll(/\b\d{4}\b/g, (port) => ports.get(port) ?? port);

  beforeAll(async () => {
    for (const port of ports.keys()) ports.set(port, String(await freePort()));
    const others = new Set<string>();
    for (const file of packages) {
      const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, Record<string, string>>;
      for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (/soapwright/.test(name)) expect(range, file).toBe(`^${version}`);
        else if (!name.startsWith('@shop/')) others.add(`${name}@${range}`);
      }
    }
    project.install([...others]);
    project.installSoapwright([]);
    for (const file of files) project.write(file, here(read(file)));
    // The workspaces of the monorepo, which `npm install` links.
    mkdirSync(join(project.folder, 'node_modules/@shop'));
    for (const name of ['contract', 'api', 'report']) {
      const workspace = join(project.folder, 'examples/commonjs-monorepo/packages', name);
      symlinkSync(workspace, join(project.folder, 'node_modules/@shop', name));
    }
  });

  afterEach(() => {
    for (const { pid, exitCode } of running.splice(0)) {
      if (pid !== undefined && exitCode === null) process.kill(-pid);
    }
  });
  afterAll(() => project.remove());

  /** Starts a command, and waits until it has printed its address. */
  async function start(command: string, cwd: string): Promise<void> {
    const log = join(cwd, `started-${running.length}.log`);
    const output = openSync(log, 'w');
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', WRANGLER_SEND_METRICS: 'false' };
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', output, output] });
    running.push(child);
    const printed = (): string => {
      const text = readFileSync(log, 'utf8');
      return child.exitCode === null ? text : expect.unreachable(`${command} has ended: ${text}`);
    };
    await expect
      .poll(printed, { message: command, timeout: 60_000 })
      .toMatch(new RegExp(`^(?!env\\.).*http://[\\w.]+:(?:${[...ports.values()].join('|')})\\b`, 'm'));
  }

  /** @returns how many outputs of commands were compared. */
  async function perform(name: string): Promise<number> {
    const folder = `examples/${name}`;
    let outputs = 0;
    const blocks = here(read(`${folder}/README.md`)).matchAll(/```sh\n(.*?)```(\s*```text\n.*?```)?/gs);
    for (const [, commands = '', output = ''] of blocks) {
      const parts = commands.split(/^(.*) &\n/m);
      for (const [index, part] of parts.entries()) {
        if (index % 2 === 1) await start(part, join(project.folder, folder));
        else if (part !== '') {
          const shown = index === parts.length - 1 ? output : '';
          outputs += project.runBlocks(`\`\`\`sh\n${part}\`\`\`${shown}`, folder);
        }
      }
    }
    return outputs;
  }

  it.each([
    ['client-with-replay', 1],
    ['express-server', 2],
    ['gateway-on-workers', 2],
    ['from-node-soap', 1],
    ['commonjs-monorepo', 1],
  ])('%s', async (name, outputs) => {
    expect(await perform(name)).toBe(outputs);
  });

  it.skipIf(!hasBrowser && !required)('browser-app', async () => {
    await perform('browser-app');
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(here('http://localhost:5173'));
      await page.getByRole('button').click();
      await expect
        .poll(() => page.locator('li').allTextContents())
        .toEqual(['2026-03-01: rain, 7.50 °C', '2026-03-02: clear, 11 °C']);
      await page.getByLabel('Place').fill('Nowhere');
      await page.getByRole('button').click();
      await expect.poll(() => page.textContent('[role=status]')).toBe('Perhaps you mean Norwich?');
    } finally {
      await browser.close();
    }
  });

  it('are small, each with a README of at most 45 lines, and all are listed', () => {
    const list = read('docs/tutorials/examples.md');
    for (const file of packages.filter((path) => path.split('/').length === 3)) {
      const readme = read(file.replace('package.json', 'README.md'));
      expect(readme.trimEnd().split('\n').length, file).toBeLessThanOrEqual(45);
      expect(list).toContain(`(../../${file.replace('/package.json', '')})`);
    }
  });
});
