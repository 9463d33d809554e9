import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/model/index.ts';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { breakingRuleOf, compareContracts } from '../../src/rules/breaking/index.ts';
import { contractOfWsdl } from '../support/generator/wsdl-contract.ts';
import { loadCases } from './case.ts';

const settings = { use: ['SOURCE'], except: [], ignoreOnly: new Map(), severity: new Map() };

/** Each rule that reports a change, once. @param use a category with those that it contains. */
function rulesOf(before: Contract, after: Contract, use: string): readonly string[] {
  const { findings } = compareContracts(before, after, { ...settings, use: [use] });
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

/** The widest category that a case names all findings of: that of its rule, and all rules for messages. */
function categoryOf(rule: string): string {
  const category = breakingRuleOf(rule)?.category;
  return category === 'CONTRACT' || category === 'SOURCE' ? category : 'WIRE_STRICT';
}

describe('the rules report exactly the changes that a case names', () => {
  for (const { rule, what, findings, old, new: current } of loadCases()) {
    it(`${rule}: ${what}`, () => {
      expect(rulesOf(old, current, categoryOf(rule))).toEqual([...findings].sort());
    });
  }
});

describe('the WSDL that is generated from a contract is compared as the contract', () => {
  const throughWsdl = (contract: Contract): Contract => contractOfWsdl(wsdlText(contract, { source: 'contract.yaml' }));

  for (const { rule, what, findings, old, new: current } of loadCases()) {
    it(`${rule}: ${what}`, () => {
      const expected = [...findings].sort();
      const category = categoryOf(rule);
      expect(rulesOf(throughWsdl(old), current, category)).toEqual(expected);
      expect(rulesOf(old, throughWsdl(current), category)).toEqual(expected);
    });
  }
});

describe('a contract compared with itself has no findings', () => {
  for (const { rule, what, old } of loadCases()) {
    it(`${rule}: ${what}`, () => {
      expect(compareContracts(old, structuredClone(old), settings).findings).toEqual([]);
    });
  }
});
