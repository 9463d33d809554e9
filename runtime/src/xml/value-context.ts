/** What the values of some types need to know of the message around them. */
export interface ValueContext {
  /** The namespace that a prefix stands for; the empty prefix is the default namespace. Undefined when nothing declares it. */
  resolvePrefix(prefix: string): string | undefined;
  /** How many items a list may have. */
  readonly maxItems: number;
}

/** What declares prefixes for values that hold names. */
export interface PrefixSource {
  /**
   * A prefix that stands for a namespace on the element that is being written; the empty string for no namespace.
   *
   * @throws {ValueError} for no namespace where a default one is in force, and for what XML cannot carry.
   */
  prefix(namespace: string): string;
}
