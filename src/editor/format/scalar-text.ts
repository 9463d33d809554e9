import type { CST } from 'yaml';
import { indented, indentOf, isBlank, withoutIndent } from './white-space.ts';

/** Scalars of several lines. Their text stays; only the indentation of their lines changes. */

/** The lines of a plain or quoted scalar, the first one without indentation. */
export function scalarLines({ source }: CST.FlowScalar, indent: number): readonly string[] {
  const [first = '', ...others] = source.split(/\r?\n/);
  return [first, ...others.map((line) => indented(withoutIndent(line), indent))];
}

export interface BlockText {
  /** `|-`, with the number of spaces that its first line needs. */
  readonly header: string;
  readonly lines: readonly string[];
  /** Line breaks after the last line that has text. */
  readonly breaks: number;
}

/** A text after `|` or `>`. @param indent of its lines. */
export function blockText(token: CST.BlockScalar, header: string, indent: number): BlockText {
  const stated = /\d/.exec(header)?.[0];
  const source = token.source.split(/\r?\n/);
  if (source.at(-1) === '') source.pop();
  const base = stated === undefined ? baseOf(source) : token.indent + Number(stated);
  const lines = source.map((line) => {
    const rest = line.slice(Math.min(base, indentOf(line)));
    return rest === '' ? '' : indented(rest, indent);
  });
  const kept = header.includes('+') ? lines.length : lines.findLastIndex((line) => !isBlank(line)) + 1;
  return {
    header: stated === undefined ? header : header.replace(stated, '2'),
    lines: lines.slice(0, kept),
    breaks: lines.length - kept + 1,
  };
}

/** The indentation of the first line that has text; of texts without one, that of the longest line. */
function baseOf(lines: readonly string[]): number {
  const first = lines.find((line) => !isBlank(line));
  return first === undefined ? Math.max(0, ...lines.map((line) => line.length)) : indentOf(first);
}
