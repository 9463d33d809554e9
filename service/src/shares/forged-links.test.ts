import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { getRaw } from '../../../test/support/service/served-files.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';
import { endShare } from '../operator/manage-shares.ts';

/** What files contain: no response may have it. */
const secret = 'content of a file';

describe('forged and replayed links', () => {
  let harness: Harness;
  let served: ServedShares;
  beforeAll(async () => {
    harness = await startHarness();
    served = await serveShares(harness);
    await served.put('a.txt', secret);
    await served.put('deep.txt', secret, 'folder-anna-new');
    await served.put('other.txt', secret, 'folder-bob-in');
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  it('open nothing', async () => {
    const { state, links } = harness.service;
    const port = Number(new URL(served.url).port);
    const [valid, password, deep] = [
      await served.share(),
      await served.share({ password: 'correct horse' }),
      await served.share({ folder: { path: '/anna/in/new' } }),
    ];
    const [expired, revoked, used] = [
      await served.share({ duration: 1_000 }),
      await served.share(),
      await served.share({ maxDownloads: 1 }),
    ];
    const token = new URL(valid.url).pathname.split('/')[2] ?? '';
    expect(await (await fetch(`${used.url}a.txt`)).text()).toBe(secret);
    const login = {
      method: 'POST',
      body: new URLSearchParams({ password: 'correct horse' }),
      redirect: 'manual',
    } as const;
    const [cookie = ''] = (await fetch(password.url, login)).headers.getSetCookie();
    const grant = cookie.split(';')[0] ?? '';
    harness.pass(1_000);
    await endShare(state, revoked.id);
    const pathOf = ({ url }: { readonly url: string }, rest = '') => new URL(url).pathname + rest;

    const altered = [...token].map(
      (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const changed = [...altered, token.slice(1), `${token}A`, token.toUpperCase(), '', '%00', `${token}%00`];
    const climbing = [
      '..',
      '%2e%2e',
      '.%2e',
      '..%2F',
      '..%2f..',
      '%2e%2e%2f',
      '..%5C',
      '%c0%ae%c0%ae',
      '..%00',
      '.',
      '',
      '%2F',
    ];
    const link = links.sign({ id: '0'.repeat(16), entryId: '0'.repeat(32), content: undefined, expiresAt: 4e12 });
    const entryOf = async (id: string) =>
      (await state.db.selectFrom('shares').select('token_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .token_hash;
    const attempts: readonly [path: string, headers?: Record<string, string>][] = [
      ...changed.map((each): [string] => [`/shared/${each}/a.txt`]),
      ...[expired, revoked, used].flatMap((share): [string][] => [[pathOf(share, 'a.txt')], [pathOf(share, '?zip')]]),
      ...climbing.flatMap((step): [string][] => [
        [pathOf(valid, `${step}/bob/in/other.txt`)],
        [pathOf(deep, `${step}/a.txt`)],
      ]),
      ...[expired, revoked, password].flatMap((share): [string][] => [
        [pathOf(share)],
        [pathOf(share, 'new/deep.txt')],
        [pathOf(share, 'new/?zip')],
        [pathOf(share, 'new/?limit=1')],
      ]),
      [pathOf(deep, 'a.txt')],
      [pathOf(valid, '../bob/in/other.txt')],
      [`/shared/${valid.id}/a.txt`],
      [`/shared/${await entryOf(valid.id)}/a.txt`],
      [`/shared/${link}/a.txt`],
      [`/files/anna/in/a.txt?link=${token}`],
      ...[
        {},
        { Cookie: `${grant}x` },
        { Cookie: 'share=' },
        { Authorization: 'Basic eDp4' },
        { Authorization: `Bearer ${token}` },
      ].map((headers): [string, Record<string, string>] => [
        pathOf(password, 'a.txt'),
        headers as Record<string, string>,
      ]),
      [pathOf(password, '?zip'), { Cookie: grant.replace(password.id, valid.id) }],
      [pathOf(revoked, 'a.txt'), { Cookie: grant, Range: 'bytes=1-' }],
      [pathOf(used, 'a.txt'), { Range: 'bytes=0-3' }],
    ];
    const accepted = [];
    for (const [path, headers = {}] of attempts) {
      const { status, body } = await getRaw(port, path, headers);
      if (![401, 403, 404, 410].includes(status) || body.includes(secret)) accepted.push(`${status} ${path}`);
    }
    expect([attempts.length >= 100, accepted]).toEqual([true, []]);
    expect(await (await fetch(`${password.url}a.txt`, { headers: { Cookie: grant } })).text()).toBe(secret);
    harness.pass(9 * 3_600_000);
    expect((await fetch(`${password.url}a.txt`, { headers: { Cookie: grant } })).status).toBe(410);
  });
});
