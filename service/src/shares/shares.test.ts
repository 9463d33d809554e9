import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import type { FolderListing } from '../downloads/folder-listing.ts';
import { endShare, listShares } from '../operator/manage-shares.ts';
import { removePath } from '../operator/remove-entries.ts';
import { readAudit } from '../storage/audit-log.ts';

const page = { Accept: 'text/html' };

describe('a share', () => {
  let harness: Harness;
  let served: ServedShares;
  beforeAll(async () => {
    harness = await startHarness({ guessLimits: defaultGuessLimits });
    served = await serveShares(harness);
    await served.put('a.txt', 'abcdefghij');
    await served.put('below.txt', 'below', 'folder-anna-new');
    await served.put('other.txt', 'of Bob', 'folder-bob-in');
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  const get = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url, { headers, method, redirect: 'manual' });
    return [response.status, await response.text()] as const;
  };
  const downloadsOf = async (id: string) =>
    (await listShares(harness.service.state)).find((share) => share.id === id)?.downloads;

  it('lists its folder without what is above, and sends files with their digests', async () => {
    const { url } = await served.share();
    const listing = (await (await fetch(url)).json()) as FolderListing;
    const sha256 = createHash('sha256').update('abcdefghij').digest('hex');
    expect([listing.path, listing.entries.map(({ name, href }) => [name, href])]).toEqual([
      '/in/',
      [
        ['a.txt', './a.txt'],
        ['new', './new/'],
      ],
    ]);
    expect(listing.entries[0]).toMatchObject({ size: 10, sha256 });
    const response = await fetch(new URL('./a.txt', url));
    expect([await response.text(), response.headers.get('etag')]).toEqual(['abcdefghij', `"${sha256}"`]);
    expect(await get(`${url}new/below.txt`)).toEqual([200, 'below']);
    expect((await fetch(`${url}new`, { redirect: 'manual' })).headers.get('location')).toBe('./new/');
    const text = await (await fetch(url, { headers: page })).text();
    expect(text).toContain('href="./a.txt"');
    expect(text).toContain(sha256);
    expect(text).not.toMatch(/<script|anna/i);
  });

  it('counts exactly as many downloads as it has, of requests at once to several processes', async () => {
    const other = await startHarness({ data: harness.folder });
    const second = await serveShares(other);
    const { id, url } = await served.share({ maxDownloads: 5 });
    const addresses = [`${url}a.txt`, `${url.replace(served.url, second.url)}a.txt`];
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => (await get(addresses[at % 2] ?? ''))[0]),
    );
    expect(statuses.sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(410)]);
    expect([await downloadsOf(id), (await get(url))[0]]).toEqual([5, 200]);
    expect(await (await fetch(url, { headers: page })).text()).toContain('Downloads left: 0 of 5.');
    await second.close();
    await other.service.close();
  });

  it('counts ranges once as long as a download has paid for their bytes', async () => {
    const { id, url } = await served.share({ maxDownloads: 1 });
    const range = (Range: string) => get(`${url}a.txt`, { Range });
    expect((await get(`${url}a.txt`, {}, 'HEAD'))[0]).toBe(200);
    expect([await downloadsOf(id), (await range('bytes=20-'))[0]]).toEqual([0, 416]);
    expect(await range('bytes=0-3')).toEqual([206, 'abcd']);
    expect(await range('bytes=4-')).toEqual([206, 'efghij']);
    // What was on its way when a connection ended may be sent again once, and the beginning never.
    expect(await range('bytes=4-')).toEqual([206, 'efghij']);
    expect((await range('bytes=2-'))[0]).toBe(410);
    expect((await range('bytes=0-0'))[0]).toBe(410);
    expect([(await get(`${url}a.txt`))[0], await downloadsOf(id)]).toEqual([410, 1]);
    expect((await get(`${url}new/below.txt`))[0]).toBe(410);
  });

  it('sends a folder as a ZIP, whose ranges are parts of the same bytes, and counts it as one download', async () => {
    const { id, url } = await served.share({ maxDownloads: 1 });
    const head = await fetch(`${url}?zip`, { method: 'HEAD' });
    expect(head.headers.get('content-disposition')).toContain('filename="in.zip"');
    const response = await fetch(`${url}?zip`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(String(bytes.length)).toBe(head.headers.get('content-length'));
    for (const text of ['a.txtUT', 'new/UT', 'new/below.txtUT', 'abcdefghij'])
      expect(bytes.includes(text), text).toBe(true);
    const rest = await fetch(`${url}?zip`, {
      headers: { Range: 'bytes=60-', 'If-Range': response.headers.get('etag') ?? '' },
    });
    expect([rest.status, Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(60))]).toEqual([206, true]);
    expect([(await get(`${url}?zip`))[0], await downloadsOf(id)]).toEqual([410, 1]);
  });

  it('reads no folder for a ZIP while as many downloads as allowed are running', async () => {
    const full = await serveShares(harness, { maxDownloads: 0 });
    const { url } = await full.share();
    const { etag = '' } = Object.fromEntries((await fetch(`${served.url}${new URL(url).pathname}?zip`)).headers);
    expect(etag).toMatch(/^"zip-/);
    const statuses = [];
    for (const [path, method, headers] of [
      ['?zip', 'GET', {}],
      ['?zip', 'HEAD', {}],
      ['?zip', 'GET', { 'If-None-Match': etag }],
      ['a.txt', 'GET', {}],
      ['a.txt', 'HEAD', {}],
    ] as const) {
      statuses.push((await get(url + path, headers, method))[0]);
    }
    expect(statuses).toEqual([503, 503, 503, 503, 200]);
    await full.close();
    expect((await get(`${served.url}${new URL(url).pathname}?zip`, { 'If-None-Match': etag }))[0]).toBe(304);
  });

  it('refuses a ZIP of paths that are too long for it, and counts no download', async () => {
    const { db } = harness.service.state;
    const top = await db.selectFrom('entries').selectAll().where('name', '=', 'new').executeTakeFirstOrThrow();
    const ids = [top.id, ...Array.from({ length: 260 }, (_, index) => `deep ${index}`)];
    const name = 'n'.repeat(255);
    const rows = ids.slice(1).map((id, index) => ({ ...top, id, name, parent_id: ids[index] ?? null }));
    await db.insertInto('entries').values(rows).execute();
    const { id, url } = await served.share({ maxDownloads: 1 });
    expect(await get(`${url}?zip`)).toEqual([400, expect.stringContaining('no paths as long')]);
    expect(await downloadsOf(id)).toBe(0);
    await db.deleteFrom('entries').where('id', 'in', ids.slice(1)).execute();
  });

  it('ends when it expires, is revoked, or its folder is removed, and says so in the audit log', async () => {
    const { state, store } = harness.service;
    const [expired, revoked] = [await served.share({ duration: 1000 }), await served.share({ maxDownloads: 3 })];
    expect((await get(`${revoked.url}a.txt`))[0]).toBe(200);
    harness.pass(1000);
    expect(await endShare(state, revoked.id)).toBe('revoked');
    expect(await endShare(state, revoked.id)).toBe('already revoked');
    for (const { url } of [expired, revoked])
      expect([(await get(url))[0], (await get(`${url}a.txt`))[0]]).toEqual([410, 410]);
    const gone = await served.share({ folder: { path: '/nobody/in' } });
    const removal = { recursive: true, dryRun: false };
    await removePath({ db: state.db, store, now: harness.now }, '/nobody/in', removal);
    expect((await get(gone.url))[0]).toBe(403);
    const entries = [];
    for await (const entry of readAudit(state.db, 0)) entries.push(entry);
    const about = entries.filter(({ actor, subject, details }) =>
      [actor, subject, `share:${details.share}`].includes(`share:${revoked.id}`),
    );
    expect(about.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['share.created', 'operator', 'folder:/Anna/in'],
      ['file.downloaded', `share:${revoked.id}`, 'file:/Anna/in/a.txt'],
      ['share.revoked', 'operator', `share:${revoked.id}`],
    ]);
    expect(harness.log.join('')).not.toContain(new URL(revoked.url).pathname.split('/')[2]);
    harness.pass(31 * 24 * 3_600_000);
    await harness.service.sweep();
    expect(await listShares(state)).toEqual([]);
    harness.pass(-31 * 24 * 3_600_000);
  });

  it('asks browsers for its password by a form, and programs by Basic', async () => {
    const { id, url } = await served.share({ password: 'correct horse' });
    const form = await fetch(url, { headers: page });
    const path = new URL(url).pathname;
    expect([form.status, (await form.text()).includes(`action="${path}"`)]).toEqual([403, true]);
    const challenge = await fetch(url);
    expect([challenge.status, challenge.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="share", charset="UTF-8"',
    ]);
    const post = (password: string, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ password }),
        headers: { ...page, ...headers },
        redirect: 'manual',
      });
    const wrong = await post('wrong horse');
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('This is not the password.')]);
    expect((await post('correct horse', { Origin: 'https://evil.example' })).status).toBe(403);
    const right = await post('correct horse', { Origin: served.url });
    expect([right.status, right.headers.get('location')]).toEqual([303, path]);
    const [cookie = ''] = right.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    const given = { Cookie: cookie.split(';')[0] ?? '' };
    expect(await get(`${url}a.txt`, given)).toEqual([200, 'abcdefghij']);
    const basic = { Authorization: `Basic ${Buffer.from('x:correct horse').toString('base64')}` };
    expect([(await get(`${url}a.txt`, basic))[0], (await get(`${url}a.txt`, basic))[0]]).toEqual([200, 200]);
    const other = await served.share({ password: 'battery staple' });
    expect([(await get(other.url, given))[0], (await get(other.url, basic))[0]]).toEqual([401, 401]);
    for (let guess = 0; guess < 12; guess += 1) await post(`guess ${guess}`);
    expect([(await post('correct horse')).status, (await get(url, given))[0]]).toEqual([429, 200]);
    const lines = harness.log.filter((line) => line.includes('link refused') && line.includes(`"share":"${id}"`));
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(Array(16).fill('password'));
  });
});
