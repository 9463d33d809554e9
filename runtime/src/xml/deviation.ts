/** How a message can differ from its schema and still be read. */
export type DeviationKind =
  /** An element that the schema does not have here. It is skipped. */
  | 'unknown-element'
  /** An unprefixed element in another namespace than the schema has it in. It is read by its local name. */
  | 'namespace'
  /** An element out of the schema's order. */
  | 'order'
  /** A missing element: the list is empty, or the value null. */
  | 'missing-element'
  /** An element beyond the maximum of its list. */
  | 'repeated-element'
  /** Elements that do not fit the content model of a mixed type. */
  | 'content-model'
  /**
   * xsi:nil on an element that is not nillable. It is read as absent, or as empty in the body. Of a list of records, an item
   * that is nil, or that is empty although its type is not.
   */
  | 'nil'
  /** xsi:type that names an unknown type. The declared one is read. */
  | 'unknown-type'
  /** A text other than the enumerated values. */
  | 'unknown-enumeration-value'
  /** A response in another Content-Type than that of its SOAP version. */
  | 'content-type'
  /** A response in another encoding than its Content-Type or its XML declaration names. */
  | 'encoding'
  /** White space, or a second byte order mark, before the XML declaration of a response. */
  | 'prolog';

/** A difference of a message from its schema that was passed over. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** Names of the elements from the body's root to the place, separated by `/`; an attribute as `@name`; empty for the whole message. */
  readonly path: string;
  /** For people. It never quotes a value of the message. */
  readonly message: string;
}
