import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rules } from './rule-catalogue.ts';

const page = readFileSync(new URL('../../../docs/reference/lint.md', import.meta.url), 'utf8');

/** The table that the page must have. */
const table = [
  '| rule | severity | preset | |',
  '|---|---|---|---|',
  ...rules.map(({ id, severity, preset, summary }) => `| ${id} | ${severity} | ${preset} | ${summary} |`),
].join('\n');

it('docs/reference/lint.md has the current table of rules', () => {
  const at = page.indexOf('| rule |');
  expect(page.slice(at, page.indexOf('\n\n', at))).toBe(table);
});

it('docs/reference/lint.md names each point of WS-I that is a rule, and not among those that cannot be violated', () => {
  const rest = page.slice(page.indexOf('## WS-I'));
  for (const { id } of rules.filter(({ category }) => category === 'wsi')) {
    const point = id.replace('wsi-r', 'R');
    expect(page).toContain(point);
    expect(rest.match(new RegExp(`^\\| [^|]*\\b${point}\\b`, 'm'))).toBeNull();
  }
});
