import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3FaultProxy, startS3Faults } from '../../../../test/support/service/s3-faults.ts';
import { type S3Server, startS3Server } from '../../../../test/support/service/s3-server.ts';
import { noCounts } from '../../common/counts.ts';
import { CachedCredentials } from './credential-sources.ts';
import { keyPrefixes, newObjectKey, type ObjectBody } from './object-store.ts';
import { S3Requests } from './s3-requests.ts';
import { S3Store } from './s3-store.ts';

describe('a bucket of an S3 store', () => {
  let server: S3Server;
  let proxy: S3FaultProxy;
  let store: S3Store;
  let openStore: (times: { request: number; mebibyte: number }) => S3Store;
  /** Methods and outcomes that were reported. */
  let requests: string[];
  beforeEach(async () => {
    server = await startS3Server('files');
    proxy = await startS3Faults(server.endpoint);
    const credentials = new CachedCredentials(
      async () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
      Date.now,
    );
    const bucket = { endpoint: proxy.endpoint, bucket: 'files', region: 'us-east-1' };
    requests = [];
    const objectRequest = (method: string, outcome: string): void => {
      requests.push(`${method} ${outcome}`);
    };
    openStore = (times) => new S3Store(bucket, credentials, times, { ...noCounts, objectRequest });
    store = openStore({ request: 20_000, mebibyte: 100 });
  });
  afterEach(async () => {
    store.close();
    await proxy.close();
    await server.close();
  });

  /** Gives requests that get no response few milliseconds. */
  const beImpatient = (request: number): void => {
    store.close();
    store = openStore({ request, mebibyte: 100 });
  };
  const bodyOf = (...pieces: readonly string[]): ObjectBody => ({
    size: pieces.join('').length,
    digest: createHash('sha256').update(pieces.join('')).digest('hex'),
    pieces: () => pieces.map((piece) => Buffer.from(piece)),
  });

  it('lists keys with the characters that XML escapes, and rejects a listing that is not XML', async () => {
    server.objects.set('aa/a&b', Buffer.from('abc'));
    const listed = [];
    for await (const { key, size } of store.list('aa/')) listed.push([key, size]);
    expect(listed).toEqual([['aa/a&b', 3]]);
    server.reject = () => [200, '<br>'];
    await expect(store.list('aa/').next()).rejects.toMatchObject({ name: 'StorageError', code: 'failed' });
  });

  it('stores, reads by ranges, sizes, lists and removes objects', async () => {
    await store.put('aa/site/1', bodyOf('abc', 'def'));
    expect(server.objects.get('aa/site/1')?.toString()).toBe('abcdef');
    expect((await store.read('aa/site/1', 2, 5)).toString()).toBe('cde');
    expect(await store.read('aa/site/1', 3, 3)).toHaveLength(0);
    expect([await store.size('aa/site/1'), await store.size('none')]).toEqual([6, undefined]);
    const listed = [];
    for await (const object of store.list('aa/')) listed.push(object);
    expect(listed).toEqual([{ key: 'aa/site/1', size: 6, modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678) }]);
    await store.remove('aa/site/1');
    await store.remove('aa/site/1');
    expect(server.objects.size).toBe(0);
  });

  it('lists more objects than fit on a page, each once', async () => {
    const keys = Array.from({ length: 2_500 }, (_, index) => `k${String(index).padStart(4, '0')}`);
    for (const key of keys) server.objects.set(key, Buffer.of(1));
    const listed: string[] = [];
    for await (const { key } of store.list()) listed.push(key);
    expect(listed).toEqual(keys);
    expect(server.requests).toHaveLength(3);
  });

  it('an object that is missing or shorter is lost, another digest an error of the store', async () => {
    await expect(store.read('none', 0, 3)).rejects.toMatchObject({ code: 'lost' });
    await store.put('short', bodyOf('abc'));
    await expect(store.read('short', 0, 4)).rejects.toMatchObject({ code: 'lost' });
    await expect(store.read('short', 3, 4)).rejects.toMatchObject({ code: 'lost' });
    const wrong = { ...bodyOf('abc'), digest: '0'.repeat(64) };
    await expect(store.put('wrong', wrong)).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('XAmzContentSHA256Mismatch'),
    });
  });

  it.each([
    [503, 'SlowDown', 'busy'],
    [500, 'InternalError', 'busy'],
    [429, 'TooManyRequests', 'busy'],
    [507, 'InsufficientStorage', 'full'],
    [403, 'QuotaExceeded', 'full'],
    [403, 'AccessDenied', 'failed'],
    [404, 'NoSuchBucket', 'failed'],
  ])('a PUT that gets %s %s is %s, and is not repeated under its key', async (status, error, code) => {
    server.reject = () => [status, error];
    await expect(store.put('a', bodyOf('abc'))).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['refused', 'unanswered', 'truncated', 'stalled'] as const)(
    'reading is repeated after a response that was %s',
    async (fault) => {
      await store.put('a', bodyOf('abcdef'));
      if (fault === 'stalled') beImpatient(1_500);
      let faults = 2;
      proxy.fault = () => {
        faults -= 1;
        return faults < 0 ? undefined : fault;
      };
      expect((await store.read('a', 0, 6)).toString()).toBe('abcdef');
      faults = 99;
      if (fault === 'stalled') beImpatient(100);
      await expect(store.read('a', 0, 6)).rejects.toMatchObject({ code: 'busy' });
    },
  );

  it.each(['unanswered', 'stalled', 'late'] as const)(
    'a PUT that was %s is busy; the object may exist',
    async (fault) => {
      proxy.fault = () => fault;
      proxy.lateness = 50;
      if (fault === 'stalled') beImpatient(100);
      await expect(store.put('a', bodyOf('abc'))).rejects.toMatchObject({ code: 'busy' });
      await proxy.settled();
      expect(server.objects.has('a')).toBe(fault !== 'stalled');
    },
  );

  it('a response without an end is cut off', async () => {
    let closed = 0;
    const endless = createServer((_request, response) => {
      const send = (): boolean => response.write('x'.repeat(1_000_000), () => setImmediate(send));
      response.writeHead(200).on('close', () => {
        closed += 1;
      });
      send();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const address = endless.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'files', region: 'us-east-1' };
    const credentials = new CachedCredentials(async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }), Date.now);
    const requests = new S3Requests(bucket, credentials, { request: 60_000 }, noCounts);
    await expect(requests.send({ method: 'GET', key: 'a' }, 10)).rejects.toThrow(/more than 4194314 bytes/);
    await expect.poll(() => closed).toBe(1);
    requests.close();
    endless.close();
  });

  it('each request is reported with its outcome, repeated ones too', async () => {
    await store.put('a', bodyOf('abc'));
    await store.size('none');
    proxy.fault = () => 'unanswered';
    await expect(store.put('b', bodyOf('abc'))).rejects.toMatchObject({ code: 'busy', reason: 'objects' });
    let faults = 1;
    proxy.fault = () => {
      faults -= 1;
      return faults < 0 ? undefined : 'refused';
    };
    await store.remove('a');
    expect(requests).toEqual(['PUT success', 'GET missing', 'PUT silent', 'DELETE busy', 'DELETE success']);
  });

  it('a large body has more time, and a slow source of bytes ends at the deadline', async () => {
    store.close();
    store = openStore({ request: 400, mebibyte: 20_000 });
    const large = 'x'.repeat(1024 * 1024);
    const slow: ObjectBody = {
      ...bodyOf(large),
      async *pieces() {
        await sleep(600);
        yield Buffer.from(large);
      },
    };
    await store.put('slow', slow);
    const tooSlow: ObjectBody = { ...bodyOf('abc'), pieces: slow.pieces };
    await expect(store.put('too slow', tooSlow)).rejects.toMatchObject({ code: 'busy' });
  });

  it('a source of bytes that fails is the error, and no object exists', async () => {
    const failing: ObjectBody = {
      ...bodyOf('abcdef'),
      async *pieces() {
        yield Buffer.from('abc');
        throw new Error('no such file');
      },
    };
    await expect(store.put('a', failing)).rejects.toMatchObject({ message: expect.stringContaining('no such file') });
    expect(server.objects.size).toBe(0);
  });

  it('keys begin with two random digits and name their site', () => {
    const keys = Array.from({ length: 1_000 }, () => newObjectKey('site'));
    expect(new Set(keys).size).toBe(1_000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{2}\/site\/[0-9a-f]{32}$/);
    const prefixes = keyPrefixes('site');
    expect(prefixes).toHaveLength(256);
    expect(keys.every((key) => prefixes.some((prefix) => key.startsWith(prefix)))).toBe(true);
  });
});
