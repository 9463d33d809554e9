import { expect, it } from 'vitest';
import type { CorpusEntry } from '../entries.ts';
import { type EntryRecord, failedRecord } from '../records.ts';
import type { SampleRecord } from './sample-record.ts';
import { samplesSection } from './samples-section.ts';

const entry = (id: string): CorpusEntry => ({
  id,
  expectation: 'must-accept',
  style: 'doc-bare',
  operations: 1,
  path: 'owner+name/a.wsdl',
});
const record = (id: string, samples?: SampleRecord): EntryRecord => ({
  ...failedRecord(id, 'crashed', ''),
  outcome: 'read',
  sampled: samples && { id, samples },
});
const good: SampleRecord = { messages: 2, samples: 5, failedMessages: 0, schemaError: undefined, failures: [] };

it('the page counts samples, and lists those that are not true', () => {
  const failures = [
    { message: 'Do input', detail: 'least', turn: 0, stage: 'same value', reason: 'another value', text: '<Do/>' },
  ] as const;
  const text = samplesSection([
    { entry: entry('e1'), record: record('e1', good) },
    { entry: entry('e2'), record: record('e2', { ...good, failedMessages: 1, schemaError: 'no type T', failures }) },
    { entry: entry('e3'), record: record('e3') },
  ]);
  expect(text).toContain('| must-accept | 2 | 1 | 4 | 10 | 1 | 1 (50 %) |');
  expect(text).toContain('| e2 owner/name: a.wsdl | Do input | same value | another value |');
  expect(samplesSection([{ entry: entry('e1'), record: record('e1', good) }])).toContain('All samples are true.');
  expect(samplesSection([{ entry: entry('e3'), record: record('e3') }])).toBe('None were made in this run.');
});
