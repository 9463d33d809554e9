import { describe, expect, it } from 'vitest';
import { compareContracts } from '../../src/breaking/index.ts';
import { loadCases } from './case.ts';

/** Each rule that reports a change, once. */
function rulesOf(...[before, after]: Parameters<typeof compareContracts>): readonly string[] {
  return [...new Set(compareContracts(before, after).findings.map(({ rule }) => rule))].sort();
}

describe('the rules for messages report exactly what a case names', () => {
  for (const { rule, what, findings, old, new: current } of loadCases()) {
    it(`${rule}: ${what}`, () => {
      expect(rulesOf(old, current)).toEqual([...findings].sort());
    });
  }
});

describe('a contract compared with itself has no findings', () => {
  for (const { rule, what, old } of loadCases()) {
    it(`${rule}: ${what}`, () => {
      const settings = { use: ['SOURCE'], except: [], ignoreOnly: new Map(), severity: new Map() };
      expect(compareContracts(old, structuredClone(old), settings).findings).toEqual([]);
    });
  }
});
