import { type IndexEntry, type IndexSummary, missingEntries } from './handler-files.ts';
import { type ObjectLocation, type ParsedIndex, parseIndex, type Range } from './index-parser.ts';

export type Extension =
  /** The index has all entries. */
  | { readonly kind: 'complete'; readonly summary: IndexSummary }
  | {
      readonly kind: 'extended';
      readonly summary: IndexSummary;
      readonly text: string;
      readonly added: readonly IndexEntry[];
    }
  /** The index cannot be extended. */
  | {
      readonly kind: 'blocked';
      /** Undefined if the index does not parse. */
      readonly summary: IndexSummary | undefined;
      readonly missing: readonly IndexEntry[];
      readonly obstacle: Obstacle;
    };

export type Obstacle =
  | { readonly kind: 'unparsable'; readonly reason: string; readonly line: number; readonly column: number }
  | { readonly kind: 'unrecognised' }
  /** The index declares the name of a new handler as something that is not a function. */
  | { readonly kind: 'nameTaken'; readonly name: string };

/** Adds an import and a property for each missing entry to the text of an index. */
export function extendIndex(
  text: string,
  typeName: string,
  entries: readonly IndexEntry[],
  known: ReadonlySet<string>,
): Extension {
  // Strip the byte order mark, so that positions are those of the edited text.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const source = text.slice(mark.length);
  const parsed = parseIndex(source, typeName);
  if (parsed.kind === 'unparsable') return { kind: 'blocked', summary: undefined, missing: entries, obstacle: parsed };
  const { summary, object, names } = parsed;
  const missing = missingEntries(summary, entries, known);
  if (missing.length === 0) return { kind: 'complete', summary };
  const blocked = (obstacle: Obstacle): Extension => ({ kind: 'blocked', summary, missing, obstacle });
  if (object === undefined) return blocked({ kind: 'unrecognised' });
  const taken = missing.find(({ identifier }) => names.get(identifier) === 'other');
  if (taken !== undefined) return blocked({ kind: 'nameTaken', name: taken.identifier });
  const edited = insertEntries(source, parsed, object, missing);
  return hasAllEntries(edited, typeName, summary, missing)
    ? { kind: 'extended', summary, text: mark + edited, added: missing }
    : blocked({ kind: 'unrecognised' });
}

/** Parses the edited text before it is written: it must have the old keys and the new ones. */
function hasAllEntries(text: string, typeName: string, before: IndexSummary, added: readonly IndexEntry[]): boolean {
  const parsed = parseIndex(text, typeName);
  if (parsed.kind === 'unparsable') return false;
  const keys = [...(parsed.summary.keys ?? [])].sort();
  const expected = [...new Set([...(before.keys ?? []), ...added.map(({ identifier }) => identifier)])].sort();
  return (
    keys.length === expected.length &&
    keys.every((key, at) => key === expected[at]) &&
    added.every(({ identifier }) => parsed.names.get(identifier) === 'function')
  );
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Follows the style of the file: line ends, quotes, indentation, semicolons, commas. The existing text does not change. */
function insertEntries(
  source: string,
  { imports, names }: ParsedIndex,
  object: ObjectLocation,
  entries: readonly IndexEntry[],
): string {
  const toImport = entries.filter(({ identifier }) => !names.has(identifier));
  const insertions = [
    ...(toImport.length > 0 ? [importsInto(source, imports, toImport)] : []),
    ...propertiesInto(
      source,
      object,
      entries.map(({ identifier }) => identifier),
    ),
  ];
  let text = source;
  for (const { at, text: added } of insertions.sort((a, b) => b.at - a.at))
    text = text.slice(0, at) + added + text.slice(at);
  return text;
}

// --- Imports ---------------------------------------------------------------------------------------------------------

function importsInto(source: string, imports: readonly Range[], entries: readonly IndexEntry[]): Insertion {
  const last = imports.at(-1);
  const model = last === undefined ? source : source.slice(last.start, last.end);
  const quote = /['"]/.exec(model)?.[0] ?? "'";
  const semicolon = last === undefined ? (/;[^\S\n]*\r?$/m.test(source) ? ';' : '') : model.endsWith(';') ? ';' : '';
  const tight = last !== undefined && /\{\S/.test(model) && /\S\}/.test(model);
  const lines = entries.map(({ identifier, specifier }) => {
    const names = tight ? `{${identifier}}` : `{ ${identifier} }`;
    return `import ${names} from ${quote}${specifier}${quote}${semicolon}`;
  });
  if (last !== undefined) {
    const at = endOfComment(source, last.end);
    const eol = lineEndAt(source, at);
    const indent = indentAt(source, last.start);
    return { at, text: lines.map((line) => eol + indent + line).join('') };
  }
  const at = source.startsWith('#!') ? endOfFirstLine(source) : 0;
  const eol = lineEndAt(source, at);
  return { at, text: lines.map((line) => line + eol).join('') };
}

/** After a comment that ends on the same line; `end` itself if code follows on that line. */
function endOfComment(source: string, end: number): number {
  const rest = /^(?:[^\S\r\n]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/))*[^\S\r\n]*(?=\r?\n|$)/.exec(
    source.slice(end),
  );
  return end + (rest?.[0].trimEnd().length ?? 0);
}

function endOfFirstLine(source: string): number {
  const end = source.indexOf('\n');
  return end === -1 ? source.length : end + 1;
}

// --- Properties ------------------------------------------------------------------------------------------------------

function propertiesInto(source: string, object: ObjectLocation, names: readonly string[]): Insertion[] {
  const { range, last, afterComma } = object;
  const close = range.end - 1;
  if (last === undefined) return [intoEmpty(source, range, names)];
  const end = afterComma ?? last.end;
  const between = source.slice(end, close);
  if (!between.includes('\n')) return [intoLine(source, range, last, afterComma, names)];
  const eol = lineEndAt(source, end);
  const leading = /^[^\S\n]*,[^\S\n]*$/.exec(source.slice(lineStart(source, last.start), last.start));
  if (leading !== null && afterComma === undefined) {
    // Lines begin with the comma.
    return [{ at: endOfComment(source, last.end), text: names.map((name) => eol + leading[0] + name).join('') }];
  }
  const indent = indentOfProperties(source, range, last);
  const lines = names.map((name) => eol + indent + name);
  const at = endOfComment(source, end);
  if (afterComma !== undefined) return [{ at, text: lines.map((line) => `${line},`).join('') }];
  return at === last.end
    ? [{ at, text: `,${lines.join(',')}` }]
    : [
        { at: last.end, text: ',' },
        { at, text: lines.join(',') },
      ];
}

/** `{ A, B }` */
function intoLine(
  source: string,
  range: Range,
  last: Range,
  afterComma: number | undefined,
  names: readonly string[],
): Insertion {
  const body = source.slice(range.start, range.end);
  const space = /,\S/.test(body) && !/,\s/.test(body) ? '' : ' ';
  const list = names.join(`,${space}`);
  return afterComma === undefined
    ? { at: last.end, text: `,${space}${list}` }
    : { at: afterComma, text: `${space}${list},` };
}

/** An object without properties: `{}`, `{ }`, over several lines, or with only a comment in it. */
function intoEmpty(source: string, range: Range, names: readonly string[]): Insertion {
  const inside = source.slice(range.start + 1, range.end - 1);
  const comment = inside.trimEnd();
  const at = range.start + 1 + comment.length;
  const eol = lineEndAt(source, range.start);
  const base = indentAt(source, range.start);
  const lines = names.map((name) => `${eol}${base}${unitOf(source)}${name},`).join('');
  if (inside.slice(comment.length).includes('\n')) return { at, text: lines };
  if (inside === '') return { at, text: `${lines}${eol}${base}` };
  return { at, text: ` ${names.join(', ')}` };
}

function indentOfProperties(source: string, range: Range, last: Range): string {
  const start = lineStart(source, last.start);
  // The object starts on the line of its last property: `{ A, B`, and the brace on the next line.
  if (start <= range.start) return indentAt(source, range.end - 1) + unitOf(source);
  return indentAt(source, last.start);
}

// --- Style of the file -------------------------------------------------------------------------------------------------

function lineStart(source: string, at: number): number {
  return source.lastIndexOf('\n', at - 1) + 1;
}

/** The indentation of the line at this position. */
function indentAt(source: string, at: number): string {
  return /^[^\S\r\n]*/.exec(source.slice(lineStart(source, at)))?.[0] ?? '';
}

/** One level of indentation: that of the first indented line. */
function unitOf(source: string): string {
  return /^(?:\t| {2,8}(?=[^\s*]))/m.exec(source)?.[0] ?? '  ';
}

/** The line end at this position; on the last line, that of the preceding line. */
function lineEndAt(source: string, at: number): string {
  const next = source.indexOf('\n', at);
  const end = next === -1 ? source.lastIndexOf('\n') : next;
  return end > 0 && source[end - 1] === '\r' ? '\r\n' : '\n';
}
