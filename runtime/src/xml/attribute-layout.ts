import { COLON_AT, NAME_END, VALUE, VALUE_END, WORDS } from './attribute-words.ts';
import { skipAttributeValue } from './character-data.ts';
import { APOSTROPHE, EQUALS, GREATER, isWhite, QUOTE, SLASH, VALUE_SPECIAL } from './chars.ts';
import type { Lexer } from './lexer.ts';
import type { AttributeName } from './tag.ts';

/** A start tag with more attributes has no layout. */
const MOST = 64;

/** Layouts that are created for a message: where each start tag has others, they save nothing. */
const MOST_LAYOUTS = 256;

/**
 * The names of the attributes of a start tag, by their offsets in the message: valid, without a prefix, and different from
 * each other. The elements of a list have the same ones, which are compared instead of being read.
 */
export class AttributeLayout {
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  /** The names that the codec has asked for. */
  private readonly names: (AttributeName | undefined)[] = [];
  /** Of each attribute of the start tag that was read last: its name's index here, and whether its value is its own text. */
  private readonly places: number[] = [];
  private readonly plain: boolean[] = [];
  /** The attribute that is likely to be asked for next. */
  private likely = 0;

  /** Adds a name by its offsets. */
  add(start: number, end: number): void {
    this.starts.push(start);
    this.lengths.push(end - start);
    this.names.push(undefined);
  }

  /**
   * Reads the rest of a start tag whose attributes are some of these, in this order. Their values are checked as always.
   *
   * @param words that are set for each attribute.
   * @returns their number; -1, with nothing read, for any other start tag.
   */
  read(lexer: Lexer, words: number[]): number {
    const { data, pos } = lexer;
    const most = lexer.limits.maxAttributeValueBytes;
    let at = pos;
    let count = 0;
    for (let place = 0; ; place++) {
      const before = at;
      while (isWhite(data[at] as number)) at++;
      const byte = data[at];
      if (byte === GREATER || (byte === SLASH && data[at + 1] === GREATER)) {
        lexer.pos = at + (byte === SLASH ? 2 : 1);
        this.likely = 0;
        return count;
      }
      place = at === before ? -1 : this.find(data, at, place);
      const end = place === -1 ? at : at + (this.lengths[place] as number);
      const quote = data[end + 1];
      if (place === -1 || (quote !== QUOTE && quote !== APOSTROPHE)) {
        lexer.pos = pos;
        return -1;
      }
      let to = end + 2;
      while (VALUE_SPECIAL[data[to] as number] === 0) to++;
      let isPlain = true;
      if (data[to] !== quote || to - end - 2 > most) {
        lexer.pos = end + 1;
        isPlain = skipAttributeValue(lexer);
        to = lexer.pos - 1;
      }
      const word = count * WORDS;
      words[word] = at;
      words[word + COLON_AT] = -1;
      words[word + NAME_END] = end;
      words[word + VALUE] = end + 2;
      words[word + VALUE_END] = to;
      this.places[count] = place;
      this.plain[count++] = isPlain;
      at = to + 1;
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

  /** The index of an attribute of the last start tag if it is the likely one with this name; -1 for any other. */
  next(name: AttributeName, count: number): number {
    const index = this.likely;
    if (index >= count || this.names[this.places[index] as number] !== name) return -1;
    this.likely = index + 1;
    return index;
  }

  /** An attribute of the last start tag has this name. */
  found(index: number, name: AttributeName): void {
    this.names[this.places[index] as number] = name;
    this.likely = index + 1;
  }

  /** Whether the value of an attribute of the last start tag is its own text: without references and line ends. */
  isPlain(index: number): boolean {
    return this.plain[index] === true;
  }
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
    for (let at = COLON_AT; at < count * WORDS; at += WORDS) if (words[at] !== -1) return;
    if (this.left-- <= 0) return;
    const layout = new AttributeLayout();
    for (let at = 0; at < count * WORDS; at += WORDS) layout.add(words[at] as number, words[at + NAME_END] as number);
    this.byDepth[depth] = layout;
  }
}
