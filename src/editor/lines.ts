/** Lines of a contract that may be incomplete, read one by one without a parser. */
export interface Line {
  /** Offset in the text. */
  readonly start: number;
  readonly text: string;
  readonly indent: number;
  /** Hyphens of list items that the line begins with. */
  readonly items: number;
  /** The column of what follows the hyphens. */
  readonly column: number;
  /** The key that the line begins with; undefined without a colon. */
  readonly key: string | undefined;
  /** The column after the colon. */
  readonly keyEnd: number;
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#{[][^#]*?)\s*:(?=\s|$)/;

/** The line of an offset. */
export function lineOf(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return parse(text, start, end === -1 ? text.length : end);
}

/** Lines before that at `start` that are neither empty nor comments, the nearest first. */
export function* linesAbove(text: string, start: number): Generator<Line> {
  for (let end = start - 1; end >= 0; ) {
    const from = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    if (!isEmpty(text, from, end)) yield parse(text, from, end);
    end = from - 1;
  }
}

/** Lines after that at `start` that are neither empty nor comments. */
export function* linesBelow(text: string, start: number): Generator<Line> {
  for (let from = text.indexOf('\n', start) + 1; from > 0 && from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    if (!isEmpty(text, from, end)) yield parse(text, from, end);
    from = end + 1;
  }
}

function isEmpty(text: string, start: number, end: number): boolean {
  return /^\s*(?:#|$)/.test(text.slice(start, end));
}

function parse(source: string, start: number, end: number): Line {
  const text = source.slice(start, end).replace(/\r$/, '');
  const indent = text.length - text.trimStart().length;
  const hyphens = /^(?:-(?: +|$))*/.exec(text.slice(indent))?.[0] ?? '';
  const column = indent + hyphens.length;
  const key = keyPattern.exec(text.slice(column));
  return {
    start,
    text,
    indent,
    items: hyphens.split('-').length - 1,
    column,
    key: key === null ? undefined : unquoted(key[1] ?? ''),
    keyEnd: column + (key?.[0].length ?? 0),
  };
}

export function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
