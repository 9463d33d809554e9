import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCost } from '../../../test/support/service/harness.ts';
import { openService } from '../server/open-service.ts';
import { loadServiceKeys } from './key-file.ts';
import { KeyRing } from './key-ring.ts';
import { givenKeys } from './key-source.ts';
import { defaultCost, Passwords } from './passwords.ts';
import { KeyedHash, sameHash } from './secret-tokens.ts';
import { parseServiceKeys } from './service-key.ts';

const fingerprintIn = async (path: string): Promise<string | undefined> =>
  (await loadServiceKeys(path))[0]?.fingerprint;

describe('the service key', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-key-'));
    path = join(folder, 'service.key');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is created on first use, readable by its owner only, and stays', async () => {
    const first = await fingerprintIn(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await fingerprintIn(path)).toBe(first);
    expect(await readdir(folder)).toEqual(['service.key']);
  });

  it('is the same for concurrent creators', async () => {
    const fingerprints = await Promise.all(Array.from({ length: 8 }, () => fingerprintIn(path)));
    expect(new Set(fingerprints).size).toBe(1);
    expect(await readdir(folder)).toEqual(['service.key']);
  });

  it('is rejected when others may read it, or when it is invalid, without being shown', async () => {
    await loadServiceKeys(path);
    await chmod(path, 0o644);
    await expect(loadServiceKeys(path)).rejects.toThrow(`chmod 600 ${path}`);
    await writeFile(path, 'hunter2');
    await chmod(path, 0o600);
    const rejected = loadServiceKeys(path);
    await expect(rejected).rejects.toThrow('is not a service key');
    await expect(rejected).rejects.not.toThrow('hunter2');
  });

  it('must be the one that created the data folder', async () => {
    const data = join(folder, 'data');
    const options = { data, apiUrl: () => '' };
    await (await openService(options)).close();
    const serviceKeys = givenKeys(parseServiceKeys('ab'.repeat(32), 'test'), 'test');
    await expect(openService({ ...options, serviceKeys })).rejects.toMatchObject({ code: 'other-key' });
    const own = parseServiceKeys(await readFile(join(data, 'service.key'), 'utf8'), 'test');
    await (await openService({ ...options, serviceKeys: givenKeys(own, 'test') })).close();
  });
});

describe('keyed hashes', () => {
  const hashes = new KeyedHash(new KeyRing(parseServiceKeys('01'.repeat(32), 'test')));

  it('differ by secret, kind and key', () => {
    const other = new KeyedHash(new KeyRing(parseServiceKeys('02'.repeat(32), 'test')));
    const created = [
      hashes.of('api-key', 'a'),
      hashes.of('api-key', 'b'),
      hashes.of('folder-key', 'a'),
      hashes.of('api-key', ''),
      other.of('api-key', 'a'),
    ];
    expect(new Set(created).size).toBe(5);
    expect(hashes.of('api-key', 'a')).toBe(created[0]);
  });

  it('are compared completely', () => {
    expect(sameHash('abc', 'abc')).toBe(true);
    expect(sameHash('abc', 'abd')).toBe(false);
    expect(sameHash('abc', 'abcd')).toBe(false);
  });
});

describe('passwords', () => {
  const passwords = new Passwords(testCost);

  it('are verified by their hash, in any normal form; two hashes of one password differ', async () => {
    const hash = await passwords.hash('pa\u0308ssword');
    expect(hash).not.toBe(await passwords.hash('pa\u0308ssword'));
    expect(await passwords.verify('p\u00E4ssword', hash)).toBe(true);
    expect(await passwords.verify('password', hash)).toBe(false);
    expect(await passwords.verify('', hash)).toBe(false);
  });

  it('without an account are never right, not even the empty one', async () => {
    for (const stored of [undefined, null, '', 'nonsense']) expect(await passwords.verify('', stored)).toBe(false);
  });

  it('stay valid when the cost is raised', async () => {
    const hash = await passwords.hash('password');
    expect(await new Passwords({ logN: 5, r: 2, p: 1 }).verify('password', hash)).toBe(true);
  });

  it('cost 32 MiB and three rounds by default', async () => {
    expect(defaultCost).toEqual({ logN: 15, r: 8, p: 3 });
    expect(await new Passwords().hash('password')).toMatch(/^scrypt\$15\$8\$3\$/);
  });
});
