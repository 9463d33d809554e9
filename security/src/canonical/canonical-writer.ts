import { SecurityError } from '../security-error.ts';
import type { CanonicalOutput } from './canonical-output.ts';
import {
  canonicalCharacter,
  isCanonicalReference,
  type Place,
  referencedPoint,
  referenceEnd,
} from './character-references.ts';
import {
  AMPERSAND,
  BANG,
  CR,
  compareBytes,
  GREATER,
  isWhite,
  LESS,
  LF,
  OPEN_BRACKET,
  QUESTION,
  QUOTE,
  SLASH,
  SPACE,
  utf8,
} from './octets.ts';
import type { Prefix, Prefixes } from './prefixes.ts';
import { type Attribute, StartTag } from './start-tag.ts';

const AMP = utf8('&amp;');
const LT = utf8('&lt;');
const GT = utf8('&gt;');
const QUOT = utf8('&quot;');
const XMLNS = utf8(' xmlns');

/** Bytes of text that canonical XML may write in another way. */
const TEXT = table([LESS, AMPERSAND, GREATER, CR]);

/** Bytes of a value that canonical XML may write in another way. */
const VALUE = table([AMPERSAND, QUOTE, 0x09, LF, CR]);

function table(bytes: readonly number[]): Uint8Array {
  const marked = new Uint8Array(256);
  for (const byte of bytes) marked[byte] = 1;
  return marked;
}

/** An attribute that is written without standing in the start tag: xml:lang of an ancestor. */
export interface AddedAttribute {
  /** With its prefix. */
  readonly name: string;
  readonly value: string;
}

/** A range of the document in bytes. */
export interface Omitted {
  readonly start: number;
  readonly end: number;
}

/** Writes the canonical form of an element. The document was read: it is well-formed, and has no document type declaration. */
export class CanonicalWriter {
  readonly #data: Uint8Array;
  readonly #output: CanonicalOutput;
  readonly #prefixes: Prefixes;
  readonly #tag: StartTag;
  readonly #comments: boolean;
  readonly #instructions: 'keep' | 'refuse';
  readonly #omitted: Omitted;
  /** Offset of the first byte that was not written yet; the bytes from it to the current place are canonical. */
  #from = 0;

  constructor(
    data: Uint8Array,
    output: CanonicalOutput,
    prefixes: Prefixes,
    options: {
      readonly comments: boolean;
      readonly instructions: 'keep' | 'refuse';
      readonly omitted: Omitted | undefined;
    },
  ) {
    this.#data = data;
    this.#output = output;
    this.#prefixes = prefixes;
    this.#tag = new StartTag(data, prefixes);
    this.#comments = options.comments;
    this.#instructions = options.instructions;
    this.#omitted = options.omitted ?? { start: -1, end: -1 };
  }

  /** Writes the element in a range. */
  element({ start, end }: Omitted, added: readonly AddedAttribute[]): void {
    const data = this.#data;
    this.#from = start;
    let at = this.#startTag(start, this.#prefixes.inclusive(), added);
    while (at < end) {
      if (data[at] !== LESS) at = this.#text(at);
      else if (at === this.#omitted.start) at = this.#leaveOut(at, this.#omitted.end);
      else if (data[at + 1] === SLASH) at = this.#endTag(at);
      else if (data[at + 1] === QUESTION) at = this.#instruction(at);
      else if (data[at + 1] !== BANG) at = this.#startTag(at, [], []);
      else if (data[at + 2] === OPEN_BRACKET) at = this.#cdata(at);
      else at = this.#comment(at);
    }
    this.#flush(end);
    this.#output.finish();
  }

  /** Writes what is canonical before a place. */
  #flush(to: number): void {
    if (to > this.#from) this.#output.range(this.#data, this.#from, to);
    this.#from = to;
  }

  #leaveOut(start: number, end: number): number {
    this.#flush(start);
    this.#from = end;
    return end;
  }

  /** Writes other bytes for a range. @returns its end. */
  #replace(start: number, end: number, bytes: Uint8Array): number {
    this.#flush(start);
    this.#output.bytes(bytes);
    this.#from = end;
    return end;
  }

  /** Character data up to the next `<`. */
  #text(start: number): number {
    const data = this.#data;
    let at = start;
    for (;;) {
      const byte = data[at] as number;
      if (TEXT[byte] === 0) at++;
      else if (byte === LESS) return at;
      else if (byte === GREATER) at = this.#replace(at, at + 1, GT);
      else if (byte === AMPERSAND) at = this.#reference(at, 'text');
      else at = this.#lineEnd(at);
    }
  }

  #reference(at: number, place: Place): number {
    const data = this.#data;
    const end = referenceEnd(data, at);
    if (isCanonicalReference(data, at, place)) return end + 1;
    const bytes = canonicalCharacter(referencedPoint(data, at, end), place);
    return this.#replace(at, end + 1, bytes);
  }

  /** A CR, alone or before an LF, is an LF (XML 1.0, 2.11). */
  #lineEnd(at: number): number {
    this.#flush(at);
    this.#from = this.#data[at + 1] === LF ? at + 1 : at;
    if (this.#from > at) return at + 2;
    this.#output.byte(LF);
    this.#from = at + 1;
    return at + 1;
  }

  #cdata(start: number): number {
    const data = this.#data;
    const end = closing(data, start + 9, CLOSE_CDATA);
    this.#leaveOut(start, start + 9);
    for (let at = start + 9; at < end; ) {
      const byte = data[at] as number;
      if (TEXT[byte] === 0) at++;
      else if (byte === CR) at = this.#lineEnd(at);
      else at = this.#replace(at, at + 1, byte === LESS ? LT : byte === GREATER ? GT : AMP);
    }
    return this.#leaveOut(end, end + 3);
  }

  #comment(start: number): number {
    const end = closing(this.#data, start + 4, CLOSE_COMMENT) + 3;
    if (!this.#comments) return this.#leaveOut(start, end);
    return this.#lines(start, end);
  }

  #instruction(start: number): number {
    if (this.#instructions === 'refuse') {
      throw new SecurityError('form', 'There is a processing instruction in signed content.');
    }
    const data = this.#data;
    let target = start + 2;
    while (data[target] !== QUESTION && !isWhite(data[target] as number)) target++;
    const end = closing(data, target, CLOSE_INSTRUCTION);
    let content = target;
    while (content < end && isWhite(data[content] as number)) content++;
    this.#leaveOut(target, content);
    if (content < end) this.#output.byte(SPACE);
    return this.#lines(content, end + 2);
  }

  /** Normalises the line ends of a range. */
  #lines(start: number, end: number): number {
    const data = this.#data;
    for (let at = start; at < end; ) at = data[at] === CR ? this.#lineEnd(at) : at + 1;
    return end;
  }

  #endTag(start: number): number {
    const data = this.#data;
    let at = start + 2;
    while ((data[at] as number) > SPACE && data[at] !== GREATER) at++;
    if (data[at] !== GREATER) {
      const name = at;
      while (data[at] !== GREATER) at++;
      this.#leaveOut(name, at);
    }
    this.#prefixes.close();
    return at + 1;
  }

  /** @param inclusive prefixes whose declarations are written although none of the tag declares them. */
  #startTag(start: number, inclusive: Prefix[], added: readonly AddedAttribute[]): number {
    const tag = this.#tag;
    this.#prefixes.open();
    tag.read(start);
    const declarations = this.#declarations(inclusive);
    const { nameEnd, end, isEmpty, attributes } = tag;
    const isPlain = nameEnd + 1 === end && !isEmpty;
    if (isPlain && declarations.length === 0 && added.length === 0) return end;
    this.#flush(nameEnd);
    for (const prefix of declarations) this.#declaration(prefix);
    if (attributes.length + added.length > 0) this.#attributes(added);
    this.#output.byte(GREATER);
    this.#from = end;
    if (isEmpty) {
      this.#output.byte(LESS);
      this.#output.byte(SLASH);
      this.#output.range(this.#data, start + 1, nameEnd);
      this.#output.byte(GREATER);
      this.#prefixes.close();
    }
    return end;
  }

  /** The prefixes whose declarations the tag needs, in the order of canonical XML. */
  #declarations(inclusive: Prefix[]): readonly Prefix[] {
    const { declared, prefix, attributes } = this.#tag;
    let needed: Prefix[] | undefined;
    const need = (one: Prefix): void => {
      if (one.declared === one.rendered) return;
      this.#prefixes.render(one);
      needed ??= [];
      needed.push(one);
    };
    need(prefix);
    for (const attribute of attributes) if (attribute.prefix !== undefined) need(attribute.prefix);
    for (const one of declared) if (one.isInclusive) need(one);
    for (const one of inclusive) need(one);
    if (needed === undefined) return NO_PREFIXES;
    if (needed.length > 1) needed.sort((one, other) => compareBytes(one.name, other.name));
    return needed;
  }

  #declaration({ name, declared }: Prefix): void {
    const output = this.#output;
    output.bytes(XMLNS);
    if (name.length > 0) {
      output.byte(0x3a);
      output.bytes(name);
    }
    output.byte(0x3d);
    output.byte(QUOTE);
    output.bytes(declared?.escaped ?? NO_BYTES);
    output.byte(QUOTE);
  }

  #attributes(added: readonly AddedAttribute[]): void {
    const sorted = this.#tag.sorted();
    if (added.length === 0) {
      for (const attribute of sorted) this.#attribute(attribute);
      return;
    }
    // xml:… is after the attributes without a prefix; among those of namespaces by the name of its namespace.
    const xml = this.#prefixes.named('xml');
    const all: { readonly attribute?: Attribute; readonly added?: AddedAttribute; readonly key: Uint8Array }[] = [
      ...sorted.map((attribute) => ({ attribute, key: this.#key(attribute) })),
      ...added.map((one) => ({ added: one, key: sortKey(xml.declared?.bytes ?? NO_BYTES, utf8(one.name.slice(4))) })),
    ];
    all.sort((one, other) => compareBytes(one.key, other.key));
    for (const one of all) {
      if (one.attribute !== undefined) this.#attribute(one.attribute);
      else if (one.added !== undefined) this.#addedAttribute(one.added);
    }
  }

  #key({ prefix, local, nameEnd }: Attribute): Uint8Array {
    return sortKey(prefix?.declared?.bytes ?? NO_BYTES, this.#data.subarray(local, nameEnd));
  }

  #addedAttribute({ name, value }: AddedAttribute): void {
    this.#output.bytes(utf8(` ${name}="`));
    for (const character of value) this.#output.bytes(canonicalCharacter(character.codePointAt(0) ?? 0, 'attribute'));
    this.#output.byte(QUOTE);
  }

  #attribute({ start, nameEnd, value, valueEnd }: Attribute): void {
    const data = this.#data;
    const output = this.#output;
    output.byte(SPACE);
    output.range(data, start, nameEnd);
    output.byte(0x3d);
    output.byte(QUOTE);
    this.#from = value;
    for (let at = value; at < valueEnd; ) {
      const byte = data[at] as number;
      if (VALUE[byte] === 0) at++;
      else if (byte === AMPERSAND) at = this.#reference(at, 'attribute');
      else if (byte === QUOTE) at = this.#replace(at, at + 1, QUOT);
      else at = this.#replace(at, byte === CR && data[at + 1] === LF ? at + 2 : at + 1, ONE_SPACE);
    }
    this.#flush(valueEnd);
    output.byte(QUOTE);
  }
}

const NO_PREFIXES: readonly Prefix[] = [];
const NO_BYTES = new Uint8Array(0);
const ONE_SPACE = utf8(' ');
const CLOSE_CDATA = utf8(']]>');
const CLOSE_COMMENT = utf8('-->');
const CLOSE_INSTRUCTION = utf8('?>');

/** A namespace and a name that compare as attributes are sorted: no namespace has the byte 0. */
function sortKey(namespace: Uint8Array, local: Uint8Array): Uint8Array {
  const key = new Uint8Array(namespace.length + 1 + local.length);
  key.set(namespace);
  key.set(local, namespace.length + 1);
  return key;
}

/** Offset of the mark that ends a comment, an instruction or a CDATA section. */
function closing(data: Uint8Array, from: number, mark: Uint8Array): number {
  const [first = 0, second, third] = mark;
  let at = data.indexOf(first, from);
  while (data[at + 1] !== second || (third !== undefined && data[at + 2] !== third)) at = data.indexOf(first, at + 1);
  return at;
}
