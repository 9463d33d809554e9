/** A namespace declaration in scope, and through `outer` the earlier ones. Immutable, so a reference keeps a whole scope. */
export interface Declaration {
  /** The empty string for the default namespace. */
  readonly prefix: string;
  /** The empty string removes the default namespace. */
  readonly namespace: string;
  readonly outer: Declaration | undefined;
  /** The default namespace in force with this declaration. */
  readonly defaultNamespace: string;
  /** Number of declarations in scope, this one included. */
  readonly count: number;
  /** Set by `Scope.idOf`; `NONE` until then, `SHARED` or `KNOWN` where no scope may set it. */
  id: number;
  /** The declaration of the same prefix that it hides. */
  hidden: Declaration | undefined;
}

/** A namespace declaration of a start tag. */
export interface NamespaceDeclaration {
  readonly prefix: string;
  readonly namespace: string;
  /** The bytes of a known one, from its `xmlns` through the closing quote. */
  readonly bytes: Uint8Array | undefined;
  /** The last equal declaration of any message, if it is known. */
  last: Declaration | undefined;
}
