import { describe, expect, it } from 'vitest';
import { UploadError } from '../index.ts';
import { AttemptNotes } from './attempt-notes.ts';

const failed = (name: string, httpStatus = 503) => ({
  type: 'retrying' as const,
  name,
  error: new UploadError('server-failed', 'a page', { httpStatus }),
  failures: 1,
  delay: 250,
});

const progress = (name: string, acknowledged: number) => ({
  ...{ name, acknowledged, sent: acknowledged, total: 100, bytesPerSecond: 0 },
});

describe('lines about outages', () => {
  it('are one at the beginning, and one at the end of a long one', () => {
    const notes = new AttemptNotes();
    expect(notes.progressed(progress('a', 5), 0)).toBeUndefined();
    expect(notes.failed(failed('a'), 0)).toBe('a: HTTP 503, service unavailable. Trying again in 0.3 s.');
    expect(notes.failed(failed('a'), 1000)).toBeUndefined();
    expect(notes.progressed(progress('a', 5), 2000)).toBeUndefined();
    expect(notes.progressed(progress('a', 10), 63_000)).toBe(
      'a: continued after an outage of 1:03 (HTTP 503, service unavailable).',
    );
    expect(notes.failed(failed('a'), 64_000)).toContain('Trying again');
    expect(notes.progressed(progress('a', 15), 65_000)).toBeUndefined();
  });

  it('are not repeated for other uploads that fail for the same reason', () => {
    const notes = new AttemptNotes();
    const lines = [failed('a'), failed('b'), failed('c', 502)].map((event) => notes.failed(event, 0));
    expect(lines.map((line) => line !== undefined)).toEqual([true, false, true]);
    expect(notes.progressed(progress('a', 1), 20_000)).toBeUndefined();
    expect(notes.progressed(progress('b', 1), 20_000)).toContain('b: continued after an outage of 20 s');
    notes.ended('c');
    expect(notes.failed(failed('d', 502), 0)).toContain('d: HTTP 502');
  });
});
