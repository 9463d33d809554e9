import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jsonLogger } from '../common/logger.ts';
import { OverloadLog } from './create-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('logs the first rejected request immediately, then the number in each second', () => {
  const lines: string[] = [];
  const log = new OverloadLog(jsonLogger((line) => lines.push(line)));
  const reported = (): readonly unknown[] =>
    lines.splice(0).map((line) => {
      const { level, message, reason, shed } = JSON.parse(line) as Record<string, unknown>;
      return [level, message, reason, shed];
    });
  log.add('queue-full');
  expect(reported()).toEqual([['warn', 'overloaded', 'queue-full', 1]]);
  for (let at = 0; at < 1_000; at++) log.add('queue-full');
  log.add('thread-busy');
  expect(reported()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reported()).toEqual([
    ['warn', 'overloaded', 'queue-full', 1_000],
    ['warn', 'overloaded', 'thread-busy', 1],
  ]);
  vi.advanceTimersByTime(5_000);
  expect(reported()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  log.add('connections');
  expect(reported()).toHaveLength(1);
});
