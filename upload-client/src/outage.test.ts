import type { Transport, TransportResponse } from '@soapwright/runtime/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rejectedWith, responseWith, resultWith, uploaderFor } from '../../test/support/service/fake-service.ts';
import type { Retry, UploadError } from './index.ts';

const minute = 60_000;
const content = new Uint8Array(25);
const accepted = resultWith('<ChunkAppended>true</ChunkAppended><UploadToken>t</UploadToken>');
const refused = new Error('connect ECONNREFUSED 192.0.2.1:80');

/** A service that is away from one time to another, in milliseconds after the first request. */
const away = (from: number, to: number, failure: Error | TransportResponse = refused) => {
  let began: number | undefined;
  const sent: number[] = [];
  const transport: Transport = {
    async send() {
      began ??= performance.now();
      const now = performance.now() - began;
      sent.push(now);
      if (now < from || now >= to) return accepted;
      if (failure instanceof Error) throw failure;
      return failure;
    },
  };
  return { transport, sent };
};

/** 25 bytes in three chunks; the second one follows when a minute has passed. */
const upload = async (transport: Transport, retry: Retry) => {
  const { uploader, listening, events } = uploaderFor(transport, {
    retry: { firstDelay: 250, longestDelay: 30_000, ...retry },
  });
  const source = async function* () {
    yield content.subarray(0, 11);
    await new Promise((resolve) => setTimeout(resolve, minute));
    yield content.subarray(11);
  };
  const began = performance.now();
  const ended = uploader.upload(source(), { name: 'x', ...listening }).then(
    (result) => ({ ...result, code: undefined, after: performance.now() - began }),
    (error: UploadError) => ({ bytes: 0, code: error.code, after: performance.now() - began }),
  );
  await vi.advanceTimersByTimeAsync(120 * minute);
  return { ...(await ended), events };
};

// The clock of these tests stands still while a module is loaded.
beforeAll(() => import('../../runtime/src/client/odd-response.ts'));

describe('uploads during an outage', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('last as long as the patience allows, and try again at least every half minute', async () => {
    const { transport, sent } = away(minute, 10 * minute);
    expect(await upload(transport, { patience: 15 * minute })).toMatchObject({ bytes: 25 });
    const delays = sent.slice(1).map((at, i) => at - (sent[i] ?? 0));
    expect(Math.max(...delays.slice(1))).toBeLessThanOrEqual(30_000);
  });

  it('fail when a chunk has failed for that long, with a last attempt at the end', async () => {
    const { transport, sent } = away(minute, Number.POSITIVE_INFINITY);
    const { code, after } = await upload(transport, { patience: 5 * minute });
    expect([code, Math.round(after / 1000)]).toEqual(['unreachable', 360]);
    expect(Math.round((sent.at(-1) ?? 0) / 1000)).toBe(360);
  });

  it('fail sooner when the service has never answered: the address may be wrong', async () => {
    const { transport } = away(0, Number.POSITIVE_INFINITY);
    const { code, after } = await upload(transport, { patience: 15 * minute, firstPatience: minute });
    expect([code, Math.round(after / 1000)]).toEqual(['unreachable', 60]);
  });

  it('treat an error of the service itself as an answer', async () => {
    const { transport } = away(0, 5 * minute, rejectedWith('Another caller is sending to this upload.'));
    expect(await upload(transport, { patience: 15 * minute, firstPatience: minute })).toMatchObject({ bytes: 25 });
  });

  it('wait as long as Retry-After says, and end at once if that exceeds the patience', async () => {
    const busy = (seconds: number): TransportResponse => ({
      ...responseWith(503, 'text/html', 'later'),
      headers: ['Content-Type', 'text/html', 'Retry-After', String(seconds)],
    });
    const short = away(minute, minute + 1, busy(240));
    expect(await upload(short.transport, { patience: 5 * minute })).toMatchObject({ bytes: 25 });
    expect(short.sent.map((at) => Math.round(at / 1000))).toEqual([0, 60, 300, 300]);
    const long = away(minute, minute + 1, busy(400));
    expect(await upload(long.transport, { patience: 5 * minute })).toMatchObject({ code: 'server-failed' });
  });

  it('uploadAll: starts no more files when no upload made progress for that long', async () => {
    const { transport } = away(0, Number.POSITIVE_INFINITY);
    const { uploader } = uploaderFor(transport, { retry: { longestDelay: 30_000, patience: 5 * minute } });
    const items = Array.from({ length: 20 }, (_, i) => ({ source: content, name: `file ${i}` }));
    const ended = uploader.uploadAll(items, { parallel: 3 });
    await vi.advanceTimersByTimeAsync(6 * minute);
    const outcomes = await ended;
    expect(outcomes.map(({ error }) => (error as UploadError).code)).toEqual(Array(3).fill('unreachable'));
  });

  it('uploadAll: a file that always fails does not stop the others', async () => {
    const transport: Transport = {
      async send({ body }) {
        const failing = String(body instanceof Uint8Array ? new TextDecoder().decode(body) : body).includes('bad file');
        if (failing) throw refused;
        await new Promise((resolve) => setTimeout(resolve, minute / 2));
        return accepted;
      },
    };
    const { uploader } = uploaderFor(transport, {
      retry: { longestDelay: 30_000, patience: 5 * minute },
      timeout: minute,
    });
    const names = ['bad file', ...Array.from({ length: 10 }, (_, i) => `file ${i}`)];
    const ended = uploader.uploadAll(
      names.map((name) => ({ source: content, name })),
      { parallel: 2 },
    );
    await vi.advanceTimersByTimeAsync(30 * minute);
    const outcomes = await ended;
    expect(outcomes.map(({ error }) => error === undefined)).toEqual([false, ...Array(10).fill(true)]);
  });
});
