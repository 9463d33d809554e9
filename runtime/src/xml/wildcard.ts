/** What xs:any and xs:anyAttribute say about namespaces (XML Schema part 1, 3.10). */
export interface Wildcard {
  /** Whether names of a namespace are let in; the empty string is no namespace. */
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
