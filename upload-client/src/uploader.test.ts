import { createHash, randomBytes } from 'node:crypto';
import { DateTime } from '@soapwright/runtime';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadLimits } from '../../service/src/domain/upload-limits.ts';
import { createServer } from '../../service/src/server/create-server.ts';
import { type RequestFailure, transportTo, unreliable, uploaderFor } from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';
import type { UploadProgress } from './index.ts';

const folder = 'folder-anna-in';

async function* inPieces(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

describe('Uploader', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const bytesOf = async (name: string): Promise<Buffer | undefined> => (await fileOf(harness, folder, name))?.bytes;

  it('AppendChunk: files of every length around a chunk arrive complete, from bytes, Blobs and streams', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    for (const length of [0, 1, 9, 10, 11, 19, 20, 21, 100]) {
      const content = randomBytes(length);
      const inputs = {
        bytes: new Uint8Array(content),
        blob: new Blob([content]),
        stream: new Blob([content]).stream() as ReadableStream<Uint8Array>,
        'small pieces': inPieces(content, 3),
        'whole chunks': inPieces(content, 10),
        'one piece': [new Uint8Array(0), content, new Uint8Array(0)],
      };
      for (const [kind, input] of Object.entries(inputs)) {
        const name = `${kind} of ${length}`;
        const result = await uploader.upload(input, { name });
        expect(result).toMatchObject({ name, bytes: length, resumedAt: 0 });
        expect(await bytesOf(name)).toEqual(content);
      }
    }
  });

  it('AppendChunk: times are preserved to 100 ns, and returned', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const lastWriteTimeUtc = DateTime.parse('2001-02-03T04:05:06.123456789Z');
    const creationTimeUtc = DateTime.parse('1969-12-31T23:59:59.9999999Z');
    const result = await uploader.upload(new Uint8Array(25), { name: 'times', lastWriteTimeUtc, creationTimeUtc });
    expect(String(result.lastWriteTimeUtc)).toBe('2001-02-03T04:05:06.1234567Z');
    expect(String(result.creationTimeUtc)).toBe('1969-12-31T23:59:59.9999999Z');
    expect(await fileOf(harness, folder, 'times')).toMatchObject({
      writtenTicks: lastWriteTimeUtc.epochNanoseconds / 100n,
      creationTicks: -1n,
    });
  });

  it('a File provides its name and time', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const file = Object.assign(new Blob(['hello']), { name: 'chosen.txt', lastModified: 1_700_000_000_123 });
    const { name, lastWriteTimeUtc } = await uploader.upload(file);
    expect([name, String(lastWriteTimeUtc)]).toEqual(['chosen.txt', '2023-11-14T22:13:20.123Z']);
  });

  it('reports progress before each chunk and after it, up to the end', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const seen: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => seen.push(progress);
    await uploader.upload(new Uint8Array(25), { name: 'progress', onProgress });
    expect(seen.map(({ sent, acknowledged, total }) => [sent, acknowledged, total])).toEqual([
      [10, 0, 25],
      [10, 10, 25],
      [20, 10, 25],
      [20, 20, 25],
      [25, 20, 25],
      [25, 25, 25],
    ]);
    expect(seen.at(-1)?.bytesPerSecond).toBeGreaterThan(0);
    seen.length = 0;
    await uploader.upload(inPieces(new Uint8Array(25), 4), { name: 'unknown', onProgress });
    expect(seen.map(({ total }) => total)).toEqual([undefined, undefined, undefined, undefined, 25, 25]);
  });

  it.each<[RequestFailure, readonly [string, string | undefined]]>([
    ['lost-request', ['retrying', 'unreachable']],
    ['lost-response', ['retrying', 'unreachable']],
    ['bad-gateway', ['retrying', 'server-failed']],
    ['fault', ['retrying', 'server-failed']],
    ['duplicated', ['', undefined]],
  ])('AppendChunk: %s at each chunk in turn loses and repeats no byte', async (mishap, [type, code]) => {
    for (let broken = 0; broken < 4; broken += 1) {
      for (const stream of [false, true]) {
        let request = -1;
        const transport = unreliable(transportTo(harness), () => {
          request += 1;
          return request === broken ? mishap : 'none';
        });
        const { uploader, events, listening } = uploaderFor(transport);
        const content = randomBytes(35);
        const name = `${mishap} ${broken} ${stream}`;
        await uploader.upload(stream ? inPieces(content, 7) : content, { name, ...listening });
        expect(await bytesOf(name)).toEqual(content);
        const reported = events.map((event) => [
          event.type,
          'error' in event && (event.error as { code: string }).code,
        ]);
        expect(reported).toEqual(type === '' ? [] : [[type, code]]);
      }
    }
  });

  it('an expired token restarts what can be read again, and fails a stream', async () => {
    let requests = 0;
    const transport = unreliable(transportTo(harness), () => {
      requests += 1;
      if (requests === 3) harness.pass(25 * 3600_000);
      return 'none';
    });
    const { uploader, events, listening } = uploaderFor(transport);
    const content = randomBytes(45);
    await uploader.upload(content, { name: 'expired', ...listening });
    expect(await bytesOf('expired')).toEqual(content);
    expect(events).toEqual([
      { type: 'restarted', name: 'expired', reason: expect.stringContaining('UploadToken is not valid') },
    ]);
    requests = 0;
    await expect(uploader.upload(inPieces(content, 9), { name: 'stream expired' })).rejects.toMatchObject({
      name: 'UploadError',
      code: 'lost',
      serverMessage: expect.stringContaining('has expired'),
    });
    expect(await bytesOf('stream expired')).toBeUndefined();
  });

  it('a chunk that is too large for the service is split', async () => {
    const { service } = harness;
    const uploadLimits = new UploadLimits(service.state.db, { chunk: 7, spool: 1_000_000 });
    const narrow = createServer({ ...service, state: { ...service.state, uploadLimits } }, {});
    const { uploader, events, listening } = uploaderFor(memoryTransport(narrow));
    const content = randomBytes(30);
    await uploader.upload(inPieces(content, 4), { name: 'narrow', ...listening });
    expect(await bytesOf('narrow')).toEqual(content);
    expect(events).toEqual([{ type: 'smaller-chunks', name: 'narrow', chunkSize: 7 }]);
  });

  it('a body that is too large (413) is halved, in both versions', async () => {
    // As a proxy does; the service's own limit on bodies does not hold for chunks.
    const inner = transportTo(harness);
    const narrow: Transport = {
      async send(request) {
        const { length } = Buffer.from(request.body);
        if (length <= 40_000) return await inner.send(request);
        return { status: 413, headers: ['Content-Type', 'text/plain'], body: Buffer.from('too large') };
      },
    };
    for (const soap of ['1.1', '1.2'] as const) {
      const { uploader, events, listening } = uploaderFor(narrow, { soap, chunkSize: 100_000 });
      const content = randomBytes(120_000);
      await uploader.upload(content, { name: `halves ${soap}`, ...listening });
      expect(await bytesOf(`halves ${soap}`)).toEqual(content);
      expect(events).toMatchObject([{ chunkSize: 50_000 }, { chunkSize: 25_000 }]);
    }
  });

  it('uploadAll: 100 files, at most five at a time; a rejected file does not stop the others', async () => {
    let [running, most] = [0, 0];
    const inner = transportTo(harness);
    const { uploader } = uploaderFor({
      async send(request) {
        running += 1;
        most = Math.max(most, running);
        try {
          return await inner.send(request);
        } finally {
          running -= 1;
        }
      },
    });
    const contents = Array.from({ length: 100 }, (_, i) => randomBytes(i % 25));
    const items = contents.map((source, i) => ({ source, name: i === 50 ? 'a/b' : `many ${i}` }));
    const outcomes = await uploader.uploadAll(items, { parallel: 5 });
    expect(most).toBe(5);
    expect(outcomes.map(({ item }) => item)).toEqual(items);
    expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([
      { item: items[50], error: expect.objectContaining({ code: 'refused' }) },
    ]);
    for (const [i, content] of contents.entries()) {
      if (i !== 50) expect(await bytesOf(`many ${i}`)).toEqual(content);
    }
  });

  it('memory is constant: a stream is read only up to the current chunk and one piece', async () => {
    const hash = createHash('sha256');
    let [given, most, acknowledged] = [0, 0, 0];
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 200; i += 1) {
        const piece = randomBytes(5_000);
        hash.update(piece);
        given += piece.length;
        most = Math.max(most, given - acknowledged);
        yield piece;
      }
    };
    const { uploader } = uploaderFor(transportTo(harness), { chunkSize: 30_000 });
    await uploader.upload(pieces(), {
      name: 'large',
      onProgress: (progress) => {
        acknowledged = progress.acknowledged;
      },
    });
    expect(most).toBeLessThanOrEqual(30_000 + 5_000);
    const bytes = (await bytesOf('large')) ?? Buffer.alloc(0);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([1_000_000, hash.digest('hex')]);
  });
});
