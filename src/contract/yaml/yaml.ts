import type { Alias, CST, Document, Pair, Scalar } from 'yaml';
import { type Findings, source as kinds, type Range } from '../../diagnostics/index.ts';
import { codePoint } from './syntax.ts';
import { rangeOf, reportSyntax } from './syntax-errors.ts';
import type { ListNode, MapEntry, MapNode, TextNode, YamlNode } from './yaml-node.ts';
import { loadYamlPackage } from './yaml-package.ts';
import { readSimpleYaml } from './yaml-simple.ts';

/** Reads a file as one YAML document. Errors are added to the findings; undefined if the text is not YAML, or empty. */
export function readYaml(findings: Findings): YamlNode | undefined {
  return readSimpleYaml(findings.source.text) ?? readFullYaml(findings);
}

/** Characters that are not printable (YAML 1.2, production 1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are searched for.
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;

/** Reads all of YAML. Aliases are followed, within bounds; tags, merge keys and further documents are rejected. */
export function readFullYaml(findings: Findings): YamlNode | undefined {
  const yaml = loadYamlPackage();
  const { text } = findings.source;
  if (/^\s*<[?!\w]/.test(text)) {
    const start = text.indexOf('<');
    findings.add(kinds.xmlForYaml, {}, { start, end: start + 1 });
    return undefined;
  }
  const character = unprintable.exec(text);
  if (character !== null) {
    const at = { start: character.index, end: character.index + 1 };
    findings.add(kinds.controlCharacter, { character: codePoint(character[0]) }, at);
    return undefined;
  }
  const [document, second] = composed(yaml, findings) ?? [];
  if (document === undefined) return undefined;
  if (second !== undefined) {
    findings.add(kinds.severalDocuments, {}, rangeOf([second.range[0], second.range[1]], text));
    return undefined;
  }
  for (const { message, pos } of document.warnings) {
    const tag = /^Unresolved tag: (.*)$/s.exec(message)?.[1];
    if (tag !== undefined) findings.add(kinds.yamlTag, { tag }, rangeOf(pos, text));
  }
  if (document.contents === null) {
    findings.add(kinds.emptyFile, {}, { start: 0, end: 0 });
    return undefined;
  }
  const converter = new Converter(findings, yaml);
  const { node } = converter.convert(document.contents, { start: 0, end: 0 }, true);
  // The incomplete document would only cause further errors.
  return converter.isBomb ? undefined : node;
}

/** Mistakes of syntax that are reported at once. */
const mostMistakes = 20;

/** The documents of a text; undefined after reporting that it is not YAML. */
function composed(yaml: typeof import('yaml'), findings: Findings): readonly Document.Parsed[] | undefined {
  let text: string | undefined = findings.source.text;
  for (let mistakes = 0; text !== undefined && mistakes < mostMistakes; mistakes++) {
    const tokens = readTokens(yaml, text, findings);
    if (tokens === undefined) return undefined;
    // The failsafe schema knows no numbers, booleans or null: keys such as `No`, `null` and `1e3` stay names.
    const composer = new yaml.Composer({ schema: 'failsafe', uniqueKeys: false, prettyErrors: false, merge: false });
    const documents = [...composer.compose(tokens, true, text.length)];
    const errors = documents[0]?.errors ?? [];
    if (errors.length === 0) return mistakes === 0 ? documents : undefined;
    text = reportSyntax(errors, text, tokens, findings);
  }
  return undefined;
}

/** Far more than contracts need, far less than exhausts the stack of the composer, which recurses for each level. */
const deepestNesting = 64;

/** Undefined after reporting that maps and lists nest too deeply. */
function readTokens(
  { Parser }: typeof import('yaml'),
  text: string,
  findings: Findings,
): readonly CST.Token[] | undefined {
  const parser = new Parser();
  let tokens: readonly CST.Token[] = [];
  let deep: number | undefined;
  try {
    tokens = [...parser.parse(text)];
    deep = offsetOfDepth(tokens);
  } catch (error) {
    // The parser recurses in implicit maps: `[a: a: a: …`.
    if (!(error instanceof RangeError)) throw error;
    deep = parser.offset;
  }
  if (deep === undefined) return tokens;
  findings.add(kinds.nestedTooDeeply, { most: deepestNesting }, { start: deep, end: deep + 1 });
  return undefined;
}

/** The offset at which maps and lists nest too deeply. The parser builds the tree of tokens without recursion. */
function offsetOfDepth(tokens: readonly CST.Token[]): number | undefined {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > deepestNesting) return token.offset;
    if (token.type === 'document') {
      if (token.value !== undefined) waiting.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const { key, value } of token.items) {
        if (key) waiting.push({ token: key, depth: depth + 1 });
        if (value) waiting.push({ token: value, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

/** Nodes that aliases may add to those in the text. */
const aliasedNodesAtMost = 10_000;

interface Converted {
  readonly node: YamlNode;
  /** The number of its nodes, with those of aliases. */
  readonly size: number;
}

class Converter {
  readonly #findings: Findings;
  readonly #yaml: typeof import('yaml');
  /** Undefined while the anchored node is being converted. */
  readonly #anchors: Map<string, Converted | undefined> = new Map();
  #aliased = 0;
  isBomb = false;

  constructor(findings: Findings, yaml: typeof import('yaml')) {
    this.#findings = findings;
    this.#yaml = yaml;
  }

  /** @param near the position of a missing node. @param isRoot whether it is the whole document. */
  convert(node: unknown, near: Range, isRoot = false): Converted {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    if (isAlias(node)) return this.#alias(node, near);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const converted = this.#content(node, near, isRoot);
    if (anchor !== undefined) this.#anchors.set(anchor, converted);
    return converted;
  }

  #content(node: unknown, near: Range, isRoot: boolean): Converted {
    const { isMap, isScalar, isSeq } = this.#yaml;
    if (isMap(node)) return this.#map(node.items, spanOf(node.range, near), node.flow === true, isRoot);
    if (isSeq(node)) {
      const at = spanOf(node.range, near);
      const converted = node.items.map((item) => this.convert(item, at));
      const items = converted.map((item) => item.node);
      const list: ListNode = { kind: 'list', at: node.flow === true ? at : upTo(items, at), items };
      return { node: list, size: sizeOf(converted) };
    }
    return { node: isScalar(node) ? textNode(node, near) : nothing(near), size: 1 };
  }

  #map(pairs: readonly unknown[], at: Range, isFlow: boolean, isRoot: boolean): Converted {
    const { isPair } = this.#yaml;
    const entries: MapEntry[] = [];
    const seen = new Map<string, TextNode>();
    const values: Converted[] = [];
    for (const pair of pairs) {
      if (!isPair(pair)) continue;
      const key = this.#key(pair, at);
      if (key === undefined) continue;
      const value = this.convert(pair.value, { start: key.at.start, end: key.at.end });
      values.push(value);
      const first = seen.get(key.text);
      if (first === undefined) {
        seen.set(key.text, key);
        entries.push({ key, value: value.node });
        continue;
      }
      this.#reportDuplicate(key, first);
      // A second section is read as well, so that its errors are not hidden.
      if (isRoot) this.#join(entries, key.text, value.node);
    }
    const last = isFlow
      ? at
      : upTo(
          entries.map(({ value }) => value),
          at,
        );
    const map: MapNode = { kind: 'map', at: last, entries };
    return { node: map, size: sizeOf(values) };
  }

  #reportDuplicate(key: TextNode, first: TextNode): void {
    this.#findings.add(kinds.duplicateKey, { key: key.text }, key.at, {
      related: [{ at: first.at, message: 'The first one is here.' }],
    });
  }

  /** Adds the entries of a second map with the same key to the first one. */
  #join(entries: MapEntry[], name: string, second: YamlNode): void {
    const index = entries.findIndex(({ key }) => key.text === name);
    const entry = entries[index];
    if (entry?.value.kind !== 'map' || second.kind !== 'map') return;
    const known = new Map(entry.value.entries.map(({ key }) => [key.text, key]));
    const added = second.entries.filter(({ key }) => {
      const first = known.get(key.text);
      if (first !== undefined) this.#reportDuplicate(key, first);
      return first === undefined;
    });
    entries[index] = { ...entry, value: { ...entry.value, entries: [...entry.value.entries, ...added] } };
  }

  #key(pair: Pair, near: Range): TextNode | undefined {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    const { key } = pair;
    if (!isScalar(key)) {
      const at = isMap(key) || isSeq(key) || isAlias(key) ? spanOf(key.range, near) : near;
      this.#findings.add(kinds.keyIsNoName, {}, at);
      return undefined;
    }
    const text = textNode(key, near);
    if (text.plain && text.text === '<<') {
      this.#findings.add(kinds.mergeKey, {}, text.at);
      return undefined;
    }
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, { node: text, size: 1 });
    return text;
  }

  #alias(alias: Alias, near: Range): Converted {
    const at = spanOf(alias.range, near);
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      const kind = this.#anchors.has(alias.source) ? kinds.aliasOfItself : kinds.unknownAlias;
      this.#findings.add(kind, { alias: alias.source }, at, {
        didYouMean: { name: alias.source, among: this.#anchors.keys() },
      });
      return broken(at);
    }
    this.#aliased += target.size;
    if (this.#aliased <= aliasedNodesAtMost) return target;
    if (!this.isBomb) this.#findings.add(kinds.aliasBomb, { most: aliasedNodesAtMost }, at);
    this.isBomb = true;
    return broken(at);
  }
}

function textNode(scalar: Scalar, near: Range): TextNode {
  const at = spanOf(scalar.range, near);
  const text = typeof scalar.value === 'string' ? scalar.value : '';
  // A missing value has an empty range after its key: the range of the key is more useful.
  return { kind: 'text', at: at.end > at.start ? at : near, text, plain: scalar.type === 'PLAIN' };
}

function nothing(near: Range): TextNode {
  return { kind: 'text', at: near, text: '', plain: true };
}

function broken(at: Range): Converted {
  return { node: { ...nothing(at), broken: true }, size: 1 };
}

function spanOf(range: readonly number[] | null | undefined, near: Range): Range {
  const [start, end] = range ?? [];
  return start === undefined || end === undefined ? near : { start, end };
}

/** A block ends with its last part, before comments that follow. (The target of an alias may precede the block.) */
function upTo(parts: readonly YamlNode[], { start, end }: Range): Range {
  const last = parts.at(-1);
  return { start, end: last === undefined || last.at.end < start ? end : last.at.end };
}

function sizeOf(parts: readonly Converted[]): number {
  return parts.reduce((sum, { size }) => sum + size, 1);
}
