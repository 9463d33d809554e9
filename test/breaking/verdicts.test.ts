import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/model/index.ts';
import { emit } from '../../src/emit/index.ts';
import { breakingRules, ruleIds } from '../../src/rules/breaking/index.ts';
import { type BreakingCase, loadCases, type Toolkit, toolkits } from './case.ts';

const cases = loadCases();
const casesOf = (ids: readonly string[]): readonly BreakingCase[] => cases.filter(({ rule }) => ids.includes(rule));

/** Clients for which a change has another outcome than `ok`. */
const broken = ({ outcomes }: BreakingCase): readonly Toolkit[] =>
  toolkits.filter((toolkit) => outcomes !== undefined && outcomes[toolkit] !== 'ok');

const validating: readonly Toolkit[] = ['ours', 'jaxws'];

describe('the cases', () => {
  it.each(Object.values(ruleIds).flat())('prove %s', (id) => {
    expect(casesOf([id])).not.toEqual([]);
  });

  it('break no client by changes that no rule reports', () => {
    expect(casesOf(['safe']).flatMap(broken)).toEqual([]);
  });
});

describe('the verdicts of a rule', () => {
  it.each(breakingRules)('$id: $verdicts.wire on the wire', ({ id, verdicts }) => {
    const outcomes = casesOf([id]).map(broken);
    if (verdicts.wire === 'works') expect(outcomes.flat()).toEqual([]);
    else if (verdicts.wire === 'fails') expect(outcomes).not.toContainEqual([]);
    else for (const clients of outcomes) expect(clients.some((client) => validating.includes(client))).toBe(true);
  });

  const called = breakingRules.filter(({ verdicts }) => verdicts.wire === 'fails');
  it.each(called)('$id: a client that does not validate fails too', ({ id }) => {
    const clients = casesOf([id]).flatMap(broken);
    expect(clients.some((client) => !validating.includes(client))).toBe(true);
  });

  const named = breakingRules.filter(({ category }) => category === 'CONTRACT' || category === 'SOURCE');
  it.each(named)('$id: code of users breaks or works', ({ id, verdicts }) => {
    const code = casesOf([id]).map((one) => one.code ?? {});
    const breaks = (toolkit: Toolkit): boolean => code.some((users) => users[toolkit]?.error !== undefined);
    expect(breaks('ours')).toBe(verdicts.typescript === 'changes');
    expect(breaks('zeep') || breaks('jaxws')).toBe(verdicts.toolkits === 'changes');
  });

  const same = breakingRules.filter(({ verdicts }) => verdicts.typescript === 'same');
  it.each(same)('$id: the declarations in TypeScript stay the same', async ({ id }) => {
    for (const { old, new: next } of casesOf([id])) expect(await declarations(next)).toEqual(await declarations(old));
  });
});

/** Lines of the modules that users import, without comments and default addresses, in alphabetical order. */
async function declarations(contract: Contract): Promise<readonly string[]> {
  const files = await emit(contract, { source: 'contract.yaml', importExtension: 'ts' });
  return files
    .filter(({ path }) => /^(?:types|client|server)\.ts$/.test(path))
    .flatMap(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('export const defaultAddress'))
    .sort();
}
