import { declarationOf, knownDeclaration, readByLayout } from '#shortcuts';
import type { AttributeLayout, AttributeLayouts } from './attribute-layout.ts';
import { ABSENT, COLON_AT, NAME_END, UNKNOWN, VALUE, VALUE_END, WORDS } from './attribute-words.ts';
import { attributeValue, skipAttributeValue } from './character-data.ts';
import { collapse, EQUALS, GREATER, SLASH } from './chars.ts';
import type { Declaration, NamespaceDeclaration } from './declaration.ts';
import type { Lexer } from './lexer.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE, XSI_NAMESPACE } from './namespaces.ts';
import type { Scope } from './scope.ts';
import type { AttributeName } from './tag.ts';
import type { AnyAttribute, Wildcard } from './wildcard.ts';

/** Up to this many attributes are compared in pairs; more by a Set. */
const FEW = 8;

/** Bits of `instance`: the start tag has an xsi:nil, an xsi:type. */
export const NIL = 1;
const TYPE = 2;

/** The attributes of the start tag that was read last. Its namespace declarations go to the scope. */
export class Attributes {
  count = 0;
  /** The xsi:nil and xsi:type of the start tag that no codec has handled yet, as bits; 0 without one. */
  instance = 0;
  readonly lexer: Lexer;
  readonly scope: Scope;
  private readonly allWords: number[] = [];
  private readonly allDeclarations: (Declaration | undefined)[] = [];
  /** Their indexes, where `instance` says that there is one. */
  nilAttribute = 0;
  typeAttribute = 0;
  /** The names by which the start tag was read, if it was. */
  layout: AttributeLayout | undefined = undefined;
  /** Of the start tags of the message. */
  layouts: AttributeLayouts | undefined = undefined;

  constructor(lexer: Lexer, scope: Scope) {
    this.lexer = lexer;
    this.scope = scope;
  }

  /**
   * Reads the rest of a start tag, from the end of its name.
   *
   * @param outer the innermost declaration outside the element.
   * @param depth of the element: those of a list have the same attributes.
   * @returns whether it is an empty-element tag.
   */
  read(outer: Declaration | undefined, depth: number): boolean {
    return readByLayout(this, outer, depth);
  }

  /** The numbers of each attribute. */
  get words(): number[] {
    if (this.layout !== undefined) this.copyOffsets(this.layout);
    return this.allWords;
  }

  /** The declaration of the prefix of each attribute. */
  get declarations(): (Declaration | undefined)[] {
    if (this.layout !== undefined) this.copyOffsets(this.layout);
    return this.allDeclarations;
  }

  /** Values alone need no offsets. */
  private copyOffsets(layout: AttributeLayout): void {
    if (layout.copyOffsets(this.allWords, this.count)) this.allDeclarations.fill(undefined, 0, this.count);
  }

  /** As `read`, of a start tag with any attributes. */
  readAny(outer: Declaration | undefined): boolean {
    const { lexer } = this;
    const { data } = lexer;
    let count = 0;
    for (;;) {
      const before = lexer.pos;
      lexer.skipWhite();
      const byte = data[lexer.pos];
      if (byte === GREATER || (byte === SLASH && data[lexer.pos + 1] === GREATER)) {
        lexer.pos += byte === SLASH ? 2 : 1;
        if (this.count > 0) this.check();
        return byte === SLASH;
      }
      if (lexer.pos === before) throw lexer.illFormed('white space, `>` or `/>` is expected here');
      if (count++ === lexer.limits.maxAttributes) throw lexer.limit('maxAttributes');
      this.readOne(outer);
    }
  }

  private readOne(outer: Declaration | undefined): void {
    const { lexer } = this;
    const start = lexer.pos;
    const known = knownDeclaration(lexer, start);
    if (known !== undefined) {
      lexer.pos += known.bytes.length;
      this.declare(start, known, outer);
      return;
    }
    const colon = lexer.qname();
    const end = lexer.pos;
    lexer.skipWhite();
    if (lexer.data[lexer.pos] !== EQUALS) throw lexer.illFormed('`=` is expected here');
    lexer.pos++;
    lexer.skipWhite();
    const value = lexer.pos + 1;
    const isPlain = skipAttributeValue(lexer);
    if (isXmlns(lexer, start, colon === -1 ? end : colon)) {
      const prefix = colon === -1 ? '' : lexer.slice(colon + 1, end);
      const namespace = attributeValue(lexer, value, lexer.pos - 1);
      checkDeclaration(lexer, start, prefix, namespace);
      this.declare(start, declarationOf(lexer, start, lexer.pos, { prefix, namespace, isPlain }), outer);
      return;
    }
    const words = this.words;
    const at = this.count++ * WORDS;
    words[at] = start;
    words[at + COLON_AT] = colon;
    words[at + NAME_END] = end;
    words[at + VALUE] = value;
    words[at + VALUE_END] = lexer.pos - 1;
  }

  /** Puts a declaration in scope. */
  private declare(at: number, declared: NamespaceDeclaration, outer: Declaration | undefined): void {
    const hidden = this.scope.declare(declared);
    if (hidden !== undefined && hidden.count > (outer?.count ?? 0)) throw twice(this.lexer, at);
  }

  /** The offsets of all attributes. */
  offsets(): readonly number[] {
    return this.words.slice(0, this.count * WORDS);
  }

  /** Resolves the prefixes, notes xsi:nil and xsi:type, and rejects duplicate expanded names. */
  private check(): void {
    const { words } = this;
    for (let index = 0; index < this.count; index++) {
      const start = words[index * WORDS] as number;
      const colon = words[index * WORDS + COLON_AT] as number;
      const declaration = colon === -1 ? undefined : this.scope.declarationAt(this.lexer, start, colon);
      this.declarations[index] = declaration;
      if (declaration !== undefined && declaration.namespace === XSI_NAMESPACE) this.noteInstance(index);
      for (let other = 0; other < index && index < FEW; other++)
        if (this.isSame(index, other)) throw twice(this.lexer, start);
    }
    if (this.count > FEW) this.checkMany();
  }

  private noteInstance(index: number): void {
    const local = this.localOf(index);
    if (local === 'nil') this.noteNil(index);
    else if (local === 'type') this.noteType(index);
  }

  /** The attribute is the element's xsi:nil. */
  noteNil(index: number): void {
    this.instance |= NIL;
    this.nilAttribute = index;
  }

  /** The attribute is the element's xsi:type. */
  noteType(index: number): void {
    this.instance |= TYPE;
    this.typeAttribute = index;
  }

  private isSame(one: number, other: number): boolean {
    const { words } = this;
    const { data } = this.lexer;
    const start = localStart(words, one);
    const otherStart = localStart(words, other);
    const length = (words[one * WORDS + NAME_END] as number) - start;
    if ((words[other * WORDS + NAME_END] as number) - otherStart !== length) return false;
    for (let at = 0; at < length; at++) if (data[start + at] !== data[otherStart + at]) return false;
    const declaration = this.declarations[one];
    const otherDeclaration = this.declarations[other];
    if (declaration === otherDeclaration) return true;
    if (declaration === undefined || otherDeclaration === undefined) return false;
    return this.scope.idOf(declaration) === this.scope.idOf(otherDeclaration);
  }

  /** Compares many names in linear time. */
  private checkMany(): void {
    const seen = new Set<string>();
    for (let index = 0; index < this.count; index++) {
      const declaration = this.declarations[index];
      seen.add(`${this.localOf(index)}:${declaration === undefined ? '' : this.scope.idOf(declaration)}`);
      if (seen.size === index) throw twice(this.lexer, this.words[index * WORDS] as number);
    }
  }

  /** Value of an attribute; undefined without it. */
  value(name: AttributeName): string | undefined {
    const { layout } = this;
    if (layout !== undefined) {
      const known = layout.indexOf(name, this.count);
      if (known !== UNKNOWN) return known === ABSENT ? undefined : layout.valueAt(this.lexer, known);
    }
    for (let index = 0; index < this.count; index++) {
      if (!this.is(index, name)) continue;
      layout?.found(index, name);
      return this.valueAt(index);
    }
    return undefined;
  }

  /** As `value`, for a name without an `AttributeName`. */
  valueOf(namespace: string, local: string): string | undefined {
    for (let index = 0; index < this.count; index++) {
      if (this.localOf(index) === local && this.namespaceOf(index) === namespace) return this.valueAt(index);
    }
    return undefined;
  }

  all(): AnyAttribute[] {
    return Array.from({ length: this.count }, (_, index) => ({
      namespace: this.namespaceOf(index),
      local: this.localOf(index),
      value: this.valueAt(index),
    }));
  }

  /** As `XmlReader.otherAttributes`. */
  others(declared: readonly AttributeName[], wildcard: Wildcard | undefined): AnyAttribute[] {
    const others: AnyAttribute[] = [];
    for (let index = 0; index < this.count; index++) {
      const namespace = this.namespaceOf(index);
      if (namespace === XSI_NAMESPACE || declared.some((name) => this.is(index, name))) continue;
      if (wildcard?.admits(namespace) === false) continue;
      others.push({ namespace, local: this.localOf(index), value: this.valueAt(index) });
    }
    return others;
  }

  get hasType(): boolean {
    return (this.instance & TYPE) !== 0;
  }

  /** The xsi:type was handled. */
  dropType(): void {
    this.instance &= ~TYPE;
  }

  /** Whether the element is nil (XML Schema part 1, 2.6.2). @throws {XmlError} `nil` for an invalid xsi:nil. */
  isNil(): boolean {
    if ((this.instance & NIL) === 0) return false;
    const value = collapse(this.valueAt(this.nilAttribute));
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw this.lexer.about('nil', 'its xsi:nil is not a boolean');
  }

  /** The expanded name in the xsi:type; undefined where its prefix is not declared. */
  type(): { namespace: string; local: string } | undefined {
    const name = collapse(this.valueAt(this.typeAttribute));
    const colon = name.indexOf(':');
    if (colon === 0) return undefined;
    const namespace = this.scope.namespaceOf(colon === -1 ? '' : name.slice(0, colon));
    return namespace === undefined ? undefined : { namespace, local: name.slice(colon + 1) };
  }

  localOf(index: number): string {
    const { words } = this;
    return this.lexer.slice(localStart(words, index), words[index * WORDS + NAME_END] as number);
  }

  is(index: number, { namespace, bytes }: AttributeName): boolean {
    const { words } = this;
    const { data } = this.lexer;
    const start = localStart(words, index);
    if ((words[index * WORDS + NAME_END] as number) - start !== bytes.length) return false;
    for (let at = 0; at < bytes.length; at++) if (data[start + at] !== bytes[at]) return false;
    return this.namespaceOf(index) === namespace;
  }

  namespaceOf(index: number): string {
    return this.declarations[index]?.namespace ?? '';
  }

  valueAt(index: number): string {
    if (this.layout !== undefined) return this.layout.valueAt(this.lexer, index);
    const at = index * WORDS;
    return attributeValue(this.lexer, this.words[at + VALUE] as number, this.words[at + VALUE_END] as number);
  }
}

/** Offset of the name of an attribute, without its prefix. */
function localStart(words: readonly number[], index: number): number {
  const colon = words[index * WORDS + COLON_AT] as number;
  return colon === -1 ? (words[index * WORDS] as number) : colon + 1;
}

/** Whether a prefix, or a name without one, is `xmlns`. */
export function isXmlns(lexer: Lexer, start: number, end: number): boolean {
  return end - start === 5 && lexer.startsWith('xmlns', start);
}

/** Checks a declaration against Namespaces in XML, 3 and 5. */
function checkDeclaration(lexer: Lexer, at: number, prefix: string, namespace: string): void {
  const wrong =
    prefix === 'xmlns'
      ? 'the prefix `xmlns` cannot be declared'
      : (prefix === 'xml') !== (namespace === XML_NAMESPACE)
        ? 'the prefix `xml` belongs to the XML namespace, and to no other'
        : namespace === XMLNS_NAMESPACE
          ? 'the namespace of `xmlns` cannot be declared'
          : prefix !== '' && namespace === ''
            ? 'a prefix cannot be undeclared'
            : undefined;
  if (wrong !== undefined) throw lexer.illFormed(wrong, at);
}

function twice(lexer: Lexer, at: number): Error {
  return lexer.illFormed('the same attribute twice', at);
}
