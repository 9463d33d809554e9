import { describe, expect, it } from 'vitest';
import { UploadError } from '../index.ts';
import { reasonText, waitingText } from './waiting-text.ts';

const caused = (cause: unknown, message = 'Op at http://x/: it failed.') =>
  new UploadError('unreachable', message, { cause });
const withCode = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

describe('what uploads wait for', () => {
  it.each([
    [caused(withCode('ECONNREFUSED')), 'connection refused'],
    [caused(new Error('fetch failed', { cause: withCode('ENOTFOUND') })), 'unknown host name'],
    [caused(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])), 'connection refused'],
    [caused(withCode('EAI_AGAIN')), 'host names cannot be resolved now'],
    [caused(withCode('ECONNRESET')), 'connection lost'],
    [caused(undefined, 'Op at http://x/: no response within 120 s.'), 'no response within 120 s'],
    [new UploadError('server-failed', 'a page', { httpStatus: 502 }), 'HTTP 502, bad gateway'],
    [new UploadError('server-failed', 'a page', { httpStatus: 500 }), 'HTTP 500'],
    [new UploadError('busy', 'x', { serverMessage: 'Another caller\n is sending.' }), 'Another caller is sending'],
  ])('is said in a few words: %s', (error, text) => {
    expect(reasonText(error)).toBe(text);
  });

  it('is said with the time since the last accepted byte and until the next attempt', () => {
    const error = caused(withCode('ECONNREFUSED'));
    const texts = [
      { seconds: 12.2, error, nextAttempt: 3.6, on: 'service' as const },
      { seconds: 125, error, nextAttempt: undefined, on: 'service' as const },
      { seconds: 7, error: undefined, nextAttempt: undefined, on: 'service' as const },
      { seconds: 7, error: undefined, nextAttempt: undefined, on: 'source' as const },
    ].map(waitingText);
    expect(texts).toEqual([
      'waiting for the service (12 s): connection refused; next attempt in 4 s',
      'waiting for the service (2:05): connection refused; trying again now',
      'waiting for the service (7 s)',
      'waiting for input (7 s)',
    ]);
  });
});
