import type { Facets, LocalElement, QName, Wildcard } from './model.ts';
import type { Representation, SimpleTypeName } from './simple-types.ts';

/**
 * What generated types and codecs are made of: the contract's components with every reference followed, inheritance
 * laid out flat and each name in TypeScript worked out. Emitters print it and look nothing up.
 */

/** What one value is. */
export type ValueType = SimpleValue | RecordValue | AnyValue;

export interface SimpleValue {
  readonly kind: 'simple';
  /** The built-in type that it is, or comes down to; of a list or union that is `string`. */
  readonly name: SimpleTypeName;
  readonly representation: Representation;
  /** In TypeScript, of a type that the contract declares. */
  readonly declared?: string | undefined;
  /** What an empty element, or an absent attribute, stands for. */
  readonly fallback?: Fallback | undefined;
}

export interface Fallback {
  readonly kind: 'default' | 'fixed';
  /** In lexical form. */
  readonly text: string;
}

export interface RecordValue {
  readonly kind: 'record';
  readonly typeName: string;
  /** Whether something stands in its start tag: attributes, or the xsi:type of a hierarchy. */
  readonly head: boolean;
}

/** An element as it stands. */
export interface AnyValue {
  readonly kind: 'any';
}

/** Something that becomes a name in types.ts. */
export type Declaration = Structure | ChoiceType | GroupType | PolymorphicType;

/** The content of a complex type: an interface, a reader and a writer. */
export interface Structure {
  readonly kind: 'structure';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly deprecated: string | undefined;
  readonly since: string | undefined;
  /** Of its type in the schema, where that has one. */
  readonly name: QName | undefined;
  readonly discriminant: Discriminant | undefined;
  readonly head: boolean;
  readonly attributes: readonly AttributeMember[];
  readonly anyAttribute: AnyAttributeMember | undefined;
  readonly content: StructureContent;
}

/** How a type of a hierarchy says which one it is. */
export interface Discriminant {
  readonly value: string;
  /** Only the first of a hierarchy may leave it out. */
  readonly optional: boolean;
}

export type StructureContent =
  /** Elements of distinct names, once each or in a list. */
  | { readonly kind: 'fields'; readonly order: 'sequence' | 'all'; readonly fields: readonly Field[] }
  /** Particles that only their order tells apart. */
  | { readonly kind: 'particles'; readonly members: readonly Member[] }
  | { readonly kind: 'text'; readonly text: TextMember }
  /** Text between elements. The type is that of one item. */
  | { readonly kind: 'mixed'; readonly members: readonly Member[]; readonly typeName: string };

/** Part of a content model that becomes one property. */
export type Member = Field | ChoiceMember | GroupMember | AnyMember;

interface MemberBase {
  /** In TypeScript. */
  readonly property: string;
  /** May be absent; never together with `many`, whose absence is the empty list. */
  readonly optional: boolean;
  /** More than once: a list. */
  readonly many: boolean;
  /** How often a list's items occur. */
  readonly least: number;
  readonly most: number | 'unbounded';
  readonly doc: string | undefined;
  readonly deprecated: string | undefined;
  readonly since: string | undefined;
}

/** An element. */
export interface Field extends MemberBase {
  readonly kind: 'field';
  /** On the wire. */
  readonly name: QName;
  readonly type: ValueType;
  readonly nillable: boolean;
  readonly sensitive: boolean;
  readonly stream: boolean;
  readonly element: LocalElement;
}

export interface ChoiceMember extends MemberBase {
  readonly kind: 'choice';
  readonly choice: ChoiceType;
}

export interface GroupMember extends MemberBase {
  readonly kind: 'group';
  readonly group: GroupType;
}

/** Elements that the contract says little of. */
export interface AnyMember extends MemberBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  /** The schema's namespace, which the wildcard's words are about. */
  readonly targetNamespace: string;
}

/** One of several: a union of objects with `case` and `value`. */
export interface ChoiceType {
  readonly kind: 'choice-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  /** The property of each is its case. */
  readonly cases: readonly Member[];
  /** Nothing at all may stand for it. */
  readonly mayBeEmpty: boolean;
}

/** A sequence in a content model that is more than its elements: one that repeats, is optional, or has a name. */
export interface GroupType {
  readonly kind: 'group-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly members: readonly Member[];
}

/** Any type of a hierarchy that may stand for its first one. */
export interface PolymorphicType {
  readonly kind: 'polymorphic';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly name: QName;
  /** Then the first of the members is not the type itself. */
  readonly abstract: boolean;
  readonly members: readonly PolymorphicMember[];
}

export interface PolymorphicMember {
  /** Of its interface, reader and writer. */
  readonly typeName: string;
  readonly discriminant: Discriminant;
  readonly name: QName;
}

export interface AttributeMember {
  readonly name: QName;
  readonly property: string;
  readonly type: SimpleValue;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly doc: string | undefined;
  readonly deprecated: string | undefined;
  readonly since: string | undefined;
}

export interface AnyAttributeMember {
  readonly property: string;
  readonly wildcard: Wildcard;
  readonly targetNamespace: string;
  readonly doc: string | undefined;
}

/** Text content beside attributes. */
export interface TextMember {
  readonly property: string;
  readonly type: SimpleValue;
  readonly sensitive: boolean;
  readonly doc: string | undefined;
}

/** A simple type that becomes a name in types.ts: one that the contract declares, or an anonymous one of a field. */
export interface SimpleDeclaration {
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly deprecated: string | undefined;
  readonly definition: SimpleDefinition;
}

/** How a simple type is made. */
export type SimpleDefinition =
  | { readonly kind: 'built-in'; readonly name: SimpleTypeName; readonly representation: Representation }
  | { readonly kind: 'declared'; readonly typeName: string; readonly definition: SimpleDefinition }
  | {
      readonly kind: 'restriction';
      /** What messages call it. */
      readonly name: string;
      readonly base: SimpleDefinition;
      readonly facets: Facets;
    }
  | { readonly kind: 'list'; readonly name: string; readonly item: SimpleDefinition }
  | { readonly kind: 'union'; readonly name: string; readonly members: readonly SimpleDefinition[] };
