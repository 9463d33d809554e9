import { type LifeCycleKey, lifeCycleOf } from './life-cycle.ts';
import type { Lookup } from './lookup.ts';
import type { AttributeUse, ElementDeclaration, GlobalAttribute, Occurs, QName, TypeReference } from './model.ts';
import { innerNameOf, propertyNameOf } from './naming.ts';
import { nameKey, xmlAttributes, xmlNamespace, xsd } from './qualified-name.ts';
import type {
  AttributeMember,
  ChoiceMember,
  ChoiceType,
  Field,
  GroupMember,
  GroupType,
  Member,
  SimpleValue,
  Structure,
  ValueType,
} from './resolved-structures.ts';
import type { SimpleDefinitions } from './simple-definitions.ts';

export const once: Occurs = { min: 1, max: 1 };

export function areDistinct(fields: readonly Field[]): boolean {
  return new Set(fields.map(({ name }) => nameKey(name))).size === fields.length;
}

export function withFallback(
  value: SimpleValue,
  declaration: { readonly default?: string | undefined; readonly fixed?: string | undefined },
): SimpleValue {
  const { fixed, default: defaultText } = declaration;
  if (fixed !== undefined) return { ...value, fallback: { kind: 'fixed', text: fixed } };
  return defaultText === undefined ? value : { ...value, fallback: { kind: 'default', text: defaultText } };
}

/** The type of references to attachments (WS-I Attachments Profile 1.0, 4.4). */
export const swaRef: QName = { namespace: 'http://ws-i.org/profiles/basic/1.1/xsd', local: 'swaRef' };

export function isSwaRef(type: TypeReference): boolean {
  return type.kind === 'named' && nameKey(type.name) === nameKey(swaRef);
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
    ...(isSwaRef(element.type) && type.kind === 'simple' && type.fallback === undefined && { isReference: true }),
    element,
  };
}

type Documentation = Pick<ElementDeclaration, 'doc' | LifeCycleKey>;

export function memberBase(
  property: string,
  { min, max }: Occurs,
  documentation: Documentation,
): Omit<Field, 'kind' | 'name' | 'type' | 'nillable' | 'sensitive' | 'stream' | 'element'> {
  const many = max === 'unbounded' || max > 1;
  return {
    property,
    optional: min === 0 && !many,
    many,
    least: min,
    most: max,
    doc: documentation.doc,
    ...lifeCycleOf(documentation),
  };
}

/** A choice with a case that can be empty is itself optional. */
export function choiceMember(
  choice: ChoiceType,
  property: string,
  occurs: Occurs,
  documentation: Documentation,
): ChoiceMember {
  const base = memberBase(property, choice.mayBeEmpty ? { ...occurs, min: 0 } : occurs, documentation);
  return { kind: 'choice', ...base, choice };
}

/** Empty groups leave no trace on the wire, so that a list of groups that can be empty has no minimum. */
export function groupMember(
  group: GroupType,
  property: string,
  occurs: Occurs,
  documentation: Documentation,
): GroupMember {
  const base = memberBase(property, occurs, documentation);
  const least = base.many && group.members.every(canBeAbsent) ? 0 : base.least;
  return { kind: 'group', ...base, least, group };
}

/** Empty for a structure that is not a plain sequence of elements. */
export function fieldsOf({ content }: Structure): readonly Field[] {
  return content.kind === 'fields' ? content.fields : [];
}

/** Whether the member can be absent from valid content. */
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

/** A member as a case of a choice: the chosen case is always present. */
export function asCase(member: Member): Member {
  return { ...member, optional: false, least: member.many ? Math.max(1, member.least) : member.least };
}

/**
 * An attribute as a property. Defaults and docs of a global attribute apply where its use has none.
 *
 * @param owner prefix of the name of its anonymous type.
 */
export function attributeMember(
  use: AttributeUse,
  owner: string,
  lookup: Lookup,
  values: SimpleDefinitions,
): AttributeMember {
  const global = use.reference === true ? (xmlAttribute(use.name) ?? lookup.attribute(use.name)) : use;
  const property = propertyNameOf(use);
  const type = withFallback(values.valueOf(global.type, use, innerNameOf(owner, property)), {
    default: use.default ?? global.default,
    fixed: use.fixed ?? global.fixed,
  });
  return {
    name: use.name,
    property,
    type,
    required: use.use === 'required',
    sensitive: use.sensitive,
    doc: use.doc ?? global.doc,
    ...lifeCycleOf(use, global),
  };
}

/** An attribute of the namespace of XML, which every schema can refer to. */
function xmlAttribute(name: QName): GlobalAttribute | undefined {
  if (name.namespace !== xmlNamespace) return undefined;
  const local = xmlAttributes.get(name.local);
  return local === undefined ? undefined : { name, type: { kind: 'named', name: { namespace: xsd, local } } };
}
