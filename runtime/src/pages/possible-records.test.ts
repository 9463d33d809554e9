import { expect, it } from 'vitest';
import { field, recordField } from '../../../test/support/runtime/page-descriptions.ts';
import { levelsOf } from './possible-records.ts';

it('P3: measures how deep the least content of a record is, and finds those that no message can hold', () => {
  const optional = { optional: true };
  const records = {
    Flat: [field('a', 'int'), recordField('b', 'Endless', optional)],
    Higher: [recordField('a', 'Flat')],
    Endless: [recordField('a', 'Endless')],
    Base: [],
    Needy: [recordField('a', 'Base')],
    Lists: [recordField('a', 'Needy', { many: true }), recordField('b', 'Cases', { place: 'choice' })],
    Cases: [recordField('a', 'Endless'), recordField('b', 'Higher')],
  };
  const types = ['Needy', 'Higher'].map((record) => ({ record, namespace: 'urn:t', local: record }));
  const levels = levelsOf({ records, abstract: ['Base'], hierarchies: { Root: { abstract: true, types } } });
  expect(levels.get('Flat')).toBe(1);
  expect(levels.get('Higher')).toBe(2);
  expect(levels.get('Root')).toBe(2);
  expect(levels.get('Lists')).toBe(3);
  for (const record of ['Endless', 'Base', 'Needy']) expect(levels.get(record), record).toBeUndefined();
});
