/** An element that a schema lets in by a wildcard, or whose type it leaves open. */
export interface AnyElement {
  /** Namespace name; the empty string for an element in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The element as XML text that stands alone, with the namespace declarations that it needs. */
  readonly xml: string;
}
