import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { revokeKey } from '../operator/manage-keys.ts';
import { openService } from '../server/open-service.ts';
import { SqliteStatements } from '../storage/sqlite-statements.ts';

const limits = {
  key: { failures: 3, within: 900 },
  account: { failures: 3, within: 900 },
  address: { failures: 4, within: 900 },
};
const notValid = 'The API key is not valid.';

describe('cached keys', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ guessLimits: limits });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await harness.close();
  });

  const clientIdWith = async (APIKey: string, from = harness.client) =>
    await from.GetClientID({ APIKey, Parameters: { CompanyCode: 'OTHER' } });
  const chunk = { ChunkData: new Blob(['a']), Offset: 0n, BytesRead: 1, isLastChunk: true };
  const upload = async (FolderAccessKey: string, FileName: string) =>
    (
      await harness.client.AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey,
        FileName,
        ...chunk,
      })
    ).ErrorMessage;

  it('a request whose key and tenant are known runs only the statement for the version', async () => {
    await clientIdWith('key-for-all');
    // The last use of the key, which is a commit.
    await harness.service.state.keyUse.save();
    await clientIdWith('key-for-all');
    const run = vi.spyOn(SqliteStatements.prototype, 'run');
    for (let call = 0; call < 3; call++) expect((await clientIdWith('key-for-all')).ClientID).toBe(2147483647);
    expect(run).not.toHaveBeenCalled();
    await clientIdWith('key-of-other');
    expect(run).toHaveBeenCalledOnce();
  });

  it('a key that another process revokes is refused from the next request on', async () => {
    const other = await openService({ data: harness.folder, apiUrl: () => '' });
    try {
      expect((await clientIdWith('key-for-all')).ErrorMessage).toBe('');
      expect(await upload('folder-anna-in', 'a')).toBe('');
      await revokeKey(other.state, 'folder-key', 'anna-in');
      expect(await upload('folder-anna-in', 'b')).toBe('The folder access key is not valid.');
      await revokeKey(other.state, 'api-key', 'all');
      expect(await clientIdWith('key-for-all')).toEqual({ ErrorMessage: notValid, ClientID: 0 });
    } finally {
      await other.close();
    }
  });

  it('the limit of guesses holds for known keys, as soon as another process has counted the last attempt', async () => {
    const other = await openService({ data: harness.folder, apiUrl: () => '', guessLimits: limits, now: harness.now });
    try {
      expect((await clientIdWith('key-for-all')).ErrorMessage).toBe('');
      for (let guess = 0; guess < 4; guess++) {
        await other.state.guard.guarded([{ kind: 'address', id: '192.0.2.1' }], async () => undefined);
      }
      expect((await clientIdWith('key-for-all')).ErrorMessage).toMatch(/^Too many wrong attempts\. /);
      expect((await clientIdWith('key-for-all', harness.clientFrom('192.0.2.2'))).ErrorMessage).toBe('');
      harness.pass(900_000);
      expect((await clientIdWith('key-for-all')).ErrorMessage).toBe('');
    } finally {
      await other.close();
    }
  });

  it('a key is read from the other connection while that of the lookups fails, with a limit of guesses and without', async () => {
    const open = await startHarness();
    for (const { service, client } of [harness, open]) {
      vi.spyOn(service.state.lookups.apiKey, 'now').mockImplementation(() => {
        throw new Error('database is locked');
      });
      const call = { APIKey: 'key-for-all', Parameters: { CompanyCode: 'OTHER' } };
      expect(await client.GetClientID(call)).toEqual({ ErrorMessage: '', ClientID: 2147483647 });
    }
    await open.close();
  });

  it('requests that arrive together share a commit, and one that is rejected takes no other with it', async () => {
    const folder = (FolderName: string) =>
      harness.client.AdminCreateFolder({
        AdminAuthParameters: {
          ...{ APIKey: 'key-for-all', OrgID: 9007199254740993n },
          ...{ AdminUserID: 'admin', AdminPassword: 'admin-password' },
        },
        Parameters: { Path: '/anna/in', FolderName },
      });
    const url = (EmailAddress: string) => harness.client.SSOLoginURL({ APIKey: 'key-for-all', EmailAddress });
    expect((await folder('first')).FolderName).toBe('first');
    const settled = await Promise.allSettled([folder('a'), folder('first'), folder('b'), url('x@none.example')]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.detailCode))).toMatchObject([
      { FolderName: 'a' },
      'FolderExists',
      { FolderName: 'b' },
      { ErrorMessage: expect.stringContaining('no identity provider') },
    ]);
    expect((await folder('c')).FolderName).toBe('c');
  });

  it('a right key gives no more guesses at once than are allowed: it waits while others use up the attempts', async () => {
    const { guard } = harness.service.state;
    const subjects = [{ kind: 'address', id: '192.0.2.1' }] as const;
    expect(guard.atOnce(subjects, () => 'found')).toBe('found');
    const release: (() => void)[] = [];
    const wrong = Array.from({ length: 4 }, () =>
      guard.guarded(subjects, () => new Promise<undefined>((resolve) => release.push(() => resolve(undefined)))),
    );
    expect(guard.atOnce(subjects, () => 'found')).toBeUndefined();
    expect(guard.atOnce([{ kind: 'address', id: '192.0.2.2' }], () => 'found')).toBe('found');
    await expect.poll(() => release).toHaveLength(4);
    for (const end of release) end();
    await Promise.all(wrong);
    await harness.service.state.lookups.refreshed();
    expect(guard.atOnce(subjects, () => 'found')).toBeUndefined();
    await expect(guard.guarded(subjects, async () => 'found')).rejects.toMatchObject({ code: 'TooManyAttempts' });
  });
});
