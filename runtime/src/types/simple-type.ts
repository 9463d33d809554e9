import type { PrefixSource, ValueContext } from './value-context.ts';

/** A value does not fit its type. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  /** The reason without the value, as a clause: `it must be an integer`. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** A simple type: parses its values from text and prints them as text (XML Schema part 2, 2.3). */
export interface SimpleType<T> {
  /** Its name in messages: `decimal`. */
  readonly name: string;
  /**
   * Parses the text of an element or attribute, with the white space around it.
   *
   * @param context resolves prefixes. Without it the text comes from a contract, where a QName is `{namespace}local`.
   * @throws {ValueError}
   */
  parse(text: string, context?: ValueContext): T;
  /**
   * Prints the lexical form.
   *
   * @param prefixes declares prefixes. Without it a QName is printed as in a contract.
   * @throws {ValueError}
   */
  print(value: T, prefixes?: PrefixSource): string;
  /** Negative when the first value is less, NaN when they are incomparable; undefined for types without an order. */
  readonly compare?: Order<T> | undefined;
  /** The whiteSpace facet (XML Schema part 2, 4.3.6); `collapse` when absent. */
  readonly whiteSpace?: 'preserve' | 'replace' | undefined;
  /** Normalises the white space of a union's text, which depends on the member that the text fits. @throws {ValueError} */
  tidied?(text: string, context?: ValueContext): string;
  /** Whether `parse` and `print` need a context: for prefixes and limits. */
  readonly contextual?: boolean | undefined;
  /** A type with the same texts whose values lose nothing. Facets are checked against it. */
  readonly exact?: SimpleType<unknown> | undefined;
  /** The value of an absent attribute, and the type of a present one. */
  readonly fallback?: { readonly type: SimpleType<T>; readonly text: string } | undefined;
}

/** Declared as a method, whose parameters are bivariant: a type with fewer values can replace one with more. */
export type Order<T> = { order(a: T, b: T): number }['order'];

export function byNumber(a: number, b: number): number {
  return a - b || (a === b ? 0 : a < b ? -1 : a > b ? 1 : Number.NaN);
}

export function byBigint(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
