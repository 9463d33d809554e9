import type { ComplexType } from '../../contract/index.ts';
import { nameKey, type TypeReference } from '../../contract/index.ts';
import { editDistance } from '../../diagnostics/index.ts';
import { wordsOf } from '../lint/wording.ts';
import type { Content, WireField } from './content.ts';
import type { Reach } from './findings.ts';

/** How a field of the old record was found in the new one. */
export type MatchKind =
  | 'same'
  /** In another namespace. */
  | 'namespace'
  /** An attribute became an element, or the other way round. */
  | 'kind'
  /** With the same property in TypeScript, and another name on the wire. */
  | 'name'
  /** With another name that suggests that it is the same field. */
  | 'rename';

export interface FieldMatch {
  readonly how: MatchKind;
  readonly before: WireField;
  readonly after: WireField;
}

export interface MatchedFields {
  readonly matches: readonly FieldMatch[];
  readonly deleted: readonly WireField[];
  readonly added: readonly WireField[];
}

/** Finds each field of an old record in the new one. */
export function matchFields(before: Content, after: Content): MatchedFields {
  const deleted = new Set(before.fields.values());
  const added = new Set(after.fields.values());
  const matches: FieldMatch[] = [];
  const match = (how: MatchKind, isSame: (one: WireField, other: WireField) => boolean): void => {
    for (const one of deleted) {
      for (const other of added) {
        if (!isSame(one, other)) continue;
        matches.push({ how, before: one, after: other });
        deleted.delete(one);
        added.delete(other);
        break;
      }
    }
  };
  match('same', (one, other) => one.key === other.key);
  match('namespace', (one, other) => one.kind === other.kind && one.name.local === other.name.local);
  match('kind', (one, other) => one.name.local === other.name.local);
  match('name', (one, other) => one.kind === other.kind && one.property === other.property);
  const positions = { before: positionsOf(before, matches, 'before'), after: positionsOf(after, matches, 'after') };
  match('rename', (one, other) => {
    if (one.kind !== other.kind || !isSameType(one.value.type, other.value.type)) return false;
    if (isSimilar(one.name.local, other.name.local)) return true;
    const isAlone = deleted.size === 1 && added.size === 1;
    const isRequired = one.occurs.min > 0 && other.occurs.min > 0;
    return isAlone && isRequired && positions.before.get(one.key) === positions.after.get(other.key);
  });
  return { matches, deleted: [...deleted], added: [...added] };
}

/** Key of the field before each one, among those that both records have. */
function positionsOf(
  { fields }: Content,
  matches: readonly FieldMatch[],
  side: 'before' | 'after',
): ReadonlyMap<string, string> {
  const names = new Map(matches.map((found) => [found[side].key, found.before.key]));
  const positions = new Map<string, string>();
  let last = '';
  for (const key of fields.keys()) {
    positions.set(key, last);
    last = names.get(key) ?? last;
  }
  return positions;
}

function isSameType(one: TypeReference, other: TypeReference): boolean {
  if (one.kind === 'named' && other.kind === 'named') {
    return nameKey(one.name) === nameKey(other.name) || one.name.local === other.name.local;
  }
  return one.kind === 'anonymous' && other.kind === 'anonymous' && one.type.kind === other.type.kind;
}

/** Whether one name suggests the other: by spelling, or since all words of one are in the other. */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.join('') === b.join('')) return true;
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  if (fewer.length > 0 && fewer.join('').length > 2 && fewer.every((word) => more.includes(word))) return true;
  const longest = Math.max(one.length, other.length);
  return longest <= 64 && editDistance(one.toLowerCase(), other.toLowerCase()) <= Math.floor(longest / 4);
}

/** Two contents that take the same place in messages, with the messages that hold them. */
export interface ContentPair {
  readonly before: Content;
  readonly after: Content;
  /** Undefined for the content of a simple type, and for the parts of a message in rpc style. */
  readonly types: { readonly before: ComplexType | undefined; readonly after: ComplexType | undefined };
  readonly fields: MatchedFields;
  readonly reached: Map<Reach, string>;
}
