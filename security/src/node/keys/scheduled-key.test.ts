import { describe, expect, it } from 'vitest';
import { newKey } from '../../../../test/support/security/assertion.ts';
import { scheduledKey } from './scheduled-key.ts';

describe('scheduled keys', () => {
  const [first, second, third] = [newKey('first'), newKey('second'), newKey('third')];
  const at = (day: number) => new Date(Date.UTC(2027, 0, day));

  it('sign from their time on, in any order of the list', () => {
    let now = 0;
    const key = scheduledKey([{ key: third, from: at(20) }, { key: first }, { key: second, from: at(10) }], () => now);
    const subject = (time: Date, before = 0) => {
      now = time.getTime() - before;
      return key().certificates[0]?.subject;
    };
    expect(subject(at(1))).toBe('CN=first');
    expect(subject(at(10), 1)).toBe('CN=first');
    expect(subject(at(10))).toBe('CN=second');
    expect(subject(at(20), 1)).toBe('CN=second');
    expect(subject(at(30))).toBe('CN=third');
  });

  it('have exactly one for the beginning', () => {
    for (const keys of [[], [{ key: first, from: at(1) }], [{ key: first }, { key: second }]]) {
      expect(() => scheduledKey(keys)).toThrow('exactly one has no `from`');
    }
  });
});
