import type { Declaration } from '@soapwright/runtime/xml';
import { textOfUtf8, utf8 } from './octets.ts';

/** A namespace, one object for each name. */
export interface Namespace {
  readonly bytes: Uint8Array;
  /** As the value of an attribute in canonical XML. */
  readonly escaped: Uint8Array;
}

/** A prefix with its state at the place that is written. */
export interface Prefix {
  /** Empty for the default namespace. */
  readonly name: Uint8Array;
  /** Whether its declarations are written where they stand, not where they are used. */
  readonly isInclusive: boolean;
  /** In the document. */
  declared: Namespace | undefined;
  /** In the canonical form. */
  rendered: Namespace | undefined;
}

const NO_BYTES = new Uint8Array(0);
const NONE: Namespace = { bytes: NO_BYTES, escaped: NO_BYTES };
const XML_NAME = 'http://www.w3.org/XML/1998/namespace';
const XML: Namespace = { bytes: utf8(XML_NAME), escaped: NO_BYTES };

/** The prefixes of a document, with the changes of each open element, which are taken back at its end. */
export class Prefixes {
  readonly standard: Prefix;
  readonly #inclusive: ReadonlySet<string> | 'all';
  readonly #byName = new Map<string, Prefix>();
  readonly #namespaces = new Map<string, Namespace>([
    ['', NONE],
    [XML_NAME, XML],
  ]);
  #last: Prefix;
  readonly #changed: Prefix[] = [];
  readonly #values: (Namespace | undefined)[] = [];
  readonly #elements: number[] = [];

  /** @param around the declarations in scope outside of the element that is written. */
  constructor(around: Declaration | undefined, inclusive: ReadonlySet<string> | 'all') {
    this.#inclusive = inclusive;
    const xml = { name: utf8('xml'), isInclusive: false, declared: XML, rendered: XML };
    this.#byName.set('xml', xml);
    this.standard = this.#add('', utf8(''));
    this.standard.declared = NONE;
    this.standard.rendered = NONE;
    this.#last = xml;
    const seen = new Set<string>(['xml']);
    for (let at = around; at !== undefined; at = at.outer) {
      if (seen.has(at.prefix)) continue;
      seen.add(at.prefix);
      this.named(at.prefix).declared = this.namespace(at.namespace);
    }
  }

  /** The prefixes whose declarations are written where they stand. */
  inclusive(): Prefix[] {
    return [...this.#byName.values()].filter(({ isInclusive }) => isInclusive);
  }

  /** The prefix in a range of the document; an empty one is the default namespace. */
  find(data: Uint8Array, start: number, end: number): Prefix {
    const length = end - start;
    if (length === 0) return this.standard;
    const { name } = this.#last;
    if (name.length === length) {
      let index = 0;
      while (index < length && name[index] === data[start + index]) index++;
      if (index === length) return this.#last;
    }
    this.#last = this.named(textOfUtf8(data, start, end));
    return this.#last;
  }

  named(name: string): Prefix {
    return this.#byName.get(name) ?? this.#add(name, utf8(name));
  }

  namespace(name: string): Namespace {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const escaped = name.replace(/[&<"\t\n\r]/g, (character) => references[character] as string);
    const added = { bytes: utf8(name), escaped: utf8(escaped) };
    this.#namespaces.set(name, added);
    return added;
  }

  /** Begins an element. */
  open(): void {
    this.#elements.push(this.#changed.length);
  }

  declare(prefix: Prefix, namespace: Namespace): void {
    if (prefix.declared === namespace) return;
    this.#remember(prefix);
    prefix.declared = namespace;
  }

  /** The declaration in force is in the canonical form, too. */
  render(prefix: Prefix): void {
    this.#remember(prefix);
    prefix.rendered = prefix.declared;
  }

  /** Ends an element. */
  close(): void {
    const changed = this.#changed;
    const values = this.#values;
    const before = this.#elements.pop() as number;
    while (changed.length > before) {
      const prefix = changed.pop() as Prefix;
      prefix.rendered = values.pop();
      prefix.declared = values.pop();
    }
  }

  #remember(prefix: Prefix): void {
    this.#changed.push(prefix);
    this.#values.push(prefix.declared, prefix.rendered);
  }

  #add(name: string, bytes: Uint8Array): Prefix {
    const isInclusive = this.#inclusive === 'all' || this.#inclusive.has(name);
    const added: Prefix = { name: bytes, isInclusive, declared: undefined, rendered: undefined };
    this.#byName.set(name, added);
    return added;
  }
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
