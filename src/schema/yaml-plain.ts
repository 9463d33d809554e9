import type { ListNode, MapEntry, MapNode, Node, Range, TextNode } from './node.ts';

/**
 * Reads YAML as contracts are written, many times as fast as a reader of all of YAML: maps and lists in blocks, flow maps
 * and lists on one line, plain and quoted texts on one line, block texts whose lines stand equally far in, comments.
 *
 * It never guesses: undefined for anything else, be it wrong or merely unusual (tabs, anchors, tags, texts over several
 * lines, a key that stands there twice), which is then for the other reader to read, or to report.
 */
export function readPlainYaml(text: string): Node | undefined {
  if (unusual.test(text)) return undefined;
  try {
    return new PlainReader(text).read();
  } catch (error) {
    if (error instanceof Doubt) return undefined;
    throw error;
  }
}

class Doubt extends Error {}

/** Tabs and other control characters, line ends of old Macs, directives, and what parts documents. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unusual = /[\0-\x09\x0B\x0C\x0E-\x1F\x7F]|\r(?!\n)|^(?:---|\.\.\.|%)/m;

/** What a plain text cannot begin with. A hyphen can, with a letter or a digit behind it. */
const noPlainText = /[\s!"#%&'*,:>?@[\]`{|}]|-(?!\w)/y;

/** Where a plain text ends within braces and brackets. */
const plainEnd = /[,[\]{}]|:(?=[ ,[\]{}\r\n]|$)| #/g;

const doubleQuoted = /"(?:[^"\\\r\n]|\\["\\/nt])*"/y;
const singleQuoted = /'(?:[^'\r\n]|'')*'/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** YAML allows 1,024 characters up to the colon. */
const longestKey = 1000;

/** Fewer than the other reader allows. */
const deepestNesting = 32;

const newline = 10;
const carriageReturn = 13;
const space = 32;
const colon = 58;

class PlainReader {
  readonly #text: string;
  /** Where the reader is: in a line that is neither blank nor a comment. */
  #at = 0;
  /** Columns before what the line holds, or before the entry that is read; -1 behind the last line. */
  #indent = -1;
  /** Of the line, without spaces at its end. */
  #end = 0;
  /** Where the next line begins. */
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Node {
    this.#nextLine();
    if (this.#indent !== 0 || this.#isItem()) throw new Doubt();
    return this.#map();
  }

  // --- Lines ---------------------------------------------------------------------------------------------------------

  #nextLine(): void {
    const text = this.#text;
    while (this.#next < text.length) {
      const start = this.#next;
      let at = start;
      while (text.charCodeAt(at) === space) at++;
      const lineFeed = text.indexOf('\n', at);
      let end = lineFeed === -1 ? text.length : lineFeed;
      this.#next = end + 1;
      if (end > at && text.charCodeAt(end - 1) === carriageReturn) end--;
      while (end > at && text.charCodeAt(end - 1) === space) end--;
      if (end === at || text[at] === '#') continue;
      this.#at = at;
      this.#end = end;
      this.#indent = at - start;
      return;
    }
    this.#indent = -1;
  }

  /** Nothing but a comment may stand in the rest of the line. */
  #endLine(): void {
    const behind = this.#at;
    this.#skipSpaces();
    const isComment = this.#text[this.#at] === '#' && this.#at > behind;
    if (this.#at < this.#end && !isComment) throw new Doubt();
    this.#nextLine();
  }

  #skipSpaces(): void {
    while (this.#at < this.#end && this.#text.charCodeAt(this.#at) === space) this.#at++;
  }

  // --- Blocks --------------------------------------------------------------------------------------------------------

  #isItem(): boolean {
    return this.#text[this.#at] === '-' && (this.#at + 1 === this.#end || this.#text[this.#at + 1] === ' ');
  }

  #map(): MapNode {
    this.#deeper();
    const indent = this.#indent;
    const start = this.#at;
    const entries: MapEntry[] = [];
    const keys = new Set<string>();
    while (this.#indent === indent) {
      if (this.#isItem()) throw new Doubt();
      const key = this.#key(keys);
      entries.push({ key, value: this.#valueOf(key, indent) });
    }
    // Further in than what stands above it: the rest of a text over several lines, or a mistake.
    if (this.#indent > indent) throw new Doubt();
    this.#depth--;
    return { kind: 'map', at: { start, end: entries.at(-1)?.value.at.end ?? start }, entries };
  }

  #list(): ListNode {
    this.#deeper();
    const indent = this.#indent;
    const start = this.#at;
    const items: Node[] = [];
    while (this.#indent === indent && this.#isItem()) items.push(this.#item());
    if (this.#indent > indent) throw new Doubt();
    this.#depth--;
    return { kind: 'list', at: { start, end: items.at(-1)?.at.end ?? start }, items };
  }

  #item(): Node {
    const dash = this.#at;
    this.#at++;
    this.#skipSpaces();
    if (this.#at === this.#end || this.#isItem()) throw new Doubt();
    if (!this.#isEntry()) return this.#inline();
    // The map's first key stands behind the hyphen, the others below it.
    this.#indent += this.#at - dash;
    return this.#map();
  }

  /** Whether a key begins here, rather than a text or a list. */
  #isEntry(): boolean {
    const character = this.#text[this.#at];
    if (character === '{' || character === '[') return false;
    const start = this.#at;
    if (character === '"' || character === "'") this.#quoted();
    const end = this.#colon();
    this.#at = start;
    return end !== undefined;
  }

  /** The next colon of the line that ends a key. */
  #colon(): number | undefined {
    const text = this.#text;
    for (let at = this.#at; at < this.#end; at++) {
      const isEnd = at + 1 === this.#end || text.charCodeAt(at + 1) === space;
      if (isEnd && text.charCodeAt(at) === colon) return at;
    }
    return undefined;
  }

  #key(keys: Set<string>): TextNode {
    const start = this.#at;
    const character = this.#text[start];
    const isQuoted = character === '"' || character === "'";
    const quoted = isQuoted ? this.#quoted() : undefined;
    const end = this.#colon();
    if (end === undefined) throw new Doubt();
    const key = quoted ?? this.#plain(end);
    this.#skipSpaces();
    if (this.#at !== end) throw new Doubt();
    this.#at = end + 1;
    return this.#fresh(key, keys, end - start);
  }

  /** One that is not there yet, and that every reader would take for a key. */
  #fresh(key: TextNode, keys: Set<string>, length: number): TextNode {
    if (keys.has(key.text) || length > longestKey || (key.plain && key.text === '<<')) throw new Doubt();
    keys.add(key.text);
    return key;
  }

  #valueOf(key: TextNode, indent: number): Node {
    const behind = this.#at;
    this.#skipSpaces();
    const character = this.#text[this.#at];
    if (this.#at < this.#end && !(character === '#' && this.#at > behind)) {
      return character === '|' || character === '>' ? this.#blockText(indent) : this.#inline();
    }
    this.#nextLine();
    if (this.#indent === indent && this.#isItem()) return this.#list();
    if (this.#indent > indent) return this.#isItem() ? this.#list() : this.#map();
    return { kind: 'text', at: { start: key.at.start, end: key.at.end }, text: '', plain: true };
  }

  /** A value on the line, up to the line's end. */
  #inline(): Node {
    const value = this.#flow() ?? this.#plainLine();
    this.#endLine();
    return value;
  }

  #plainLine(): TextNode {
    const start = this.#at;
    const comment = this.#text.slice(start, this.#end).indexOf(' #');
    const end = comment === -1 ? this.#end : start + comment;
    const next = this.#colon();
    if (next !== undefined && next < end) throw new Doubt();
    return this.#plain(end);
  }

  /** `|` or `>`, perhaps with a `-` behind it, and lines that all begin in one column. */
  #blockText(parent: number): TextNode {
    const start = this.#at;
    const header = /^([|>])(-?)\r?$/.exec(this.#text.slice(start, this.#next - 1));
    if (header === null) throw new Doubt();
    const [, style, chomping] = header;
    const lines: string[] = [];
    let end = this.#next;
    let indent = this.#indentAt(end);
    if (indent <= parent) throw new Doubt();
    for (const first = indent; indent === first; indent = this.#indentAt(end)) {
      const lineFeed = this.#text.indexOf('\n', end);
      const next = lineFeed === -1 ? this.#text.length : lineFeed + 1;
      lines.push(this.#text.slice(end + indent, next).replace(/\r?\n$/, ''));
      end = next;
    }
    // Empty lines may follow, and then something that stands no further in than the key.
    let behind = end;
    while (this.#text[behind] === '\n' || this.#text[behind] === '\r') behind++;
    if (this.#indentAt(behind) > parent) throw new Doubt();
    this.#next = end;
    this.#nextLine();
    const text = lines.join(style === '|' ? '\n' : ' ') + (chomping === '-' ? '' : '\n');
    return { kind: 'text', at: { start, end }, text, plain: false };
  }

  /** Spaces at the beginning of a line that holds more than these; -1 for an empty one, and behind the last. */
  #indentAt(start: number): number {
    const text = this.#text;
    let at = start;
    while (text.charCodeAt(at) === space) at++;
    const isBlank = at === text.length || text.charCodeAt(at) === newline || text.charCodeAt(at) === carriageReturn;
    if (isBlank && at > start) throw new Doubt();
    return isBlank ? -1 : at - start;
  }

  #deeper(): void {
    this.#depth++;
    if (this.#depth > deepestNesting) throw new Doubt();
  }

  // --- On one line ---------------------------------------------------------------------------------------------------

  /** A flow map, a flow list or a quoted text; undefined where something plain begins. */
  #flow(): Node | undefined {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#flowMap();
      case '[':
        return this.#flowList();
      case '"':
      case "'":
        return this.#quoted();
      default:
        return undefined;
    }
  }

  #flowMap(): MapNode {
    this.#deeper();
    const start = this.#at++;
    const entries: MapEntry[] = [];
    const keys = new Set<string>();
    while (!this.#isClosed('}', entries.length === 0)) {
      const begin = this.#at;
      const key = this.#text[begin] === '"' || this.#text[begin] === "'" ? this.#quoted() : this.#plainInFlow();
      this.#skipSpaces();
      if (this.#text[this.#at] !== ':' || this.#text[this.#at + 1] !== ' ') throw new Doubt();
      this.#fresh(key, keys, this.#at - begin);
      this.#at++;
      this.#skipSpaces();
      entries.push({ key, value: this.#flow() ?? this.#plainInFlow() });
    }
    return { kind: 'map', at: this.#closed(start), entries };
  }

  #flowList(): ListNode {
    this.#deeper();
    const start = this.#at++;
    const items: Node[] = [];
    while (!this.#isClosed(']', items.length === 0)) items.push(this.#flow() ?? this.#plainInFlow());
    return { kind: 'list', at: this.#closed(start), items };
  }

  /** Goes on to what follows the comma, unless the bracket closes first. */
  #isClosed(bracket: string, isFirst: boolean): boolean {
    this.#skipSpaces();
    if (this.#text[this.#at] === bracket) return true;
    if (isFirst) return false;
    if (this.#text[this.#at] !== ',') throw new Doubt();
    this.#at++;
    this.#skipSpaces();
    return this.#text[this.#at] === bracket;
  }

  #closed(start: number): Range {
    this.#at++;
    this.#depth--;
    return { start, end: this.#at };
  }

  #plainInFlow(): TextNode {
    plainEnd.lastIndex = this.#at;
    const end = plainEnd.exec(this.#text)?.index ?? this.#end;
    if (end >= this.#end) throw new Doubt();
    return this.#plain(end);
  }

  /** The plain text up to a place, spaces before that not counted. */
  #plain(limit: number): TextNode {
    const text = this.#text;
    const start = this.#at;
    noPlainText.lastIndex = start;
    if (noPlainText.test(text)) throw new Doubt();
    let end = limit;
    while (end > start && text.charCodeAt(end - 1) === space) end--;
    const value = text.slice(start, end);
    if (end === start || value.includes(' #')) throw new Doubt();
    this.#at = end;
    return { kind: 'text', at: { start, end }, text: value, plain: true };
  }

  #quoted(): TextNode {
    const start = this.#at;
    const isDouble = this.#text[start] === '"';
    const pattern = isDouble ? doubleQuoted : singleQuoted;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) throw new Doubt();
    const end = pattern.lastIndex;
    const inner = this.#text.slice(start + 1, end - 1);
    this.#at = end;
    const text = isDouble
      ? inner.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
      : inner.replaceAll("''", "'");
    return { kind: 'text', at: { start, end }, text, plain: false };
  }
}
