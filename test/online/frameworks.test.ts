import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-ports.js';
import { GuideProject } from '../support/generator/guide.ts';

const page = readFileSync(new URL('../../docs/how-to/serve-in-a-framework.md', import.meta.url), 'utf8');

/** With the packages of over 200 MB too: `npm run test:frameworks`. */
const all = process.env.SOAPWRIGHT_FRAMEWORKS === 'all';

const packages = [
  'express@5.3.0',
  '@types/express@5.0.6',
  'express4@npm:express@4.22.1',
  'fastify@5.12.8',
  'fastify4@npm:fastify@4.29.1',
  '@nestjs/core@11.2.10',
  '@nestjs/common@11.2.10',
  '@nestjs/platform-express@11.2.10',
  'reflect-metadata@0.2.2',
  'rxjs@7.8.2',
  'hono@4.13.19',
  '@hono/node-server@1.19.19',
  '@azure/functions@4.16.5',
  ...(all ? ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', 'miniflare@4.20250803.0'] : []),
];

const tsconfig = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    outDir: 'dist',
    rootDir: '.',
    experimentalDecorators: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['*.ts', 'src', 'generated', 'vault'],
};

const message = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Greet xmlns="https://example.com/v1/"><Name>Ada</Name></Greet></e:Body></e:Envelope>`;
const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '"https://example.com/v1/Greet"' };
const greeting = '<Text>Hello, Ada</Text>';

const vaultContract = `
soapwright: 1
service: Vault
namespace: urn:vault/
address: http://localhost/vault
mtom: required
operations:
  Swap: { request: { Content: { type: base64Binary, stream: true } }, response: { Content: { type: base64Binary, stream: true } } }
`;

/** A worker in the runtime of Cloudflare Workers. */
interface Worker {
  readonly ready: Promise<URL>;
  dispatchFetch: typeof fetch;
  dispose(): Promise<void>;
}

type Send = (
  target: string,
  init?: { method: string; headers: Record<string, string>; body: string },
) => Promise<Answer>;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The programs of the guide, compiled with `tsc --strict` and run with the real packages. */
describe('docs/how-to/serve-in-a-framework.md', () => {
  const project = new GuideProject();
  const children: ChildProcess[] = [];

  beforeAll(() => {
    project.install(packages);
    project.installSoapwright();
    const run = (...args: readonly string[]) =>
      execFileSync('npx', ['--no-install', ...args], { cwd: project.folder, stdio: 'pipe' });
    run('soapwright', 'init');
    run('soapwright', 'generate');
    project.write('vault.yaml', vaultContract);
    run('soapwright', 'generate', '--schema', 'vault.yaml', '--out', 'vault');
    const handler = join(project.folder, 'src/handlers/Greet.ts');
    const text = readFileSync(handler, 'utf8');
    const greet = "return { Text: 'Hello, ' + request.Name, Length: 1 };";
    writeFileSync(
      handler,
      text
        .replace(/ {2}throw .*/, `  ${greet}`)
        .replace('_request', 'request')
        .replace(/^import \{ SoapFault.*\n/, ''),
    );
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    project.runBlocks(page);
    cpSync(fileURLToPath(new URL('hosts', import.meta.url)), join(project.folder, 'hosts'), { recursive: true });
    const fastify = readFileSync(join(project.folder, 'fastify.ts'), 'utf8');
    writeFileSync(join(project.folder, 'fastify4.ts'), fastify.replace("from 'fastify'", "from 'fastify4'"));
    const compiled = spawnSync('npx', ['--no-install', 'tsc'], { cwd: project.folder, encoding: 'utf8' });
    expect(compiled.stdout).toBe('');
    // Express 4 has no declarations under its other name.
    const express = readFileSync(join(project.folder, 'dist/express.js'), 'utf8');
    writeFileSync(join(project.folder, 'dist/express4.js'), express.replace("from 'express'", "from 'express4'"));
  });

  afterAll(() => {
    for (const child of children) child.kill();
    project.remove();
  });

  /** Starts a program, and waits until it listens. */
  async function start(
    name: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly origin: string; readonly send: Send }> {
    const port = await freePort();
    const { NODE_OPTIONS: _options, ...environment } = process.env;
    const isHost = name.startsWith('hosts/');
    const child = spawn(process.execPath, [isHost ? name : join('dist', name)], {
      cwd: project.folder,
      env: { ...environment, ...more, [isHost ? 'SERVED_AT' : 'PORT']: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    const origin = `http://localhost:${port}`;
    for (let attempt = 0; ; attempt++) {
      const up = await fetch(origin).then(
        () => true,
        () => false,
      );
      if (up) break;
      if (attempt === 2_000) throw new Error(`${name} does not listen.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { origin, send: (target, init) => fetch(origin + target, init).then(answerOf) };
  }

  /** What every host must do. */
  async function serves(send: Send, origin: string, rest = true): Promise<void> {
    const called = await send('/soap/example', { method: 'POST', headers, body: message });
    expect(called).toMatchObject({ status: 200, text: expect.stringContaining(greeting) });
    const wsdl = await send('/soap/example?wsdl');
    expect(wsdl.text).toContain(`location="${origin}/soap/example"`);
    expect((await send('/soap/example')).text).toContain('Greet');
    const fault = await send('/soap/example', {
      method: 'POST',
      headers: { ...headers, soapaction: '"no"' },
      body: message,
    });
    expect(fault).toMatchObject({ status: 500, text: expect.stringContaining('Fault') });
    if (rest) expect((await send('/')).text).toContain('The rest of the application.');
  }

  it.each(['express.js', 'express4.js', 'fastify.js', 'fastify4.js', 'nest.js', 'hono.js'])('%s', async (name) => {
    const { origin, send } = await start(name);
    await serves(send, origin);
    const large = message.replace('Ada', 'x'.repeat(300_000));
    expect((await send('/soap/example', { method: 'POST', headers, body: large })).status).toBe(200);
    if (name.startsWith('fastify')) expect((await send('/soap/example')).headers.get('x-served-by')).toBe('fastify');
  });

  it.each(['secured-express.js', 'secured-fastify.js', 'secured-hono.js'])('%s', async (name) => {
    const { send } = await start(name);
    const call = (credentials: Record<string, string>) =>
      send('/soap/example', { method: 'POST', headers: { ...headers, ...credentials }, body: message });
    const basic = (pair: string): Record<string, string> => ({ authorization: `Basic ${btoa(pair)}` });
    expect(await call(basic('ada:correct horse'))).toMatchObject({
      status: 200,
      text: expect.stringContaining(greeting),
    });
    for (const credentials of [{}, basic('ada:wrong'), basic('max:correct horse')]) {
      const refused = await call(credentials);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="example", charset="UTF-8"');
    }
    expect((await send('/soap/example?wsdl')).status).toBe(200);
  });

  it('gateway-express.js, gateway-fastify.js and gateway-hono.js, before a service in Express', async () => {
    const { origin: soap } = await start('express.js');
    for (const name of ['gateway-express.js', 'gateway-fastify.js', 'gateway-hono.js']) {
      const { send, origin } = await start(name, { SERVICE: `${soap}/soap/example` });
      const json = { 'content-type': 'application/json' };
      const post = (body: string): Promise<Answer> => send('/api/Greet', { method: 'POST', headers: json, body });
      expect(await post('{"Name":"Ada"}')).toMatchObject({ status: 200, text: '{"Text":"Hello, Ada","Length":1}' });
      expect(await post('{"Nam":"Ada"}')).toMatchObject({
        status: 400,
        text: expect.stringContaining('Name is meant'),
      });
      expect((await send('/api/openapi.json')).text).toContain(`"servers":[{"url":"${origin}/api/"}]`);
      expect((await send('/')).text).toContain('The rest of the application.');
      // Servers may close the connection of a body that nobody reads.
      expect((await post(`{"Name":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
    }
  });

  it('lambda.js, with events of AWS Lambda', async () => {
    const { origin, send } = await start('hosts/lambda.mjs');
    // AWS has no function without TLS.
    await serves(send, origin.replace('http:', 'https:'));
  });

  it('azure.js, with requests of Azure Functions', async () => {
    const { origin, send } = await start('hosts/azure.mjs');
    await serves(send, origin, false);
  });

  it.runIf(all)('route.js, with requests of Next.js', async () => {
    const { origin, send } = await start('hosts/next.mjs');
    await serves(send, origin, false);
  });

  /** @param entry below the project. */
  async function startWorker(entry: string): Promise<Worker> {
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({
      input: join(project.folder, entry),
      platform: 'neutral',
      resolve: { conditionNames: ['workerd', 'import', 'module-sync'] },
    });
    const { output } = await bundle.generate({ format: 'esm' });
    const { Miniflare } = (await import(
      /* @vite-ignore */ join(project.folder, 'node_modules/miniflare/dist/src/index.js')
    )) as { Miniflare: new (options: object) => Worker };
    const modules = output.flatMap((one) =>
      one.type === 'chunk' ? [{ type: 'ESModule', path: `/${one.fileName}`, contents: one.code }] : [],
    );
    return new Miniflare({ modules, modulesRoot: '/', compatibilityDate: '2025-08-01' });
  }

  it.runIf(all)('worker.js, in the runtime of Cloudflare Workers', async () => {
    const worker = await startWorker('dist/worker.js');
    try {
      // Callers over a network send the length.
      const send: Send = (target, init) =>
        worker
          .dispatchFetch(`http://worker.test${target}`, {
            ...init,
            ...(init && { headers: { ...init.headers, 'content-length': String(init.body.length) } }),
          })
          .then(answerOf);
      await serves(send, 'http://worker.test', false);
    } finally {
      await worker.dispose();
    }
  });

  it.runIf(all)('Cloudflare Workers exchange values by MTOM, as client and as server', async () => {
    const worker = await startWorker('hosts/vault-worker.mjs');
    try {
      const { origin } = await start('hosts/vault-host.mjs');
      const called = await worker.dispatchFetch(
        `http://worker.test/?call=${origin.replace('localhost', '127.0.0.1')}/vault`,
      );
      expect(await called.text()).toBe('true true');
      const address = new URL('vault', await worker.ready).href;
      const caller = spawn(process.execPath, ['hosts/vault-caller.mjs', address], { cwd: project.folder });
      children.push(caller);
      let output = '';
      caller.stdout.on('data', (text) => {
        output += text;
      });
      caller.stderr.on('data', (text) => {
        output += text;
      });
      await new Promise((resolve) => caller.once('close', resolve));
      expect(output).toBe('true true\n');
    } finally {
      await worker.dispose();
    }
  });
});

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, text: await response.text(), headers: response.headers };
}
