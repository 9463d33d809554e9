import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages as they would be published, installed into an empty project. */
describe('packed packages', () => {
  let folder: string;
  const contents: Record<string, string[]> = {};

  const run = (command: string, args: readonly string[], cwd = folder): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-packages-'));
    const tarballs: string[] = [];
    for (const workspace of ['.', './runtime', './create-soapwright']) {
      const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], join(root, workspace)));
      tarballs.push(join(folder, packed.filename));
      contents[packed.name] = packed.files.map((file: { path: string }) => file.path);
    }
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, 'typescript@7.0.2', '@types/node@20', 'vitest@4']);
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
    mkdirSync(vendor);
    const text = readFileSync(join(root, 'test/interop/tickets/tickets.wsdl'), 'utf8');
    writeFileSync(join(vendor, 'tickets.wsdl'), text.replace(/schemaLocation="[^"]*"/, 'schemaLocation="tickets.xsd"'));
    copyFileSync(join(root, 'test/interop/tickets/tickets.xsd'), join(vendor, 'tickets.xsd'));
    writeFileSync(join(vendor, 'notes.txt'), 'not for the project');
    create('my-client', '--wsdl', 'vendor/tickets.wsdl');
    expect(readdirSync(join(folder, 'my-client/wsdl'))).toEqual(['tickets.wsdl', 'tickets.xsd']);
    expect(readFileSync(join(folder, 'my-client/src/client.ts'), 'utf8')).toMatch(/^export \{ TicketsClient \}/m);
    tool('my-client', 'soapwright', 'check');
    tool('my-client', 'tsc', '--noEmit');
    expect(() => create('none', '--wsdl', 'missing.wsdl')).toThrow('There is no file missing.wsdl.');
  });

  it('contain no path of the machine that built them', () => {
    for (const name of ['soapwright', '@soapwright/runtime']) {
      for (const path of contents[name] ?? []) {
        expect(readFileSync(join(folder, 'node_modules', name, path), 'utf8')).not.toContain(root);
      }
    }
  });
});
