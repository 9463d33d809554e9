import type { SourceLocation } from '../diagnostic.ts';
import { isUnsafe, visible, widthOf } from '../terminal-text.ts';

/** A line of a code frame, ready for a terminal: no tabs, no control characters. */
export interface FrameLine {
  /** Absent for the underline. */
  readonly number?: number;
  readonly text: string;
}

/** Maximum width of a frame in columns; longer lines are cut around the range. */
const maxWidth = 110;

/** Columns kept before the range when a line is cut. */
const leadIn = 30;

/** The preceding line, the line of the location, and an underline. Empty when `source` has no such line. */
export function codeFrame(source: string, location: SourceLocation): readonly FrameLine[] {
  if (location.line === undefined || source === '') return [];
  const text = lineOf(source, location.line);
  if (text === undefined) return [];
  const before = location.line > 1 ? lineOf(source, location.line - 1) : undefined;
  const start = Math.min(Math.max((location.column ?? 1) - 1, 0), text.length);
  const end = Math.min(start + (location.length ?? 1), text.length);
  const cells = cellsOf(text);
  const from = columnAt(cells, start);
  const to = Math.max(columnAt(cells, end), from + 1);
  const total = columnAt(cells, text.length);
  // Both lines lose the same columns, so that they stay aligned.
  const first = total > maxWidth && to > maxWidth ? Math.max(0, Math.min(from - leadIn, total - maxWidth)) : 0;
  const marks = ' '.repeat(from - first) + '^'.repeat(Math.min(to, first + maxWidth) - from);
  const frame: FrameLine[] = [];
  const above = before === undefined ? '' : cut(cellsOf(before), first);
  if (above !== '') frame.push({ number: location.line - 1, text: above });
  frame.push({ number: location.line, text: cut(cells, first) });
  if (location.column !== undefined) frame.push({ text: marks });
  return frame;
}

/** One displayed character. */
interface Cell {
  readonly text: string;
  /** Start, in code units of the line and in columns of the terminal. */
  readonly unit: number;
  readonly column: number;
  readonly width: number;
}

/** The rest of a longer line is ignored. */
const maxLineLength = 20_000;

function lineOf(source: string, line: number): string | undefined {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = source.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  const end = source.indexOf('\n', start);
  const text = source.slice(start, end === -1 ? undefined : end);
  return text.replace(/\r$/, '').slice(0, maxLineLength);
}

function cellsOf(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let unit = 0;
  let column = 0;
  for (const character of line) {
    const text = shown(character, column);
    const width = text === character ? widthOf(character) : text.length;
    cells.push({ text, unit, column, width });
    unit += character.length;
    column += width;
  }
  return cells;
}

const tabWidth = 4;

function shown(character: string, column: number): string {
  if (character === '\t') return ' '.repeat(tabWidth - (column % tabWidth));
  return isUnsafe(character) ? visible(character) : character;
}

function columnAt(cells: readonly Cell[], unit: number): number {
  for (const cell of cells) if (cell.unit >= unit) return cell.column;
  const last = cells.at(-1);
  return last === undefined ? 0 : last.column + last.width;
}

/** `maxWidth` columns from `first` on, with an ellipsis where text is cut off. */
function cut(cells: readonly Cell[], first: number): string {
  // The ellipsis replaces the first column.
  const from = first === 0 ? 0 : first + 1;
  let text = '';
  let column = from;
  for (const cell of cells) {
    if (cell.column < from) continue;
    // A wide character that is cut in half becomes a space.
    text += ' '.repeat(cell.column - column);
    column = cell.column + cell.width;
    if (column > first + maxWidth) {
      text += '…';
      break;
    }
    text += cell.text;
  }
  return first === 0 || text === '' ? text.trimEnd() : `…${text}`.trimEnd();
}
