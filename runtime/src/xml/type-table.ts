import { XSI_NAMESPACE } from './scope.ts';
import { declaration } from './tag.ts';

/** The expanded name of a type of a schema. */
export interface TypeName {
  readonly namespace: string;
  readonly local: string;
}

/** The types that an xsi:type may name where the first of them is declared: it, and those derived from it that are not abstract. */
export interface TypeTable {
  readonly names: readonly TypeName[];
  /** Whether the first one is abstract: an element must then name another. */
  readonly abstract: boolean;
}

/** A type and those derived from it. */
export function types(...names: readonly TypeName[]): TypeTable {
  return { names, abstract: false };
}

/** An abstract type and those derived from it. */
export function abstractTypes(...names: readonly TypeName[]): TypeTable {
  return { names, abstract: true };
}

/** An xsi:type as it is written, with the declarations that it needs. */
export interface XsiType {
  readonly namespace: string;
  readonly local: string;
  /** A space, the declarations and the attribute. */
  readonly text: string;
}

/** @throws {TypeError} for a namespace that XML cannot carry. */
export function xsiType(namespace: string, local: string): XsiType {
  const instance = declaration('xmlns:xsi', XSI_NAMESPACE);
  // A type in no namespace has no prefix: there must be no default namespace around it.
  const text =
    namespace === ''
      ? `${instance} xsi:type="${local}"`
      : `${instance}${declaration('xmlns:_t', namespace)} xsi:type="_t:${local}"`;
  return { namespace, local, text };
}
