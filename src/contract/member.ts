import type { ElementDeclaration, Occurs } from './model.ts';
import { propertyNameOf } from './naming.ts';
import { keyOf } from './qname.ts';
import type {
  ChoiceMember,
  ChoiceType,
  Fallback,
  Field,
  GroupMember,
  GroupType,
  Member,
  SimpleValue,
  Structure,
  ValueType,
} from './structure.ts';

/** Parts of content models, one at a time. */

export const once: Occurs = { min: 1, max: 1 };

export function areDistinct(fields: readonly Field[]): boolean {
  return new Set(fields.map(({ name }) => keyOf(name))).size === fields.length;
}

export function withFallback(
  value: SimpleValue,
  { default: otherwise, fixed }: { readonly default?: string | undefined; readonly fixed?: string | undefined },
): SimpleValue {
  const fallback: Fallback | undefined =
    fixed !== undefined
      ? { kind: 'fixed', text: fixed }
      : otherwise === undefined
        ? undefined
        : { kind: 'default', text: otherwise };
  return fallback === undefined ? value : { ...value, fallback };
}

export function fieldOf(element: ElementDeclaration, type: ValueType, occurs: Occurs): Field {
  return {
    kind: 'field',
    ...memberBase(propertyNameOf(element), occurs, element),
    name: element.name,
    type,
    nillable: element.nillable,
    sensitive: element.sensitive,
    stream: element.stream,
    element,
  };
}

type Noted = Pick<ElementDeclaration, 'doc' | 'deprecated' | 'since'>;

export function memberBase(
  property: string,
  { min, max }: Occurs,
  { doc, deprecated, since }: Noted,
): Omit<Field, 'kind' | 'name' | 'type' | 'nillable' | 'sensitive' | 'stream' | 'element'> {
  const many = max === 'unbounded' || max > 1;
  return { property, optional: min === 0 && !many, many, least: min, most: max, doc, deprecated, since };
}

/** One whose cases may all be absent may be absent itself. */
export function choiceMember(choice: ChoiceType, property: string, occurs: Occurs, noted: Noted): ChoiceMember {
  const base = memberBase(property, choice.mayBeEmpty ? { ...occurs, min: 0 } : occurs, noted);
  return { kind: 'choice', ...base, choice };
}

/** Of one that may hold nothing, several that do are nothing on the wire. */
export function groupMember(group: GroupType, property: string, occurs: Occurs, noted: Noted): GroupMember {
  const base = memberBase(property, occurs, noted);
  const least = base.many && group.members.every(canBeAbsent) ? 0 : base.least;
  return { kind: 'group', ...base, least, group };
}

/** Of a structure that is a plain sequence of elements; none of any other. */
export function fieldsOf({ content }: Structure): readonly Field[] {
  return content.kind === 'fields' ? content.fields : [];
}

/** Whether nothing at all may stand for it. */
export function canBeAbsent(member: Member): boolean {
  if (member.optional || member.least === 0) return true;
  switch (member.kind) {
    case 'choice':
      return member.choice.mayBeEmpty;
    case 'group':
      return member.group.members.every(canBeAbsent);
    default:
      return false;
  }
}

/** In a choice, what is chosen is there. */
export function asCase(member: Member): Member {
  return { ...member, optional: false, least: member.many ? Math.max(1, member.least) : member.least };
}
