import { describe, expect, it } from 'vitest';
import { UploadError } from '../index.ts';
import { BatchTotals, type Totals } from './batch-totals.ts';

const mebi = 1024 ** 2;

/** Two files of 10 MiB and one of 20. */
const batch = () =>
  new BatchTotals(
    [
      { name: 'a', size: 10 * mebi },
      { name: 'b', size: 10 * mebi },
      { name: 'c', size: 20 * mebi },
    ],
    0,
  );

const progress = (name: string, acknowledged: number, total = 10) => ({
  name,
  acknowledged: acknowledged * mebi,
  sent: Math.min(acknowledged + 1, total) * mebi,
  total: total * mebi,
  bytesPerSecond: 0,
});

const retrying = (name: string, delay: number) => ({
  type: 'retrying' as const,
  name,
  error: new UploadError('unreachable', 'refused'),
  failures: 1,
  delay,
});

const waitingOf = (totals: Totals, name: string) => totals.running.find((file) => file.name === name)?.waiting;

describe('totals of a batch', () => {
  it('count files and bytes, with those of an earlier run, whose bytes are not part of the rate', () => {
    const totals = batch();
    totals.skip('a');
    totals.progress(progress('b', 4), 0);
    totals.progress(progress('b', 6), 1000);
    expect(totals.at(1000)).toMatchObject({
      files: 3,
      published: 1,
      skipped: 1,
      failed: 0,
      bytes: 16 * mebi,
      size: 40 * mebi,
      bytesPerSecond: 2 * mebi,
      secondsLeft: 12,
    });
    totals.ended('b', 10 * mebi);
    expect(totals.at(2000)).toMatchObject({ published: 2, bytes: 20 * mebi, running: [] });
  });

  it('the rate is that of the last seconds', () => {
    const totals = batch();
    const rates = Array.from({ length: 60 }, (_, second) => {
      // A MiB each second, then one in ten.
      const acknowledged = second < 10 ? second : 9 + Math.floor((second - 10) / 10);
      totals.progress(progress('c', acknowledged, 20), second * 1000);
      return totals.at(second * 1000).bytesPerSecond;
    });
    expect(rates[9]).toBe(mebi);
    expect(rates[59]).toBeLessThan(mebi / 5);
  });

  it('the time of an outage is not part of the rate', () => {
    const totals = batch();
    totals.progress(progress('c', 0, 20), 0);
    totals.progress(progress('c', 1, 20), 1000);
    totals.event(retrying('c', 1000), 2000);
    for (let second = 2; second < 60; second += 1) totals.at(second * 1000);
    totals.progress(progress('c', 2, 20), 60_000);
    totals.progress(progress('c', 3, 20), 60_500);
    expect(totals.at(60_500).bytesPerSecond).toBe(4 * mebi);
  });

  it('leave out the bytes of a failed file, and keep its stored bytes for the next run', () => {
    const totals = batch();
    totals.progress(progress('a', 0), 0);
    totals.progress(progress('a', 3), 1);
    totals.ended('a', undefined);
    totals.progress(progress('b', 0), 0);
    totals.progress(progress('b', 3), 1);
    totals.ended('b', undefined, { isLost: true });
    expect(totals.at(1)).toMatchObject({ files: 3, failed: 2, published: 0, bytes: 0, size: 20 * mebi });
    expect([...totals.unfinished]).toEqual([['a', { bytes: 3 * mebi, size: 10 * mebi }]]);
  });

  it('have no size and no time left while a stream is among the files', () => {
    const totals = new BatchTotals([{ name: 'piped', size: undefined }], 0);
    totals.progress({ name: 'piped', acknowledged: 0, sent: 5, total: undefined, bytesPerSecond: 0 }, 0);
    totals.progress({ name: 'piped', acknowledged: 5, sent: 5, total: undefined, bytesPerSecond: 0 }, 1000);
    expect(totals.at(1000)).toMatchObject({ bytes: 5, size: undefined, secondsLeft: undefined, bytesPerSecond: 5 });
    totals.progress({ name: 'piped', acknowledged: 5, sent: 8, total: 8, bytesPerSecond: 0 }, 1000);
    expect(totals.at(1000)).toMatchObject({ size: 8 });
  });

  it('an upload waits after a failed attempt, with the time of the next one', () => {
    const totals = batch();
    totals.progress(progress('a', 1), 0);
    totals.event(retrying('a', 6_000), 500);
    expect(waitingOf(totals.at(900), 'a')).toBeUndefined();
    expect(waitingOf(totals.at(2_500), 'a')).toEqual({
      seconds: 2.5,
      error: expect.objectContaining({ code: 'unreachable' }),
      nextAttempt: 4,
      on: 'service',
    });
    totals.progress(progress('a', 1), 6_500);
    expect(waitingOf(totals.at(7_000), 'a')).toMatchObject({ seconds: 7, nextAttempt: undefined });
    totals.progress(progress('a', 2), 8_000);
    expect(waitingOf(totals.at(9_000), 'a')).toBeUndefined();
    expect(totals.waited('a', 9_500)).toBe(1.5);
  });

  it('an upload waits when no byte was accepted for some seconds, or three times as long as for the chunk before', () => {
    const totals = batch();
    totals.progress(progress('a', 0), 0);
    totals.progress(progress('b', 0), 0);
    totals.progress(progress('b', 1), 4_000);
    expect(waitingOf(totals.at(5_000), 'a')).toMatchObject({ seconds: 5, error: undefined, on: 'service' });
    expect(waitingOf(totals.at(15_000), 'b')).toBeUndefined();
    expect(waitingOf(totals.at(16_000), 'b')).toMatchObject({ seconds: 12 });
    expect(totals.at(4_500).secondsLeft).toBeGreaterThan(0);
    expect(totals.at(16_000).secondsLeft).toBeUndefined();
  });

  it('an upload of a stream waits for its input when all that was read is accepted', () => {
    const totals = new BatchTotals([{ name: 'piped', size: undefined }], 0);
    totals.progress({ name: 'piped', acknowledged: 5, sent: 5, total: undefined, bytesPerSecond: 0 }, 0);
    expect(waitingOf(totals.at(9_000), 'piped')).toMatchObject({ on: 'source', seconds: 9 });
  });
});
