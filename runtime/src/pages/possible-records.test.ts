import { expect, it } from 'vitest';
import { field, recordField } from '../../../test/support/runtime/page-descriptions.ts';
import { heightsOf } from './possible-records.ts';

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
  const heights = heightsOf({ records, abstract: ['Base'], hierarchies: { Root: { abstract: true, types } } });
  expect(heights.get('Flat')).toBe(0);
  expect(heights.get('Higher')).toBe(1);
  expect(heights.get('Root')).toBe(2);
  expect(heights.get('Lists')).toBe(2);
  for (const record of ['Endless', 'Base', 'Needy']) expect(heights.get(record), record).toBeUndefined();
});
