import { randomBytes } from 'node:crypto';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transportTo, unreliable, uploaderFor } from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';
import type { OpenSource, UploadSource } from './upload-source.ts';

const content = randomBytes(55);

describe('reading ahead', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  /** A source that notes, for each read, the number of answered requests. */
  const watched = (answered: () => number) => {
    const reads: (readonly [offset: number, answered: number])[] = [];
    const open: OpenSource = {
      size: content.length,
      times: {},
      earliest: 0,
      canReadAhead: true,
      async read(offset, length) {
        reads.push([offset, answered()]);
        const bytes = content.subarray(offset, offset + length);
        return { bytes, isLast: offset + bytes.length === content.length };
      },
      close: async () => undefined,
    };
    const source: UploadSource = { open: async () => open };
    return { source, reads };
  };
  const counting = (inner: Transport) => {
    let answered = 0;
    const transport: Transport = {
      async send(request) {
        const response = await inner.send(request);
        answered += 1;
        return response;
      },
    };
    return { transport, answered: () => answered };
  };

  it('a chunk is read while the one before it is sent, and no further one', async () => {
    const { transport, answered } = counting(transportTo(harness));
    const { source, reads } = watched(answered);
    const { uploader } = uploaderFor(transport, { chunkSize: 10 });
    await uploader.upload(source, { name: 'ahead' });
    expect(reads).toEqual([0, 1, 2, 3, 4, 5].map((chunk) => [chunk * 10, Math.max(0, chunk - 1)]));
    expect((await fileOf(harness, 'folder-anna-in', 'ahead'))?.bytes).toEqual(content);
  });

  it('bytes read ahead are dropped when the service expects other bytes, and the file is whole', async () => {
    let requests = 0;
    const failing = unreliable(transportTo(harness), () => {
      requests += 1;
      return requests % 3 === 2 ? 'lost-response' : 'none';
    });
    const { transport, answered } = counting(failing);
    const { source } = watched(answered);
    const { uploader } = uploaderFor(transport, { chunkSize: 10 });
    const { sha256 } = await uploader.upload(source, { name: 'dropped' });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await fileOf(harness, 'folder-anna-in', 'dropped'))?.bytes).toEqual(content);
  });

  it('an error of reading ahead ends the upload only where its bytes are needed', async () => {
    const { source } = watched(() => 0);
    const open = await source.open();
    const broken: UploadSource = {
      open: async () => ({
        ...open,
        async read(offset, length) {
          if (offset === 20) throw new Error('broken at 20');
          return await open.read(offset, length);
        },
      }),
    };
    const { uploader } = uploaderFor(transportTo(harness), { chunkSize: 10 });
    const acknowledged: number[] = [];
    const upload = uploader.upload(broken, {
      name: 'broken',
      onProgress: (progress) => acknowledged.push(progress.acknowledged),
    });
    await expect(upload).rejects.toThrow('broken at 20');
    expect(acknowledged.at(-1)).toBe(20);
  });

  it('a refused upload does not wait for a read that never ends', async () => {
    const { source } = watched(() => 0);
    const open = await source.open();
    const stuck: UploadSource = {
      open: async () => ({
        ...open,
        read: (offset, length) => (offset === 0 ? open.read(offset, length) : new Promise(() => undefined)),
      }),
    };
    const refusing = memoryTransport({ fetch: async () => new Response('', { status: 404 }) });
    const { uploader } = uploaderFor(refusing, { chunkSize: 10 });
    await expect(uploader.upload(stuck, { name: 'stuck' })).rejects.toMatchObject({ code: 'bad-answer' });
  });
});
