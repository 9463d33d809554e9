import { randomBytes } from 'node:crypto';
import { memoryTransport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../service/src/server/create-server.ts';
import { uploaderFor } from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';

describe('a service that accepts smaller chunks', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  it('AppendChunk: rejects a chunk while it arrives, and the upload continues with smaller ones', async () => {
    const server = createServer(harness.service, { maxChunkBytes: 70_000 });
    const transport = memoryTransport({ fetch: (request) => server.fetch(request, { peerAddress: '192.0.2.7' }) });
    const { uploader, listening, events } = uploaderFor(transport, { chunkSize: 200_000 });
    const content = randomBytes(300_000);
    await uploader.upload(content, { name: 'smaller', ...listening });
    expect((await fileOf(harness, 'folder-anna-in', 'smaller'))?.bytes.equals(content)).toBe(true);
    expect(events).toContainEqual({ type: 'smaller-chunks', name: 'smaller', chunkSize: 70_000 });
  });
});
