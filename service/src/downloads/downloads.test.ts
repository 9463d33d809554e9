import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { getRaw, type ServedFiles, serveFiles } from '../../../test/support/service/served-files.ts';
import { removePath } from '../operator/remove-entries.ts';
import { Metrics } from '../server/metrics.ts';
import { readAudit } from '../storage/audit-log.ts';
import type { FolderListing } from './folder-listing.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
/** More than the buffers of a connection hold. */
const large = Buffer.alloc(16 * 1024 * 1024, 'all the bytes of a file. ');

describe('links to files', () => {
  let harness: Harness;
  let served: ServedFiles;
  let metrics: Metrics;
  beforeEach(async () => {
    harness = await startHarness();
    metrics = new Metrics('0');
    served = await serveFiles(harness, { counts: metrics, maxDownloads: 2 });
  });
  afterEach(async () => {
    await served.close();
    await harness.close();
  });

  const put = async (FileName: string, bytes: Uint8Array<ArrayBuffer> | string, FolderAccessKey = 'folder-anna-in') => {
    const ChunkData = new Blob([bytes]);
    const chunk = { ChunkData, Offset: 0n, BytesRead: ChunkData.size, isLastChunk: true };
    const call = { APIKey: 'key-for-all', FolderAccessKey, FileName, ...chunk };
    expect((await harness.client.AppendChunkWithFolderAccessKey(call)).ErrorMessage).toBe('');
  };
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;
  const reasons = () =>
    harness.log
      .map((line) => JSON.parse(line))
      .flatMap(({ message, reason }) => (message === 'link refused' ? reason : []));
  const contentOf = async (name: string) => {
    const { db } = harness.service.state;
    const { content } = await db
      .selectFrom('entries')
      .select('content')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return join(harness.folder, 'files', content?.slice(0, 2) ?? '', content ?? '');
  };
  const listed = async (url: string) => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    return (await response.json()) as FolderListing;
  };

  it('send the file with its digest, and nothing that a browser would run', async () => {
    await put('Größe 5?.html', '<script>alert(1)</script>');
    const response = await fetch(await served.link('/anna/in/Größe 5?.html'));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.toString()]).toEqual([200, '<script>alert(1)</script>']);
    const digest = digestOf(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="Gr__e 5?.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%205%3F.html`,
      'content-length': '25',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/octet-stream',
      etag: `"${digest.toString('hex')}"`,
      'last-modified': new Date(harness.now()).toUTCString(),
      'repr-digest': `sha-256=:${digest.toString('base64')}:`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('are recorded with the link, the path, the bytes and the request', async () => {
    await put('a.txt', 'abc');
    const url = await served.link('/anna/in/a.txt');
    const response = await fetch(url, { headers: { Range: 'bytes=1-' } });
    expect([response.status, await response.text()]).toEqual([206, 'bc']);
    await served.close();
    const entries = [];
    for await (const entry of readAudit(harness.service.state.db, 0)) entries.push(entry);
    const [created, downloaded] = entries.slice(-2);
    expect(created).toMatchObject({ actor: 'operator', action: 'link.created', subject: 'file:/Anna/in/a.txt' });
    expect(downloaded).toMatchObject({
      actor: `link:${created?.details.link}`,
      action: 'file.downloaded',
      subject: 'file:/Anna/in/a.txt',
      details: { bytes: '2', status: 206, outcome: 'complete' },
      requestId: response.headers.get('x-request-id'),
    });
    const line = harness.log.map((text) => JSON.parse(text)).find(({ message }) => message === 'download');
    expect(line).toMatchObject({ outcome: 'complete', bytes: '2', status: 206, requestId: downloaded?.requestId });
    expect(harness.log.join('')).not.toContain(new URL(url).searchParams.get('link'));
    const text = await metrics.text();
    expect(text).toContain('rfs_downloads_total{outcome="complete"} 1');
    expect(text).toContain('rfs_download_bytes_total 2');
  });

  it('that are missing, altered, expired, of another file, removed or replaced: 403 or 410, and the log tells them apart', async () => {
    await put('a.txt', 'abc');
    await put('b.txt', 'def');
    await put('c.txt', 'ghi');
    const [a, b, c] = [
      await served.link('/anna/in/a.txt', 60_000),
      await served.link('/anna/in/b.txt'),
      await served.link('/anna/in/c.txt'),
    ];
    const token = new URL(a).searchParams.get('link') ?? '';
    const plain = a.replace(/\?.*/, '');
    const texts = new Set<string>();
    for (const url of [
      plain,
      `${plain}?link=`,
      a.replace(/\?link=./, '?link=0'),
      b.replace(/link=.*/, `link=${token}`),
    ]) {
      const response = await fetch(url);
      expect(response.status).toBe(403);
      texts.add(await response.text());
    }
    await put('b.txt', 'new');
    expect(await statusOf(b)).toBe(410);
    const { store, state } = harness.service;
    await removePath({ db: state.db, store, now: harness.now }, '/anna/in/c.txt', { recursive: false, dryRun: false });
    expect(await statusOf(c)).toBe(410);
    expect(await statusOf(a)).toBe(200);
    harness.pass(60_000);
    expect(await statusOf(a)).toBe(410);
    expect(reasons()).toEqual(['missing', 'missing', 'altered', 'other-path', 'replaced', 'removed', 'expired']);
    expect(texts.size).toBe(1);
    expect(await metrics.text()).toContain('rfs_refused_links_total{reason="replaced"} 1');
  });

  it('to a folder list it in pages, with links that open its entries alone', async () => {
    for (const name of ['b', 'a', 'ä:x', 'c&d']) await put(name, name);
    const url = await served.link('/anna/in');
    const first = await listed(`${url}&limit=2`);
    const second = await listed(new URL(first.next ?? '', url).href);
    expect([
      first.path,
      first.entries.map(({ name }) => name),
      second.entries.map(({ name }) => name),
      second.next,
    ]).toEqual(['/Anna/in/', ['a', 'b'], ['c&d', 'new'], expect.anything()]);
    expect(first.entries[0]).toEqual({
      name: 'a',
      kind: 'file',
      href: expect.stringMatching(/^\.\/a\?link=/),
      size: 1,
      sha256: digestOf(Buffer.from('a')).toString('hex'),
      etag: `"${digestOf(Buffer.from('a')).toString('hex')}"`,
      written: expect.stringMatching(/^\d{4}-.*Z$/),
      created: expect.stringMatching(/Z$/),
      published: new Date(harness.now()).toISOString(),
    });
    for (const { name, href } of (await listed(url)).entries.filter(({ kind }) => kind === 'file')) {
      const response = await fetch(new URL(href, url));
      expect([response.status, await response.text()]).toEqual([200, name]);
    }
    const own = new URL(first.entries[0]?.href ?? '', url).searchParams.get('link');
    expect(await statusOf(url.replace(/link=.*/, `link=${own}`))).toBe(403);
  });

  it('to a folder open everything below it by a bearer token, and nothing beside it', async () => {
    await put('a.txt', 'abc');
    await put('b.txt', 'of Bob', 'folder-bob-in');
    const token = new URL(await served.link('/anna')).searchParams.get('link');
    const headers = { Authorization: `Bearer ${token}` };
    const base = `http://127.0.0.1:${served.port}/files`;
    expect((await listed(`${base}/anna/?link=${token}`)).entries.map(({ name, kind }) => [name, kind])).toContainEqual([
      'in',
      'folder',
    ]);
    const got = await Promise.all(
      ['/anna/in/a.txt', '/ANNA/in/a.txt', '/anna/in/none', '/bob/in/b.txt', '/bob/', '/nobody/'].map((path) =>
        statusOf(`${base}${path}`, { headers }),
      ),
    );
    expect(got).toEqual([200, 200, 404, 403, 403, 403]);
    const moved = await fetch(`${base}/anna/in?link=${token}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `./in/?link=${token}`]);
  });

  it('have no path that leads out of the account', async () => {
    await put('b.txt', 'of Bob', 'folder-bob-in');
    const token = new URL(await served.link('/anna')).searchParams.get('link');
    for (const path of [
      '/files/anna/../bob/in/b.txt',
      '/files/anna/%2e%2e/bob/in/b.txt',
      '/files/anna/..%2Fbob/in/b.txt',
      '/files/anna%2F..%2Fbob/in/b.txt',
      '/files/anna/%00',
      '/files/anna/in%5C..',
      '/files/anna/%c0%ae%c0%ae/bob',
      '/files/../files/anna/',
      '/files//anna/',
    ]) {
      expect([path, (await getRaw(served.port, `${path}?link=${token}`)).status]).toEqual([path, 404]);
    }
  });

  it('to a folder are a page without scripts for a browser', async () => {
    await put('<img src=x onerror=alert(1)>&".txt', 'abc');
    const url = await served.link('/anna/in');
    const response = await fetch(url, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;.txt');
    expect(text).not.toMatch(/<script|<img/);
    const [, href = ''] = /<a href="(\.\/[^"]+)"/.exec(text) ?? [];
    expect(await (await fetch(new URL(href.replaceAll('&amp;', '&'), url))).text()).toBe('abc');
  });

  it('answer ranges, conditions and HEAD as HTTP has them', async () => {
    await put('a.txt', 'abcdefghij');
    const url = await served.link('/anna/in/a.txt');
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const get = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(url, { method, headers });
      return [response.status, await response.text(), response.headers.get('content-range')];
    };
    expect(await get({}, 'HEAD')).toEqual([200, '', null]);
    expect(await get({ Range: 'bytes=2-4' })).toEqual([206, 'cde', 'bytes 2-4/10']);
    expect(await get({ Range: 'bytes=-2' })).toEqual([206, 'ij', 'bytes 8-9/10']);
    expect(await get({ Range: 'bytes=8-' })).toEqual([206, 'ij', 'bytes 8-9/10']);
    expect(await get({ Range: 'bytes=0-1,4-5' })).toEqual([200, 'abcdefghij', null]);
    expect(await get({ Range: 'bytes=10-' })).toMatchObject([416, expect.anything(), 'bytes */10']);
    expect(await get({ Range: 'bytes=2-4', 'If-Range': etag })).toEqual([206, 'cde', 'bytes 2-4/10']);
    expect(await get({ Range: 'bytes=2-4', 'If-Range': '"other"' })).toEqual([200, 'abcdefghij', null]);
    expect(await get({ 'If-None-Match': etag })).toEqual([304, '', null]);
    expect(await get({ 'If-Modified-Since': new Date(harness.now()).toUTCString() })).toEqual([304, '', null]);
    expect((await get({ 'If-Match': '"other"' }))[0]).toBe(412);
    expect(await get({ Range: 'bytes=2-4' }, 'HEAD')).toEqual([200, '', null]);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    await put('empty', '');
    const empty = await fetch(await served.link('/anna/in/empty'), { headers: { Range: 'bytes=0-' } });
    expect([empty.status, await empty.text()]).toEqual([200, '']);
  });

  it('whose file was changed on the disk end before the last byte', async () => {
    await put('a.bin', large);
    const path = await contentOf('a.bin');
    const file = await open(path, 'r+');
    await file.write('X', 5);
    await file.close();
    const response = await fetch(await served.link('/anna/in/a.bin'));
    let got = 0;
    await expect(
      (async () => {
        for await (const piece of response.body ?? []) got += piece.length;
      })(),
    ).rejects.toThrow('terminated');
    expect(got).toBeLessThan(large.length);
    await served.close();
    expect(harness.log.join('')).toContain('a file has changed on the disk; run doctor --deep');
    expect(await metrics.text()).toContain('rfs_downloads_total{outcome="changed"} 1');
  });

  it('send the old bytes to the end when the file is replaced or removed during the download', async () => {
    const { store, state } = harness.service;
    await put('a.bin', large);
    await put('b.bin', large);
    const [a, b] = await Promise.all([
      fetch(await served.link('/anna/in/a.bin')),
      fetch(await served.link('/anna/in/b.bin')),
    ]);
    await put('a.bin', 'other');
    await removePath({ db: state.db, store, now: harness.now }, '/anna/in/b.bin', { recursive: false, dryRun: false });
    for (const response of [a, b]) {
      expect(digestOf(Buffer.from(await response.arrayBuffer())).equals(digestOf(large))).toBe(true);
    }
  });

  it('beyond the limit of concurrent downloads are asked to come later; a client that reads nothing is disconnected', async () => {
    await served.close();
    served = await serveFiles(harness, { counts: metrics, timeout: 3_000, maxDownloads: 2 });
    await put('a.bin', large);
    const url = new URL(await served.link('/anna/in/a.bin'));
    const stalled = [1, 2].map(() => {
      const socket = connect(served.port, '127.0.0.1').pause();
      socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    });
    const until = async (wanted: () => Promise<boolean>) => {
      while (!(await wanted())) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(async () => (await statusOf(url.href, { headers: { Range: 'bytes=0-0' } })) === 503);
    await until(async () => (await metrics.text()).includes('rfs_downloads_total{outcome="stalled"} 2'));
    // Counted a moment before its place is free.
    await until(async () => (await statusOf(url.href, { headers: { Range: 'bytes=0-0' } })) === 206);
    for (const socket of stalled) socket.destroy();
  });

  it.skipIf(!hasCurl)('are resumed by curl, byte for byte', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rfs-curl-'));
    try {
      await put('a.bin', large);
      const url = await served.link('/anna/in/a.bin');
      const { spawn } = await import('node:child_process');
      const curl = (...args: string[]) =>
        new Promise<number | null>((resolve) =>
          spawn('curl', ['-sS', ...args, url], { cwd: folder }).on('close', resolve),
        );
      expect(await curl('-r', '100-1099', '-o', 'part')).toBe(0);
      expect(readFileSync(join(folder, 'part')).equals(large.subarray(100, 1100))).toBe(true);
      writeFileSync(join(folder, 'whole'), large.subarray(0, 10_000_001));
      expect(await curl('-C', '-', '-o', 'whole')).toBe(0);
      expect(digestOf(readFileSync(join(folder, 'whole'))).equals(digestOf(large))).toBe(true);
      expect(await curl('-OJ')).toBe(0);
      expect(digestOf(readFileSync(join(folder, 'a.bin'))).equals(digestOf(large))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
