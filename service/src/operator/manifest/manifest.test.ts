import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkRequest } from '../../../../test/support/service/chunk-request.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { makeManifest } from './make-manifest.ts';
import { verifyManifest } from './verify-manifest.ts';

const day = 86_400_000;

describe('signed manifests', () => {
  let folder: string;
  let harness: Harness;
  const at = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-manifest-'));
    harness = await startHarness();
    for (const name of ['own', 'other']) {
      const { privateKey } = generateKeyPairSync('ed25519');
      writeFileSync(at(`${name}.key`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      writeFileSync(at(`${name}.pub`), createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
    }
    await put('old.txt', 'old');
    harness.pass(2 * day);
    await put('a.txt', 'abc');
    await put('b.txt', 'replaced');
    await put('b.txt', 'now');
    await make('first.jsonl');
  });
  afterAll(async () => {
    await harness.close();
    rmSync(folder, { recursive: true });
  });

  const put = async (name: string, text: string): Promise<void> => {
    const request = chunkRequest(name, Buffer.from(text), { last: true });
    expect((await harness.client.AppendChunkWithFolderAccessKey(request)).ErrorMessage).toBe('');
  };
  const make = async (output: string, previous?: string) => {
    harness.pass(1);
    const now = harness.now();
    const files = { keyFile: at('own.key'), output: at(output), previous: previous && at(previous), force: false };
    return await makeManifest(harness.service.state.db, { from: now - day, until: now, ...files }, now);
  };
  const verify = async (manifest: string, rest: { key?: string; previous?: string; files?: string } = {}) =>
    await verifyManifest({
      manifest: at(manifest),
      keyFile: at(`${rest.key ?? 'own'}.pub`),
      previous: rest.previous && at(rest.previous),
      files: rest.files && at(rest.files),
    });
  const exported = (files: Readonly<Record<string, string>>): string => {
    const name = mkdtempSync(at('exported-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(name, path)), { recursive: true });
      writeFileSync(join(name, path), text);
    }
    return name.slice(folder.length + 1);
  };

  it('have the files of the period, and the entries of the audit log', async () => {
    const lines = readFileSync(at('first.jsonl'), 'utf8').trimEnd().split('\n');
    const [head, ...rest] = lines.map((line) => JSON.parse(line));
    expect(head).toMatchObject({ manifest: 1, previous: null });
    expect(rest.flatMap(({ file }) => file ?? [])).toMatchObject([
      { path: '/Anna/in/a.txt', size: 3, folderKey: 'anna-in', apiKey: 'all' },
      { path: '/Anna/in/b.txt', size: 3 },
    ]);
    expect(rest.flatMap(({ entry }) => entry?.action ?? [])).toEqual(Array(3).fill('file.published'));
    expect(await verify('first.jsonl')).toMatchObject({ listed: 2, problems: [] });
  });

  it('are verified by OpenSSL, too', () => {
    const openssl = ['pkeyutl', '-verify', '-pubin', '-inkey', at('own.pub'), '-rawin', '-in', at('first.jsonl')];
    const output = execFileSync('openssl', [...openssl, '-sigfile', at('first.jsonl.sig')], { encoding: 'utf8' });
    expect(output).toContain('Signature Verified Successfully');
  });

  it('are not valid with another key, or after any change', async () => {
    const forged = [expect.stringContaining('nothing in it can be trusted')];
    expect((await verify('first.jsonl', { key: 'other' })).problems).toEqual(forged);
    const text = readFileSync(at('first.jsonl'), 'utf8');
    writeFileSync(at('changed.jsonl'), text.replace('a.txt', 'c.txt'));
    writeFileSync(at('changed.jsonl.sig'), readFileSync(at('first.jsonl.sig')));
    expect((await verify('changed.jsonl')).problems).toEqual(forged);
  });

  it('name the one before them', async () => {
    await make('second.jsonl', 'first.jsonl');
    await make('third.jsonl');
    expect((await verify('second.jsonl', { previous: 'first.jsonl' })).problems).toEqual([]);
    for (const [manifest, previous] of [
      ['second.jsonl', 'third.jsonl'],
      ['third.jsonl', 'first.jsonl'],
    ] as const) {
      expect((await verify(manifest, { previous })).problems).toEqual([
        `${at(previous)} is not the manifest before this one.`,
      ]);
    }
  });

  it('are compared with exported files', async () => {
    const right = { 'Anna/in/a.txt': 'abc', 'Anna/in/b.txt': 'now' };
    expect(await verify('first.jsonl', { files: exported(right) })).toMatchObject({ matching: 2, problems: [] });
    const wrong = exported({ 'Anna/in/a.txt': 'abd' });
    expect((await verify('first.jsonl', { files: wrong })).problems).toEqual([
      '/Anna/in/a.txt has changed: its SHA-256 differs.',
      '/Anna/in/b.txt is missing.',
    ]);
    const longer = exported({ ...right, 'Anna/in/a.txt': 'abcd' });
    expect((await verify('first.jsonl', { files: longer })).problems).toEqual([
      '/Anna/in/a.txt has 4 bytes, and the manifest says 3.',
    ]);
  });

  it('are not made for a time to come, over an existing file, or with another key', async () => {
    const { db } = harness.service.state;
    const now = harness.now();
    const rest = { output: at('none.jsonl'), previous: undefined, force: false, keyFile: at('own.key') };
    const future = makeManifest(db, { from: now - 1, until: now + 1, ...rest }, now);
    await expect(future).rejects.toThrow('A manifest needs a period that is over.');
    await expect(make('first.jsonl')).rejects.toThrow('Use --force');
    const wrong = makeManifest(db, { from: now - 1, until: now, ...rest, keyFile: at('own.pub') }, now);
    await expect(wrong).rejects.toThrow('openssl genpkey -algorithm ed25519');
    await expect(
      verifyManifest({ manifest: at('own.key'), keyFile: at('own.pub'), previous: undefined, files: undefined }),
    ).rejects.toThrow();
  });
});
