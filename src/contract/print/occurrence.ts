import type { Occurs } from '../model/index.ts';
import type { KeyValues } from './construct-map.ts';

/** What follows a type: nothing, `?`, `[]` or `[1..10]`. */
export function suffixOf({ min, max }: Occurs): string {
  if (min === 1 && max === 1) return '';
  if (min === 0 && max === 1) return '?';
  if (min === 0 && max === 'unbounded') return '[]';
  return `[${rangeOf({ min, max })}]`;
}

/** The same as keys of the long form. */
export function occurrenceKeys(occurs: Occurs): KeyValues {
  const suffix = suffixOf(occurs);
  return {
    optional: suffix === '?' ? true : undefined,
    many: suffix === '[]' ? true : undefined,
    occurs: suffix.startsWith('[') && suffix !== '[]' ? rangeOf(occurs) : undefined,
  };
}

/** `1..10` or `1..*`. */
function rangeOf({ min, max }: Occurs): string {
  return `${min}..${max === 'unbounded' ? '*' : max}`;
}
