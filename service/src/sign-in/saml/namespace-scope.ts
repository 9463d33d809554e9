import { rejected } from './saml-rejection.ts';

const reserved = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'];

/**
 * The namespace declarations in scope while elements are opened and closed (Namespaces in XML 1.0). Only their form is
 * checked; the namespaces of elements are read from the parsed document.
 */
export class Scope {
  /** The namespaces of each prefix, innermost last. */
  readonly #bound = new Map<string, string[]>();
  readonly #declared: (readonly string[])[] = [];

  /** @throws {Rejection} `SignInRefused` when a prefix is not declared, or the element's namespaces are not well-formed. */
  enter(element: string, attributes: ReadonlyMap<string, string>): void {
    const declared: string[] = [];
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns')) continue;
      const prefix = /^xmlns(?::(?!xml|__proto__$)(.+))?$/.exec(name);
      // References and white space would allow several spellings of one name.
      if (prefix === null || /[&\s]/.test(value) || reserved.includes(value) || (value === '' && prefix[1])) {
        throw rejected('namespaces that are not well-formed');
      }
      if (prefix[1] === undefined) continue;
      declared.push(prefix[1]);
      const stack = this.#bound.get(prefix[1]);
      if (stack === undefined) this.#bound.set(prefix[1], [value]);
      else stack.push(value);
    }
    this.#declared.push(declared);
    this.#checkNames(element, attributes);
  }

  leave(): void {
    for (const prefix of this.#declared.pop() ?? []) this.#bound.get(prefix)?.pop();
  }

  #checkNames(element: string, attributes: ReadonlyMap<string, string>): void {
    const prefix = prefixOf(element);
    if (prefix !== undefined) this.#namespace(prefix);
    const expanded = new Set<string>();
    for (const name of attributes.keys()) {
      const own = prefixOf(name);
      if (own === undefined || own === 'xmlns') continue;
      if (own === 'xml') {
        // xml:base and xml:id change the meaning of URIs and IDs, and exclusive canonicalization drops inherited ones.
        if (name !== 'xml:lang' && name !== 'xml:space')
          throw rejected('an attribute of xml other than lang and space');
        continue;
      }
      const full = `${this.#namespace(own)} ${name.slice(own.length + 1)}`;
      if (expanded.has(full)) throw rejected('namespaces that are not well-formed');
      expanded.add(full);
    }
  }

  #namespace(prefix: string): string {
    const found = this.#bound.get(prefix)?.at(-1);
    if (found === undefined) throw rejected('namespaces that are not well-formed');
    return found;
  }
}

function prefixOf(name: string): string | undefined {
  const colon = name.indexOf(':');
  return colon < 0 ? undefined : name.slice(0, colon);
}
