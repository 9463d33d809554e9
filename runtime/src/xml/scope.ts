export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** From this many declarations on a Map finds them, so that a flood of them costs linear time. */
const MANY = 16;

/** A namespace declaration that is in scope, and through `outer` all those before it. Never changed, so a reference keeps a whole scope. */
export interface Declaration {
  /** The empty string for the default namespace. */
  readonly prefix: string;
  /** The empty string takes the default namespace back. */
  readonly namespace: string;
  readonly outer: Declaration | undefined;
  /** The default namespace in force with this declaration. */
  readonly defaultNamespace: string;
  /** How many declarations there are, this one included. */
  readonly count: number;
  /** Set by `Scope.idOf`; -1 before. */
  id: number;
  /** The declaration of the same prefix that it hides; set where a Map finds them. */
  hidden: Declaration | undefined;
}

/** The prefix `xml` needs no declaration (Namespaces in XML, 3). */
const XML_DECLARATION: Declaration = {
  prefix: 'xml',
  namespace: XML_NAMESPACE,
  outer: undefined,
  defaultNamespace: '',
  count: 0,
  id: 0,
  hidden: undefined,
};

/** The namespace declarations of the open elements. */
export class Scope {
  innermost: Declaration | undefined = undefined;
  #byPrefix: Map<string, Declaration | undefined> | undefined = undefined;
  #ids: Map<string, number> | undefined = undefined;

  /** Answers the declaration that it hides; undefined where there was none of that prefix. */
  declare(prefix: string, namespace: string): Declaration | undefined {
    const outer = this.innermost;
    const defaultNamespace = prefix === '' ? namespace : outer === undefined ? '' : outer.defaultNamespace;
    const count = outer === undefined ? 1 : outer.count + 1;
    const added: Declaration = { prefix, namespace, outer, defaultNamespace, count, id: -1, hidden: undefined };
    if (count <= MANY) {
      const hidden = this.findDeclared(prefix);
      this.innermost = added;
      return hidden;
    }
    this.innermost = added;
    this.#index(added);
    return added.hidden;
  }

  /** Forgets the declarations made since `innermost` was `outer`. */
  leave(outer: Declaration | undefined): void {
    if (this.#byPrefix !== undefined) {
      for (let gone = this.innermost; gone !== undefined && gone !== outer; gone = gone.outer) {
        // Never deleted: a Map of many that loses and gets one again and again makes itself anew each time.
        this.#byPrefix.set(gone.prefix, gone.hidden);
      }
      if (outer === undefined || outer.count <= MANY) this.#byPrefix = undefined;
    }
    this.innermost = outer;
  }

  /** What declares a prefix; undefined when nothing does. */
  find(prefix: string): Declaration | undefined {
    return prefix === 'xml' ? XML_DECLARATION : this.findDeclared(prefix);
  }

  /** The last declaration of a prefix that stands in the message. */
  findDeclared(prefix: string): Declaration | undefined {
    if (this.#byPrefix !== undefined) return this.#byPrefix.get(prefix);
    for (let at = this.innermost; at !== undefined; at = at.outer) if (at.prefix === prefix) return at;
    return undefined;
  }

  /**
   * As `find`, for a prefix that stands in a message: no string is made of it where few are declared. It misses what is
   * not ASCII, and `xml`.
   */
  findBytes(data: Uint8Array, start: number, end: number): Declaration | undefined {
    if (this.#byPrefix !== undefined) return undefined;
    const length = end - start;
    search: for (let at = this.innermost; at !== undefined; at = at.outer) {
      const prefix = at.prefix;
      if (prefix.length !== length) continue;
      for (let index = 0; index < length; index++) {
        if (prefix.charCodeAt(index) !== data[start + index]) continue search;
      }
      return at;
    }
    return undefined;
  }

  /**
   * A number for the namespace of a declaration, the same for the same namespace: long names that are nearly or wholly
   * equal are compared once for each declaration, not once for each use.
   */
  idOf(declaration: Declaration): number {
    if (declaration.id !== -1) return declaration.id;
    this.#ids ??= new Map([[XML_NAMESPACE, 0]]);
    const known = this.#ids.get(declaration.namespace);
    declaration.id = known ?? this.#ids.size;
    if (known === undefined) this.#ids.set(declaration.namespace, declaration.id);
    return declaration.id;
  }

  #index(added: Declaration): void {
    let fresh: Declaration[] = [added];
    if (this.#byPrefix === undefined) {
      this.#byPrefix = new Map();
      fresh = [];
      for (let at: Declaration | undefined = added; at !== undefined; at = at.outer) fresh.push(at);
      fresh.reverse();
    }
    for (const declaration of fresh) {
      declaration.hidden = this.#byPrefix.get(declaration.prefix);
      this.#byPrefix.set(declaration.prefix, declaration);
    }
  }
}
