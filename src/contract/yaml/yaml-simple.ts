import type { Range } from '../../diagnostics/index.ts';
import type { ListNode, MapEntry, MapNode, TextNode, YamlNode } from './yaml-node.ts';

/**
 * Reads the part of YAML that contracts use, many times as fast as a reader of all of YAML: block maps and lists, flow maps
 * and lists on one line, plain and quoted texts on one line, block texts with equally indented lines, comments.
 *
 * It returns undefined for anything else, be it wrong or only unusual (tabs, anchors, tags, texts over several lines, a
 * duplicate key): the full reader then reads it, or reports it.
 */
export function readSimpleYaml(text: string): YamlNode | undefined {
  if (unusual.test(text)) return undefined;
  try {
    return new SimpleReader(text).read();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Unsupported extends Error {}

/** Tabs and other control characters, single carriage returns, directives, and document markers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are searched for.
const unusual = /[\0-\x09\x0B\x0C\x0E-\x1F\x7F]|\r(?!\n)|^(?:---|\.\.\.|%)/m;

/** Characters that a plain text cannot begin with, except a hyphen before a letter or a digit. */
const notPlainStart = /[\s!"#%&'*,:>?@[\]`{|}]|-(?!\w)/y;

/** The end of a plain text in braces and brackets. */
const plainEnd = /[,[\]{}]|:(?=[ ,[\]{}\r\n]|$)| #/g;

const doubleQuoted = /"(?:[^"\\\r\n]|\\["\\/nt])*"/y;
const singleQuoted = /'(?:[^'\r\n]|'')*'/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** YAML allows 1,024 characters up to the colon. */
const longestKey = 1000;

/** Less than the full reader allows. */
const deepestNesting = 32;

const newline = 10;
const carriageReturn = 13;
const space = 32;
const colon = 58;

class SimpleReader {
  readonly #text: string;
  /** The position, in a line that is neither blank nor a comment. */
  #at = 0;
  /** The indentation of the line, or the column of the entry; -1 after the last line. */
  #indent = -1;
  /** The end of the line without trailing spaces. */
  #end = 0;
  /** The start of the next line. */
  #next = 0;
  #depth = 0;
  /** Texts that are the same are one string: most keys and types of a contract occur many times. */
  readonly #texts: Map<string, string> = new Map();

  constructor(text: string) {
    this.#text = text;
  }

  read(): YamlNode {
    this.#nextLine();
    if (this.#indent !== 0 || this.#isItem()) throw new Unsupported();
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

  /** Skips the rest of the line, which may be a comment. */
  #endLine(): void {
    const before = this.#at;
    this.#skipSpaces();
    const isComment = this.#text[this.#at] === '#' && this.#at > before;
    if (this.#at < this.#end && !isComment) throw new Unsupported();
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
      if (this.#isItem()) throw new Unsupported();
      const key = this.#key(keys);
      entries.push({ key, value: this.#valueOf(key, indent) });
    }
    // Deeper than the line before: the rest of a text over several lines, or a mistake.
    if (this.#indent > indent) throw new Unsupported();
    this.#depth--;
    return { kind: 'map', at: { start, end: entries.at(-1)?.value.at.end ?? start }, entries };
  }

  #list(): ListNode {
    this.#deeper();
    const indent = this.#indent;
    const start = this.#at;
    const items: YamlNode[] = [];
    while (this.#indent === indent && this.#isItem()) items.push(this.#item());
    if (this.#indent > indent) throw new Unsupported();
    this.#depth--;
    return { kind: 'list', at: { start, end: items.at(-1)?.at.end ?? start }, items };
  }

  #item(): YamlNode {
    const dash = this.#at;
    this.#at++;
    this.#skipSpaces();
    if (this.#at === this.#end || this.#isItem()) throw new Unsupported();
    if (!this.#isEntry()) return this.#inline();
    // The first key of the map follows the hyphen, the others are below it.
    this.#indent += this.#at - dash;
    return this.#map();
  }

  /** Whether the item is a map. */
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
    if (end === undefined) throw new Unsupported();
    const key = quoted ?? this.#plain(end);
    this.#skipSpaces();
    if (this.#at !== end) throw new Unsupported();
    this.#at = end + 1;
    return this.#fresh(key, keys, end - start);
  }

  /** A key that is not a duplicate and needs no special treatment. */
  #fresh(key: TextNode, keys: Set<string>, length: number): TextNode {
    if (keys.has(key.text) || length > longestKey || (key.plain && key.text === '<<')) throw new Unsupported();
    keys.add(key.text);
    return key;
  }

  #valueOf(key: TextNode, indent: number): YamlNode {
    const before = this.#at;
    this.#skipSpaces();
    const character = this.#text[this.#at];
    if (this.#at < this.#end && !(character === '#' && this.#at > before)) {
      return character === '|' || character === '>' ? this.#blockText(indent) : this.#inline();
    }
    this.#nextLine();
    if (this.#indent === indent && this.#isItem()) return this.#list();
    if (this.#indent > indent) return this.#isItem() ? this.#list() : this.#map();
    return { kind: 'text', at: { start: key.at.start, end: key.at.end }, text: '', plain: true };
  }

  /** A value on the line, up to the line's end. */
  #inline(): YamlNode {
    const value = this.#flow() ?? this.#plainLine();
    this.#endLine();
    return value;
  }

  #plainLine(): TextNode {
    const start = this.#at;
    const comment = this.#text.slice(start, this.#end).indexOf(' #');
    const end = comment === -1 ? this.#end : start + comment;
    const next = this.#colon();
    if (next !== undefined && next < end) throw new Unsupported();
    return this.#plain(end);
  }

  /** `|` or `>`, perhaps with a `-`, and lines with the same indentation. */
  #blockText(parent: number): TextNode {
    const start = this.#at;
    const header = /^([|>])(-?)\r?$/.exec(this.#text.slice(start, this.#next - 1));
    if (header === null) throw new Unsupported();
    const [, style, chomping] = header;
    const lines: string[] = [];
    let end = this.#next;
    let indent = this.#indentAt(end);
    if (indent <= parent) throw new Unsupported();
    for (const first = indent; indent === first; indent = this.#indentAt(end)) {
      const lineFeed = this.#text.indexOf('\n', end);
      const next = lineFeed === -1 ? this.#text.length : lineFeed + 1;
      lines.push(this.#text.slice(end + indent, next).replace(/\r?\n$/, ''));
      end = next;
    }
    // Empty lines may follow, and then a line that is indented no deeper than the key.
    let following = end;
    while (this.#text[following] === '\n' || this.#text[following] === '\r') following++;
    if (this.#indentAt(following) > parent) throw new Unsupported();
    this.#next = end;
    this.#nextLine();
    const text = lines.join(style === '|' ? '\n' : ' ') + (chomping === '-' ? '' : '\n');
    return { kind: 'text', at: { start, end }, text, plain: false };
  }

  /** The indentation of a line; -1 for an empty one, and after the last. */
  #indentAt(start: number): number {
    const text = this.#text;
    let at = start;
    while (text.charCodeAt(at) === space) at++;
    const isBlank = at === text.length || text.charCodeAt(at) === newline || text.charCodeAt(at) === carriageReturn;
    if (isBlank && at > start) throw new Unsupported();
    return isBlank ? -1 : at - start;
  }

  #deeper(): void {
    this.#depth++;
    if (this.#depth > deepestNesting) throw new Unsupported();
  }

  // --- On one line ---------------------------------------------------------------------------------------------------

  /** A flow map, a flow list or a quoted text; undefined for a plain text. */
  #flow(): YamlNode | undefined {
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
      if (this.#text[this.#at] !== ':' || this.#text[this.#at + 1] !== ' ') throw new Unsupported();
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
    const items: YamlNode[] = [];
    while (!this.#isClosed(']', items.length === 0)) items.push(this.#flow() ?? this.#plainInFlow());
    return { kind: 'list', at: this.#closed(start), items };
  }

  /** Skips the comma before the next entry, unless the bracket closes. */
  #isClosed(bracket: string, isFirst: boolean): boolean {
    this.#skipSpaces();
    if (this.#text[this.#at] === bracket) return true;
    if (isFirst) return false;
    if (this.#text[this.#at] !== ',') throw new Unsupported();
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
    if (end >= this.#end) throw new Unsupported();
    return this.#plain(end);
  }

  /** The plain text up to a limit, without trailing spaces. */
  #plain(limit: number): TextNode {
    const text = this.#text;
    const start = this.#at;
    notPlainStart.lastIndex = start;
    if (notPlainStart.test(text)) throw new Unsupported();
    let end = limit;
    while (end > start && text.charCodeAt(end - 1) === space) end--;
    const value = text.slice(start, end);
    if (end === start || value.includes(' #')) throw new Unsupported();
    this.#at = end;
    return { kind: 'text', at: { start, end }, text: this.#shared(value), plain: true };
  }

  #quoted(): TextNode {
    const start = this.#at;
    const isDouble = this.#text[start] === '"';
    const pattern = isDouble ? doubleQuoted : singleQuoted;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) throw new Unsupported();
    const end = pattern.lastIndex;
    const inner = this.#text.slice(start + 1, end - 1);
    this.#at = end;
    const text = isDouble
      ? inner.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
      : inner.replaceAll("''", "'");
    return { kind: 'text', at: { start, end }, text: this.#shared(text), plain: false };
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}
