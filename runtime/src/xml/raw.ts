import { decodeUtf8 } from '#bytes';
import { escapeAttribute } from './escape.ts';
import type { Declaration } from './scope.ts';

/** Whatever may be the prefix of a QName, in a name or in a value such as that of xsi:type: the characters before a colon. */
const WORDS = /[^\t\n\r -,/:-@[-^`{-\x7f]+(:?)/g;

/** Where an element stood in its message. */
export interface RawPlace {
  /** From its `<` through its end tag. */
  readonly bytes: Uint8Array;
  /** Length of its name, prefix included. */
  readonly nameBytes: number;
  /** The innermost declaration in it and around it. */
  readonly inner: Declaration | undefined;
  readonly outer: Declaration | undefined;
}

/** An element of a message as it stands there: a header block, a part of a fault's detail. */
export class RawElement {
  readonly namespace: string;
  readonly local: string;
  readonly #place: RawPlace;

  constructor(namespace: string, local: string, place: RawPlace) {
    this.namespace = namespace;
    this.local = local;
    this.#place = place;
  }

  /**
   * The element as XML text that stands alone: with the namespace declarations around it that it needs. It is made when
   * it is asked for, since that is rare.
   */
  get xml(): string {
    const { outer } = this.#place;
    const around = new Map<string, Declaration>();
    for (let at = outer; at !== undefined; at = at.outer) if (!around.has(at.prefix)) around.set(at.prefix, at);
    return this.textWithin((prefix) => around.get(prefix));
  }

  /** As `xml`. @param find the declaration of a prefix around the element. */
  textWithin(find: (prefix: string) => Declaration | undefined): string {
    const { bytes, nameBytes } = this.#place;
    const head = decodeUtf8(bytes, 0, 1 + nameBytes);
    const rest = decodeUtf8(bytes, 1 + nameBytes, bytes.length);
    return head + this.#declarations(head + rest, find) + rest;
  }

  #declarations(text: string, find: (prefix: string) => Declaration | undefined): string {
    const { inner, outer } = this.#place;
    const known = new Set<string>();
    for (let at = inner; at !== outer && at !== undefined; at = at.outer) known.add(at.prefix);
    const needed: Declaration[] = [];
    const need = (prefix: string): void => {
      const declaration = known.has(prefix) ? undefined : find(prefix);
      // Words that are no prefix are not kept: a text can be full of them.
      if (declaration === undefined) return;
      known.add(prefix);
      if (declaration.namespace !== '') needed.push(declaration);
    };
    need('');
    for (const [word, colon] of text.matchAll(WORDS)) if (colon === ':') need(word.slice(0, -1));
    return needed
      .sort((a, b) => b.count - a.count)
      .map(({ prefix, namespace }) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(namespace)}"`)
      .join('');
  }
}
