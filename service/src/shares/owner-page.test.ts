import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import { revokeKey } from '../operator/manage-keys.ts';
import { listShares } from '../operator/manage-shares.ts';
import { readAudit } from '../storage/audit-log.ts';

describe('the page of owners', () => {
  let harness: Harness;
  let served: ServedShares;
  beforeAll(async () => {
    harness = await startHarness({ guessLimits: defaultGuessLimits });
    served = await serveShares(harness);
    await served.put('a.txt', 'abc');
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${served.url}/shares`, { method: 'POST', body, headers, redirect: 'manual' });
    const [cookie = ''] = response.headers.getSetCookie();
    return { status: response.status, text: await response.text(), cookie };
  };
  const signIn = async (folderKey: string, apiKey = 'key-for-all') => {
    const { status, cookie } = await post({ action: 'sign-in', apiKey, folderKey });
    return { status, Cookie: cookie.split(';')[0] ?? '' };
  };

  it('makes, lists and revokes shares of the folder whose key was given', async () => {
    const { state } = harness.service;
    const { Cookie } = await signIn('folder-anna-in');
    const made = await post(
      { action: 'create', label: '<For> Ada', days: '2', downloads: '1', password: 'correct horse' },
      { Cookie, Origin: served.url },
    );
    const [, address = ''] = /<textarea[^>]*>([^<]+)</.exec(made.text) ?? [];
    expect([made.status, made.text.includes('&lt;For&gt; Ada')]).toEqual([200, true]);
    const [share] = await listShares(state);
    expect(share).toMatchObject({ folder: '/Anna/in', state: 'valid', maxDownloads: 1, hasPassword: true });
    expect(share?.createdBy).toBe('folder-key:anna-in');
    const basic = { Authorization: `Basic ${Buffer.from(':correct horse').toString('base64')}` };
    expect(await (await fetch(`${address}a.txt`, { headers: basic })).text()).toBe('abc');
    expect(await (await fetch(`${served.url}/shares`, { headers: { Cookie } })).text()).toContain('1 of 1');
    const revoke = { action: 'revoke', share: share?.id ?? '' };
    const { Cookie: other } = await signIn('folder-bob-in', 'key-of-other');
    expect((await post(revoke, { Cookie: other })).status).toBe(400);
    expect((await listShares(state))[0]?.state).toBe('used up');
    expect((await post(revoke, { Cookie })).status).toBe(303);
    expect((await fetch(`${address}a.txt`, { headers: basic })).status).toBe(410);
    const entries = [];
    for await (const { actor, action } of readAudit(state.db, 0))
      entries.push(`${actor.replace(/[0-9a-f]{32}/, 'ID')} ${action}`);
    expect(entries).toEqual(expect.arrayContaining(['owner:ID share.created', 'owner:ID share.revoked']));
  });

  it('says what is wrong with a form, and makes nothing', async () => {
    const { Cookie } = await signIn('folder-anna-new');
    for (const [fields, problem] of [
      [{ days: '0' }, 'A share is valid for 365 days at most.'],
      [{ days: '366' }, 'A share is valid for 365 days at most.'],
      [{ days: '1', downloads: '1.5' }, 'The number of downloads is a whole number'],
      [{ days: '1', password: 'short' }, 'Password must have 8 characters or more.'],
    ] as const) {
      const { status, text } = await post({ action: 'create', ...fields }, { Cookie });
      expect([status, text]).toEqual([400, expect.stringContaining(problem)]);
    }
    expect((await listShares(harness.service.state)).length).toBe(1);
  });

  it('accepts the forms of its public address behind a proxy with another port, and no others', async () => {
    const origin = 'https://files.example:8443';
    const behind = await serveShares(harness, { origin });
    const { url } = await behind.share({ password: 'correct horse' });
    const statuses = [];
    for (const Origin of [origin, 'https://files.example', behind.url]) {
      for (const [address, fields] of [
        [`${behind.url}/shares`, { action: 'sign-out' }],
        [url, { password: 'correct horse' }],
      ] as const) {
        const [body, headers] = [new URLSearchParams(fields), { Origin }];
        statuses.push((await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status);
      }
    }
    expect(statuses).toEqual([303, 303, 403, 403, 403, 403]);
    await behind.close();
  });

  it('lets in nobody without valid keys, with a forged cookie, or from another site', async () => {
    const { state } = harness.service;
    const create = { action: 'create', days: '1' };
    const count = (await listShares(state)).length;
    expect((await signIn('folder-anna-in', 'key-of-other')).status).toBe(403);
    expect((await signIn('folder-revoked')).status).toBe(403);
    const { Cookie } = await signIn('folder-anna-in');
    for (const headers of [
      {},
      { Cookie: `${Cookie}x` },
      { Cookie: 'shares=' },
      { Cookie, Origin: 'https://evil.example' },
      { Cookie, Origin: 'null' },
    ]) {
      expect((await post(create, headers as Record<string, string>)).status).toBeGreaterThanOrEqual(400);
    }
    const setDeactivated = async (at: number | null) =>
      await state.db.updateTable('accounts').set({ deactivated_at: at }).where('user_name', '=', 'Anna').execute();
    await setDeactivated(harness.now());
    expect((await post(create, { Cookie })).status).toBe(403);
    await setDeactivated(null);
    await revokeKey(state, 'folder-key', 'anna-in');
    expect((await post(create, { Cookie })).status).toBe(403);
    const late = await signIn('folder-anna-new');
    harness.pass(1_800_000);
    expect((await post(create, { Cookie: late.Cookie })).status).toBe(403);
    for (let guess = 0; guess < 20; guess += 1) await signIn(`guess ${guess}`);
    const locked = await post({ action: 'sign-in', apiKey: 'key-for-all', folderKey: 'folder-bob-in' });
    expect([locked.status, locked.text]).toEqual([429, expect.stringContaining('Too many wrong attempts')]);
    const deleted = await fetch(`${served.url}/shares`, { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await listShares(state)).length).toBe(count);
  });
});
