import { describe, expect, it } from 'vitest';
import { UploadError, type UploadErrorCode } from '../index.ts';
import type { Totals } from './batch-totals.ts';
import { type Ending, endingLines, failureText, successText } from './upload-summary.ts';

const mebi = 1024 ** 2;

const ending = (totals: Partial<Totals>, more: Partial<Ending> = {}): Ending => ({
  totals: {
    ...{ files: 200, published: 200, skipped: 0, failed: 0, bytes: 50 * mebi, size: 50 * mebi },
    ...{ bytesPerSecond: 0, secondsLeft: undefined, running: [] },
    ...totals,
  },
  unfinished: new Map(),
  failures: [],
  notStarted: 0,
  isStopped: false,
  isResumable: true,
  seconds: 75,
  ...more,
});

const failure = (name: string, code: UploadErrorCode) => ({ name, error: new UploadError(code, 'It failed.') });

describe('the end of a batch', () => {
  it('is silent when all files are published, but for one line on a terminal', () => {
    expect(endingLines(ending({}))).toEqual([]);
    expect(successText(ending({ skipped: 120 }))).toBe('200 files, 50.0 MiB, 120 of them by an earlier run, in 1:15.');
  });

  it('is one line after a signal: the published files, the partial ones, and how to go on', () => {
    const unfinished = new Map([['a', { bytes: 3 * mebi, size: 9 * mebi }]]);
    const failures = [failure('a', 'aborted')];
    const stopped = { isStopped: true, unfinished, failures, notStarted: 79 };
    expect(endingLines(ending({ published: 120 }, stopped))).toEqual([
      'Stopped: 120 of 200 files are published, 1 in part (3.0 MiB). Run the same command again to go on.',
    ]);
    expect(endingLines(ending({ files: 1, published: 0 }, stopped))).toEqual([
      'Stopped at 3.0 MiB of 9.0 MiB. Run the same command again to go on.',
    ]);
    expect(endingLines(ending({ files: 1, published: 0 }, { isStopped: true, isResumable: false }))).toEqual([
      'Stopped before anything was stored. The same command starts over.',
    ]);
  });

  it('lists what failed, at most twenty files', () => {
    const failures = Array.from({ length: 22 }, (_, i) => failure(`file ${i}\n`, i === 0 ? 'refused' : 'unreachable'));
    const unfinished = new Map([['file 1\n', { bytes: 3 * mebi, size: 9 * mebi }]]);
    const lines = endingLines(ending({ published: 170, failed: 22 }, { failures, notStarted: 8, unfinished }));
    expect(lines.slice(0, 3)).toEqual([
      '170 of 200 files are published, 8 not started, 22 failed:',
      '  file 0\\u{a}: refused',
      '  file 1\\u{a}: unreachable (3.0 MiB are stored)',
    ]);
    expect(lines.slice(-2)).toEqual(['  and 2 more', 'Run the same command again to go on.']);
    expect(lines).toHaveLength(23);
  });

  it('a failure has its message on one line, and how long it was waited for', () => {
    const error = new UploadError('unreachable', 'Connection\nrefused.');
    expect(failureText('a', error, 3)).toBe('a: Connection refused.');
    expect(failureText('a', error, 905)).toBe('a: Connection refused. Given up after 15:05 without progress.');
    expect(failureText('a', new UploadError('aborted', 'x'))).toBeUndefined();
  });
});
