import { encodeUtf8 } from '#bytes';
import { escapeAttribute } from './escape.ts';

/** The name of an element, with everything the reader compares and the writer prints worked out once. */
export interface Tag {
  /** Namespace name; the empty string for an element in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8, which the reader compares with what stands in the message. */
  readonly bytes: Uint8Array;
  /** What the writer prints before the content: `<Name>`, or `<Name xmlns="…">` for the root of a body. */
  readonly open: string;
  /** What the writer prints after the content: `</Name>`. */
  readonly close: string;
}

/** The expanded name of a type of a schema. */
export interface TypeName {
  readonly namespace: string;
  readonly local: string;
}

/** The children that a complex type declares, in the order of its schema. The reader answers with an index into `tags`. */
export interface ChildTable {
  readonly tags: readonly Tag[];
  /** The name of that type, which an xsi:type must agree with (rule R6). An anonymous type has none. */
  readonly type?: TypeName | undefined;
}

/**
 * The name of an element inside a body. It is printed without a namespace declaration, since the root of the body
 * declares the one that they share; an element in no namespace takes that back.
 */
export function tag(namespace: string, local: string): Tag {
  return makeTag(namespace, local, namespace === '' ? `<${local} xmlns="">` : `<${local}>`);
}

/** The name of the root of a body: its start tag declares the namespace as the default one (rules C3, W1). */
export function rootTag(namespace: string, local: string): Tag {
  const value = escapeAttribute(namespace);
  if (value === undefined) throw new TypeError(`The namespace of ${local} holds a character that XML cannot carry.`);
  return makeTag(namespace, local, `<${local} xmlns="${value}">`);
}

function makeTag(namespace: string, local: string, open: string): Tag {
  return { namespace, local, bytes: encodeUtf8(local), open, close: `</${local}>` };
}

/** The children of an anonymous type, in the order of its schema. */
export function children(...tags: readonly Tag[]): ChildTable {
  return { tags, type: undefined };
}

/** The children of a named type, in the order of its schema. */
export function childrenOf(type: TypeName, ...tags: readonly Tag[]): ChildTable {
  return { tags, type };
}
