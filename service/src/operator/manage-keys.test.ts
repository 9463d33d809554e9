import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { readSince } from '../cli/read-since.ts';
import { KeyUse } from '../domain/key-use.ts';
import { readAudit } from '../storage/audit-log.ts';
import { listAccounts, revokeSessions } from './manage-accounts.ts';
import { createApiKey, createFolderKey, listKeys, revokeKey } from './manage-keys.ts';

describe('keys created by operators', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const ask = async (APIKey: string, CompanyCode: string): Promise<string | undefined> =>
    (await harness.client.GetClientID({ APIKey, Parameters: { CompanyCode } })).ErrorMessage;
  /** The last entries of the audit log. */
  const log = async (last: number) => {
    const records = [];
    for await (const record of readAudit(harness.service.state.db, 0)) records.push(record);
    return records.slice(-last);
  };

  it('an API key works immediately for its tenant only, until it is revoked', async () => {
    const { state } = harness.service;
    const key = await createApiKey(state, { name: 'build', clientId: 1001 });
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await ask(key, 'strasse')).toBe('');
    expect(await ask(key, 'other')).toBe('No company has this CompanyCode.');
    expect(await revokeKey(state, 'api-key', 'build')).toBe('revoked');
    expect(await ask(key, 'strasse')).toBe('The API key is not valid.');
    expect(await revokeKey(state, 'api-key', 'build')).toBe('already revoked');
    await state.keyUse.save();
    const listed = await listKeys(state, 'api-key');
    expect(listed.find(({ name }) => name === 'build')).toEqual({
      name: 'build',
      scope: 1001,
      createdAt: harness.now(),
      revokedAt: harness.now(),
      usedAt: harness.now(),
      usedFrom: '192.0.2.1',
    });
    expect(JSON.stringify([listed, await log(9)])).not.toContain(key);
    expect(await log(2)).toMatchObject([
      { actor: 'operator', action: 'api-key.created', subject: 'api-key:build', details: { clientId: 1001 } },
      { actor: 'operator', action: 'api-key.revoked', subject: 'api-key:build' },
    ]);
  });

  it('a folder access key opens its folder, until it is revoked', async () => {
    const { state } = harness.service;
    const FolderAccessKey = await createFolderKey(state, { name: 'scanner', folder: '/ANNA/in/new/' });
    const send = async (): Promise<string | undefined> => {
      const chunk = { ChunkData: new Blob(['x']), Offset: 0n, BytesRead: 1, isLastChunk: true };
      const call = { APIKey: 'key-for-all', FolderAccessKey, FileName: 'a.txt', ...chunk };
      return (await harness.client.AppendChunkWithFolderAccessKey(call)).ErrorMessage;
    };
    expect(await send()).toBe('');
    const listed = (await listKeys(state, 'folder-key')).find(({ name }) => name === 'scanner');
    expect(listed).toMatchObject({ scope: '/Anna/in/new', revokedAt: null });
    await revokeKey(state, 'folder-key', 'scanner');
    expect(await send()).toBe('The folder access key is not valid.');
    expect((await log(3)).map(({ action, details }) => [action, details])).toEqual([
      ['folder-key.created', { folder: '/Anna/in/new' }],
      ['file.published', { bytes: '1', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), replaced: false }],
      ['folder-key.revoked', {}],
    ]);
  });

  it('names that are taken, unknown or invalid are rejected, and so are unknown tenants and folders', async () => {
    const { state } = harness.service;
    const before = await log(1000);
    const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
      await work.then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
    expect(await codeOf(createApiKey(state, { name: 'all', clientId: null }))).toBe('name-taken');
    expect(await codeOf(createApiKey(state, { name: 'revoked', clientId: null }))).toBe('name-taken');
    expect(await codeOf(createApiKey(state, { name: 'new', clientId: 5 }))).toBe('unknown-tenant');
    expect(await codeOf(createApiKey(state, { name: ' x', clientId: null }))).toBe('invalid-argument');
    expect(await codeOf(createApiKey(state, { name: 'x'.repeat(65), clientId: null }))).toBe('invalid-argument');
    expect(await codeOf(revokeKey(state, 'api-key', 'none'))).toBe('unknown-name');
    expect(await codeOf(createFolderKey(state, { name: 'anna-in', folder: '/anna' }))).toBe('name-taken');
    expect(await codeOf(createFolderKey(state, { name: 'new', folder: '/anna/none' }))).toBe('no-such-folder');
    expect(await codeOf(createFolderKey(state, { name: 'new', folder: 'anna' }))).toBe('InvalidPath');
    expect(await codeOf(revokeKey(state, 'folder-key', 'none'))).toBe('unknown-name');
    expect(await codeOf(revokeSessions(state, 'none'))).toBe('unknown-name');
    expect(await log(1000)).toEqual(before);
  });

  it('accounts are listed with the size of their files, and their sessions can be ended', async () => {
    const { state } = harness.service;
    const chunk = { ChunkData: new Blob(['four']), Offset: 0n, BytesRead: 4, isLastChunk: true };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    for (const FileName of ['a', 'b'])
      await harness.client.AppendChunkWithFolderAccessKey({ ...keys, FileName, ...chunk });
    const accounts = await listAccounts(state);
    expect(
      accounts.map(({ userName, clientId, hasPassword, files, bytes }) => [
        userName,
        clientId,
        hasPassword,
        files,
        bytes,
      ]),
    ).toEqual([
      ['Anna', 1001, true, 2, 8n],
      ['bob', 2147483647, false, 0, 0n],
      ['nobody', null, false, 0, 0n],
    ]);
    const anna = await state.db
      .selectFrom('accounts')
      .select('id')
      .where('user_name', '=', 'Anna')
      .executeTakeFirstOrThrow();
    const apiKey = await state.db.selectFrom('api_keys').select('id').limit(1).executeTakeFirstOrThrow();
    for (const hash of ['one', 'two']) {
      const times = { created_at: harness.now(), expires_at: harness.now() + 1000 };
      const session = { hash, account_id: anna.id, api_key_id: apiKey.id, ...times };
      await state.db.insertInto('session_tokens').values(session).execute();
    }
    expect(await revokeSessions(state, 'ANNA')).toBe(2);
    expect(await state.db.selectFrom('session_tokens').selectAll().execute()).toEqual([]);
    expect(await log(1)).toMatchObject([
      { action: 'sessions.revoked', subject: `account:${anna.id}`, details: { sessions: 2 } },
    ]);
    expect(await revokeSessions(state, 'anna')).toBe(0);
    expect((await log(1))[0]?.action).toBe('sessions.revoked');
  });

  it('the audit log is read from a given time', async () => {
    harness.pass(3_600_000);
    await createApiKey(harness.service.state, { name: 'late', clientId: null });
    const records = [];
    for await (const { subject } of readAudit(harness.service.state.db, readSince('30m', harness.now())))
      records.push(subject);
    expect(records).toEqual(['api-key:late']);
    const at = Date.UTC(2026, 0, 31);
    expect(['2026-01-31', '2026-01-31T01:00+01:00', '7d'].map((text) => readSince(text, at + 7 * 86_400_000))).toEqual([
      at,
      at,
      at,
    ]);
    for (const text of ['yesterday', '2026-02-30', '2026-01-31T25:00Z', '5', '']) {
      expect(() => readSince(text, 0), text).toThrow('is not a time');
    }
  });

  it('lists when and from where a key was last used, also when another process uses it later', async () => {
    const { state } = harness.service;
    const lastUse = async (kind: 'api-key' | 'folder-key', name: string): Promise<unknown> => {
      await state.keyUse.save();
      const { usedAt, usedFrom } = (await listKeys(state, kind)).find((key) => key.name === name) ?? {};
      return [usedAt, usedFrom];
    };
    const chunk = { FileName: 'a.txt', ChunkData: new Blob(['x']), Offset: 0n, BytesRead: 1, isLastChunk: true };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    await harness.clientFrom('192.0.2.1').AppendChunkWithFolderAccessKey({ ...keys, ...chunk });
    const first = harness.now();
    expect(await lastUse('api-key', 'all')).toEqual([first, '192.0.2.1']);
    expect(await lastUse('folder-key', 'anna-in')).toEqual([first, '192.0.2.1']);
    harness.pass(5_000);
    await harness.clientFrom('192.0.2.2').GetClientID({ APIKey: 'key-for-all' });
    expect(await lastUse('api-key', 'all')).toEqual([first + 5_000, '192.0.2.2']);
    expect(await lastUse('folder-key', 'anna-in')).toEqual([first, '192.0.2.1']);
    const earlier = new KeyUse(state.db, () => first + 1);
    const key = await state.db.selectFrom('api_keys').selectAll().where('name', '=', 'all').executeTakeFirstOrThrow();
    earlier.used('r', 'api-key', key, '192.0.2.3');
    await earlier.save();
    expect(await lastUse('api-key', 'all')).toEqual([first + 5_000, '192.0.2.2']);
  });
});
