import type { Places, Range } from './places.ts';
import type { Answer } from './reading.ts';

/** A text that is put in at a place. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * The index with an import and a property for each answer, in the manner of what stands there: line ends, quotes,
 * indent, semicolons, commas. Not one character of what is there is changed.
 *
 * @param source without a byte order mark: what `places` was found in.
 */
export function splice(source: string, places: Places, answers: readonly Answer[]): string {
  const { object, names } = places;
  if (object === undefined || answers.length === 0) return source;
  const toImport = answers.filter(({ identifier }) => !names.has(identifier));
  const insertions = [
    ...(toImport.length > 0 ? [importsInto(source, places.imports, toImport)] : []),
    ...propertiesInto(
      source,
      object,
      answers.map(({ identifier }) => identifier),
    ),
  ];
  let text = source;
  for (const { at, text: added } of insertions.sort((a, b) => b.at - a.at))
    text = text.slice(0, at) + added + text.slice(at);
  return text;
}

// --- Imports ---------------------------------------------------------------------------------------------------------

function importsInto(source: string, imports: readonly Range[], answers: readonly Answer[]): Insertion {
  const last = imports.at(-1);
  const model = last === undefined ? source : source.slice(last.start, last.end);
  const quote = /['"]/.exec(model)?.[0] ?? "'";
  const semicolon = last === undefined ? (/;[^\S\n]*\r?$/m.test(source) ? ';' : '') : model.endsWith(';') ? ';' : '';
  const tight = last !== undefined && /\{\S/.test(model) && /\S\}/.test(model);
  const lines = answers.map(({ identifier, specifier }) => {
    const names = tight ? `{${identifier}}` : `{ ${identifier} }`;
    return `import ${names} from ${quote}${specifier}${quote}${semicolon}`;
  });
  if (last !== undefined) {
    const at = endOfRemark(source, last.end);
    const eol = lineEndAt(source, at);
    const indent = indentAt(source, last.start);
    return { at, text: lines.map((line) => eol + indent + line).join('') };
  }
  const at = source.startsWith('#!') ? endOfFirstLine(source) : 0;
  const eol = lineEndAt(source, at);
  return { at, text: lines.map((line) => line + eol).join('') };
}

/** Behind a comment that ends on the line; where the text ends when anything else follows it there. */
function endOfRemark(source: string, end: number): number {
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

function propertiesInto(source: string, object: NonNullable<Places['object']>, names: readonly string[]): Insertion[] {
  const { range, last, afterComma } = object;
  const close = range.end - 1;
  if (last === undefined) return [intoEmpty(source, range, names)];
  const end = afterComma ?? last.end;
  const between = source.slice(end, close);
  if (!between.includes('\n')) return [intoLine(source, range, last, afterComma, names)];
  const eol = lineEndAt(source, end);
  const leading = /^[^\S\n]*,[^\S\n]*$/.exec(source.slice(lineStart(source, last.start), last.start));
  if (leading !== null && afterComma === undefined) {
    // Commas stand at the beginning of lines.
    return [{ at: endOfRemark(source, last.end), text: names.map((name) => eol + leading[0] + name).join('') }];
  }
  const indent = indentOfProperties(source, range, last);
  const lines = names.map((name) => eol + indent + name);
  const at = endOfRemark(source, end);
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

/** `{}`, `{ }`, an object over several lines, or one with nothing but a comment in it. */
function intoEmpty(source: string, range: Range, names: readonly string[]): Insertion {
  const inside = source.slice(range.start + 1, range.end - 1);
  const said = inside.trimEnd();
  const at = range.start + 1 + said.length;
  const eol = lineEndAt(source, range.start);
  const base = indentAt(source, range.start);
  const lines = names.map((name) => `${eol}${base}${unitOf(source)}${name},`).join('');
  if (inside.slice(said.length).includes('\n')) return { at, text: lines };
  if (inside === '') return { at, text: `${lines}${eol}${base}` };
  return { at, text: ` ${names.join(', ')}` };
}

function indentOfProperties(source: string, range: Range, last: Range): string {
  const start = lineStart(source, last.start);
  // The line of the last property begins before the object: `{ A, B` and the brace on a line of its own.
  if (start <= range.start) return indentAt(source, range.end - 1) + unitOf(source);
  return indentAt(source, last.start);
}

// --- The file's own manner -------------------------------------------------------------------------------------------

function lineStart(source: string, at: number): number {
  return source.lastIndexOf('\n', at - 1) + 1;
}

/** White space that the line of this place begins with. */
function indentAt(source: string, at: number): string {
  return /^[^\S\r\n]*/.exec(source.slice(lineStart(source, at)))?.[0] ?? '';
}

/** One step of indentation: that of the first line that has any. */
function unitOf(source: string): string {
  return /^(?:\t| {2,8}(?=[^\s*]))/m.exec(source)?.[0] ?? '  ';
}

/** How the line of this place ends; where it is the last one, how the line before it does. */
function lineEndAt(source: string, at: number): string {
  const next = source.indexOf('\n', at);
  const end = next === -1 ? source.lastIndexOf('\n') : next;
  return end > 0 && source[end - 1] === '\r' ? '\r\n' : '\n';
}
