import type { AnyAttribute, AttributeName } from './attribute-name.ts';
import {
  AMPERSAND,
  APOSTROPHE,
  CR,
  EQUALS,
  GREATER,
  isForbidden,
  LESS,
  LF,
  QUOTE,
  SPACE,
  VALUE_SPECIAL,
} from './chars.ts';
import { ElementCursor } from './element-cursor.ts';
import type { Limits } from './limits.ts';
import { type Declaration, XML_NAMESPACE, XMLNS_NAMESPACE, XSI_NAMESPACE } from './scope.ts';
import { collapse } from './white-space.ts';
import type { Wildcard } from './wildcard.ts';

// An attribute of the element that was opened last is five numbers: its name as in a frame, and its value.
const WORDS = 5;
const COLON_AT = 1;
const NAME_END = 2;
const VALUE = 3;
const VALUE_END = 4;

/** Up to this many attributes are compared with one another; more are sorted first. */
const FEW = 8;

/** More attributes than a message can hold; a number holds one of these beside a hash. */
const INDICES = 2 ** 24;

/** Bits of `pending`: the element has an xsi:nil, an xsi:type. */
export const NIL = 1;
export const TYPE = 2;

/** The attributes and namespace declarations of start tags. */
export abstract class AttributeCursor extends ElementCursor {
  private readonly words: number[] = [];
  /** What declares the prefix of each attribute. */
  private readonly declarations: (Declaration | undefined)[] = [];
  private nilAttribute = 0;
  private typeAttribute = 0;

  protected constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    super(message, charset, limits);
  }

  /** Value of an attribute of the element that was opened last; undefined when it is not there. */
  attribute(name: AttributeName): string | undefined {
    for (let index = 0; index < this.attributeCount; index++)
      if (this.isAttribute(index, name)) return this.valueAt(index);
    return undefined;
  }

  /** As `attribute`, for a name that is not worked out. */
  attributeNamed(namespace: string, local: string): string | undefined {
    for (let index = 0; index < this.attributeCount; index++) {
      if (this.localOf(index) === local && this.namespaceOf(index) === namespace) return this.valueAt(index);
    }
    return undefined;
  }

  otherAttributes(known: readonly AttributeName[], wildcard?: Wildcard): AnyAttribute[] {
    const others: AnyAttribute[] = [];
    for (let index = 0; index < this.attributeCount; index++) {
      const namespace = this.namespaceOf(index);
      if (namespace === XSI_NAMESPACE || known.some((name) => this.isAttribute(index, name))) continue;
      if (wildcard?.admits(namespace) === false) continue;
      others.push({ namespace, local: this.localOf(index), value: this.valueAt(index) });
    }
    return others;
  }

  /** All attributes of the element that was opened last; namespace declarations are none. */
  attributes(): AnyAttribute[] {
    return Array.from({ length: this.attributeCount }, (_, index) => ({
      namespace: this.namespaceOf(index),
      local: this.localOf(index),
      value: this.valueAt(index),
    }));
  }

  /** Whether the element that was opened last says that it is nil (XML Schema part 1, 2.6.2). */
  protected saysNil(): boolean {
    if ((this.pending & NIL) === 0) return false;
    const value = collapse(this.valueAt(this.nilAttribute));
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw this.about('nil', 'its xsi:nil is not a boolean');
  }

  /** The expanded name in the xsi:type of the element that was opened last; undefined where its prefix is not declared. */
  protected namedType(): { namespace: string; local: string } | undefined {
    const name = collapse(this.valueAt(this.typeAttribute));
    const colon = name.indexOf(':');
    if (colon === 0) return undefined;
    const namespace = this.resolvePrefix(colon === -1 ? '' : name.slice(0, colon));
    return namespace === undefined ? undefined : { namespace, local: name.slice(colon + 1) };
  }

  protected override attributesToEnd(): void {
    const data = this.data;
    let count = 0;
    for (;;) {
      const before = this.pos;
      this.skipWhite();
      if (data[this.pos] === GREATER) {
        this.pos++;
        break;
      }
      if (this.isEmptyTagEnd(this.pos)) {
        this.pos += 2;
        this.empty = true;
        break;
      }
      if (this.pos === before) throw this.illFormed('white space, `>` or `/>` is expected here');
      if (count++ === this.limits.maxAttributes) throw this.limit('maxAttributes');
      this.readAttribute();
    }
    if (this.attributeCount > 0) this.checkAttributes();
  }

  private readAttribute(): void {
    const data = this.data;
    const start = this.pos;
    const colon = this.qname();
    const end = this.pos;
    this.skipWhite();
    if (data[this.pos] !== EQUALS) throw this.illFormed('`=` is expected here');
    this.pos++;
    this.skipWhite();
    const value = this.pos + 1;
    this.scanValue();
    if (this.isXmlns(start, colon === -1 ? end : colon)) {
      this.declare(start, colon === -1 ? '' : this.slice(colon + 1, end), this.normalised(value, this.pos - 1));
      return;
    }
    const words = this.words;
    const at = this.attributeCount++ * WORDS;
    words[at] = start;
    words[at + COLON_AT] = colon;
    words[at + NAME_END] = end;
    words[at + VALUE] = value;
    words[at + VALUE_END] = this.pos - 1;
  }

  /** Goes over an attribute value, from its quote to behind the other one. */
  private scanValue(): void {
    const data = this.data;
    const start = this.pos;
    const quote = data[start];
    if (quote !== QUOTE && quote !== APOSTROPHE) throw this.illFormed('an attribute value must stand in quotes');
    for (let at = start + 1; at < this.size; at++) {
      const byte = data[at] as number;
      if (VALUE_SPECIAL[byte] === 0) continue;
      if (byte === quote) {
        if (at - start - 1 > this.limits.maxAttributeValueBytes) throw this.limit('maxAttributeValueBytes');
        this.pos = at + 1;
        return;
      }
      if (byte === LESS) throw this.illFormed('`<` in an attribute value', at);
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
      if (byte !== AMPERSAND) continue;
      this.pos = at;
      this.reference();
      at = this.pos - 1;
    }
    throw this.illFormed('an attribute value that does not end', start);
  }

  /** The namespace constraints of Namespaces in XML, 3 and 5. */
  private declare(at: number, prefix: string, namespace: string): void {
    const wrong =
      prefix === 'xmlns'
        ? 'the prefix `xmlns` cannot be declared'
        : (prefix === 'xml') !== (namespace === XML_NAMESPACE)
          ? 'the prefix `xml` belongs to the XML namespace, and to no other'
          : namespace === XMLNS_NAMESPACE
            ? 'the namespace of `xmlns` cannot be declared'
            : prefix !== '' && namespace === ''
              ? 'a prefix cannot be taken back'
              : undefined;
    if (wrong !== undefined) throw this.illFormed(wrong, at);
    const hidden = this.scope.declare(prefix, namespace);
    // One of this element's is not among the outer ones.
    if (hidden !== undefined && hidden.count > (this.outerScope?.count ?? 0)) throw this.twice(at);
    if (prefix === '') this.defaultNamespace = namespace;
  }

  /** Resolves the prefixes, notes xsi:nil and xsi:type, and refuses an expanded name that is there twice. */
  private checkAttributes(): void {
    for (let index = 0; index < this.attributeCount; index++) {
      const start = this.words[index * WORDS] as number;
      const colon = this.words[index * WORDS + COLON_AT] as number;
      const declaration = colon === -1 ? undefined : this.declarationOf(start, colon);
      this.declarations[index] = declaration;
      if (declaration !== undefined && declaration.namespace === XSI_NAMESPACE) this.noteInstance(index);
      for (let other = 0; other < index && index < FEW; other++) if (this.isSame(index, other)) throw this.twice(start);
    }
    if (this.attributeCount > FEW) this.checkMany();
  }

  private noteInstance(index: number): void {
    const local = this.localOf(index);
    if (local === 'nil') {
      this.pending |= NIL;
      this.nilAttribute = index;
    } else if (local === 'type') {
      this.pending |= TYPE;
      this.typeAttribute = index;
    }
  }

  private isSame(one: number, other: number): boolean {
    const data = this.data;
    const start = this.localStart(one);
    const otherStart = this.localStart(other);
    const length = (this.words[one * WORDS + NAME_END] as number) - start;
    if ((this.words[other * WORDS + NAME_END] as number) - otherStart !== length) return false;
    for (let at = 0; at < length; at++) if (data[start + at] !== data[otherStart + at]) return false;
    const declaration = this.declarations[one];
    const otherDeclaration = this.declarations[other];
    if (declaration === otherDeclaration) return true;
    if (declaration === undefined || otherDeclaration === undefined) return false;
    return this.scope.idOf(declaration) === this.scope.idOf(otherDeclaration);
  }

  /** Brings names of the same hash together by sorting, and compares those: a set of all names would not stay in the caches. */
  private checkMany(): void {
    const count = this.attributeCount;
    const keys = new Float64Array(count);
    for (let index = 0; index < count; index++) keys[index] = this.hashOf(index) * INDICES + index;
    keys.sort();
    for (let from = 0, to = 1; from < count; from = to++) {
      const hash = Math.floor((keys[from] as number) / INDICES);
      while (to < count && Math.floor((keys[to] as number) / INDICES) === hash) to++;
      if (to - from > 1) this.checkAlike(keys.subarray(from, to));
    }
  }

  /** As names of the same hash can be made on purpose, it is a set that compares them. */
  private checkAlike(keys: Float64Array): void {
    const seen = new Set<string>();
    for (const key of keys) {
      const index = key % INDICES;
      const declaration = this.declarations[index];
      const id = declaration === undefined ? '' : this.scope.idOf(declaration);
      const before = seen.size;
      seen.add(`${this.localOf(index)}:${id}`);
      if (seen.size === before) throw this.twice(this.words[index * WORDS] as number);
    }
  }

  /** A number of 28 bits for an expanded name. */
  private hashOf(index: number): number {
    const declaration = this.declarations[index];
    let hash = declaration === undefined ? 0 : this.scope.idOf(declaration) + 1;
    const end = this.words[index * WORDS + NAME_END] as number;
    for (let at = this.localStart(index); at < end; at++) {
      hash = Math.imul(hash ^ (this.data[at] as number), 0x0100_0193);
    }
    return (hash ^ (hash >>> 15)) >>> 4;
  }

  private twice(at: number): Error {
    return this.illFormed('the same attribute twice', at);
  }

  private localStart(index: number): number {
    const colon = this.words[index * WORDS + COLON_AT] as number;
    return colon === -1 ? (this.words[index * WORDS] as number) : colon + 1;
  }

  private localOf(index: number): string {
    return this.slice(this.localStart(index), this.words[index * WORDS + NAME_END] as number);
  }

  private isAttribute(index: number, name: AttributeName): boolean {
    const start = this.localStart(index);
    const { bytes } = name;
    if ((this.words[index * WORDS + NAME_END] as number) - start !== bytes.length) return false;
    for (let at = 0; at < bytes.length; at++) if (this.data[start + at] !== bytes[at]) return false;
    return this.namespaceOf(index) === name.namespace;
  }

  private namespaceOf(index: number): string {
    return this.declarations[index]?.namespace ?? '';
  }

  private valueAt(index: number): string {
    return this.normalised(
      this.words[index * WORDS + VALUE] as number,
      this.words[index * WORDS + VALUE_END] as number,
    );
  }

  /** An attribute value as a program sees it: references resolved, white space as spaces. */
  private normalised(start: number, end: number): string {
    const data = this.data;
    // Joined at the end: strings added one by one are a tree, which takes many times the memory of the text.
    const pieces: string[] = [];
    let from = start;
    for (let at = start; at < end; at++) {
      const byte = data[at] as number;
      if (byte >= SPACE && byte !== AMPERSAND) continue;
      if (at > from) pieces.push(this.slice(from, at));
      if (byte === AMPERSAND) {
        const back = this.pos;
        this.pos = at;
        pieces.push(this.reference());
        at = this.pos - 1;
        this.pos = back;
      } else {
        pieces.push(' ');
        // A line end of two characters is one (XML 1.0, 2.11).
        if (byte === CR && data[at + 1] === LF) at++;
      }
      from = at + 1;
    }
    return from === start ? this.slice(start, end) : pieces.join('') + this.slice(from, end);
  }
}
