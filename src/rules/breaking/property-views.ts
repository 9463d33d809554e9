import {
  type AttributeMember,
  type ChoiceType,
  type Declaration,
  type GroupType,
  type Member,
  type ResolvedService,
  resolveService,
  type SimpleDeclaration,
  type Structure,
  type ValueType,
} from '../../contract/index.ts';
import type { Side } from './side.ts';

/** One of the two services, as the emitters print it. */
export interface ResolvedSide {
  readonly side: Side;
  readonly service: ResolvedService;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly simpleTypes: ReadonlyMap<string, SimpleDeclaration>;
}

/** A property of an interface, or a case of a choice. */
export interface PropertyView {
  /** Its identity on the wire: its name, or the kind and number of a group. */
  readonly key: string;
  readonly property: string;
  readonly isOptional: boolean;
  readonly isList: boolean;
  readonly isNillable: boolean;
  readonly type: ValueType | ChoiceType | GroupType;
  readonly component: object | undefined;
}

export function printed(side: Side): ResolvedSide {
  const service = resolveService(side.contract);
  return {
    side,
    service,
    declarations: new Map([...service.messages, ...service.declarations].map((one) => [one.typeName, one])),
    simpleTypes: new Map(service.simpleTypes.map((one) => [one.typeName, one])),
  };
}

/** The properties of an interface, or the cases of a choice. */
export function propertiesOf(declaration: Declaration, from: ResolvedSide): readonly PropertyView[] {
  switch (declaration.kind) {
    case 'choice-type':
      return declaration.cases.map((member, index) => viewOf(member, String(index), from));
    case 'group-type':
      return declaration.members.map((member, index) => viewOf(member, String(index), from));
    case 'polymorphic':
      return [];
    case 'structure':
      return propertiesOfStructure(declaration, from);
  }
}

function propertiesOfStructure(
  { attributes, anyAttribute, content }: Structure,
  from: ResolvedSide,
): readonly PropertyView[] {
  const single = { isOptional: false, isNillable: false, component: undefined };
  const wildcard = { ...single, key: '@*', isList: true, type: { kind: 'any' as const } };
  const own = [
    ...attributes.map((attribute) => viewOfAttribute(attribute, from)),
    ...(anyAttribute === undefined ? [] : [{ ...wildcard, property: anyAttribute.property }]),
  ];
  switch (content.kind) {
    case 'fields':
      return [...own, ...content.fields.map((field) => viewOf(field, '0', from))];
    case 'particles':
      return [...own, ...content.members.map((member, index) => viewOf(member, String(index), from))];
    case 'text': {
      const { property, type } = content.text;
      return [...own, { ...single, key: '$text', property, isList: false, type }];
    }
    case 'mixed':
      return [...own, { ...single, key: '$content', property: '$content', isList: true, type: { kind: 'any' } }];
  }
}

/** @param position among its siblings, of what has no name on the wire. */
export function viewOf(member: Member, position: string, { side }: ResolvedSide): PropertyView {
  const { property, optional: isOptional, many: isList } = member;
  const common = { property, isOptional, isList, isNillable: false, component: undefined };
  switch (member.kind) {
    case 'field': {
      const { type, nillable, element, name } = member;
      return { ...common, key: side.key(name), isNillable: nillable, type, component: element };
    }
    case 'choice':
      return { ...common, key: `choice ${position}`, type: member.choice };
    case 'group':
      return { ...common, key: `group ${position}`, type: member.group };
    case 'any':
      return { ...common, key: `any ${position}`, type: { kind: 'any' } };
  }
}

function viewOfAttribute({ property, name, required, type }: AttributeMember, { side }: ResolvedSide): PropertyView {
  const common = { isList: false, isNillable: false, component: undefined };
  return { ...common, key: `@${side.key(name)}`, property, isOptional: !required, type };
}
