import { describe, expect, it } from 'vitest';
import { UploadError } from '../index.ts';
import type { RunningFile, Totals, Waiting } from './batch-totals.ts';
import { plainProgress, screenLines } from './progress-text.ts';
import { columnsOf } from './upload-text.ts';

const gibi = 1024 ** 3;

const refused = new UploadError('unreachable', 'AppendChunk at http://x/: connect ECONNREFUSED', {
  cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
});

const waiting: Waiting = { seconds: 12, error: refused, nextAttempt: 4, on: 'service' };

const file = (name: string, more: Partial<RunningFile> = {}): RunningFile => ({
  name,
  bytes: gibi / 4,
  size: gibi,
  seconds: 30,
  waiting: undefined,
  ...more,
});

const totalsOf = (running: readonly RunningFile[], more: Partial<Totals> = {}): Totals => ({
  files: 200,
  published: 12,
  skipped: 0,
  failed: 0,
  bytes: gibi / 2,
  size: gibi,
  bytesPerSecond: 64 * 1024 ** 2,
  secondsLeft: 8,
  running,
  ...more,
});

const one = (more: Partial<RunningFile> = {}): Totals =>
  totalsOf([file('report of the year.pdf', { bytes: gibi / 2, ...more })], { files: 1, published: 0 });

const at = (columns: number) => ({ columns, rows: 24 });

describe('progress of a batch', () => {
  it('has one line for a single file', () => {
    expect(screenLines(one(), at(80))).toEqual([
      'report of the year.pdf [========        ] 50% of 1.0 GiB, 64.0 MiB/s, 0:08 left',
    ]);
    expect(screenLines(one(), at(40))).toEqual(['report of the year.pdf  50%, 0:08 left']);
  });

  it('has a line for each upload that takes long, and one for all files', () => {
    const lines = screenLines(totalsOf([file('a.bin'), file('short.bin', { seconds: 0.5 })], { failed: 2 }), at(100));
    expect(lines).toEqual([
      expect.stringMatching(/^a\.bin +\[=+ +\] 25% of 1\.0 GiB$/),
      expect.stringMatching(/^12 of 200 files \[=+ +\] 50% of 1\.0 GiB, 64\.0 MiB\/s, 0:08 left, 2 failed$/),
    ]);
    expect(screenLines(totalsOf([]), at(40))).toEqual(['12 of 200 files, 50%, 0:08 left']);
    expect(screenLines(totalsOf([]), at(20))).toEqual(['12 of 200, 50%']);
  });

  it('names the cause of a wait in whole words, and shortens the name first', () => {
    const reason = 'waiting for the service (12 s): connection refused; next attempt in 4 s';
    expect(screenLines(one({ waiting }), at(80)).slice(1)).toEqual([reason]);
    expect(screenLines(one({ waiting }), at(40))).toEqual([
      'report of the year.pdf  50% of 1.0 GiB',
      'waiting for the service (12 s):',
      'connection refused; next attempt in 4 s',
    ]);
    // The other upload goes on.
    const some = totalsOf([file('a-name-that-is-long.bin', { waiting }), file('b.bin')]);
    expect(screenLines(some, at(88)).at(-1)).toBe(`a-name-…ng.bin: ${reason}`);
  });

  it('waits of all uploads for the same reason are one line, without rate and time left', () => {
    const all = totalsOf([file('a', { waiting }), file('b', { waiting: { ...waiting, seconds: 9, nextAttempt: 2 } })]);
    const lines = screenLines(all, at(100));
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^12 of 200 files \[=+ +\] 50% of 1\.0 GiB$/),
      'waiting for the service (9 s): connection refused; next attempt in 2 s',
    ]);
    expect(plainProgress(all)).toBe(
      '12 of 200 files, 50% of 1.0 GiB; waiting for the service (9 s): connection refused; next attempt in 2 s',
    );
  });

  it('is one line in a log', () => {
    expect(plainProgress(totalsOf([file('a')]))).toBe('12 of 200 files, 50% of 1.0 GiB, 64.0 MiB/s, 0:08 left');
    expect(plainProgress(one())).toBe('report of the year.pdf: 50% of 1.0 GiB, 64.0 MiB/s, 0:08 left');
  });

  it('fits every terminal, with names of every kind', () => {
    for (const columns of [1, 2, 10, 20, 39, 40, 60, 80, 81, 200]) {
      for (const name of ['a', 'n'.repeat(100), '日本'.repeat(9), '🙂'.repeat(20), 'e\u0301'.repeat(50)]) {
        const running = [file(name), file(`2${name}`, { waiting })];
        for (const totals of [totalsOf(running), one({ name, waiting }), totalsOf(running, { size: undefined })]) {
          const lines = screenLines(totals, at(columns));
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
          expect(lines.join('')).not.toMatch(/\p{Cs}/u);
        }
      }
    }
  });

  it('leaves rows to the results above it', () => {
    const many = Array.from({ length: 30 }, (_, i) => file(`file ${i}`));
    expect(screenLines(totalsOf(many), { columns: 80, rows: 24 })).toHaveLength(9);
    expect(screenLines(totalsOf(many), { columns: 80, rows: 4 })).toHaveLength(3);
  });
});
