import { randomBytes } from 'node:crypto';
import type { Transport, TransportResponse } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offsetOf, rejectedWith, transportTo, uploaderFor } from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';

/** The smallest chunk that is sent ahead. */
const size = 256 * 1024;

/** What becomes of one request: `serve` passes it to the service. */
type Step = (serve: () => Promise<TransportResponse>, signal: AbortSignal | undefined) => Promise<TransportResponse>;

const cut = (): never => {
  throw new Error('read ECONNRESET');
};

describe('chunks that are sent ahead', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  /** Uploads; `stepOf` chooses by the number of the request. Returns the offset of each request in chunks. */
  const upload = async (name: string, content: Buffer, stepOf: (request: number, offset: number) => Step) => {
    const inner = transportTo(harness);
    const offsets: number[] = [];
    let [open, most] = [0, 0];
    const transport: Transport = {
      async send(request) {
        const offset = offsetOf(request as Parameters<typeof offsetOf>[0]) / size;
        offsets.push(offset);
        open += 1;
        most = Math.max(most, open);
        try {
          return await stepOf(offsets.length - 1, offset)(() => inner.send(request), request.signal);
        } finally {
          open -= 1;
        }
      },
    };
    const { uploader, events, listening } = uploaderFor(transport, { chunkSize: size });
    const result = await uploader.upload(content, { name, ...listening });
    const file = await fileOf(harness, 'folder-anna-in', name);
    expect(file?.bytes.equals(content)).toBe(true);
    return { offsets, events: events.map(({ type }) => type), most, open, result };
  };
  const serve: Step = (inner) => inner();

  it('AppendChunk: two requests at most are open, the first and the last chunk alone', async () => {
    const begun: (readonly [offset: number, open: number])[] = [];
    let open = 0;
    const { offsets, most } = await upload('in order', randomBytes(5 * size), (_request, offset) => async (inner) => {
      open += 1;
      begun.push([offset, open]);
      try {
        return await inner();
      } finally {
        open -= 1;
      }
    });
    expect([offsets, most]).toEqual([[0, 1, 2, 3, 4], 2]);
    expect([begun[0], begun[1], begun[2], begun[4]]).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
      [4, 1],
    ]);
  });

  it('AppendChunk: a chunk that overtook the one before it is rejected and sent again', async () => {
    let overtaken = (): void => {};
    const early = new Promise<void>((resolve) => {
      overtaken = resolve;
    });
    const { offsets, events } = await upload('overtaken', randomBytes(5 * size), (request) => {
      if (request === 1) return async (inner) => await early.then(inner);
      if (request === 2) return (inner) => inner().finally(overtaken);
      return serve;
    });
    expect([offsets.slice(0, 4), events]).toEqual([[0, 1, 2, 2], []]);
  });

  it('AppendChunk: the connections of a chunk and of the one ahead of it are cut', async () => {
    const { offsets, events } = await upload('cut', randomBytes(5 * size), (request) =>
      request === 1 || request === 2 ? async () => cut() : serve,
    );
    expect(offsets.slice(0, 4)).toEqual([0, 1, 2, 1]);
    expect(events).toEqual(['retrying']);
  });

  it('AppendChunk: the response to a chunk is lost while the one ahead of it is stored', async () => {
    let stored = (): void => {};
    const ahead = new Promise<void>((resolve) => {
      stored = resolve;
    });
    const { offsets, events, result } = await upload('lost response', randomBytes(6 * size), (request) => {
      if (request === 1)
        return async (inner) =>
          await inner()
            .then(() => ahead)
            .then(cut);
      if (request === 2) return (inner) => inner().finally(stored);
      return serve;
    });
    expect([offsets.slice(0, 3), events, result.bytes]).toEqual([[0, 1, 2], ['retrying'], 6 * size]);
  });

  it('aborts the request ahead when a chunk is refused for good', async () => {
    const stopped: number[] = [];
    let begun = (): void => {};
    const ahead = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const refused = upload('refused', randomBytes(5 * size), (request) => {
      if (request === 1) return async () => await ahead.then(() => rejectedWith('We do not take this.'));
      if (request !== 2) return serve;
      return (_inner, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            stopped.push(request);
            reject(signal.reason);
          });
          begun();
        });
    });
    await expect(refused).rejects.toMatchObject({ code: 'refused' });
    expect(stopped).toEqual([2]);
  });
});
