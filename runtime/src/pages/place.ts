/** Where a field stands in a form. */
export interface Place {
  /** That names it. */
  readonly path: string;
  /** Whether the field, or a record around it, is sensitive. */
  readonly sensitive: boolean;
  /** Whether a record around it may be left out or nil, so that no browser may insist on a value. */
  readonly dispensable: boolean;
  /** Whether it may turn out not to be asked for, so that a browser must not even judge what stands there. */
  readonly unchecked: boolean;
  /** The records around the field: one that holds itself is only opened when somebody asks for it. */
  readonly records: readonly string[];
}
