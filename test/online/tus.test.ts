import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mounted } from '../../service/src/common/mount.ts';
import { TusMount } from '../../service/src/tus/tus-mount.ts';
import { hasBrowser, startBrowser } from '../pages/browser.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';

const packages = ['tus-js-client@4.3.1', '@uppy/core@6.3.1', '@uppy/tus@6.0.0'];

/** Uploads with an interruption after the first megabytes, then goes on. Both clients get `upload(start)`. */
const tusClient = `
import * as tus from 'tus-js-client';
export async function byTus({ endpoint, headers, bytes, name, chunkSize = Infinity }) {
  const start = (url, stop) => new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint, headers, chunkSize, metadata: { filename: name }, retryDelays: [0, 100], uploadUrl: url,
      onError: reject,
      onSuccess: () => resolve(upload.url),
      onProgress: (sent) => { if (sent > stop) upload.abort().then(() => resolve(upload.url), reject); },
    });
    upload.start();
  });
  const url = await start(null, 12_000_000);
  const head = await fetch(url, { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } });
  const held = Number(head.headers.get('Upload-Offset'));
  await start(url, Infinity);
  return held;
}
`;
const uppyClient = `
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';
export async function byUppy({ endpoint, headers, bytes, name }) {
  const uppy = new Uppy().use(Tus, { endpoint, headers });
  uppy.addFile({ name, data: new Blob([bytes]) });
  const { successful, failed } = await uppy.upload();
  return [successful.length, failed.map(({ error }) => error)];
}
`;
const page = `
import { byTus } from './tus-client.mjs';
import { byUppy } from './uppy-client.mjs';
globalThis.clients = { byTus: (given) => byTus({ ...given, bytes: new Blob([given.bytes]) }), byUppy };
`;
const program = `
import { byTus } from './tus-client.mjs';
const given = JSON.parse(process.argv[2]);
console.log(await byTus({ ...given, bytes: Buffer.alloc(given.length, given.fill) }));
`;

describe('clients of tus', () => {
  let folder: string;
  let harness: Harness;
  let served: Listening;
  let site: Server;
  let endpoint: string;
  const headers = { Authorization: 'Bearer folder-anna-in', 'X-Api-Key': 'key-for-all' };
  const length = 20_000_000;
  const fill = 'all the bytes of a file. ';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-tus-'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    // Those of uppy run in the browser only, whatever Node they ask for.
    const options = ['--no-audit', '--no-fund', '--engine-strict=false'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, stdio: 'pipe' });
    const files = {
      'tus-client.mjs': tusClient,
      'uppy-client.mjs': uppyClient,
      'page.mjs': page,
      'program.mjs': program,
    };
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
    const build = await rolldown({ input: join(folder, 'page.mjs'), platform: 'browser', cwd: folder });
    const [{ code }] = (await build.generate({ codeSplitting: false })).output;
    await build.close();
    site = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript ? code : '<!doctype html><title>Upload</title><script type="module" src="/page.js"></script>',
      );
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    harness = await startHarness();
    const { state, spool } = harness.service;
    served = await listen(mounted(harness.server, [new TusMount({ state, spool, origins: siteUrl() }, '')]));
    endpoint = `${new URL(served.url).origin}/tus/`;
  });
  afterAll(async () => {
    site?.close();
    await served?.close(0);
    await harness?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function siteUrl(): string {
    const address = site.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }
  const expectFile = async (name: string) => {
    const found = await fileOf(harness, 'folder-anna-in', name);
    expect(found?.bytes.equals(Buffer.alloc(length, fill)), name).toBe(true);
  };

  it('tus-js-client in Node goes on after an interruption', async () => {
    const given = { endpoint, headers, name: 'node ü.bin', length, fill };
    const child = spawn(process.execPath, ['program.mjs', JSON.stringify(given)], { cwd: folder, stdio: 'pipe' });
    const [held, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    expect(Number(held)).toBeGreaterThan(0);
    await expectFile('node ü.bin');
  });

  it.skipIf(!hasBrowser)('tus-js-client and uppy upload from a page of an allowed origin', async () => {
    const browser = await startBrowser();
    try {
      const opened = await browser.newPage();
      await opened.goto(siteUrl());
      await opened.waitForFunction('globalThis.clients !== undefined');
      const run = async (client: string, rest: object) =>
        await opened.evaluate(
          `(async () => {
            const bytes = new TextEncoder().encode(${JSON.stringify(fill)}.repeat(${length / fill.length}));
            try { return await clients.${client}({ ...${JSON.stringify({ endpoint, headers, ...rest })}, bytes }); }
            catch (error) { return String(error); }
          })()`,
        );
      expect(await run('byTus', { name: 'page ü.bin', chunkSize: 3_000_000 })).toBeGreaterThanOrEqual(9_000_000);
      await expectFile('page ü.bin');
      expect(await run('byUppy', { name: 'uppy.bin' })).toEqual([1, []]);
      await expectFile('uppy.bin');
      const wrong = { name: 'x', headers: { ...headers, 'X-Api-Key': 'wrong' } };
      expect(await run('byUppy', wrong)).toEqual([0, [expect.stringContaining('The API key is not valid.')]]);
      // Another origin gets no access.
      await opened.goto(siteUrl().replace('127.0.0.1', 'localhost'));
      await opened.waitForFunction('globalThis.clients !== undefined');
      expect(await run('byTus', { name: 'other.bin' })).toContain('failed to create upload');
    } finally {
      await browser.close();
    }
  });
});
