import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failedRecord } from './records.ts';
import { runJobs } from './workers.ts';

const worker = `
process.on('message', (id) => {
  if (id === 'crash') throw new Error('no entry is like this one');
  if (id === 'hang') for (;;);
  process.send({ id, outcome: 'read', diagnostics: [], peakMemory: 1, process: process.pid });
});
`;

describe('processes that work on entries', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-workers-'));
    writeFileSync(join(folder, 'worker.cjs'), worker);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('lose one entry by a crash and one by an endless loop', async () => {
    const ids = ['a', 'crash', 'b', 'hang', 'c'];
    const records = await runJobs(
      ids.map((id) => ({ id, alone: false })),
      { script: join(folder, 'worker.cjs'), arguments: [], processes: 1, limit: 2_000, failed: failedRecord },
    );
    expect(records.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', 'read'],
      ['crash', 'crashed'],
      ['b', 'read'],
      ['hang', 'hung'],
      ['c', 'read'],
    ]);
    expect(records[1]?.failure).toMatch(/the process ended/);
    expect(records[3]?.failure).toBe('no end within 2 s');
  });

  it('measure memory only of entries that are alone in a process', async () => {
    const records = await runJobs(
      [
        { id: 'a', alone: false },
        { id: 'b', alone: true },
        { id: 'c', alone: false },
      ],
      { script: join(folder, 'worker.cjs'), arguments: [], processes: 1, limit: 10_000, failed: failedRecord },
    );
    expect(records.map(({ peakMemory }) => peakMemory)).toEqual([undefined, 1, undefined]);
    expect(new Set(records.map((record) => Reflect.get(record, 'process'))).size).toBe(3);
  });
});
