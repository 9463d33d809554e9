import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../src/breaking/index.ts';
import { type BreakingCase, loadCases, toolkits } from './case.ts';
import { toolkitsTables } from './toolkits-tables.ts';

const page = fileURLToPath(new URL('../../docs/reference/breaking-toolkits.md', import.meta.url));
const cases = loadCases();
const casesOf = (ids: readonly string[]): readonly BreakingCase[] => cases.filter(({ rule }) => ids.includes(rule));
const broken = ({ outcomes }: BreakingCase): readonly string[] =>
  toolkits.filter((toolkit) => outcomes !== undefined && outcomes[toolkit] !== 'ok');

it('docs/reference/breaking-toolkits.md has the outcomes of all cases', async () => {
  const tables = toolkitsTables();
  const marked = /<!-- cases -->\n[\s\S]*?<!-- end -->/g;
  const text = readFileSync(page, 'utf8');
  let index = 0;
  const current = text.replace(marked, () => `<!-- cases -->\n${tables[index++]}\n<!-- end -->`);
  expect(index).toBe(tables.length);
  await expect(current).toMatchFileSnapshot(page);
});

describe('the cases', () => {
  it.each(Object.values(ruleIds).flat())('prove %s', (id) => {
    expect(casesOf([id])).not.toEqual([]);
  });

  it('break a client by each change that WIRE reports, but the end of a reservation', () => {
    const harmless = casesOf(ruleIds.WIRE).filter((one) => broken(one).length === 0);
    expect(harmless.map(({ rule }) => rule)).toEqual(['RESERVED_NO_DELETE']);
  });

  it('break a client that validates by each change that WIRE_STRICT reports', () => {
    const validating = casesOf(ruleIds.WIRE_STRICT).map((one) => broken(one).some((name) => /ours|jaxws/.test(name)));
    expect(validating).not.toContain(false);
  });

  it('break no client by changes that CONTRACT, SOURCE or no rule reports', () => {
    const others = casesOf([...ruleIds.CONTRACT, ...ruleIds.SOURCE, 'safe']);
    expect(others.filter((one) => broken(one).length > 0)).toEqual([]);
  });
});
