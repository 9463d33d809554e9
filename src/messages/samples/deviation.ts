/** How a message can differ from its contract. Most of these are kinds that clients report too, with the same names. */
export type DeviationKind =
  | 'unknown-element'
  | 'order'
  | 'missing-element'
  | 'repeated-element'
  | 'unexpected-element'
  | 'unexpected-text'
  | 'nil'
  | 'unknown-type'
  | 'unknown-enumeration-value'
  | 'value'
  | 'unknown-attribute'
  | 'missing-attribute'
  | 'reference'
  | 'body'
  | 'action'
  | 'undeclared-fault'
  | 'undeclared-header'
  | 'missing-header'
  | 'version';

/** A difference of a message from its contract. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** Names of the elements from the body's root to the place, separated by `/`; an attribute as `@name`. */
  readonly path: string;
  /** As a clause without values: `it must be an integer`. */
  readonly reason: string;
  /** In bytes, in the document as UTF-8; undefined for what is not in the document. */
  readonly offset?: number | undefined;
  /** The text that does not fit; masked if it is sensitive. */
  readonly value?: string | undefined;
}
