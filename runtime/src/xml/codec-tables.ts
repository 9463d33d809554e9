import type { ElementStack } from './element-stack.ts';
import { XSI_NAMESPACE } from './namespaces.ts';
import { declaration, type Tag } from './tag.ts';
import { chooseType, type NamedTypes } from './type-choice.ts';
import type { Wildcard } from './wildcard.ts';

/** The children that a complex type declares, in the order of its schema. The reader returns indexes into `tags`. */
export interface ChildTable {
  readonly tags: readonly Tag[];
  /** The name of the type, which an xsi:type must match (rule R6); undefined for an anonymous type. */
  readonly type: TypeName | undefined;
  /** The elements that its wildcards admit, for which the reader returns `OTHER`; undefined without a wildcard. */
  readonly others: Wildcard | undefined;
  /** Whether a strict reader accepts the children in any order (xs:all). */
  readonly anyOrder: boolean;
  /** Whether a child is read as absent if it is nil (rule R3), by its index. */
  readonly nilIsAbsent: readonly boolean[];
  /** How a tolerant reader brings the children into the schema's order; undefined where that could be ambiguous. */
  readonly order?: ChildOrder | undefined;
}

/** Children that have one place each in a content model: the order of their indexes, except for parts that repeat. */
export interface ChildOrder {
  readonly repeated?: readonly RepeatedPart[];
  /** The elements that a wildcard admits come after the child of this index. */
  readonly others?: number;
}

/**
 * Indexes of the first and the last child of a part that repeats, whose children keep their order. In a sequence of single
 * elements, the indexes of the required ones follow.
 */
export type RepeatedPart = readonly [first: number, last: number, ...required: number[]];

/** A child that is optional and not nillable, and whose type is a record or a text. */
export interface OptionalTag {
  readonly optional: Tag;
}

/** Reads a nil child as absent: ASP.NET and its clients exchange such elements for null (rule R3). */
export function optional(tag: Tag): OptionalTag {
  return { optional: tag };
}

/** The children of an anonymous type, in the order of its schema. */
export function children(...items: readonly (Tag | OptionalTag)[]): ChildTable {
  const tags = items.map((item) => ('optional' in item ? item.optional : item));
  const nilIsAbsent = items.map((item) => 'optional' in item);
  return { tags, type: undefined, others: undefined, anyOrder: false, nilIsAbsent };
}

/** The children of a named type, in the order of its schema. */
export function childrenOf(type: TypeName, ...items: readonly (Tag | OptionalTag)[]): ChildTable {
  return { ...children(...items), type };
}

/** Adds xs:any. @param wildcards of the type; without one, all elements are admitted. */
export function openChildren(table: ChildTable, ...wildcards: readonly Wildcard[]): ChildTable {
  const admits = (namespace: string): boolean =>
    wildcards.length === 0 || wildcards.some((wildcard) => wildcard.admits(namespace));
  return { ...table, others: { admits } };
}

/** The same children in any order (xs:all). */
export function unordered(table: ChildTable): ChildTable {
  return { ...table, anyOrder: true };
}

/** Children that a tolerant reader accepts in any order, although the codec reads them in the schema's. */
export function arranged(table: ChildTable, order: ChildOrder = {}): ChildTable {
  return { ...table, order };
}

/** The expanded name of a type of a schema. */
export interface TypeName {
  readonly namespace: string;
  readonly local: string;
}

/** The types that an xsi:type may name: the declared one, which is the first, and the types derived from it that are not abstract. */
export interface TypeTable extends NamedTypes {
  /** Reads the xsi:type. Part of the table, so that only codecs of derived types load it. */
  readonly choose: (elements: ElementStack, table: NamedTypes) => number;
}

/** A type and those derived from it. */
export function types(...names: readonly TypeName[]): TypeTable {
  return { names, abstract: false, choose: chooseType };
}

/** An abstract type and those derived from it. */
export function abstractTypes(...names: readonly TypeName[]): TypeTable {
  return { names, abstract: true, choose: chooseType };
}

/** An xsi:type for the writer, with the declarations that it needs. */
export interface XsiType {
  readonly namespace: string;
  readonly local: string;
  /** A space, the declarations and the attribute. */
  readonly text: string;
}

/** @throws {TypeError} for a namespace that XML cannot represent. */
export function xsiType(namespace: string, local: string): XsiType {
  const instance = declaration('xmlns:xsi', XSI_NAMESPACE);
  // A type in no namespace has no prefix: no default namespace may be in scope.
  const text =
    namespace === ''
      ? `${instance} xsi:type="${local}"`
      : `${instance}${declaration('xmlns:_t', namespace)} xsi:type="_t:${local}"`;
  return { namespace, local, text };
}
