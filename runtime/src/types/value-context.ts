/** The context in a message that values of some types depend on. */
export interface ValueContext {
  /** The namespace of a prefix, or of the empty prefix the default namespace; undefined without a declaration. */
  resolvePrefix(prefix: string): string | undefined;
  /** Maximum number of items of a list. */
  readonly maxItems: number;
}

/** Declares prefixes for values that hold QNames. */
export interface PrefixSource {
  /**
   * A prefix for a namespace, declared on the element that is being written; the empty string for no namespace.
   *
   * @throws {ValueError} for no namespace where a default one is in scope, and for a namespace that XML cannot represent.
   */
  prefix(namespace: string): string;
}
