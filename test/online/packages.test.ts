import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedFile } from '../../release/pack.js';
import { manifestOf, root } from '../../release/packages.js';

const { version } = manifestOf('.');

/** The packages as they would be published, installed into an empty project. */
describe('packed packages', () => {
  let folder: string;
  const contents: Record<string, string[]> = {};

  /** Runs a program; its output is in the error if it fails. */
  const run = (command: string, args: readonly string[], cwd = folder): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-packages-'));
    const names = ['soapwright', '@soapwright/runtime', 'create-soapwright'];
    for (const name of names) {
      const files = run('tar', ['-tzf', packedFile(name)])
        .trim()
        .split('\n');
      contents[name] = files.map((path) => path.replace('package/', ''));
    }
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const packages = [...names.map(packedFile), 'typescript@7.0.2', '@types/node@20', 'vitest@4'];
    run('npm', ['install', '--no-audit', '--no-fund', ...packages]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contain only the files needed to run', () => {
    const generator = contents.soapwright ?? [];
    expect(generator).toEqual(
      expect.arrayContaining([
        'bin/soapwright.js',
        'dist/command/main.cjs',
        'dist/packages/ts-morph.cjs',
        'dist/packages/ts-morph.LICENSES.txt',
        'schema/contract.schema.json',
        'LICENSE',
        'README.md',
      ]),
    );
    expect(generator.filter((path) => /^(runtime|generated|service|test|bench)\//.test(path))).toEqual([]);
    const runtime = contents['@soapwright/runtime'] ?? [];
    expect(runtime).toEqual(
      expect.arrayContaining([
        'dist/index.js',
        'dist/cjs/index.cjs',
        'dist/declarations/index.d.ts',
        'LICENSE',
        'README.md',
      ]),
    );
    for (const path of [...generator, ...runtime]) expect(path).not.toMatch(/\.test\.|\.tsbuildinfo$|\/src\//);
  });

  it('create a service in an empty folder: init, generate, compile', () => {
    run('npx', ['--no-install', 'soapwright', 'init']);
    run('npx', ['--no-install', 'soapwright', 'generate']);
    run('npx', ['--no-install', 'soapwright', 'check']);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'] },
        include: ['**/*.ts'],
        exclude: ['node_modules'],
      }),
    );
    run('npx', ['--no-install', 'tsc', '-p', '.']);
    expect(readdirSync(folder)).toContain('soapwright.yaml');
  });

  /** Runs `npm init soapwright`. The project finds its packages in the folder above. */
  const create = (...args: readonly string[]): string =>
    run(process.execPath, [join(folder, 'node_modules/create-soapwright/index.js'), ...args, '--no-install']);
  const tool = (name: string, ...args: readonly string[]): string =>
    run('npx', ['--no-install', ...args], join(folder, name));

  it('npm init soapwright creates a service whose test passes', () => {
    expect(create('my-service')).toContain('  cd my-service\n  npm install\n  npm test\n  npm start\n');
    expect(readFileSync(join(folder, 'my-service/package.json'), 'utf8')).toMatch(
      /"name": "my-service"[\s\S]*"soapwright": "\d/,
    );
    tool('my-service', 'soapwright', 'check');
    tool('my-service', 'tsc', '--noEmit');
    expect(tool('my-service', 'vitest', 'run', '--no-color')).toMatch(/Tests +2 passed/);
    expect(() => create('my-service')).toThrow('has files already');
  });

  it('npm init soapwright creates a client of a WSDL with its schemas', () => {
    const vendor = join(folder, 'vendor');
    mkdirSync(join(vendor, 'xsd'), { recursive: true });
    const text = readFileSync(join(root, 'test/interop/tickets/tickets.wsdl'), 'utf8');
    writeFileSync(
      join(vendor, 'tickets.wsdl'),
      text
        .replace(/schemaLocation="[^"]*"/, 'schemaLocation="xsd/tickets.xsd"')
        .replaceAll('location="ADDRESS"', 'location="http://127.0.0.1:1/"'),
    );
    copyFileSync(join(root, 'test/interop/tickets/tickets.xsd'), join(vendor, 'xsd/tickets.xsd'));
    copyFileSync(join(vendor, 'xsd/tickets.xsd'), join(vendor, 'other.xsd'));
    create('my-client', '--wsdl', 'vendor/tickets.wsdl');
    const copied = readdirSync(join(folder, 'my-client/wsdl'), { recursive: true });
    expect(copied.toSorted()).toEqual(['tickets.wsdl', 'xsd', 'xsd/tickets.xsd']);
    expect(readFileSync(join(folder, 'my-client/src/client.ts'), 'utf8')).toMatch(/^export \{ TicketsClient \}/m);
    tool('my-client', 'soapwright', 'check');
    tool('my-client', 'tsc', '--noEmit');
  });

  it('npm init soapwright copies schemas beside the folder of a WSDL, wherever it runs', () => {
    const parent = join(folder, 'supplier');
    for (const name of ['wsdl', 'xsd', 'elsewhere']) mkdirSync(join(parent, name), { recursive: true });
    const text = readFileSync(join(folder, 'vendor/tickets.wsdl'), 'utf8');
    writeFileSync(join(parent, 'wsdl/tickets.wsdl'), text.replace('"xsd/', '"../xsd/'));
    copyFileSync(join(folder, 'vendor/xsd/tickets.xsd'), join(parent, 'xsd/tickets.xsd'));
    for (const [cwd, wsdl] of [
      ['wsdl', 'tickets.wsdl'],
      ['elsewhere', '../wsdl/tickets.wsdl'],
    ] as const) {
      const created = join(folder, `my-${cwd}`);
      const args = [join(folder, 'node_modules/create-soapwright/index.js'), created, '--no-install', '--wsdl', wsdl];
      run(process.execPath, args, join(parent, cwd));
      const copied = readdirSync(join(created, 'wsdl'), { recursive: true });
      expect(copied.toSorted()).toEqual(['wsdl', 'wsdl/tickets.wsdl', 'xsd', 'xsd/tickets.xsd']);
    }
  });

  it('npm init soapwright creates a client of an address, which calls the service', async () => {
    const child = spawn('npx', ['--no-install', 'soapwright', 'mock', 'vendor/tickets.wsdl', '--port', '0'], {
      cwd: folder,
      detached: true,
    });
    try {
      const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
      const [, address = ''] = /at (http:[^, ]+)/.exec(line) ?? [];
      // The manager that runs the command is the one to go on with; the folder is empty.
      mkdirSync(join(folder, 'my-calls'));
      const env = { ...process.env, npm_config_user_agent: 'pnpm/9.0.0 npm/? node/v20.20.0' };
      const command = [join(folder, 'node_modules/create-soapwright/index.js'), '.', '--no-install', '--wsdl'];
      const created = spawnSync(process.execPath, [...command, `${address}?wsdl`], {
        cwd: join(folder, 'my-calls'),
        encoding: 'utf8',
        env,
      });
      expect(created).toMatchObject({ status: 0, stdout: expect.stringContaining('Next:\n  pnpm install\n') });
      tool('my-calls', 'tsc');
      const call = `import { TicketsClient } from './build/src/client.js';
const { title } = await new TicketsClient({ address: '${address}' }).FindTicket({ number: 42n });
console.log(typeof title);`;
      writeFileSync(join(folder, 'my-calls/call.mjs'), call);
      expect(run(process.execPath, ['call.mjs'], join(folder, 'my-calls'))).toBe('string\n');
    } finally {
      process.kill(-(child.pid ?? 0));
    }
  });

  it('npm init soapwright leaves nothing behind where it fails, and says what it takes', () => {
    expect(() => create('none', '--wsdl', 'missing.wsdl')).toThrow('There is no file missing.wsdl.');
    writeFileSync(join(folder, 'wrong.wsdl'), '<a/>');
    expect(() => create('none', '--wsdl', 'wrong.wsdl')).toThrow(/SW6004[\s\S]*Nothing was created in none\./);
    expect(() => create('none', '--wsdl', 'vendor')).toThrow('Nothing was created in none.');
    expect(readdirSync(join(folder, 'none'))).toEqual([]);
    expect(create('--help')).toContain('Usage: npm init soapwright <folder>');
  });

  it('are published once each, in the order of their dependencies', async () => {
    const known = new Map<string, object>([['@soapwright/runtime', { versions: { [version]: { version } } }]]);
    const received: string[] = [];
    const registry = createServer(async (request, response) => {
      const name = decodeURIComponent(request.url?.slice(1).replace(/\?.*/, '') ?? '');
      let body = '';
      for await (const piece of request.setEncoding('utf8')) body += piece;
      if (request.method === 'PUT') {
        const { 'dist-tags': tags, _attachments: files } = JSON.parse(body);
        received.push(`${name} ${JSON.stringify(tags)} ${Object.keys(files).length}`);
      }
      response.writeHead(request.method === 'PUT' || known.has(name) ? 200 : 404);
      response.end(JSON.stringify(known.get(name) ?? {}));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    writeFileSync(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=none\n`);
    const env = { ...process.env, npm_config_userconfig: join(folder, '.npmrc') };
    const publish = spawn(process.execPath, [join(root, 'release/publish.js'), '--provenance=false'], { env });
    const [code] = await once(publish, 'close');
    registry.close();
    const tag = JSON.stringify({ latest: version });
    const others = ['@soapwright/security', '@soapwright/remote-file-client', 'soapwright', 'create-soapwright'];
    expect([code, received]).toEqual([0, others.map((name) => `${name} ${tag} 1`)]);
  });

  it('contain no path of the machine that built them', () => {
    for (const name of ['soapwright', '@soapwright/runtime']) {
      for (const path of contents[name] ?? []) {
        expect(readFileSync(join(folder, 'node_modules', name, path), 'utf8')).not.toContain(root);
      }
    }
  });
});
