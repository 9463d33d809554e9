import type { Occurs } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import { occursOfSuffix } from './occurs.ts';
import type { Located } from './shape.ts';

/** A name with what says how often: `string`, `string?`, `Item[]`, `Item[1..10]`. */
export interface TypeExpression {
  readonly name: Located;
  /** `?`, `[]` or the like; empty for once. */
  readonly suffix: string;
  readonly occurs: Occurs;
}

/** Takes the suffix off. What the name stands for is seen when all names are known. */
export function readTypeExpression(text: Located, field: string, findings: Findings): TypeExpression | undefined {
  const parts = /^([^\s?[\]]+)\s*(.*)$/s.exec(text.text);
  const name = parts?.[1];
  const suffix = (parts?.[2] ?? '').trim();
  if (/^(?:\[[^\]]*\]\s*\?|\?\s*\[[^\]]*\])$/.test(suffix)) {
    findings.add(kinds.manyAndOptional, { field }, text.at);
    return undefined;
  }
  const occurs = occursOfSuffix(suffix);
  if (name === undefined || occurs === undefined) {
    findings.add(kinds.badType, { type: text.text }, text.at);
    return undefined;
  }
  // Quoted text begins behind its quote.
  const quote = /^["']/.test(findings.source.text.slice(text.at.start, text.at.start + 1)) ? 1 : 0;
  const start = text.at.start + quote;
  const at = { start, end: Math.min(text.at.end + quote, start + name.length) };
  return { name: { text: name, at }, suffix, occurs };
}
