import { type Findings, contract as kinds } from '../../diagnostics/index.ts';
import type { Occurs } from '../model/index.ts';
import type { Located } from './values.ts';

export const once: Occurs = { min: 1, max: 1 };
export const optional: Occurs = { min: 0, max: 1 };
export const anyNumber: Occurs = { min: 0, max: 'unbounded' };

export function isMany({ max }: Occurs): boolean {
  return max === 'unbounded' || max > 1;
}

/** What follows a type or the name of a group: `?`, `[]`, `[1..10]`. */
export function occursOfSuffix(suffix: string): Occurs | undefined {
  if (suffix === '') return once;
  if (suffix === '?') return optional;
  if (suffix === '[]') return anyNumber;
  return suffix.startsWith('[') && suffix.endsWith(']') ? parseOccurs(suffix.slice(1, -1)) : undefined;
}

/** `1..10` or `1..*`, or `0..0` for never. A maximum of 1 is not a list. */
function parseOccurs(text: string): Occurs | undefined {
  const [, least, most] = /^\s*(\d{1,9})\s*\.\.\s*(\d{1,9}|\*)\s*$/.exec(text) ?? [];
  if (least === undefined || most === undefined) return undefined;
  const occurs: Occurs = { min: Number(least), max: most === '*' ? 'unbounded' : Number(most) };
  return occurs.max === 'unbounded' || (occurs.max !== 1 && occurs.min <= occurs.max) ? occurs : undefined;
}

/** The value of `occurs`. */
export function readOccurs(text: Located | undefined, findings: Findings): Occurs | undefined {
  const occurs = text && parseOccurs(text.text);
  if (text !== undefined && occurs === undefined) findings.add(kinds.badOccurs, { occurs: text.text }, text.at);
  return occurs;
}

/** The name of a type with how often it occurs: `string`, `string?`, `Item[]`, `Item[1..10]`. */
export interface TypeExpression {
  readonly name: Located;
  /** `?`, `[]` or the like; empty for once. */
  readonly suffix: string;
  readonly occurs: Occurs;
}

/** Separates the suffix from the name, which is resolved later, when all names are declared. */
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
  // Quoted text begins after its quote.
  const quote = /^["']/.test(findings.source.text.slice(text.at.start, text.at.start + 1)) ? 1 : 0;
  const start = text.at.start + quote;
  const at = { start, end: Math.min(text.at.end + quote, start + name.length) };
  return { name: { text: name, at }, suffix, occurs };
}
