import type { Occurs } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import type { MapEntry } from './node.ts';
import { readName } from './shape.ts';

export const once: Occurs = { min: 1, max: 1 };
export const perhaps: Occurs = { min: 0, max: 1 };
export const anyTimes: Occurs = { min: 0, max: 'unbounded' };

/** What stands behind a type or the name of a group: `?`, `[]`, `[1..10]`. */
export function occursOfSuffix(suffix: string): Occurs | undefined {
  if (suffix === '') return once;
  if (suffix === '?') return perhaps;
  if (suffix === '[]') return anyTimes;
  return suffix.startsWith('[') && suffix.endsWith(']') ? occursOf(suffix.slice(1, -1)) : undefined;
}

/** `1..10`, `1..*`: how often a list has items. One that has one at most is none. */
function occursOf(text: string): Occurs | undefined {
  const [, least, most] = /^\s*(\d{1,9})\s*\.\.\s*(\d{1,9}|\*)\s*$/.exec(text) ?? [];
  if (least === undefined || most === undefined) return undefined;
  const occurs: Occurs = { min: Number(least), max: most === '*' ? 'unbounded' : Number(most) };
  return occurs.max === 'unbounded' || (occurs.max >= 2 && occurs.min <= occurs.max) ? occurs : undefined;
}

/** The value of `occurs`. */
export function readOccurs(entry: MapEntry | undefined, findings: Findings): Occurs | undefined {
  const text = entry && readName(entry, findings);
  if (text === undefined) return undefined;
  const occurs = occursOf(text.text);
  if (occurs === undefined) findings.add(kinds.badOccurs, { occurs: text.text }, text.at);
  return occurs;
}

export function isMany({ max }: Occurs): boolean {
  return max === 'unbounded' || max > 1;
}
