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

/** The children that a complex type declares, in the order of its schema. The reader answers with an index into `tags`. */
export interface ChildTable {
  readonly tags: readonly Tag[];
}
