import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { settingsOf } from '../cli/command-options.ts';
import { givenKeys } from '../secrets/key-source.ts';
import { newServiceKey, parseServiceKeys } from '../secrets/service-key.ts';
import { openService } from '../server/open-service.ts';
import { findProvider } from '../storage/identity-providers.ts';
import { consumePendingSignIn, markAssertionUsed } from '../storage/sign-ins.ts';
import { examine } from './doctor/doctor.ts';
import { loadEntities } from './provisioning/load-entities.ts';
import { provision } from './provisioning/provision.ts';
import { secretSourceBeside } from './provisioning/secret-values.ts';
import { type Retirement, type RetirementOptions, retireServiceKey } from './retire-service-key.ts';
import { type Rotation, rotateServiceKey } from './rotate-service-key.ts';
import { serviceKeyStatus } from './service-key-status.ts';

const withProvider = `${provisioning}
  - { name: used-up, code: PROMO-USED, places: 0 }
`.replace(
  'domains: [demo.example] }',
  'domains: [demo.example], identityProvider: { oidc: { issuer: "https://login.example", clients: [{ applicationType: 1, clientId: id, clientSecret: of-the-provider, redirectUri: "https://app.example/in" }] } } }',
);

describe('rotation of the service key', () => {
  let harness: Harness;
  let keyFile: string;
  beforeEach(async () => {
    harness = await startHarness({ yaml: withProvider });
    keyFile = join(harness.folder, 'service.key');
  });
  afterEach(() => harness.close());

  const state = () => harness.service.state;
  const rotate = (): Promise<Rotation> => rotateServiceKey(state(), { patience: 0, forgotten: [] });
  const retire = (id: string, rest?: RetirementOptions['rest']): Promise<Retirement> =>
    retireServiceKey(state(), id, { rest, forgotten: [] });
  const keysInFile = async () => parseServiceKeys(await readFile(keyFile, 'utf8'), 'test').map(({ id }) => id);
  const append = (text: string, more: { offset?: number; token?: string | undefined; last?: boolean } = {}) =>
    harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'a.txt',
      ChunkData: new Blob([text]),
      Offset: BigInt(more.offset ?? 0),
      BytesRead: text.length,
      isLastChunk: more.last ?? true,
      UploadToken: more.token,
    });
  const redeem = (code: string) =>
    harness.client.AccountCreateFreeFromPromotion({
      API_KEY: 'key-for-all',
      PromoCode: code,
      EmailAddress: `${code}@free.example`,
      UserName: code,
      Password: 'long enough',
    });
  const waitingOn = async (id: string) => {
    const { keys } = await serviceKeyStatus(state());
    return keys.find((key) => key.id === id)?.waiting.map(({ kind, name }) => `${kind} ${name}`);
  };
  const codesOfDoctor = async () => {
    const settings = settingsOf({ data: harness.folder }, {});
    const options = { settings, serviceKeys: undefined, deep: false, online: false, now: harness.now() };
    const { findings } = await examine(options);
    return findings.filter(({ code }) => code.startsWith('key-')).map(({ severity, code }) => `${severity} ${code}`);
  };

  it('puts a new key in front of the old one, in a file of mode 600, and leaves no other file', async () => {
    const [first] = await keysInFile();
    const rotation = await rotate();
    expect(rotation).toMatchObject({ before: first, isCurrent: true, resealed: 1, unaware: [] });
    expect(await keysInFile()).toEqual([rotation.id, first]);
    // Run again after a kill, a complete rotation is not repeated.
    expect(await rotate()).toMatchObject({ id: rotation.id, before: first, wasComplete: true });
    expect(await keysInFile()).toEqual([rotation.id, first]);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect((await readdir(harness.folder)).filter((name) => name.includes('service.key'))).toEqual(['service.key']);
  });

  it('accepts keys, promotions and upload tokens from before, and hashes keys and promotions anew when they are used', async () => {
    const begun = await append('abc', { last: false });
    const { before, id } = await rotate();
    const last = await append('def', { offset: 3, token: begun.UploadToken });
    expect(last).toMatchObject({ ChunkAppended: true, ErrorMessage: '' });
    expect(await redeem('PROMO-OPEN')).toMatchObject({ Result: true, ErrorMessage: '' });
    await state().keyUse.save();
    expect(await waitingOn(before)).toEqual([
      'api-key of-1001',
      'api-key of-other',
      'folder-key anna-new',
      'folder-key bob-in',
      'promotion early',
      'promotion last',
      'promotion other',
      'promotion tenant',
    ]);
    expect((await append('new')).ErrorMessage).toBe('');
    const { keys } = await serviceKeyStatus(state());
    expect(keys.map((key) => [key.id, key.state, key.dependents.uploads, key.dependents.apiKeys])).toEqual([
      [before, 'old', 1, 2],
      [id, 'current', 1, 1],
    ]);
  });

  it('seals the secrets of identity providers anew at once', async () => {
    const { before } = await rotate();
    const { db, seals } = state();
    expect(await findProvider(db, seals, 1001)).toMatchObject({ clients: [{ clientSecret: 'of-the-provider' }] });
    const { keys } = await serviceKeyStatus(state());
    expect(keys.map(({ id, dependents }) => [id === before, dependents.providers])).toEqual([
      [true, 0],
      [false, 1],
    ]);
  });

  it('recognises pending sign-ins and used assertions of the old key', async () => {
    const { db, hashes } = state();
    const until = harness.now() + 60_000;
    const { hash: state_hash, keyId: key_id } = hashes.new('sign-in-state', 'pending');
    const times = { created_at: harness.now(), expires_at: until, used_at: null };
    const signIn = { client_id: 1001, kind: 'OIDC', nonce: 'n', pkce_verifier: 'v', email_folded: 'a' } as const;
    await db
      .insertInto('pending_sign_ins')
      .values({ ...signIn, ...times, state_hash, key_id, application_type: 1 })
      .execute();
    const mark = () =>
      markAssertionUsed(db, hashes.new('saml-assertion', 'one'), hashes.all('saml-assertion', 'one'), until);
    expect(await mark()).toBe(true);
    const { before } = await rotate();
    expect(await mark()).toBe(false);
    const { dependents } = await retire(before, 'show');
    expect(dependents).toMatchObject({ signIns: 1, assertions: 1 });
    expect(await consumePendingSignIn(db, hashes.all('sign-in-state', 'pending'), signIn, harness.now())).toMatchObject(
      { nonce: 'n' },
    );
    // Without the old key, the assertion could be used again.
    expect(await retire(before, 'revoke')).toMatchObject({ isRetired: false });
    harness.pass(60_000);
    expect(await retire(before, 'revoke')).toMatchObject({ isRetired: true });
  });

  it('a provisioning file hashes its secrets anew, and reports no change', async () => {
    const { before } = await rotate();
    const loaded = loadEntities(withProvider, 'test.yaml', secretSourceBeside('test.yaml'));
    expect(await provision(state(), loaded)).toEqual([]);
    expect(await waitingOn(before)).toEqual([]);
  });

  it('a secret of the old key is not given to a second key', async () => {
    await rotate();
    const yaml = 'apiKeys: [{ name: second, key: key-for-all }]';
    const loaded = loadEntities(yaml, 'test.yaml', secretSourceBeside('test.yaml'));
    await expect(provision(state(), loaded)).rejects.toThrow('all has the same value.');
  });

  it('retires a key that nothing needs, and refuses one that is needed', async () => {
    const { before, id } = await rotate();
    await expect(retire(id)).rejects.toThrow(`${id} is the current service key.`);
    await expect(retire('00000000')).rejects.toThrow('No service key has the id 00000000.');
    expect(await retire(before)).toMatchObject({ isRetired: false });
    expect(await keysInFile()).toEqual([id, before]);
    await provision(state(), loadEntities(withProvider, 'test.yaml', secretSourceBeside('test.yaml')));
    expect(await retire(before)).toMatchObject({ isRetired: true, removeFrom: undefined });
    expect(await keysInFile()).toEqual([id]);
    expect((await append('abc')).ErrorMessage).toBe('');
    expect(await codesOfDoctor()).toEqual([]);
    // Twice in a row.
    const again = await rotate();
    expect(again).toMatchObject({ before: id, isCurrent: true });
    expect(await keysInFile()).toEqual([again.id, id]);
  });

  it('--revoke-rest: revokes keys unused since, after showing them', async () => {
    const begun = await append('abc', { last: false });
    const { before } = await rotate();
    await append('a');
    await state().keyUse.save();
    expect(await retire(before, 'show')).toMatchObject({ isRetired: false, dependents: { apiKeys: 2, folderKeys: 2 } });
    expect(await redeem('PROMO-OPEN')).toMatchObject({ Result: true });
    await state().keyUse.save();
    expect(await retire(before, 'revoke')).toMatchObject({ isRetired: true });
    expect((await append('b')).ErrorMessage).toBe('');
    expect(await redeem('PROMO-1001')).toMatchObject({
      ErrorMessage: 'The promotion code is not valid, or is used up.',
    });
    const client = harness.clientFrom('192.0.2.9');
    const revoked = await client.GetClientID({ APIKey: 'key-of-1001', Parameters: { CompanyCode: 'OTHER' } });
    expect(revoked.ErrorMessage).toBe('The API key is not valid.');
    const next = await append('def', { offset: 3, token: begun.UploadToken });
    expect(next.ErrorMessage).toMatch(/UploadToken/);
    const { db } = state();
    expect(await db.selectFrom('api_keys').select('name').where('revoked_at', 'is', null).execute()).toEqual([
      { name: 'all' },
    ]);
    for (const table of ['api_keys', 'folder_keys', 'promotions', 'uploads', 'session_tokens'] as const) {
      const left = db.selectFrom(table).select('key_id').where('key_id', '=', before);
      expect(await left.execute(), table).toEqual([]);
    }
  });

  it.each([
    ['after the key was written', 'DELETE FROM service_keys'],
    ['before all processes knew it', 'UPDATE service_keys SET current_at = NULL'],
  ])('goes on when it was cut %s', async (_when, change) => {
    const [first = ''] = await keysInFile();
    // What such a process leaves: the key in the file, and the database before its next commit.
    const { db } = state();
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'key-fingerprint')
      .executeTakeFirstOrThrow();
    const cut = await rotate();
    await db.updateTable('settings').set({ value }).where('name', '=', 'key-fingerprint').execute();
    await sql.raw(change).execute(db);
    await writeFile(join(harness.folder, '.service.key-of-a-killed-process'), newServiceKey(), { mode: 0o600 });
    expect(await rotate()).toMatchObject({ id: cut.id, before: first, isCurrent: true });
    expect(await keysInFile()).toEqual([cut.id, first]);
    await provision(state(), loadEntities(withProvider, 'test.yaml', secretSourceBeside('test.yaml')));
    expect(await retire(first)).toMatchObject({ isRetired: true });
    expect((await append('abc')).ErrorMessage).toBe('');
    expect((await readdir(harness.folder)).filter((name) => name.includes('service.key'))).toEqual(['service.key']);
  });

  it('a retirement that was cut before the file was changed goes on', async () => {
    const before = await readFile(keyFile, 'utf8');
    const { id, before: old } = await rotate();
    const both = await readFile(keyFile, 'utf8');
    await provision(state(), loadEntities(withProvider, 'test.yaml', secretSourceBeside('test.yaml')));
    await retire(old);
    await writeFile(keyFile, both, { mode: 0o600 });
    expect(await codesOfDoctor()).toEqual(['hint key-left']);
    expect(await retire(old)).toMatchObject({ isRetired: true, removeFrom: undefined });
    expect(await keysInFile()).toEqual([id]);
    expect(before).not.toContain(await readFile(keyFile, 'utf8'));
  });

  it('doctor names a missing old key by its id, and hints at one that is needed for 90 days', async () => {
    const { id, before } = await rotate();
    harness.pass(91 * 86_400_000);
    expect(await codesOfDoctor()).toEqual(['hint key-long-needed']);
    const [newest = ''] = (await readFile(keyFile, 'utf8')).split('\n');
    const both = await readFile(keyFile, 'utf8');
    await writeFile(keyFile, newest);
    expect(await codesOfDoctor()).toEqual(['error key-missing']);
    const settings = settingsOf({ data: harness.folder }, {});
    const { findings } = await examine({ settings, serviceKeys: undefined, deep: false, online: false });
    expect(findings.find(({ code }) => code === 'key-missing')?.message).toContain(
      `The old service key ${before} is not in ${keyFile}. It is needed by 3 API keys, 3 folder access keys, 5 promotions.`,
    );
    await writeFile(keyFile, both.slice(newest.length));
    expect(await codesOfDoctor()).toEqual(['hint key-long-needed', 'error key-is-another']);
    const other = await openService({ data: harness.folder, apiUrl: () => '' }).catch((error: unknown) => error);
    expect(String(other)).toContain(`The service key of this data folder is ${id}, and the given one is ${before}`);
    await writeFile(keyFile, both);
  });

  it('a key that is given in another way is used when a second one is given, and is not removed', async () => {
    const [first, second] = [newServiceKey(), newServiceKey()];
    const data = join(harness.folder, 'given');
    const open = (text: string) =>
      openService({
        data,
        apiUrl: () => '',
        serviceKeys: givenKeys(parseServiceKeys(text, 'test'), 'RFS_SERVICE_KEY'),
      });
    const alone = await open(first);
    const options = { patience: 0, forgotten: [] };
    await expect(rotateServiceKey(alone.state, options)).rejects.toThrow(
      'The service key comes from RFS_SERVICE_KEY, which this command does not change.',
    );
    const both = await open(`${second},${first}`);
    // The first process does not know the second key.
    const waiting = await rotateServiceKey(both.state, options);
    expect(waiting).toMatchObject({ isCurrent: false, unaware: [{ keys: [waiting.before] }] });
    expect(both.state.keys.ring.current.id).toBe(waiting.before);
    await alone.close();
    expect(await rotateServiceKey(both.state, options)).toMatchObject({ id: waiting.id, isCurrent: true });
    const retired = await retireServiceKey(both.state, waiting.before, { rest: undefined, forgotten: [] });
    expect(retired).toMatchObject({ isRetired: true, removeFrom: 'RFS_SERVICE_KEY' });
    await both.close();
    await (await open(second)).close();
    await expect(open(first)).rejects.toMatchObject({ code: 'other-key' });
    expect(await readdir(data)).not.toContain('service.key');
  });

  it('a use that is stored after the next rotation does not bring an older key back', async () => {
    const { db, hashes, keyUse } = state();
    const { before } = await rotate();
    const { id } = await db.selectFrom('api_keys').select('id').where('name', '=', 'all').executeTakeFirstOrThrow();
    const queued = hashes.new('api-key', 'key-for-all');
    const from = hashes.all('api-key', 'key-for-all')[1] ?? '';
    // Stored by `save` alone, however long the rotation takes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    keyUse.rehash({ kind: 'api-key', id, from, ...queued });
    vi.useRealTimers();
    await rotateServiceKey(state(), { patience: 0, forgotten: [], again: true });
    await keyUse.save();
    const { key_id } = await db.selectFrom('api_keys').select('key_id').where('id', '=', id).executeTakeFirstOrThrow();
    expect(key_id).toBe(before);
  });

  it('a secret that nobody has is unknown under each key', async () => {
    await rotate();
    const client = harness.clientFrom('192.0.2.8');
    const unknown = await client.GetAPIURL({ APIKey: randomBytes(9).toString('hex'), ClientId: 1001 });
    expect(unknown).toMatchObject({ ErrorMessage: 'The API key is not valid.' });
  });
});
