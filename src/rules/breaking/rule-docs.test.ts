import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breakingRules } from './index.ts';

const page = readFileSync(new URL('../../../docs/reference/breaking.md', import.meta.url), 'utf8');

/** The table that the page must have. */
const table = [
  '| rule | category | severity | |',
  '|---|---|---|---|',
  ...breakingRules.map(({ id, category, severity, summary }) => `| ${id} | ${category} | ${severity} | ${summary} |`),
].join('\n');

it('docs/reference/breaking.md has the current table of rules', () => {
  const at = page.indexOf('| rule |');
  expect(page.slice(at, page.indexOf('\n\n', at))).toBe(table);
});

describe('the catalogue of rules', () => {
  it('has ids that are unique, in capitals', () => {
    const ids = breakingRules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    expect(ids).toHaveLength(51);
    for (const id of ids) expect(id).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/);
  });

  it('consists of full sentences', () => {
    for (const { id, summary, breaks, remedy, example } of breakingRules) {
      expect(summary, id).toMatch(/^[A-Z].*\.$/);
      expect(breaks, id).toMatch(/^(?:[A-Z]|zeep).*\.$/);
      expect(remedy, id).toMatch(/^[A-Z].*\.$/);
      expect(example.before, id).not.toBe(example.after);
    }
  });

  it('says that old clients fail of rules for messages, and of no others', () => {
    for (const { id, category, verdicts } of breakingRules) {
      if (id === 'RESERVED_NO_DELETE') continue;
      const expected = { WIRE: 'fails', WIRE_STRICT: 'fails if validated', CONTRACT: 'works', SOURCE: 'works' };
      expect(verdicts.wire, id).toBe(expected[category]);
    }
  });
});
