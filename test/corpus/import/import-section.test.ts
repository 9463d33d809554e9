import { expect, it } from 'vitest';
import { type EntryRecord, failedRecord } from '../records.ts';
import type { ImportResult } from './import-record.ts';
import { importSection } from './import-section.ts';

const entry = { id: 'e1', expectation: 'must-accept', style: 'doc', operations: 1, path: 'a+b/c.wsdl' } as const;
const result = (imported: ImportResult | undefined) => ({
  entry,
  record: { ...failedRecord('e1', 'crashed', ''), imported } satisfies EntryRecord,
});

it('counts imports whose components and code are the same', () => {
  const text = importSection([
    result({ id: 'e1' }),
    result({ id: 'e1', stage: 'code', reason: 'types.ts 4' }),
    result({ id: 'e1', stage: 'load', reason: 'SW1' }),
    result(undefined),
  ]);
  expect(text).toContain('Of 3 entries, 2 (66.6 %) have the same components, and 1 (33.3 %) the same TypeScript too.');
  expect(text).toContain('| the YAML has an error | 1 | e1 a/b: c.wsdl: SW1 |');
  expect(importSection([result(undefined)])).toBe('None were made in this run.');
});
