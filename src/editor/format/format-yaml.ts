import type { CST } from 'yaml';
import { loadYamlPackage } from '../../contract/index.ts';
import { canBeBlock, endOf, type FlowItem, isEmpty, isFlowScalar, lineOf } from './flow-text.ts';
import { LineWriter } from './line-writer.ts';
import { blockText, scalarLines } from './scalar-text.ts';

/** The longest line of a map or a list between brackets, as `import` writes them. */
const longestLine = 140;

/** Spaces of each level. */
const step = 2;

/**
 * Formats the text of one YAML document without syntax errors: indentation, spaces and empty lines. Maps and lists
 * between brackets that are too long for a line get a line for each entry. Everything else is kept: the order, the
 * quotes, the comments, and which maps are between braces.
 */
export function formatYaml(text: string): string {
  const { Parser } = loadYamlPackage();
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const source = text.replaceAll('\r\n', '\n');
  const printer = new Printer(source);
  for (const token of new Parser().parse(source)) printer.document(token);
  return printer.finish().replaceAll('\n', lineEnd);
}

/** A level of block maps and lists, with its column before and after. */
interface Level {
  readonly before: number;
  readonly indent: number;
}

const top: Level = { before: 0, indent: 0 };

class Printer {
  readonly #source: string;
  readonly #out: LineWriter;
  /** The levels around the current token; a comment belongs to the innermost that is not to the right of it. */
  readonly #levels: Level[] = [top];

  constructor(source: string) {
    this.#source = source;
    this.#out = new LineWriter(source);
  }

  finish(): string {
    return this.#out.finish();
  }

  document(token: CST.Token): void {
    if (token.type === 'document') {
      this.#tokens(token.start);
      if (token.value) this.#root(token.value);
      this.#tokens(token.end);
    } else if (token.type === 'comment' || token.type === 'newline') this.#tokens([token]);
    else if (token.type === 'doc-end') {
      this.#out.startLine(0);
      this.#out.write(token.source);
      this.#tokens(token.end);
    }
  }

  #root(value: CST.Token): void {
    if (value.type === 'flow-collection') {
      this.#out.startLine(0);
      this.#flow(value, { before: 0, indent: step }, { asBlock: false });
      this.#tokens(endOf(value));
    } else this.#value(value, top);
  }

  // --- Text between values ---------------------------------------------------------------------------------------------

  /** Comments, anchors and line breaks. */
  #tokens(tokens: readonly CST.SourceToken[] = []): void {
    for (const { type, source, offset } of tokens) {
      if (type === 'newline') this.#out.break();
      else if (type === 'comment') this.#out.comment(source, offset, this.#indentOfComment(offset));
      else if (type === 'anchor' || type === 'tag') this.#word(source);
      else if (type === 'doc-start') {
        this.#out.startLine(0);
        this.#out.write(source);
      }
    }
  }

  #indentOfComment(offset: number): number {
    const column = offset - (this.#source.lastIndexOf('\n', offset - 1) + 1);
    return (this.#levels.findLast(({ before }) => before <= column) ?? top).indent;
  }

  /** A word on the line, or on the next one after a comment. */
  #word(text: string): void {
    if (this.#out.isClosed) this.#out.startLine(this.#levels.at(-1)?.indent ?? 0);
    this.#out.word(text);
  }

  #inside(level: Level, print: () => void): void {
    this.#levels.push(level);
    print();
    this.#levels.pop();
  }

  // --- Blocks ----------------------------------------------------------------------------------------------------------

  /** A value. @param level of the map or list that it is in. */
  #value(token: CST.Token, level: Level): void {
    if (token.type === 'block-map') this.#map(token, level);
    else if (token.type === 'block-seq') this.#list(token, level);
    else if (token.type === 'block-scalar') this.#block(token, level);
    else if (token.type === 'flow-collection') this.#flow(token, level, { asBlock: true });
    else if (isFlowScalar(token)) this.#scalar(token, level);
    this.#tokens(endOf(token));
  }

  #map({ indent: before, items }: CST.BlockMap, { indent }: Level): void {
    const level: Level = { before, indent };
    this.#inside(level, () => {
      for (const [index, item] of items.entries()) {
        const { start, key, sep, value } = item;
        const isExplicit = start.some(({ type }) => type === 'explicit-key-ind');
        if (!key && !sep && !isExplicit) {
          this.#tokens(start);
          continue;
        }
        const words = start.filter(({ type }) => type === 'anchor' || type === 'tag');
        this.#tokens(start.filter((token) => !words.includes(token)));
        // The first key follows the hyphen of a list.
        if (index > 0 || !this.#out.beginsAt(indent)) this.#out.startLine(indent);
        this.#tokens(words);
        if (isExplicit) this.#word('? ');
        if (key) this.#value(key, { before: before + 1, indent: indent + step });
        if (sep) this.#separator(sep, { key, value, isExplicit }, level);
      }
    });
  }

  #separator(
    sep: readonly CST.SourceToken[],
    {
      key,
      value,
      isExplicit,
    }: { key: CST.Token | null | undefined; value: CST.Token | undefined; isExplicit: boolean },
    { before, indent }: Level,
  ): void {
    const colon = sep.findIndex(({ type }) => type === 'map-value-ind');
    this.#tokens(sep.slice(0, colon));
    if (isExplicit || this.#out.isClosed) this.#out.startLine(indent);
    this.#out.write(key?.type === 'alias' && !isExplicit ? ' :' : ':');
    const inner: Level = { before: before + 1, indent: indent + step };
    this.#inside(inner, () => {
      this.#tokens(sep.slice(colon + 1));
      this.#out.dropEmptyLines();
      if (value) this.#value(value, inner);
    });
  }

  #list({ indent: before, items }: CST.BlockSequence, { indent }: Level): void {
    const level: Level = { before, indent };
    this.#inside(level, () => {
      for (const [index, { start, value }] of items.entries()) {
        const hyphen = start.findIndex(({ type }) => type === 'seq-item-ind');
        if (hyphen === -1) {
          this.#tokens(start);
          continue;
        }
        this.#tokens(start.slice(0, hyphen));
        if (index > 0 || !this.#out.beginsAt(indent)) this.#out.startLine(indent);
        this.#out.write('-');
        const inner: Level = { before: before + 1, indent: indent + step };
        this.#inside(inner, () => {
          this.#tokens(start.slice(hyphen + 1));
          this.#out.dropEmptyLines();
          if (!value) return;
          // A map or list inside begins on the same line, unless the hyphen is followed by an anchor or a comment.
          if (!this.#out.isClosed && this.#out.column === indent + 1) this.#out.write(' ');
          this.#value(value, inner);
        });
      }
    });
  }

  #block(token: CST.BlockScalar, { indent }: Level): void {
    const props = token.props.filter(isSourceToken);
    const header = props.find(({ type }) => type === 'block-scalar-header')?.source ?? '|';
    const text = blockText(token, header, indent);
    this.#tokens(props.filter(({ type }) => type === 'anchor' || type === 'tag'));
    this.#word(text.header);
    this.#tokens(props.filter(({ type }) => type === 'comment'));
    this.#out.writeLines(text.lines, text.breaks);
  }

  // --- Scalars and brackets --------------------------------------------------------------------------------------------

  #scalar(token: CST.FlowScalar, { indent }: Level): void {
    const [first = '', ...others] = scalarLines(token, indent);
    if (this.#out.isClosed) this.#out.startLine(indent);
    this.#out.word(first);
    for (const line of others) this.#out.writeLine(line);
  }

  /** @param asBlock whether a line for each entry has no brackets. */
  #flow(token: CST.FlowCollection, level: Level, { asBlock }: { readonly asBlock: boolean }): void {
    const line = lineOf(token);
    if (this.#out.isClosed) this.#out.startLine(level.indent);
    const fits = line !== undefined && this.#out.column + 1 + line.length <= longestLine;
    if (fits || line === '{}' || line === '[]') this.#out.word(line);
    else if (line !== undefined && asBlock && canBeBlock(token)) this.#asBlock(token, level);
    else this.#asLines(token, level);
  }

  /** Without brackets. */
  #asBlock({ start, items }: CST.FlowCollection, level: Level): void {
    const isMap = start.source === '{';
    for (const [index, { key, value }] of items.filter((item) => !isEmpty(item)).entries()) {
      if (index > 0 || !this.#out.beginsAt(level.indent)) this.#out.startLine(level.indent);
      if (isMap) this.#out.write(`${key ? lineOf(key) : ''}:`);
      else this.#out.write('- ');
      if (value) this.#value(value, { before: level.before, indent: level.indent + step });
    }
  }

  /** With brackets, and a line for each entry. @param level of the entries. */
  #asLines({ start, items, end }: CST.FlowCollection, level: Level): void {
    this.#out.word(start.source);
    this.#inside({ before: 0, indent: level.indent }, () => {
      const last = items.findLastIndex((item) => !isEmpty(item));
      for (const [index, item] of items.entries()) this.#item(item, level, { hasComma: index < last });
    });
    this.#out.startLine(level.indent - step);
    this.#out.write(end[0]?.source ?? '');
  }

  #item(item: FlowItem, level: Level, { hasComma }: { readonly hasComma: boolean }): void {
    const { start, key, sep, value } = item;
    this.#tokens(start.filter(({ type }) => type === 'comment' || type === 'newline'));
    if (isEmpty(item)) return;
    this.#out.startLine(level.indent);
    for (const { type, source } of start) if (type === 'anchor') this.#out.word(source);
    if (start.some(({ type }) => type === 'explicit-key-ind')) this.#out.word('?');
    if (key) this.#inFlow(key, level);
    if (sep?.some(({ type }) => type === 'map-value-ind')) this.#out.write(key?.type === 'alias' ? ' :' : ':');
    this.#tokens(sep);
    if (value) this.#inFlow(value, { before: 0, indent: level.indent + step });
    if (hasComma) this.#out.write(',');
    if (value) this.#tokens(endOf(value));
  }

  #inFlow(token: CST.Token, level: Level): void {
    if (token.type === 'flow-collection') this.#flow(token, level, { asBlock: false });
    else if (isFlowScalar(token)) this.#scalar(token, level);
  }
}

/** Whether a token is one of those around a value. */
function isSourceToken(token: CST.Token): token is CST.SourceToken {
  return /^(?:anchor|tag|comment|space|newline|block-scalar-header)$/.test(token.type);
}
