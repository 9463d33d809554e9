import type { Tag } from './tag.ts';
import type { TypeName } from './type-table.ts';
import type { Wildcard } from './wildcard.ts';

/** The children that a complex type declares, in the order of its schema. The reader answers with an index into `tags`. */
export interface ChildTable {
  readonly tags: readonly Tag[];
  /** The name of that type, which an xsi:type must agree with (rule R6). An anonymous type has none. */
  readonly type: TypeName | undefined;
  /** What it lets in beside its `tags`, by wildcards: the reader answers `OTHER`. Undefined when nothing. */
  readonly others: Wildcard | undefined;
  /** Whether a strict reader takes the children in any order (xs:all). */
  readonly anyOrder: boolean;
}

/** The children of an anonymous type, in the order of its schema. */
export function children(...tags: readonly Tag[]): ChildTable {
  return { tags, type: undefined, others: undefined, anyOrder: false };
}

/** The children of a named type, in the order of its schema. */
export function childrenOf(type: TypeName, ...tags: readonly Tag[]): ChildTable {
  return { tags, type, others: undefined, anyOrder: false };
}

/**
 * The same children, and others beside them (xs:any).
 *
 * @param wildcards that let them in, each where it stands; without one, all are let in.
 */
export function openChildren(table: ChildTable, ...wildcards: readonly Wildcard[]): ChildTable {
  const { tags, type, anyOrder } = table;
  const admits = (namespace: string): boolean =>
    wildcards.length === 0 || wildcards.some((wildcard) => wildcard.admits(namespace));
  return { tags, type, others: { admits }, anyOrder };
}

/** The same children, in any order also where the reader is strict (xs:all). */
export function unordered(table: ChildTable): ChildTable {
  const { tags, type, others } = table;
  return { tags, type, others, anyOrder: true };
}
