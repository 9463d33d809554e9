import { breakingCategories, breakingRules, lintCategories, rules as lintRules, presets } from '../../rules/index.ts';
import type { KnownRule, RuleKind } from '../completions.ts';

/** The rules and groups of rules that a setting of `lint` or `breaking` can name. */
export function rulesOf(kind: RuleKind): readonly KnownRule[] {
  switch (kind) {
    case 'lintRule':
      return lintRules.map(known);
    case 'lintCategory':
      return [...lintCategories.map(group), ...lintRules.map(known)];
    case 'lintRules':
      return [...presets.map(group), ...lintCategories.map(group), ...lintRules.map(known)];
    case 'breakingRule':
      return breakingRules.map(known);
    case 'breakingRules':
      return [...breakingCategories.map(group), ...breakingRules.map(known)];
  }
}

function group(name: string): KnownRule {
  return { name, detail: 'several rules' };
}

function known({ id, category, summary }: Readonly<Record<'id' | 'category' | 'summary', string>>): KnownRule {
  return { name: id, detail: category, doc: summary };
}
