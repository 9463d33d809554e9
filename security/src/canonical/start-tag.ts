import { referencedPoint, referenceEnd } from './character-references.ts';
import {
  AMPERSAND,
  COLON,
  CR,
  compareBytes,
  compareRanges,
  EQUALS,
  GREATER,
  isWhite,
  LF,
  SLASH,
  SPACE,
  textOfUtf8,
  utf8,
} from './octets.ts';
import type { Prefix, Prefixes } from './prefixes.ts';

const XMLNS = utf8('xmlns');

/** An attribute of a start tag, without namespace declarations; offsets are in bytes. */
export interface Attribute {
  readonly start: number;
  /** Of its name without its prefix. */
  readonly local: number;
  readonly nameEnd: number;
  /** After its quote. */
  readonly value: number;
  readonly valueEnd: number;
  prefix: Prefix | undefined;
}

/** A start tag of a document that was read: its attributes and namespace declarations. */
export class StartTag {
  readonly #data: Uint8Array;
  readonly #prefixes: Prefixes;
  /** Offset after its `>`. */
  end = 0;
  isEmpty = false;
  prefix: Prefix;
  nameEnd = 0;
  readonly attributes: Attribute[] = [];
  readonly declared: Prefix[] = [];

  constructor(data: Uint8Array, prefixes: Prefixes) {
    this.#data = data;
    this.#prefixes = prefixes;
    this.prefix = prefixes.standard;
  }

  /** Reads the tag at a `<`, and puts its declarations in scope. */
  read(start: number): void {
    const data = this.#data;
    let at = start + 1;
    let colon = start + 1;
    let byte = data[at] as number;
    for (; byte > SPACE && byte !== GREATER && byte !== SLASH; byte = data[++at] as number) {
      if (byte === COLON) colon = at;
    }
    this.nameEnd = at;
    if (this.attributes.length > 0) this.attributes.length = 0;
    if (this.declared.length > 0) this.declared.length = 0;
    if (byte === GREATER) {
      this.isEmpty = false;
      this.end = at + 1;
    } else this.#readAttributes(at);
    this.prefix = this.#prefixes.find(data, start + 1, colon);
    for (const attribute of this.attributes) {
      const { start: from, local } = attribute;
      if (local > from) attribute.prefix = this.#prefixes.find(data, from, local - 1);
    }
  }

  #readAttributes(from: number): void {
    const data = this.#data;
    let at = from;
    for (;;) {
      while (isWhite(data[at] as number)) at++;
      if (data[at] === SLASH) {
        this.isEmpty = true;
        this.end = at + 2;
        return;
      }
      if (data[at] === GREATER) {
        this.isEmpty = false;
        this.end = at + 1;
        return;
      }
      const start = at;
      let local = at;
      for (; data[at] !== EQUALS && !isWhite(data[at] as number); at++) if (data[at] === COLON) local = at + 1;
      const nameEnd = at;
      while (data[at] !== EQUALS) at++;
      at++;
      while (isWhite(data[at] as number)) at++;
      const value = at + 1;
      at = data.indexOf(data[at] as number, value);
      this.#attribute({ start, local, nameEnd, value, valueEnd: at, prefix: undefined });
      at++;
    }
  }

  #attribute(attribute: Attribute): void {
    const { start, local, nameEnd, value, valueEnd } = attribute;
    const data = this.#data;
    const isDeclaration = isXmlns(data, start, local > start ? local - 1 : nameEnd);
    if (!isDeclaration) {
      this.attributes.push(attribute);
      return;
    }
    const prefix = local > start ? this.#prefixes.find(data, local, nameEnd) : this.#prefixes.standard;
    this.#prefixes.declare(prefix, this.#prefixes.namespace(attributeText(data, value, valueEnd)));
    this.declared.push(prefix);
  }

  /** The attributes in the order of canonical XML: by namespace, then by name. */
  sorted(): readonly Attribute[] {
    const { attributes } = this;
    if (attributes.length > 1) attributes.sort((one, other) => this.#compare(one, other));
    return attributes;
  }

  #compare(one: Attribute, other: Attribute): number {
    const { prefix } = one;
    const { prefix: otherPrefix } = other;
    if (prefix?.declared !== otherPrefix?.declared) {
      if (prefix?.declared === undefined) return -1;
      if (otherPrefix?.declared === undefined) return 1;
      return compareBytes(prefix.declared.bytes, otherPrefix.declared.bytes);
    }
    const data = this.#data;
    return compareRanges(data, one.local, one.nameEnd, data, other.local, other.nameEnd);
  }
}

function isXmlns(data: Uint8Array, start: number, end: number): boolean {
  if (end - start !== XMLNS.length) return false;
  for (let index = 0; index < XMLNS.length; index++) if (data[start + index] !== XMLNS[index]) return false;
  return true;
}

/** The value of an attribute with its references resolved and its white space as spaces (XML 1.0, 3.3.3). */
function attributeText(data: Uint8Array, start: number, end: number): string {
  let text = '';
  let from = start;
  for (let at = start; at < end; at++) {
    const byte = data[at] as number;
    if (byte >= SPACE && byte !== AMPERSAND) continue;
    text += textOfUtf8(data, from, at);
    if (byte === AMPERSAND) {
      const referenced = referenceEnd(data, at);
      text += String.fromCodePoint(referencedPoint(data, at, referenced));
      at = referenced;
    } else {
      text += ' ';
      if (byte === CR && data[at + 1] === LF) at++;
    }
    from = at + 1;
  }
  return text + textOfUtf8(data, from, end);
}
