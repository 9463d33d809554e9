import type { Range } from '../diagnostics/index.ts';
import { flowContext, keysAfter } from './flow-context.ts';
import { type Line, lineOf, linesAbove, linesBelow } from './lines.ts';

/** A part of a path through a document: a key of a map, or an item of a list. */
export type Step = { readonly key: string } | 'item';

/** Where a cursor is in a contract that may be incomplete. */
export interface CursorContext {
  /** From the top of the document to the map, list or value at the cursor. */
  readonly path: readonly Step[];
  /** Whether a key or a value is written here. */
  readonly at: 'key' | 'value';
  /** The other keys of the map. */
  readonly siblings: readonly string[];
  /** The word at the cursor, which a completion replaces. */
  readonly word: Range;
  /** Whether the cursor is between braces or brackets. */
  readonly inFlow: boolean;
}

/** The context of an offset, from the indentation of the lines above and the brackets before it; nothing is parsed. */
export function cursorContext(text: string, offset: number): CursorContext {
  const line = lineOf(text, offset);
  const column = offset - line.start;
  const isBlank = line.text.slice(0, column).trim() === '';
  // On an empty line the cursor decides which map it is in.
  const own = isBlank && line.key === undefined ? { ...line, indent: column, column, items: 0 } : line;
  const bracket = openBracketAbove(text, own);
  if (bracket !== undefined) {
    const key = bracket.key === undefined ? [] : [{ key: bracket.key }];
    const start = bracket.start + (bracket.key === undefined ? bracket.column : bracket.keyEnd);
    return inValue(text, offset, [...stepsTo(text, bracket), ...key], start);
  }
  const outer = stepsTo(text, own);
  if (own.key !== undefined && column > own.keyEnd - 1) {
    return inValue(text, offset, [...outer, { key: own.key }], own.start + own.keyEnd);
  }
  const content = own.text.slice(own.column, column);
  if (/^[{[]/.test(content)) return inValue(text, offset, outer, own.start + own.column);
  const end = own.key === undefined ? wordEnd(text, offset) : own.start + own.keyEnd - 1;
  return {
    path: outer,
    at: own.items > 0 && own.key === undefined ? 'value' : 'key',
    siblings: siblingsOf(text, own),
    word: { start: isBlank ? offset : own.start + own.column, end },
    inFlow: false,
  };
}

/** How many lines a value between brackets may have. */
const longestFlow = 100;

/** The line above on which a bracket is opened that is not closed before this line. */
function openBracketAbove(text: string, { start, indent }: Line): Line | undefined {
  let count = 0;
  for (const line of linesAbove(text, start)) {
    if (++count > longestFlow) return undefined;
    const from = line.key === undefined ? line.column : line.keyEnd;
    const isFlow = /^\s*[{[]/.test(line.text.slice(from));
    if (isFlow) return flowContext(text.slice(line.start + from, start)).open.length > 0 ? line : undefined;
    // A key without a value above: the line is in a block.
    if (line.key !== undefined && line.indent < indent && line.text.slice(from).trim() === '') return undefined;
  }
  return undefined;
}

/** The keys and list items that a line is in, with those that it begins itself. */
function stepsTo(text: string, line: Line): readonly Step[] {
  return [...pathAbove(text, line), ...Array.from({ length: line.items }, (): Step => 'item')];
}

/** @param start of the value. */
function inValue(text: string, offset: number, path: readonly Step[], start: number): CursorContext {
  const value = text.slice(start, offset);
  if (!/^\s*[{[]/.test(value)) {
    const wordStart = start + value.length - value.trimStart().length;
    return { path, at: 'value', siblings: [], word: wordAt(text, wordStart, offset), inFlow: false };
  }
  const { open, wordStart } = flowContext(value);
  const steps = open.flatMap(({ bracket, key }): Step[] => {
    if (bracket === '[') return ['item'];
    return key === undefined ? [] : [{ key }];
  });
  const map = open.at(-1);
  const word = wordAt(text, start + wordStart, offset);
  return {
    path: [...path, ...steps],
    at: map?.bracket === '{' && map.key === undefined ? 'key' : 'value',
    siblings: map === undefined ? [] : [...map.keys, ...keysAfter(lineRest(text, word.end))],
    word,
    inFlow: map !== undefined,
  };
}

/** A word without the quote before it. */
function wordAt(text: string, start: number, offset: number): Range {
  const isQuoted = start < offset && /["']/.test(text.charAt(start));
  return { start: isQuoted ? start + 1 : start, end: wordEnd(text, offset) };
}

function wordEnd(text: string, offset: number): number {
  return offset + (/^(?:[^\s,:{}[\]"'?]|:(?=\S))*/.exec(lineRest(text, offset))?.[0].length ?? 0);
}

function lineRest(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, end === -1 ? text.length : end);
}

/** The keys and list items that a line is in: lines above it that are indented less. */
function pathAbove(text: string, { start, indent, items }: Line): readonly Step[] {
  const steps: Step[] = [];
  let limit = indent;
  // The key of a list may be as deep as its items.
  let isItem = items > 0;
  for (const line of linesAbove(text, start)) {
    const isParent =
      line.key !== undefined && (line.column < limit || (isItem && line.items === 0 && line.column === limit));
    if (!isParent && !(line.items > 0 && line.indent < limit)) continue;
    if (isParent) steps.unshift({ key: line.key ?? '' });
    steps.unshift(...Array.from({ length: line.items }, (): Step => 'item'));
    limit = line.indent;
    isItem = line.items > 0;
    if (limit === 0 && !isItem) break;
  }
  return steps;
}

/** Keys of the same map, on lines above and below. */
function siblingsOf(text: string, { start, column, items }: Line): readonly string[] {
  const keys: string[] = [];
  const add = (line: Line): void => {
    if (line.column === column && line.key !== undefined) keys.push(line.key);
  };
  // A hyphen begins the map of its line.
  for (const line of items > 0 ? [] : linesAbove(text, start)) {
    if (line.column < column) break;
    add(line);
    if (line.column === column && line.items > 0) break;
  }
  for (const line of linesBelow(text, start)) {
    if (line.column < column || (line.items > 0 && line.indent < column)) break;
    add(line);
  }
  return keys;
}
