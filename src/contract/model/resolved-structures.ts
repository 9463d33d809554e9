import type { ResolvedLifeCycle } from './life-cycle.ts';
import type { Facets, LocalElement, QName, Wildcard } from './model.ts';
import type { Representation, SimpleTypeName } from './type-representation.ts';

/*
 * Structures: components with all references resolved, inheritance flattened, groups and substitution groups turned
 * into choices, and the name of each in TypeScript. Emitters print them without a lookup.
 */

/** Type of a value. */
export type ValueType = SimpleValue | RecordValue | AnyValue | EncodedValueType;

/** Type of a value in a contract with encoded messages (SOAP 1.1, section 5). */
export type EncodedValueType = ArrayValue | CollectionValue | AnyTypeValue;

export interface SimpleValue {
  readonly kind: 'simple';
  /** The built-in type, or the one at its root; `string` for a list or union. */
  readonly name: SimpleTypeName;
  readonly representation: Representation;
  /** Name in TypeScript of a type that the contract declares. */
  readonly declared?: string | undefined;
  /** Value of an empty element or an absent attribute. */
  readonly fallback?: Fallback | undefined;
  /** Whether a tolerant client reads other texts than the enumerated ones. */
  readonly open?: true | undefined;
  /** For xsi:type, in a contract with encoded messages; undefined for a list or union without a name. */
  readonly schemaType?: QName | undefined;
  /** Whether `schemaType` is the type that it restricts, since it has no name of its own. */
  readonly isUnnamed?: true | undefined;
}

export interface Fallback {
  readonly kind: 'default' | 'fixed';
  /** In lexical form. */
  readonly text: string;
}

export interface RecordValue {
  readonly kind: 'record';
  readonly typeName: string;
  /** Whether its start tag can have attributes, or xsi:type in a hierarchy. */
  readonly head: boolean;
}

/** Unparsed XML: an element of any type. */
export interface AnyValue {
  readonly kind: 'any';
}

/** An encoded array (SOAP 1.1, 5.4.2): a list, or lists of lists if it has several dimensions. */
export interface ArrayValue {
  readonly kind: 'array';
  /** Unique among types and arrays: what its reader and writer are named after. TypeScript has no type of this name. */
  readonly typeName: string;
  /** Undefined for `soapenc:Array` itself, an anonymous type, and an array in an array type. */
  readonly name: QName | undefined;
  /** Number of dimensions: 2 for `[,]`. An array of arrays has one dimension, and an array as its item. */
  readonly rank: number;
  readonly item: ValueType;
  readonly itemNillable: boolean;
  /** Local name of the elements of items that are written; any name is read. */
  readonly itemName: string;
  /** What `soapenc:arrayType` says before the size: a type, and the ranks of arrays of it, `[][,]` or nothing. */
  readonly itemType: QName;
  readonly itemRanks: string;
}

/** A `Map` (keys and values) or `Vector` (a list) of Apache SOAP and Axis 1, whose values are of any type. */
export interface CollectionValue {
  readonly kind: 'collection';
  readonly name: 'Map' | 'Vector';
}

/** A value that is read by its xsi:type, and written with one: of a built-in type or a type of the contract. */
export interface AnyTypeValue {
  readonly kind: 'anyType';
}

/** A named declaration in types.ts. */
export type Declaration = Structure | ChoiceType | GroupType | PolymorphicType;

/** A complex type: an interface, a reader and a writer. */
export interface Structure extends ResolvedLifeCycle {
  readonly kind: 'structure';
  readonly typeName: string;
  readonly doc: string | undefined;
  /** Name in the schema; undefined for an anonymous type. */
  readonly name: QName | undefined;
  readonly discriminant: Discriminant | undefined;
  /** No message can hold it: its type is abstract, and no type is derived from it. */
  readonly abstract: boolean;
  readonly head: boolean;
  readonly attributes: readonly AttributeMember[];
  readonly anyAttribute: AnyAttributeMember | undefined;
  readonly content: StructureContent;
}

/** The `$type` of a type in a hierarchy. */
export interface Discriminant {
  readonly value: string;
  /** Only the root of a hierarchy can omit it. */
  readonly optional: boolean;
}

export type StructureContent =
  /** Elements with distinct names, single or in a list. */
  | { readonly kind: 'fields'; readonly order: 'sequence' | 'all'; readonly fields: readonly Field[] }
  /** Particles that only their order distinguishes. */
  | { readonly kind: 'particles'; readonly members: readonly Member[] }
  | { readonly kind: 'text'; readonly text: TextMember }
  /** Text between elements. `typeName` is the type of one item. */
  | { readonly kind: 'mixed'; readonly members: readonly Member[]; readonly typeName: string };

/** A part of a content model that is one property. */
export type Member = Field | ChoiceMember | GroupMember | AnyMember;

interface MemberBase extends ResolvedLifeCycle {
  /** Name in TypeScript. */
  readonly property: string;
  /** Can be absent; never together with `many`, where the empty list is absence. */
  readonly optional: boolean;
  /** A list. */
  readonly many: boolean;
  /** Minimum and maximum number of items of a list. */
  readonly least: number;
  readonly most: number | 'unbounded';
  readonly doc: string | undefined;
}

/** An element. */
export interface Field extends MemberBase {
  readonly kind: 'field';
  /** On the wire. */
  readonly name: QName;
  readonly type: ValueType;
  readonly nillable: boolean;
  /** In encoded messages, whether its schema requires it although its value can be null: it is nil when there is no value. */
  readonly nilIfAbsent?: boolean | undefined;
  readonly sensitive: boolean;
  readonly stream: boolean;
  /** Whether it refers to an attachment (`swaRef`): a Blob, although its text is a URI. */
  readonly isReference?: true | undefined;
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

/** A wildcard for elements. */
export interface AnyMember extends MemberBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  /** Namespace of the schema, which `##other` and `##targetNamespace` refer to. */
  readonly targetNamespace: string;
}

/** A union of objects with `case` and `value`. */
export interface ChoiceType {
  readonly kind: 'choice-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  /** The property of each member is its `case`. */
  readonly cases: readonly Member[];
  /** Can be absent from valid content. */
  readonly mayBeEmpty: boolean;
}

/** A sequence that is a property of its own: it repeats, is optional, or has a name. */
export interface GroupType {
  readonly kind: 'group-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly members: readonly Member[];
}

/** The union of all types of a hierarchy. */
export interface PolymorphicType {
  readonly kind: 'polymorphic';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly name: QName;
  /** An abstract type is not among its members. */
  readonly abstract: boolean;
  readonly members: readonly PolymorphicMember[];
}

export interface PolymorphicMember {
  /** Name of its interface, reader and writer. */
  readonly typeName: string;
  readonly discriminant: Discriminant;
  readonly name: QName;
}

export interface AttributeMember extends ResolvedLifeCycle {
  readonly name: QName;
  readonly property: string;
  readonly type: SimpleValue;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly doc: string | undefined;
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

/** A named simple type in types.ts: one that the contract declares, or the anonymous one of a field. */
export interface SimpleDeclaration extends ResolvedLifeCycle {
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly definition: SimpleDefinition;
}

/** A simple type with its references resolved. */
export type SimpleDefinition =
  | { readonly kind: 'built-in'; readonly name: SimpleTypeName; readonly representation: Representation }
  | { readonly kind: 'declared'; readonly typeName: string; readonly definition: SimpleDefinition }
  | {
      readonly kind: 'restriction';
      /** Name for error messages. */
      readonly name: string;
      readonly base: SimpleDefinition;
      readonly facets: Facets;
    }
  | { readonly kind: 'list'; readonly name: string; readonly item: SimpleDefinition }
  | { readonly kind: 'union'; readonly name: string; readonly members: readonly SimpleDefinition[] };
