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
    const { bytes, nameBytes } = this.#place;
    const head = decodeUtf8(bytes, 0, 1 + nameBytes);
    const rest = decodeUtf8(bytes, 1 + nameBytes, bytes.length);
    return head + this.#declarations(head + rest) + rest;
  }

  #declarations(text: string): string {
    const { inner, outer } = this.#place;
    const wanted = new Set(['']);
    for (const [word, colon] of text.matchAll(WORDS)) if (colon === ':') wanted.add(word.slice(0, -1));
    for (let at = inner; at !== outer && at !== undefined; at = at.outer) wanted.delete(at.prefix);
    let declarations = '';
    for (let at = outer; at !== undefined && wanted.size > 0; at = at.outer) {
      if (!wanted.delete(at.prefix) || at.namespace === '') continue;
      const name = at.prefix === '' ? 'xmlns' : `xmlns:${at.prefix}`;
      declarations += ` ${name}="${escapeAttribute(at.namespace)}"`;
    }
    return declarations;
  }
}
