import { describe, expect, it } from 'vitest';
import { type CorpusEntry, type Expectation, parseEntries } from './entries.ts';
import { describe as describeDiagnostic, shortcoming } from './judge.ts';
import { type EntryRecord, failedRecord, type KeptDiagnostic } from './records.ts';
import type { SampleRecord } from './samples/sample-record.ts';

const entry = (expectation: Expectation): CorpusEntry => ({
  id: 'e1',
  expectation,
  style: 'doc-wrapped',
  operations: 1,
  path: 'a+b/c.wsdl',
});

const error: KeptDiagnostic = { code: 'SW6102', severity: 'error', message: 'There is no type a.' };
const placed: KeptDiagnostic = { ...error, file: 'x/c.wsdl', line: 3, column: 4 };
const warning: KeptDiagnostic = { ...placed, severity: 'warning' };

const record = (changes: Partial<EntryRecord> = {}): EntryRecord => ({
  ...failedRecord('e1', 'crashed', ''),
  failure: undefined,
  outcome: 'read',
  compileErrors: [],
  ...changes,
});
const diagnosed = (...diagnostics: readonly KeptDiagnostic[]): EntryRecord =>
  record({ outcome: 'diagnosed', diagnostics, errors: diagnostics.length });

describe('shortcomings of an entry of the corpus', () => {
  it('accepts an entry that is read and compiles', () => {
    expect(shortcoming(entry('must-accept'), record())).toBeUndefined();
    expect(shortcoming(entry('abstract'), record())).toBeUndefined();
  });

  it('reports an entry that must be read and is not, with the diagnostic', () => {
    expect(shortcoming(entry('must-accept'), diagnosed(placed))).toBe('SW6102 There is no type a. (c.wsdl:3:4)');
    expect(shortcoming(entry('must-accept'), diagnosed())).toBe('no contract, and no diagnostic');
  });

  it('reports a crash, an endless loop and an error of the compiler for every expectation', () => {
    for (const expectation of ['must-accept', 'diagnose', 'abstract'] as const) {
      expect(shortcoming(entry(expectation), failedRecord('e1', 'crashed', 'TypeError'))).toBe('crash: TypeError');
      expect(shortcoming(entry(expectation), failedRecord('e1', 'hung', 'no end within 60 s'))).toBe(
        'no end within 60 s',
      );
      expect(shortcoming(entry(expectation), record({ compileErrors: ['types.ts TS1'] }))).toMatch(/does not compile/);
    }
  });

  it('reports another port that cannot be generated', () => {
    const failing = record({ otherFailures: ['port C: TypeError'] });
    expect(shortcoming(entry('must-accept'), failing)).toBe('port C: TypeError');
  });

  it('demands a warning for tolerated mistakes', () => {
    expect(shortcoming(entry('tolerate-with-warning'), record())).toBe('no warning');
    expect(
      shortcoming(entry('tolerate-with-warning'), record({ diagnostics: [warning], warnings: 1 })),
    ).toBeUndefined();
  });

  it('demands a place and an answer within two seconds of a diagnosis', () => {
    expect(shortcoming(entry('diagnose'), diagnosed(error))).toMatch(/^no line and column/);
    expect(shortcoming(entry('diagnose'), diagnosed(placed))).toBeUndefined();
    expect(shortcoming(entry('diagnose'), { ...diagnosed(placed), readMilliseconds: 2_500 })).toBe(
      'the diagnostic took 2500 ms',
    );
    expect(shortcoming(entry('diagnose-missing-file'), record())).toBe('no diagnostic');
  });

  it('demands, for parts that are elsewhere, their address and the command that fetches it', () => {
    const away: KeptDiagnostic = {
      ...placed,
      message: 'https://example.com/a.xsd is not here.',
      remedy: 'Use "soapwright fetch".',
    };
    expect(shortcoming(entry('needs-well-known-or-remote'), diagnosed(away))).toBeUndefined();
    expect(shortcoming(entry('needs-well-known-or-remote'), diagnosed(placed))).toMatch(/SW6102/);
  });

  it('demands samples that are true of the read contract, and of valid schemas that xmllint reads them', () => {
    const good = { messages: 2, samples: 4, failedMessages: 0, schemaError: undefined, failures: [] };
    const failure = {
      message: 'Do input',
      detail: 'least',
      turn: 0,
      stage: 'read',
      reason: 'missing',
      text: '',
    } as const;
    const of = (changes: Partial<SampleRecord>): EntryRecord =>
      record({ warnings: 1, sampled: { id: 'e1', samples: { ...good, ...changes } } });
    expect(shortcoming(entry('must-accept'), of({}))).toBeUndefined();
    expect(shortcoming(entry('must-accept'), of({ failures: [failure] }))).toBe('sample (read) of Do input: missing');
    expect(shortcoming(entry('diagnose'), of({ failures: [failure] }))).not.toMatch(/sample/);
    const refused = of({ schemaError: 'no type T' });
    expect(shortcoming(entry('must-accept'), refused)).toBe('no schema for samples: no type T');
    expect(shortcoming(entry('accept-nonhttp-transport'), refused)).toBeUndefined();
    expect(shortcoming(entry('must-accept'), record({ sampled: { id: 'e1', failure: 'no end' } }))).toBe(
      'no samples: no end',
    );
  });

  it('prints a diagnostic without the folders of its file', () => {
    expect(describeDiagnostic(error)).toBe('SW6102 There is no type a.');
  });
});

describe('the table of expectations', () => {
  it('is read line by line', () => {
    const table = 'id\texpect\tstyle\tsoap\toperations\trepo_dir/path\ne7\tdiagnose\t?\t?\t2\ta+b/c d.wsdl\n';
    expect(parseEntries(table)).toEqual([
      { id: 'e7', expectation: 'diagnose', style: '?', operations: 2, path: 'a+b/c d.wsdl' },
    ]);
  });

  it('is rejected with an unknown expectation', () => {
    expect(() => parseEntries('head\ne7\tperhaps\t?\t?\t2\tpath')).toThrow(/e7/);
  });
});
