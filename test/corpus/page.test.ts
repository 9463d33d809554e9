import { describe, expect, it } from 'vitest';
import { errorsById, programs } from './compile.ts';
import type { CorpusEntry } from './entries.ts';
import { corpusPage } from './page.ts';
import { type EntryRecord, failedRecord } from './records.ts';

const entry = (id: string, expectation: CorpusEntry['expectation']): CorpusEntry => ({
  id,
  expectation,
  style: 'doc-wrapped',
  operations: 1,
  path: 'owner+name/folder/file.wsdl',
});
const read: EntryRecord = { ...failedRecord('', 'crashed', ''), outcome: 'read', readMilliseconds: 12, operations: 3 };

describe('the page about the corpus', () => {
  const page = corpusPage(
    [
      { entry: entry('e1', 'must-accept'), record: { ...read, peakMemory: 100 * 2 ** 20 } },
      { entry: entry('e2', 'must-accept'), record: failedRecord('e2', 'crashed', 'TypeError: a | b of <xs:any>') },
      {
        entry: entry('e3', 'diagnose'),
        record: {
          ...read,
          outcome: 'diagnosed',
          diagnostics: [{ code: 'SW6002', severity: 'error', message: 'Ill-formed.', file: 'f', line: 1, column: 2 }],
        },
      },
    ],
    { machine: 'A machine', seconds: 3, compileSeconds: 4 },
  );

  it('counts read entries and those that meet their expectation', () => {
    expect(page).toContain('| must-accept: read, and the generated code compiles | 2 | 1 | 1 (50 %) |');
    expect(page).toContain('| diagnose: a diagnostic with its place within 2 s | 1 | 0 | 1 (100 %) |');
    expect(page).not.toContain('| abstract');
  });

  it('lists unmet expectations, and unread entries with their diagnostics', () => {
    expect(page).toContain('| e2 owner/name: file.wsdl | must-accept | crash: TypeError: a \\| b of &lt;xs:any&gt; |');
    expect(page).toMatch(/\| SW6002 \| The file is not XML 1\.0 .* \| e3 owner\/name: file\.wsdl \|/);
    expect(page).toContain('| crashed |  | e2 owner/name: file.wsdl |');
  });

  it('lists the slowest entries with their peak memory', () => {
    expect(page).toContain('| e1 owner/name: file.wsdl | 3 | 12 ms | 0 ms | 0 kB | 100 MB |');
  });
});

describe('compiling many entries', () => {
  it('puts as many entries into a program as its size allows', () => {
    const entries = [5, 8, 4, 20, 1].map((megabytes, index) => ({ id: `e${index}`, bytes: megabytes * 1_000_000 }));
    expect(programs(entries).map((program) => program.map(({ id }) => id))).toEqual([
      ['e0'],
      ['e1', 'e2'],
      ['e3'],
      ['e4'],
    ]);
  });

  it('sorts the errors of the compiler by entry', () => {
    const output = 'e1/types.ts(1,2): error TS2304: No name.\n  more\ne2/codec/part.ts(3,4): error TS1: Bad.\n';
    expect([...errorsById(output)]).toEqual([
      ['e1', ['types.ts(1,2): error TS2304: No name.']],
      ['e2', ['codec/part.ts(3,4): error TS1: Bad.']],
    ]);
  });

  it('fails when the compiler itself fails', () => {
    expect(() => errorsById("error TS5083: Cannot read file 'tsconfig.json'.")).toThrow(/TS5083/);
  });
});
