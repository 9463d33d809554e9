import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from './cli.ts';

interface CodeCache {
  read(): Buffer | undefined;
  write(code: Buffer): void;
}
const { CodeCache, cacheFolder } = createRequire(import.meta.url)('../../bin/code-cache.js') as {
  readonly CodeCache: new (folder: string, program: Buffer) => CodeCache;
  cacheFolder(environment: NodeJS.ProcessEnv, platform: string): string | undefined;
};

/** A copy of the published package, without the code that the build compiled. */
const folder = mkdtempSync(join(tmpdir(), 'soapwright-code-'));
const installed = join(folder, 'node_modules/soapwright');
const home = join(folder, 'cache');
const cache = join(home, 'soapwright');
const contract = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\noperations:\n';

beforeAll(() => {
  for (const name of ['bin', 'package.json', 'schema', 'dist/command', 'dist/packages'])
    cpSync(join(root, name), join(installed, name), { recursive: true, filter: (path) => !path.endsWith('.code') });
  writeFileSync(
    join(folder, 'shop.yaml'),
    `${contract}  Find: { request: { Number: string }, response: { Count: int } }\n`,
  );
});

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): string {
  const bin = join(installed, 'bin/soapwright.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: home, LOCALAPPDATA: home },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') });
  return stdout + stderr;
}

const generate = ['generate', '--schema', 'shop.yaml', '--out', 'generated'] as const;
const codeFiles = (): readonly string[] =>
  readdirSync(cache)
    .filter((name) => name.endsWith('.code'))
    .map((name) => join(cache, name));
const codeFile = (): string => codeFiles()[0] ?? '';

/** Code of another program that is as long, which is all that V8 compares beside its flags: here tests may change these. */
function foreignCode(program: Buffer): Buffer {
  const text = 'module.exports.runCommand = () => (exports.print ?? console.log)("planted");//';
  const source = `(function (exports, require, module, __filename, __dirname) {${text.padEnd(program.length)}\n})`;
  const maker = `
    const source = require('fs').readFileSync(0, 'utf8');
    const script = new (require('vm').Script)(source, { filename: 'soapwright.cjs' });
    const module = { exports: {} };
    script.runInThisContext()({ print: () => undefined }, undefined, module);
    // Functions are compiled when they are called first.
    module.exports.runCommand();
    process.stdout.write(script.createCachedData());`;
  return spawnSync(process.execPath, ['-e', `{${maker}}`], { input: source, maxBuffer: 1e8 }).stdout;
}

describe('the code cache of an installed command', () => {
  it('is written by the first run, and used by the next ones', () => {
    run(...generate);
    const { ino, size, mode } = statSync(codeFile());
    expect(size).toBeGreaterThan(100_000);
    expect([mode, statSync(join(cache, 'secret')).mode, statSync(cache).mode].map((one) => one & 0o777)).toEqual([
      0o600, 0o600, 0o700,
    ]);
    expect(run(...generate)).toContain('Nothing to do: 9 files unchanged.');
    // Rejected code would be replaced by another file.
    expect(statSync(codeFile()).ino).toBe(ino);
  });

  it('is replaced when it is of another build, broken, or of a lost secret', () => {
    run(...generate);
    const file = codeFile();
    const good = readFileSync(file);
    const changed = Buffer.from(good);
    changed.writeUInt8(changed.readUInt8(5_000) ^ 1, 5_000);
    const another = Buffer.concat([
      readFileSync(join(installed, 'dist/command/main.cjs')).subarray(1),
      Buffer.from(' '),
    ]);
    for (const wrong of [
      () => writeFileSync(file, changed),
      () => writeFileSync(file, 'code'),
      () => new CodeCache(cache, another).write(good.subarray(64)),
      () => rmSync(join(cache, 'secret')),
      () => writeFileSync(join(cache, 'secret'), ''),
    ]) {
      wrong();
      const { ino } = statSync(file);
      expect(run(...generate)).toContain('Nothing to do');
      const replaced = statSync(codeFile());
      expect(replaced.ino).not.toBe(ino);
      expect(replaced.size).toBeGreaterThan(100_000);
    }
  });

  it('is not written by --no-cache, by commands that build nothing, and where no file can be', () => {
    run(...generate, '--no-cache');
    run('--version');
    expect(statSync(home, { throwIfNoEntry: false })).toBeUndefined();
    writeFileSync(home, 'no folder');
    expect(run(...generate)).toContain('Nothing to do');
  });

  it('keeps eight files', () => {
    for (let length = 1; length <= 12; length++) {
      new CodeCache(cache, Buffer.alloc(length)).write(Buffer.from('code'));
      for (const file of codeFiles()) utimesSync(file, length, length);
    }
    expect(codeFiles()).toHaveLength(8);
    expect(new CodeCache(cache, Buffer.alloc(12)).read()?.toString()).toBe('code');
  });

  it('is in the folder of the user that the system has for caches', () => {
    const own = { HOME: '/home/me', LOCALAPPDATA: '/profile/Local' };
    expect(cacheFolder({ ...own, XDG_CACHE_HOME: '/caches' }, 'linux')).toBe('/caches/soapwright');
    expect(cacheFolder({ ...own, XDG_CACHE_HOME: '/caches' }, 'win32')).toBe('/profile/Local/soapwright');
    // A relative one would be in the current folder.
    for (const XDG_CACHE_HOME of ['caches', './caches', undefined])
      expect(cacheFolder({ ...own, XDG_CACHE_HOME }, 'linux')).toMatch(/^\/.*\/\.cache\/soapwright$/);
    expect(cacheFolder(own, 'darwin')).toMatch(/^\/.*\/Library\/Caches\/soapwright$/);
  });
});

describe('code that was planted', () => {
  const commands = [['--version'], ['check', '--schema', 'shop.yaml', '--out', 'generated']];
  const ran = (): readonly boolean[] => commands.map((args) => run(...args).includes('planted'));
  let program: Buffer;
  let code: Buffer;

  beforeAll(() => {
    program = readFileSync(join(installed, 'dist/command/main.cjs'));
    code = foreignCode(program);
    run(...generate);
  });

  it('is not run from node_modules of the project or of a folder above', () => {
    const source = join(installed, 'dist/command/main.cjs');
    const { size, mtimeMs } = statSync(source);
    const planted = Buffer.concat([
      code,
      Buffer.from(JSON.stringify([source, size, mtimeMs, process.version, process.arch])),
    ]);
    mkdirSync(join(folder, 'node_modules/.cache/soapwright'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.cache/soapwright/command.code'), planted);
    expect([ran(), run('--version', '--no-cache').includes('planted')]).toEqual([[false, false], false]);
  });

  it('is run only with a digest under the secret of the user, and never with --no-cache', () => {
    // This user could do so: it shows that the code of the following cases would run.
    new CodeCache(cache, program).write(code);
    expect(ran()).toEqual([true, true]);
    expect(run('--version', '--no-cache')).not.toContain('planted');

    const other = join(folder, 'other');
    new CodeCache(other, program).write(code);
    const [name = ''] = readdirSync(other).filter((file) => file.endsWith('.code'));
    renameSync(join(other, name), join(cache, name));
    expect(run('--version')).not.toContain('planted');
  });

  it.each<readonly [title: string, change: () => void]>([
    ['a folder into which others may write', () => chmodSync(cache, 0o777)],
    ['a folder into which its group may write', () => chmodSync(cache, 0o720)],
    [
      'a link to a folder',
      () => {
        renameSync(cache, join(home, 'elsewhere'));
        symlinkSync(join(home, 'elsewhere'), cache);
      },
    ],
    ['a file into which others may write', () => chmodSync(codeFile(), 0o602)],
    [
      'a link to a file',
      () => {
        const file = codeFile();
        renameSync(file, join(home, 'elsewhere'));
        symlinkSync(join(home, 'elsewhere'), file);
      },
    ],
    ['a folder whose secret others may read', () => chmodSync(join(cache, 'secret'), 0o604)],
  ])('is not run from %s', (_title, change) => {
    new CodeCache(cache, program).write(code);
    expect(new CodeCache(cache, program).read()).toEqual(code);
    change();
    expect(new CodeCache(cache, program).read()).toBeUndefined();
  });

  // Only root can give files away.
  it.runIf(process.geteuid?.() === 0).each<readonly [title: string, path: () => string]>([
    ['the folder', () => cache],
    ['the file', codeFile],
    ['the secret', () => join(cache, 'secret')],
  ])('is not run if %s is of another user', (_title, path) => {
    new CodeCache(cache, program).write(code);
    chownSync(path(), 65534, 65534);
    expect(new CodeCache(cache, program).read()).toBeUndefined();
  });
});
