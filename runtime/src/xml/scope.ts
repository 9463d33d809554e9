import type { Declaration, NamespaceDeclaration } from './declaration.ts';
import type { Lexer } from './lexer.ts';
import { XML_NAMESPACE } from './namespaces.ts';

/** With more declarations than this a Map finds them, so that many of them cost linear time. */
export const MANY = 16;

/** Numbers of namespaces: one count for all messages, since declarations can be used in a scope that did not create them. */
let namespaces = 0;

/** The id of a declaration that was not asked for yet. */
const NONE = -1;
/** The id of a declaration shared by several messages, which number namespaces by themselves. */
const SHARED = -2;
/** As `SHARED`, for a known declaration, if those outside of it are known too: they have few bytes. */
const KNOWN = -3;

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

/** Lets other messages use a declaration and those outside of it. */
export function share(innermost: Declaration | undefined): void {
  for (let at = innermost; at !== undefined; at = at.outer) if (at.id !== KNOWN) at.id = SHARED;
}

/** The namespace declarations of the open elements. */
export class Scope {
  innermost: Declaration | undefined = undefined;
  /**
   * The default namespace in scope. A tag's equal string may replace it: comparing the two then compares references.
   */
  defaultNamespace = '';
  #byPrefix: Map<string, Declaration | undefined> | undefined = undefined;
  #ids: Map<string, number> | undefined = undefined;

  /** Adds a declaration, the same object for equal ones of known declarations. @returns the one that it hides. */
  declare(declared: NamespaceDeclaration): Declaration | undefined {
    const { prefix, namespace, last } = declared;
    const outer = this.innermost;
    if (prefix === '') this.defaultNamespace = namespace;
    if (last !== undefined && last.outer === outer) {
      this.innermost = last;
      return last.hidden;
    }
    const defaultNamespace = prefix === '' ? namespace : outer === undefined ? '' : outer.defaultNamespace;
    const count = outer === undefined ? 1 : outer.count + 1;
    const hidden = this.findDeclared(prefix);
    const isKnown = declared.bytes !== undefined && count <= MANY && (outer === undefined || outer.id === KNOWN);
    const id = isKnown ? KNOWN : NONE;
    const added: Declaration = { prefix, namespace, outer, defaultNamespace, count, id, hidden };
    this.innermost = added;
    if (isKnown) declared.last = added;
    if (count > MANY) this.#index(added);
    return hidden;
  }

  /** Removes the declarations inside `outer`. */
  leave(outer: Declaration | undefined): void {
    if (this.#byPrefix !== undefined) {
      for (let gone = this.innermost; gone !== undefined && gone !== outer; gone = gone.outer) {
        // Never deleted: a large Map from which entries are deleted and added in turn is rehashed each time.
        this.#byPrefix.set(gone.prefix, gone.hidden);
      }
      if (outer === undefined || outer.count <= MANY) this.#byPrefix = undefined;
    }
    this.innermost = outer;
    this.defaultNamespace = outer === undefined ? '' : outer.defaultNamespace;
  }

  /** Makes another scope of the same document the current one: `innermost` and the declarations outside of it. */
  enter(innermost: Declaration | undefined): void {
    this.#byPrefix = undefined;
    this.innermost = innermost;
    this.defaultNamespace = innermost === undefined ? '' : innermost.defaultNamespace;
    if (innermost !== undefined && innermost.count > MANY) this.#index(innermost);
  }

  /** The namespace of a prefix; of the empty prefix, the default namespace. Undefined without a declaration. */
  namespaceOf(prefix: string): string | undefined {
    return prefix === '' ? this.defaultNamespace : this.find(prefix)?.namespace;
  }

  /** The declaration of a prefix in the message. @throws {XmlError} without one. */
  declarationAt(lexer: Lexer, start: number, end: number): Declaration {
    const declaration = this.findBytes(lexer.data, start, end) ?? this.find(lexer.slice(start, end));
    if (declaration === undefined) throw lexer.illFormed('a prefix that no namespace declaration declares', start);
    return declaration;
  }

  /** The declaration of a prefix; undefined without one. */
  find(prefix: string): Declaration | undefined {
    return prefix === 'xml' ? XML_DECLARATION : this.findDeclared(prefix);
  }

  /** As `find`, but `xml` only where the message declares it. */
  findDeclared(prefix: string): Declaration | undefined {
    if (this.#byPrefix !== undefined) return this.#byPrefix.get(prefix);
    for (let at = this.innermost; at !== undefined; at = at.outer) if (at.prefix === prefix) return at;
    return undefined;
  }

  /** As `find`, for the bytes of a prefix, without creating a string. Does not find `xml`, non-ASCII ones, and one of many. */
  private findBytes(data: Uint8Array, start: number, end: number): Declaration | undefined {
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
   * A number for the namespace of a declaration, equal for equal namespaces: long names are compared once for each
   * declaration, not once for each use.
   */
  idOf(declaration: Declaration): number {
    if (declaration.id >= 0) return declaration.id;
    this.#ids ??= new Map([[XML_NAMESPACE, 0]]);
    const existing = this.#ids.get(declaration.namespace);
    const id = existing ?? ++namespaces;
    if (existing === undefined) this.#ids.set(declaration.namespace, id);
    if (declaration.id === NONE) declaration.id = id;
    return id;
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
