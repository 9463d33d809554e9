import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Spool } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { callMount, type MountCall } from '../../../test/support/service/mount-request.ts';
import { accepted, type FileCheck, NoVerdict } from '../checks/file-check.ts';
import { responseOf } from '../common/mount.ts';
import { openUploads, UploadLimits } from '../domain/upload-limits.ts';
import { createFolderKey, revokeKey } from '../operator/manage-keys.ts';
import { setPolicyOf } from '../operator/manage-policies.ts';
import { readAudit } from '../storage/audit-log.ts';
import { type Sink, TusBody } from './tus-body.ts';
import { TusMount } from './tus-mount.ts';

describe('uploads by tus', () => {
  let harness: Harness;
  let mount: TusMount;
  let verdict: 'answers' | 'is down' = 'answers';
  const scanner: FileCheck = {
    ...{ name: 'scanner', target: 'here', timeout: 1_000, withoutVerdict: 'reject' },
    async check({ path }) {
      if (/(?:bad|good)\.txt$/.test(path) && verdict === 'is down') throw new NoVerdict('it is down');
      return path.endsWith('/bad.txt') ? { accepted: false, reason: 'it is bad' } : accepted;
    },
  };
  beforeAll(async () => {
    harness = await startHarness({ checks: [scanner] });
    mount = mountOf(harness);
  });
  afterAll(() => harness.close());

  const mountOf = ({ service: { state, spool } }: Harness, origins?: string) =>
    new TusMount({ state, spool, origins }, '/below');
  const keys = { Authorization: 'Bearer folder-anna-in', 'X-Api-Key': 'key-for-all', 'Tus-Resumable': '1.0.0' };
  const bytesType = { 'Content-Type': 'application/offset+octet-stream' };
  const call = (method: string, target: string, headers: Record<string, string> = {}, body?: MountCall['body']) =>
    callMount(mount, method, target, { headers: { ...keys, ...headers }, body });
  const metadata = (name: string) => ({ 'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')},a` });
  const create = async (
    name: string,
    length: number,
    headers: Record<string, string> = {},
    body?: MountCall['body'],
  ) => {
    const all = { 'Upload-Length': String(length), ...metadata(name), ...headers };
    const response = await call('POST', '', body === undefined ? all : { ...all, ...bytesType }, body);
    expect(response.status, response.text).toBe(201);
    const location = response.headers.get('location') ?? '';
    expect(location.startsWith('/below/tus/')).toBe(true);
    return { response, id: location.slice('/below/tus/'.length) };
  };
  const patch = (id: string, offset: number, body: MountCall['body'], headers: Record<string, string> = {}) =>
    call('PATCH', id, { ...bytesType, 'Upload-Offset': String(offset), ...headers }, body);
  const offsetOf = async (id: string) => (await call('HEAD', id)).headers.get('upload-offset');
  const contentOf = async (name: string, folder = 'folder-anna-in') =>
    (await fileOf(harness, folder, name))?.bytes.toString('latin1');

  it('creates, resumes and publishes an upload', async () => {
    const { id, response } = await create('a ü.txt', 11);
    const expires = new Date(harness.now() + 24 * 3_600_000).toUTCString();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-expires': expires,
    });
    const first = await patch(id, 0, 'hello ');
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '6']);
    expect(await contentOf('a ü.txt')).toBeUndefined();
    const head = await call('HEAD', id);
    expect([head.status, head.headers.get('upload-length'), head.headers.get('cache-control')]).toEqual([
      200,
      '11',
      'no-store',
    ]);
    // A replay, and an offset that is not the one.
    expect((await patch(id, 0, 'hello ')).status).toBe(409);
    expect((await patch(id, 7, 'x')).status).toBe(409);
    const last = await patch(id, 6, 'world', { 'X-HTTP-Method-Override': 'PATCH' });
    expect([last.status, last.headers.get('upload-offset'), last.headers.has('upload-expires')]).toEqual([
      204,
      '11',
      false,
    ]);
    expect(await contentOf('a ü.txt')).toBe('hello world');
    expect(await offsetOf(id)).toBe('11');
    expect((await patch(id, 11, '')).status).toBe(204);
    const entries = [];
    for await (const entry of readAudit(harness.service.state.db, 0)) entries.push(entry);
    expect(entries.at(-1)).toMatchObject({ action: 'file.published', subject: 'folder-key:anna-in/a ü.txt' });
  });

  it('takes bytes with the creation, and empty files', async () => {
    const { response, id } = await create('with.txt', 6, {}, 'abc');
    expect(response.headers.get('upload-offset')).toBe('3');
    await patch(id, 3, 'def');
    expect(await contentOf('with.txt')).toBe('abcdef');
    await create('whole.txt', 3, {}, 'abc');
    expect(await contentOf('whole.txt')).toBe('abc');
    await create('empty.txt', 0);
    expect(await contentOf('empty.txt')).toBe('');
  });

  it('begins no upload with more bytes than its length', async () => {
    const open = () => openUploads(harness.service.state.db);
    const before = await open();
    const headers = { ...metadata('beyond.txt'), ...bytesType, 'Upload-Length': '3' };
    expect((await call('POST', '', headers, 'abcd')).status).toBe(413);
    expect(await open()).toEqual(before);
  });

  it('keeps whole pieces of a body that breaks off', async () => {
    const bytes = Buffer.alloc(17 * 1024 * 1024, 'all the bytes of a file. ');
    const { id } = await create('large.bin', bytes.length);
    expect((await patch(id, 0, bytes.subarray(0, 9 * 1024 * 1024))).status).toBe(204);
    expect(await offsetOf(id)).toBe(String(9 * 1024 * 1024));
    expect((await patch(id, 9 * 1024 * 1024, bytes.subarray(9 * 1024 * 1024))).status).toBe(204);
    const found = await fileOf(harness, 'folder-anna-in', 'large.bin');
    expect(found?.bytes.equals(bytes)).toBe(true);
  });

  it('appends no more at a time than a chunk may have', async () => {
    const { state, spool } = harness.service;
    const uploadLimits = new UploadLimits(state.db, { chunk: 4, spool: 1000 });
    const limited = new TusMount({ state: { ...state, uploadLimits }, spool, origins: undefined }, '/below');
    const sent = async (id: string, body: string, headers: Record<string, string> = {}) => {
      const all = { ...keys, ...bytesType, 'Upload-Offset': '0', ...headers };
      return await callMount(limited, 'PATCH', id, { headers: all, body });
    };
    const { id } = await create('small-chunks.txt', 10);
    const sum = { 'Upload-Checksum': `sha1 ${createHash('sha1').update('01234').digest('base64')}` };
    expect((await sent(id, '01234', sum)).text).toContain('more than 4 bytes');
    // The length of a body may not be known.
    expect((await sent(id, '01234', { ...sum, 'Content-Length': '0' })).status).toBe(413);
    expect((await sent(id, '0123456789')).status).toBe(204);
    expect(await contentOf('small-chunks.txt')).toBe('0123456789');
  });

  it('spools nothing after the end of a request', async () => {
    const { spool } = harness.service;
    const spooled: string[] = [];
    const counted: Spool = {
      begin() {
        spooled.push('begun');
        const values = spool.begin();
        return {
          open: (most) => values.open(most),
          keep: () => values.keep(),
          discard() {
            spooled.push('discarded');
            return values.discard();
          },
        };
      },
    };
    const failed = () => responseOf(500, {});
    const finish = async () => responseOf(204, {});
    const sink = { most: 8n, piece: 8, checksum: undefined, finish };
    const events = new EventEmitter();
    const opened = async (): Promise<Sink> => {
      await once(events, 'open');
      return { ...sink, append: async () => undefined };
    };
    const early = new TusBody(counted, opened, failed);
    const received = early.receive(Buffer.from('abc'));
    early.discard();
    events.emit('open');
    await received;
    expect(spooled).toEqual([]);
    // Bytes that are being appended are read to their end.
    const append = async (bytes: Blob) => {
      events.emit('append', bytes);
      await once(events, 'appended');
    };
    const late = new TusBody(counted, async () => ({ ...sink, append }), failed);
    await late.receive(Buffer.from('abc'));
    const appending = once(events, 'append');
    const ended = late.end();
    const [bytes]: Blob[] = await appending;
    late.discard();
    expect([spooled, await bytes?.text()]).toEqual([['begun'], 'abc']);
    events.emit('appended');
    expect([(await ended).status, spooled]).toEqual([204, ['begun', 'discarded']]);
  });

  it('stores no bytes with another digest', async () => {
    const { id } = await create('sum.txt', 6);
    const sum = (algorithm: string, text: string) => ({
      'Upload-Checksum': `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`,
    });
    expect((await patch(id, 0, 'abc', sum('sha1', 'abd'))).status).toBe(460);
    expect((await patch(id, 0, 'abc', sum('md5', 'abc'))).status).toBe(400);
    expect(await offsetOf(id)).toBe('0');
    expect((await patch(id, 0, 'abc', sum('sha1', 'abc'))).status).toBe(204);
    expect((await patch(id, 3, 'def', sum('sha1', 'deg'))).status).toBe(460);
    expect([await offsetOf(id), await contentOf('sum.txt')]).toEqual(['3', undefined]);
    expect((await patch(id, 3, 'def', sum('sha256', 'def'))).status).toBe(204);
    expect(await contentOf('sum.txt')).toBe('abcdef');
    const whole = await create('whole-sum.txt', 3);
    expect((await patch(whole.id, 0, 'abc', sum('sha1', 'abd'))).status).toBe(460);
    expect([await offsetOf(whole.id), await contentOf('whole-sum.txt')]).toEqual(['0', undefined]);
  });

  it('ends an upload', async () => {
    const { id } = await create('gone.txt', 6, {}, 'abc');
    expect((await call('DELETE', id)).status).toBe(204);
    for (const method of ['HEAD', 'DELETE']) expect((await call(method, id)).status).toBe(404);
    expect((await patch(id, 3, 'def')).status).toBe(404);
    const whole = await create('kept.txt', 3, {}, 'abc');
    expect((await call('DELETE', whole.id)).status).toBe(403);
    expect(await contentOf('kept.txt')).toBe('abc');
    const idle = await create('idle.txt', 6, {}, 'abc');
    harness.pass(24 * 3_600_000 + 1);
    expect((await call('HEAD', idle.id)).status).toBe(404);
  });

  it('leaves metrics of rejections to the SOAP service, which completes them', async () => {
    const rejected: string[] = [];
    const { state, spool } = harness.service;
    const counts = { ...state.counts, rejected: (requestId: string) => rejected.push(requestId) };
    const counted = new TusMount({ state: { ...state, counts }, spool, origins: undefined }, '');
    expect((await callMount(counted, 'HEAD', 'x', { headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(401);
    expect(rejected).toEqual([]);
  });

  it('says what it supports, to allowed origins', async () => {
    const options = await callMount(mount, 'OPTIONS', '', { headers: { Origin: 'https://app.example' } });
    expect([options.status, options.headers.get('tus-extension'), options.headers.get('tus-version')]).toEqual([
      204,
      'creation,creation-with-upload,termination,expiration,checksum',
      '1.0.0',
    ]);
    expect(options.headers.has('access-control-allow-origin')).toBe(false);
    const open = mountOf(harness, 'https://app.example, https://b.example');
    const allowed = async (Origin: string, method = 'OPTIONS') =>
      (await callMount(open, method, '', { headers: { ...keys, Origin } })).headers;
    expect((await allowed('https://app.example')).get('access-control-allow-headers')).toContain('X-Api-Key');
    expect((await allowed('https://b.example', 'POST')).get('access-control-expose-headers')).toContain('Location');
    expect((await allowed('https://evil.example')).get('access-control-allow-origin')).toBeUndefined();
    expect((await call('POST', '', { 'Tus-Resumable': '0.2.2' })).status).toBe(412);
    expect((await call('GET', '')).status).toBe(405);
    expect((await call('POST', '', { 'Upload-Defer-Length': '1' })).status).toBe(400);
    expect((await call('POST', '', { 'Upload-Length': '3', 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it('keeps the rules of every upload: quotas, checks', async () => {
    const headers = { Authorization: 'Bearer folder-anna-new' };
    await setPolicyOf(harness.service.state, 'quota', 'folder-key:anna-new', 5n);
    const { id } = await create('quota.txt', 9, headers, 'abc');
    expect((await patch(id, 3, 'defghi', headers)).status).toBe(413);
    expect((await call('HEAD', id, headers)).status).toBe(404);
    verdict = 'is down';
    // The check cannot be made when the last byte comes, then refuses one file and accepts the other.
    const bad = await create('bad.txt', 3);
    expect((await patch(bad.id, 0, 'bad')).status).toBe(503);
    expect((await call('HEAD', bad.id)).status).toBe(503);
    verdict = 'answers';
    expect((await call('HEAD', bad.id)).status).toBe(403);
    verdict = 'is down';
    const good = await create('good.txt', 4);
    expect((await patch(good.id, 0, 'good')).status).toBe(503);
    expect(await contentOf('good.txt')).toBeUndefined();
    verdict = 'answers';
    expect(await offsetOf(good.id)).toBe('4');
    expect([await contentOf('good.txt'), await contentOf('bad.txt')]).toEqual(['good', undefined]);
  });

  it('accepts none of 100 forged requests', async () => {
    const { state } = harness.service;
    const revoked = await createFolderKey(state, { name: 'tus-revoked', folder: '/anna/in' });
    const { id } = await create('forged.txt', 6, {}, 'abc');
    const { id: second } = await create('other.txt', 6, {}, 'abc');
    const { id: revokedId } = await create('revoked.txt', 6, { Authorization: `Bearer ${revoked}` }, 'abc');
    await revokeKey(state, 'folder-key', 'tus-revoked');
    // Not their leases, which end by themselves.
    const rows = () =>
      state.db.selectFrom('uploads').select(['id', 'held', 'finished_at', 'generation']).orderBy('id').execute();
    const before = await rows();
    let forged = 0;
    const refused = async (method: string, target: string, headers: Record<string, string>, body?: string) => {
      const { status } = await call(method, target, headers, body);
      expect([400, 401, 404, 405, 409, 413, 415, 460], `${method} ${target} ${JSON.stringify(headers)}`).toContain(
        status,
      );
      forged += 1;
    };
    const flip = (text: string, at: number) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes.writeUInt8((bytes.at(at) ?? 0) ^ 1, at < 0 ? bytes.length + at : at);
      return bytes.toString('base64url');
    };
    const at3 = { ...bytesType, 'Upload-Offset': '3' };
    const otherKeys: Record<string, string>[] = [
      { Authorization: 'Bearer folder-bob-in' },
      { Authorization: 'Bearer folder-anna-new' },
      { Authorization: 'Bearer folder-revoked' },
      { Authorization: `Bearer ${revoked}` },
      { Authorization: '' },
      { Authorization: 'Basic Zm9sZGVyLWFubmEtaW46' },
      { 'X-Api-Key': 'key-of-1001' },
      { 'X-Api-Key': 'key-of-other' },
      { 'X-Api-Key': 'key-revoked' },
      { 'X-Api-Key': '' },
    ];
    for (const headers of otherKeys) {
      await refused('PATCH', id, { ...at3, ...headers }, 'def');
      await refused('HEAD', id, headers);
      await refused('DELETE', id, headers);
    }
    const addresses = [
      ...[0, 5, 20, 40, 80, -1, -9].map((at) => flip(id, at)),
      ...[`${id}A`, `${id}=`, `${id}.`, id.slice(0, -2), id.toUpperCase(), `${id}/`, `x/${id}`, `%2e%2e/${id}`, `..`],
      ...[second.slice(0, 40) + id.slice(40), 'x', 'null', revokedId],
    ];
    for (const address of addresses) {
      await refused('PATCH', address, at3, 'def');
      await refused('DELETE', address, {});
    }
    for (const offset of ['0', '2', '4', '6', '7', '-3', '3.0', '03x', '', '9007199254740993', '99999999999999999999'])
      await refused('PATCH', id, { ...bytesType, 'Upload-Offset': offset }, 'def');
    await refused('PATCH', id, at3, 'defg');
    await refused('PATCH', id, { 'Upload-Offset': '3', 'Content-Type': 'text/plain' }, 'def');
    const length = { 'Upload-Length': '3' };
    for (const name of ['../up', '/etc/passwd', 'a/b', 'a\\b', '..', '.', '', 'a\0b', 'x'.repeat(256)])
      await refused('POST', '', { ...length, ...metadata(name) });
    for (const value of ['filename', 'filename /w==', 'name', ''])
      await refused('POST', '', { ...length, 'Upload-Metadata': value });
    for (const value of ['-1', '1e3', '0x10', '3, 3', 'x']) {
      await refused('POST', '', { 'Upload-Length': value, ...metadata('a') });
    }
    expect(forged).toBeGreaterThanOrEqual(100);
    expect(await rows()).toEqual(before);
    expect(await contentOf('forged.txt')).toBeUndefined();
    expect((await patch(id, 3, 'def')).status).toBe(204);
    expect(await contentOf('forged.txt')).toBe('abcdef');
    expect(harness.log.join('')).not.toContain(id);
  });
});
