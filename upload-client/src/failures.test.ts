import { randomBytes } from 'node:crypto';
import { DateTime } from '@soapwright/runtime';
import type { Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  rejectedWith,
  responseWith,
  resultWith,
  transportTo,
  unreliable,
  uploaderFor,
} from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';
import { type UploadErrorCode, Uploader, type UploaderOptions } from './index.ts';

describe('uploads that fail', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const content = randomBytes(35);
  const bytesOf = async (name: string): Promise<Buffer | undefined> =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes;
  const failure = async (transport: Transport, options: Partial<UploaderOptions> = {}): Promise<unknown> =>
    await uploaderFor(transport, options)
      .uploader.upload(content, { name: 'failing' })
      .catch((error: unknown) => error);

  it.each(['a/b', '..', 'x'.repeat(256), 'new', 'tab\there'])(
    'AppendChunk: the service rejects the name %j, and its message is preserved',
    async (name) => {
      const { uploader } = uploaderFor(transportTo(harness));
      await expect(uploader.upload(content, { name })).rejects.toMatchObject({
        name: 'UploadError',
        code: 'refused',
        serverMessage: expect.stringContaining('FileName'),
      });
    },
  );

  it('wrong keys are rejected immediately, and are never in the message', async () => {
    for (const keys of [{ apiKey: 'wrong-secret' }, { folderKey: 'wrong-secret' }]) {
      const error = await failure(transportTo(harness), keys);
      expect(error).toMatchObject({ code: 'access-denied' });
      expect(JSON.stringify([error, String(error)])).not.toContain('wrong-secret');
    }
  });

  it('a name that XML cannot carry is not sent', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    await expect(uploader.upload(content, { name: 'a\u0000b' })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it.each<[UploadErrorCode, number, ReturnType<typeof responseWith>]>([
    ['server-failed', 3, responseWith(503, 'text/html', 'come again')],
    ['server-failed', 3, responseWith(429, 'text/plain', 'slow down')],
    ['busy', 3, rejectedWith('Another caller is sending to this upload. Send the chunk again in a few seconds.')],
    ['throttled', 1, rejectedWith('Too many wrong attempts. Try again in 900 seconds.')],
    ['bad-answer', 1, responseWith(404, 'text/html', 'nobody here')],
    ['bad-answer', 1, responseWith(200, 'text/html', 'hello')],
    ['bad-answer', 1, responseWith(200, 'text/xml; charset=utf-8', '<broken')],
    ['bad-answer', 1, resultWith('<ChunkAppended>true</ChunkAppended>')],
    ['bad-answer', 1, resultWith('<ChunkAppended>false</ChunkAppended>')],
    ['refused', 1, rejectedWith('We do not take this.')],
    ['too-large', 1, rejectedWith('The chunk has 10 bytes, and 10 are the most that are accepted.')],
  ])('%s after %i attempts', async (code, attempts, response) => {
    let sent = 0;
    const error = await failure(
      {
        async send() {
          sent += 1;
          return response;
        },
      },
      { retry: { attempts: 3 } },
    );
    expect([error, sent]).toEqual([expect.objectContaining({ name: 'UploadError', code }), attempts]);
  });

  it('without a connection, the allowed attempts are made, and the error has the cause', async () => {
    let sent = 0;
    const error = await failure(
      unreliable(transportTo(harness), () => {
        sent += 1;
        return 'lost-request';
      }),
      { retry: { attempts: 4 } },
    );
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNRESET') });
    expect(sent).toBe(4);
    expect(await bytesOf('failing')).toBeUndefined();
  });

  it('an untrusted certificate is reported immediately: no further attempt can help', async () => {
    for (const code of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ]) {
      let sent = 0;
      const error = await failure({
        async send() {
          sent += 1;
          throw Object.assign(new Error('not trusted'), { code });
        },
      });
      expect([error, sent]).toEqual([
        expect.objectContaining({ code: 'unreachable', message: expect.stringContaining('not trusted') }),
        1,
      ]);
    }
  });

  it('times changed by the service are an error, and no file is published', async () => {
    const { uploader } = uploaderFor({
      send: async () =>
        resultWith(
          '<ChunkAppended>true</ChunkAppended><UploadToken>t</UploadToken><LastWriteTimeUtc>2020-01-01T00:00:00Z</LastWriteTimeUtc>',
        ),
    });
    const at = (text: string) =>
      uploader.upload(content.subarray(0, 5), { name: 'x', lastWriteTimeUtc: DateTime.parse(text) });
    await expect(at('2020-01-01T00:00:00.0000001Z')).rejects.toMatchObject({ code: 'times-differ' });
    // Digits below 100 ns are cut, on both sides.
    expect(await at('2020-01-01T00:00:00.00000009Z')).toMatchObject({ bytes: 5 });
  });

  it('a stream that fails in the middle publishes no file, and its error is the cause', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const cause = new Error('the disk went away');
    const pieces = async function* () {
      yield content;
      throw cause;
    };
    await expect(uploader.upload(pieces(), { name: 'broken' })).rejects.toMatchObject({ code: 'source-failed', cause });
    const wrong = JSON.parse('["text"]') as Iterable<Uint8Array>;
    await expect(uploader.upload(wrong, { name: 'broken' })).rejects.toMatchObject({ code: 'source-failed' });
    expect(await bytesOf('broken')).toBeUndefined();
  });

  it('a stream of another size than declared publishes no file', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    for (const size of [0, 34, 36, 1000]) {
      const input = new Blob([content]).stream() as ReadableStream<Uint8Array>;
      await expect(uploader.upload(input, { name: 'cut', size })).rejects.toMatchObject({ code: 'source-changed' });
      await expect(uploader.upload(content, { name: 'cut', size })).rejects.toMatchObject({ code: 'source-changed' });
    }
    expect(await bytesOf('cut')).toBeUndefined();
    await uploader.upload([content], { name: 'cut', size: 35 });
    expect(await bytesOf('cut')).toEqual(content);
  });

  it('an abort ends the upload immediately: before it, while sending, waiting and reading', async () => {
    const hanging: Transport = { send: () => new Promise(() => undefined) };
    const failing = unreliable(transportTo(harness), () => 'lost-request');
    let ended = 0;
    const never = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: async () => {
          ended += 1;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const slow = { retry: { firstDelay: 60_000, longestDelay: 60_000 } };
    const cases = [
      { transport: hanging, input: content, options: {} },
      { transport: failing, input: content, options: slow },
      { transport: transportTo(harness), input: never, options: {} },
    ];
    for (const { transport, input, options } of cases) {
      const { uploader } = uploaderFor(transport, options);
      const reason = new Error('enough');
      const signal = AbortSignal.timeout(100);
      await expect(uploader.upload(input, { name: 'aborted', signal })).rejects.toMatchObject({ code: 'aborted' });
      const early = AbortSignal.abort(reason);
      await expect(uploader.upload(content, { name: 'aborted', signal: early })).rejects.toMatchObject({
        cause: reason,
      });
    }
    expect(ended).toBe(1);
  });

  it('uploadAll: an abort ends running uploads and starts no more; listeners on a signal are limited', async () => {
    const warnings: unknown[] = [];
    const warned = (warning: Error) => warnings.push(warning.message);
    process.on('warning', warned);
    const controller = new AbortController();
    let lost = 0;
    const { uploader } = uploaderFor(
      unreliable(transportTo(harness), () => {
        lost += 1;
        if (lost === 30) setTimeout(() => controller.abort(), 50);
        return 'lost-request';
      }),
      {
        retry: { firstDelay: 60_000, longestDelay: 60_000 },
      },
    );
    const items = Array.from({ length: 100 }, (_, i) => ({ source: content, name: `all ${i}` }));
    const outcomes = await uploader.uploadAll(items, { parallel: 30, signal: controller.signal });
    process.off('warning', warned);
    expect(outcomes).toHaveLength(30);
    for (const { error } of outcomes) expect(error).toMatchObject({ code: 'aborted' });
    expect(warnings).toEqual([]);
  });

  it('uploadAll: rejected keys are not tried with every file', async () => {
    const { uploader } = uploaderFor(transportTo(harness), { apiKey: 'wrong' });
    const items = Array.from({ length: 50 }, (_, i) => ({ source: content, name: `guess ${i}` }));
    const outcomes = await uploader.uploadAll(items, { parallel: 3 });
    expect(outcomes).toHaveLength(3);
    for (const { error } of outcomes) expect(error).toMatchObject({ code: 'access-denied' });
  });

  it('uploadAll: an error of a list or a callback ends it with that error, after running uploads', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const failed = new Error('no more names');
    const items = function* () {
      yield { source: content, name: 'before the end' };
      throw failed;
    };
    await expect(uploader.uploadAll(items())).rejects.toBe(failed);
    expect(await bytesOf('before the end')).toEqual(content);
    const onOutcome = () => {
      throw failed;
    };
    await expect(uploader.uploadAll([{ source: content, name: 'x' }], { onOutcome })).rejects.toBe(failed);
  });

  it('invalid options are rejected before anything is sent', async () => {
    const transport: Transport = { send: () => Promise.reject(new Error('not this')) };
    const options = { url: 'http://service.example/', apiKey: 'a', folderKey: 'f', transport };
    const wrong: Partial<UploaderOptions>[] = [
      { url: 'ftp://service.example/' },
      { apiKey: '' },
      { folderKey: '' },
      { chunkSize: 0 },
      { chunkSize: 1.5 },
      { chunkSize: 48 * 1024 ** 2 },
      { timeout: 0 },
      { retry: { attempts: 0 } },
      { retry: { firstDelay: -1 } },
    ];
    const expected = expect.objectContaining({ name: 'UploadError', code: 'invalid-argument' });
    for (const each of wrong)
      expect(() => new Uploader({ ...options, ...each }), JSON.stringify(each)).toThrow(expected);
    const uploader = new Uploader(options);
    await expect(uploader.upload(content)).rejects.toThrow(expected);
    await expect(uploader.upload(content, { name: '' })).rejects.toThrow(expected);
    await expect(uploader.upload(content, { name: 'x', size: -1 })).rejects.toThrow(expected);
    // What JavaScript may pass, though TypeScript does not.
    for (const source of ['text', new ArrayBuffer(1), {}, null]) {
      await expect(uploader.upload(source as Uint8Array, { name: 'x' })).rejects.toThrow(expected);
    }
    await expect(uploader.uploadAll([], { parallel: 0 })).rejects.toThrow(expected);
  });
});
