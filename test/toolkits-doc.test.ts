import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tables } from './foreign/tables.ts';

const page = readFileSync(new URL('../docs/reference/conformance-toolkits.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (.+?)(?: \*)? \| (\d+) \| (\d+) \| (\d+) \|/gm)];

describe('docs/reference/conformance-toolkits.md', () => {
  it('has a row for each table of cases', () => {
    expect(rows.map(([, toolkit]) => toolkit)).toEqual(Object.keys(tables));
  });

  it.each(rows.map((row) => row.slice(1)))('counts the operations and calls of %s', (toolkit = '', ...counts) => {
    const cases = tables[toolkit] ?? [];
    const operations = new Set(cases.map(({ operation }) => operation));
    const towards = (side: string) => cases.filter(({ only = side }) => only === side);
    expect(counts.map(Number)).toEqual([operations.size, towards('server').length, towards('client').length]);
  });
});
