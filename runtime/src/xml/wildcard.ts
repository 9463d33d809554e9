/** The namespace constraint of an xs:any or xs:anyAttribute (XML Schema part 1, 3.10). */
export interface Wildcard {
  /** Whether names of a namespace are admitted; the empty string stands for no namespace. */
  admits(namespace: string): boolean;
}

/**
 * @param namespaces `##any`; `##other`, which is any but the target namespace and none; or namespace names, with
 *   `##targetNamespace` and `##local` (none) among them.
 */
export function wildcard(namespaces: '##any' | '##other' | readonly string[], targetNamespace: string): Wildcard {
  if (namespaces === '##any') return { admits: () => true };
  if (namespaces === '##other') return { admits: (namespace) => namespace !== '' && namespace !== targetNamespace };
  const named = new Set(
    namespaces.map((name) => (name === '##targetNamespace' ? targetNamespace : name === '##local' ? '' : name)),
  );
  return { admits: (namespace) => named.has(namespace) };
}

/** An element that a wildcard of a schema admits, or of type xs:anyType. */
export interface AnyElement {
  /** Namespace name; the empty string for an element in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The element as XML text, with all namespace declarations that it needs. */
  readonly xml: string;
}

/** An attribute that a wildcard of a schema admits. A prefix in its value has no declaration. */
export interface AnyAttribute {
  /** The empty string for an attribute in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** Normalised (XML 1.0, 3.3.3). */
  readonly value: string;
}
