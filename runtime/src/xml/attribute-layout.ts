import { ABSENT, COLON_AT, NAME_END, UNKNOWN, VALUE, VALUE_END, WORDS } from './attribute-words.ts';
import { attributeValue, skipAttributeValue } from './character-data.ts';
import { APOSTROPHE, EQUALS, GREATER, isWhite, QUOTE, SLASH, SPACE, VALUE_SPECIAL } from './chars.ts';
import type { Declaration } from './declaration.ts';
import type { Lexer } from './lexer.ts';
import type { AttributeName } from './tag.ts';

/** A start tag with more attributes has no layout. */
const MOST = 64;

/** Layouts that are created for a message: where each start tag has others, they save nothing. */
const MOST_LAYOUTS = 256;

/**
 * The names of the attributes of a start tag, by their offsets in the message: valid, without a prefix, different from each
 * other, and next to their `=` and value. The elements of a list have the same ones, which are compared instead of being
 * read.
 */
export class AttributeLayout {
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  /** The names that the codec has asked for. */
  private readonly names: (AttributeName | undefined)[] = [];
  /** Of each attribute of the start tag that was read last: its name's index here. */
  private readonly places: number[] = [];
  /** The start and end of its value, and whether that is its own text: without references and line ends. */
  private readonly valueStarts: number[] = [];
  private readonly valueEnds: number[] = [];
  private readonly plain: boolean[] = [];
  /** The attribute that is likely to be asked for next. */
  private likely = 0;
  private hasOffsets = false;

  /** Adds a name by its offsets. All lists get an entry, so that reading a start tag makes none longer. */
  add(start: number, end: number): void {
    this.starts.push(start);
    this.lengths.push(end - start);
    this.names.push(undefined);
    this.places.push(0);
    this.valueStarts.push(0);
    this.valueEnds.push(0);
    this.plain.push(false);
  }

  /**
   * Reads the rest of a start tag whose attributes are some of these, in this order. Their values are checked as always.
   *
   * @returns their number; -1, with nothing read, for any other start tag.
   */
  read(lexer: Lexer): number {
    const { data, pos } = lexer;
    const { starts, lengths } = this;
    const most = lexer.limits.maxAttributeValueBytes;
    let at = pos;
    let count = 0;
    for (let place = 0; ; place++) {
      let start = place < starts.length ? valueAfter(data, at, starts[place] as number, lengths[place] as number) : -1;
      if (start === -1) {
        const before = at;
        while (isWhite(data[at] as number)) at++;
        const byte = data[at];
        if (byte === GREATER || (byte === SLASH && data[at + 1] === GREATER)) {
          lexer.pos = at + (byte === SLASH ? 2 : 1);
          this.likely = 0;
          this.hasOffsets = false;
          return count;
        }
        place = at === before ? -1 : this.find(data, at, place);
        start = place === -1 ? at : at + (lengths[place] as number) + 2;
        if (place === -1 || !isQuote(data[start - 1])) {
          lexer.pos = pos;
          return -1;
        }
      }
      let end = start;
      while (VALUE_SPECIAL[data[end] as number] === 0) end++;
      let isPlain = true;
      if (data[end] !== data[start - 1] || end - start > most) {
        lexer.pos = start - 1;
        isPlain = skipAttributeValue(lexer);
        end = lexer.pos - 1;
      }
      this.places[count] = place;
      this.valueStarts[count] = start;
      this.valueEnds[count] = end;
      this.plain[count++] = isPlain;
      at = end + 1;
    }
  }

  /** The first index from `place` on of the name before an equals sign at an offset; -1 without one. */
  private find(data: Uint8Array, at: number, place: number): number {
    const { starts, lengths } = this;
    search: for (let index = place; index < starts.length; index++) {
      const start = starts[index] as number;
      const length = lengths[index] as number;
      if (data[at + length] !== EQUALS) continue;
      for (let from = 0; from < length; from++) if (data[at + from] !== data[start + from]) continue search;
      return index;
    }
    return -1;
  }

  /** The index of an attribute of the last start tag, which has `count`; `ABSENT` without it, or `UNKNOWN`. */
  indexOf(name: AttributeName, count: number): number {
    const index = this.likely;
    if (index >= count || this.names[this.places[index] as number] !== name) return this.search(name, count);
    this.likely = index + 1;
    return index;
  }

  private search(name: AttributeName, count: number): number {
    const place = this.names.indexOf(name);
    if (place === -1) return UNKNOWN;
    for (let index = 0; index < count; index++) {
      if (this.places[index] !== place) continue;
      this.likely = index + 1;
      return index;
    }
    return ABSENT;
  }

  /** An attribute of the last start tag has this name. */
  found(index: number, name: AttributeName): void {
    this.names[this.places[index] as number] = name;
    this.likely = index + 1;
  }

  /** Value of an attribute of the last start tag. */
  valueAt(lexer: Lexer, index: number): string {
    const start = this.valueStarts[index] as number;
    const end = this.valueEnds[index] as number;
    return this.plain[index] === true ? lexer.slice(start, end) : attributeValue(lexer, start, end);
  }

  /** Writes the offsets of the last start tag's attributes to `words`. @returns false if that was done before. */
  copyOffsets(words: number[], count: number): boolean {
    if (this.hasOffsets) return false;
    this.hasOffsets = true;
    for (let index = 0, at = 0; index < count; index++, at += WORDS) {
      const value = this.valueStarts[index] as number;
      words[at + NAME_END] = value - 2;
      words[at] = value - 2 - (this.lengths[this.places[index] as number] as number);
      words[at + COLON_AT] = -1;
      words[at + VALUE] = value;
      words[at + VALUE_END] = this.valueEnds[index] as number;
    }
    return true;
  }
}

/**
 * Compares a space, a name, `=` and a quote.
 *
 * @param at offset where the space is expected.
 * @param start offset of the name in another start tag.
 * @returns the offset after the quote; -1 where there are other bytes.
 */
function valueAfter(data: Uint8Array, at: number, start: number, length: number): number {
  if (data[at] !== SPACE) return -1;
  let to = at + 1;
  for (let from = start; from < start + length + 2; from++, to++) if (data[to] !== data[from]) return -1;
  return to;
}

function isQuote(byte: number | undefined): boolean {
  return byte === QUOTE || byte === APOSTROPHE;
}

/** The layouts of the last start tags of a message, by the depth of their elements. */
export class AttributeLayouts {
  /** Null after the first start tag with attributes: most messages have no second one, which is worth a layout. */
  private readonly byDepth: (AttributeLayout | null | undefined)[] = [];
  private left = MOST_LAYOUTS;

  at(depth: number): AttributeLayout | null | undefined {
    return this.byDepth[depth];
  }

  /** Notes the names of a start tag that has `count` attributes, one at least, and no declarations. */
  note(depth: number, words: readonly number[], count: number): void {
    if (count > MOST) return;
    if (this.byDepth[depth] === undefined) {
      this.byDepth[depth] = null;
      return;
    }
    for (let at = 0; at < count * WORDS; at += WORDS) {
      if (words[at + COLON_AT] !== -1 || words[at + VALUE] !== (words[at + NAME_END] as number) + 2) return;
    }
    if (this.left-- <= 0) return;
    const layout = new AttributeLayout();
    for (let at = 0; at < count * WORDS; at += WORDS) layout.add(words[at] as number, words[at + NAME_END] as number);
    this.byDepth[depth] = layout;
  }
}

/** What layouts need of the reader of a start tag, `Attributes`. */
export interface LayoutReader {
  readonly lexer: Lexer;
  readonly scope: { readonly innermost: Declaration | undefined };
  count: number;
  layout: AttributeLayout | undefined;
  layouts: AttributeLayouts | undefined;
  readonly words: readonly number[];
  readAny(outer: Declaration | undefined): boolean;
}

/** As `Attributes.read`: by the layout of the last start tag at this depth, if there is one. */
export function readByLayout(attributes: LayoutReader, outer: Declaration | undefined, depth: number): boolean {
  const { lexer, scope } = attributes;
  const layout = attributes.layouts?.at(depth);
  const count = layout ? layout.read(lexer) : -1;
  if (layout && count !== -1) {
    attributes.count = count;
    attributes.layout = layout;
    return lexer.data[lexer.pos - 2] === SLASH;
  }
  const { innermost } = scope;
  const isEmpty = attributes.readAny(outer);
  if (attributes.count > 0 && scope.innermost === innermost) {
    attributes.layouts ??= new AttributeLayouts();
    attributes.layouts.note(depth, attributes.words, attributes.count);
  }
  return isEmpty;
}
