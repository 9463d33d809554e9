import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-ports.js';
import { shopContract } from '../support/generator/shop-contract.ts';
import { unpackInto } from '../support/packed-packages.ts';
import { programs } from './setup.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a program prints that opens a contract and calls an operation of it. */
const calling = (contract: string): string => `
const shop = await openService(${contract}, {
  address: 'http://shop.example/',
  transport: {
    send: async () => ({ status: 200, headers: ['Content-Type', 'text/xml'], body: new TextEncoder().encode(${JSON.stringify(
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><PayResponse xmlns="https://shop.example/v1/"><Receipt>9007199254740993</Receipt><PaidAt>2026-01-02T03:04:05Z</PaidAt></PayResponse></e:Body></e:Envelope>',
    )}) }),
  },
});
const paid = await shop.call('Pay', { Number: '7', Card: '1234-5678', Amount: '1.50' });
const refused = await shop.call('Pay', { Number: '7' }).catch((error) => error.code);
const result = [shop.operations.map(({ name }) => name), paid, refused];`;
const expected = [
  ['Find', 'Pay', 'Forget'],
  { Receipt: '9007199254740993', PaidAt: '2026-01-02T03:04:05Z' },
  'invalid-request',
];

const text = JSON.stringify(shopContract);

/** The bundle for hosts without a disk, and the files beside it that it imports. */
const webFiles = [
  'dynamic-web.mjs',
  ...readdirSync(join(root, 'dist/command')).filter((name) => /^memory\d*\.mjs$/.test(name)),
];

describe('soapwright/dynamic', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-dynamic-runtime-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    unpackInto(folder, ['.']);
    writeFileSync(join(folder, 'shop.yaml'), shopContract);
    const from = "import { openService } from 'soapwright/dynamic';";
    writeFileSync(join(folder, 'text.mjs'), `${from}${calling(text)}\nconsole.log(JSON.stringify(result));`);
    writeFileSync(join(folder, 'file.mjs'), `${from}${calling("'shop.yaml'")}\nconsole.log(JSON.stringify(result));`);
    writeFileSync(
      join(folder, 'web.mjs'),
      `${from.replace('soapwright/dynamic', './dynamic-web.mjs')}${calling(text)}\nconsole.log(JSON.stringify(result));`,
    );
    for (const name of webFiles) cpSync(join(root, 'dist/command', name), join(folder, name));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each([
    ['Bun', 'bun', ['run']],
    ['Deno', 'deno', ['run', '--allow-all', '--no-check']],
  ])('in %s', (_, program, args) => {
    it.each(['text.mjs', 'file.mjs', 'web.mjs'])('calls a service: %s', (file) => {
      const command = join(programs, program);
      const { stdout, stderr } = spawnSync(command, [...args, file], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stdout, stderr).not.toBe('');
      expect(JSON.parse(stdout)).toEqual(expected);
    });
  });

  describe('in workerd', () => {
    let worker: ChildProcess;
    let port: number;

    beforeAll(async () => {
      port = await freePort();
      const fetch = `{ async fetch() {${calling(text)}\nreturn Response.json(result); } }`;
      writeFileSync(
        join(folder, 'worker.mjs'),
        `import { openService } from './dynamic-web.mjs';\nexport default ${fetch};`,
      );
      writeFileSync(
        join(folder, 'config.capnp'),
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    ${webFiles.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(',\n    ')}
  ],
  compatibilityDate = "2025-01-01"
);
`,
      );
      worker = spawn(join(programs, 'workerd'), ['serve', 'config.capnp'], {
        cwd: folder,
        stdio: 'ignore',
      });
    });

    afterAll(() => {
      worker?.kill();
    });

    it('calls a service', async () => {
      const ask = (): Promise<Response | undefined> => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      await expect.poll(async () => (await ask())?.status, { timeout: 30_000 }).toBe(200);
      expect(await (await ask())?.json()).toEqual(expected);
    });
  });
});
