import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each entry of the package in the CommonJS and the ECMAScript form of a program. */
const program = `
import { ClientError, DateTime, SoapFault, UploadError, Uploader, type UploaderOptions } from '@soapwright/remote-file-client';
import { FileJournal, fileSource, nodeSha256 } from '@soapwright/remote-file-client/node';
import { runUploadCommand } from '@soapwright/remote-file-client/command';

const options: UploaderOptions = { url: 'http://127.0.0.1:9', apiKey: 'a', folderKey: 'f', sha256: nodeSha256 };
export async function run(): Promise<string> {
  const uploader = new Uploader({ ...options, journal: new FileJournal() });
  const times = { lastWriteTimeUtc: DateTime.fromEpochNanoseconds(0n) };
  const error: unknown = await uploader.upload(fileSource('missing.bin'), times).catch((failed: unknown) => failed);
  if (!(error instanceof UploadError)) return 'another error';
  const { requestId, cause }: { requestId: string | undefined; cause?: unknown } = error;
  const causes = [cause instanceof SoapFault, cause instanceof ClientError];
  return [error.code, requestId, ...causes, await runUploadCommand(['--no-such-flag'])].join(' ');
}
run().then(console.log);
`;

/** The package as it would be published, installed alone into an empty folder, without a registry. */
describe('the packed upload client', () => {
  let folder: string;
  let installed: string;

  const run = (file: string, args: readonly string[], cwd = folder): string => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' };
    return execFileSync(file, args, { cwd, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-upload-client-'));
    installed = join(folder, 'node_modules/@soapwright/remote-file-client');
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [{ filename }] = JSON.parse(run('npm', packing, join(root, 'upload-client')));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const files = (): string[] =>
    readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(installed, name)).isFile(),
    );

  it('is one package of at most 2 MB', () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: object;
    };
    expect(Object.keys(packages)).toEqual(['node_modules/@soapwright/remote-file-client']);
    const bytes = files().reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(2_000_000);
  });

  it('holds no code of the server, no test and no path of the machine, and the licences of bundled code', () => {
    const names = files();
    expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/node/index.js']));
    for (const name of names) {
      expect(name).not.toMatch(/\.test\.|\.tsbuildinfo$|\/server\//);
      const text = readFileSync(join(installed, name), 'utf8');
      expect(text).not.toContain(root);
      if (/\.c?js$/.test(name)) expect(text).not.toMatch(/kysely|sqlite|oidc-provider|createServer\(/);
    }
    const licences = readFileSync(join(installed, 'dist/node/LICENSES.txt'), 'utf8');
    expect(licences).toMatch(/^commander /m);
  });

  it('imports nothing outside of itself but modules of Node, and none of them for browsers', () => {
    const imports = (name: string): string[] =>
      [...readFileSync(join(installed, name), 'utf8').matchAll(/\b(?:from |import\(|require\()["']([^"'.][^"']*)["']/g)]
        .map(([, imported = '']) => imported)
        .filter((imported) => !isBuiltin(imported));
    for (const name of files().filter((each) => /\.c?js$/.test(each))) expect([name, ...imports(name)]).toEqual([name]);
    expect(readFileSync(join(installed, 'dist/portable/index.js'), 'utf8')).not.toMatch(/node:|\bBuffer\b|require\(/);
  });

  it.each(['commonjs', 'module'])('compiles strictly and runs in a program of type %s', (type) => {
    const project = join(folder, type);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type }));
    writeFileSync(join(project, 'program.ts'), program);
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
      ...{ module: 'nodenext', target: 'es2022', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
    expect(run(process.execPath, ['--no-warnings', 'program.js'], project)).toBe('source-failed  false false 2\n');
  });

  it('has one class of each error for require and import, and errors of the CommonJS file are instances too', () => {
    const text = `
      const required = require('@soapwright/remote-file-client');
      const copy = require('./node_modules/@soapwright/remote-file-client/dist/node-cjs/index.cjs');
      import('@soapwright/remote-file-client').then((imported) => {
        const names = ['UploadError', 'SoapFault', 'ClientError'];
        console.log(...names.map((name) => imported[name] === required[name]));
        const error = new copy.UploadError('refused', 'no');
        console.log(copy.UploadError === imported.UploadError, error instanceof imported.UploadError);
        console.log(new Error('x') instanceof imported.UploadError);
      });`;
    const output = run(process.execPath, ['--no-warnings', '-e', text]);
    expect(output).toBe('true true true\nfalse true\nfalse\n');
  });

  it('brings the command', () => {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    expect(run('node_modules/.bin/remote-file-upload', ['--version'])).toBe(`${version}\n`);
  });
});
