import type { Place } from './diagnostic.ts';
import { isUnsafe, visible } from './visible.ts';
import { widthOf } from './width.ts';

/** A few lines of a file with the range underlined, made for a terminal: no tabs, no control characters. */
export interface FrameLine {
  /** Absent on the line that underlines. */
  readonly number?: number;
  readonly text: string;
}

/** Widest text of a frame, in columns; longer lines are cut around the range. */
const widest = 110;

/** How much is left standing before the range when a line is cut. */
const leadIn = 30;

/** The line of the place under the line before it, and its underlining. Empty when the place has no line in `source`. */
export function codeFrame(source: string, place: Place): readonly FrameLine[] {
  if (place.line === undefined || source === '') return [];
  const text = lineOf(source, place.line);
  if (text === undefined) return [];
  const before = place.line > 1 ? lineOf(source, place.line - 1) : undefined;
  const start = Math.min(Math.max((place.column ?? 1) - 1, 0), text.length);
  const end = Math.min(start + (place.length ?? 1), text.length);
  const cells = cellsOf(text);
  const from = columnAt(cells, start);
  const to = Math.max(columnAt(cells, end), from + 1);
  const total = columnAt(cells, text.length);
  // The line before stays aligned with it: both lose the same columns.
  const first = total > widest && to > widest ? Math.max(0, Math.min(from - leadIn, total - widest)) : 0;
  const marks = ' '.repeat(from - first) + '^'.repeat(Math.min(to, first + widest) - from);
  const frame: FrameLine[] = [];
  const above = before === undefined ? '' : cut(cellsOf(before), first);
  if (above !== '') frame.push({ number: place.line - 1, text: above });
  frame.push({ number: place.line, text: cut(cells, first) });
  if (place.column !== undefined) frame.push({ text: marks });
  return frame;
}

/** One character as it is shown. */
interface Cell {
  readonly text: string;
  /** Where it begins: in code units of the line, and in columns of the terminal. */
  readonly unit: number;
  readonly column: number;
  readonly width: number;
}

/** Lines longer than this are not looked at beyond it. */
const longestLine = 20_000;

function lineOf(source: string, line: number): string | undefined {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = source.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  const end = source.indexOf('\n', start);
  const text = source.slice(start, end === -1 ? undefined : end);
  return text.replace(/\r$/, '').slice(0, longestLine);
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

/** `widest` columns from `first` on, with an ellipsis where something is left out. */
function cut(cells: readonly Cell[], first: number): string {
  // The ellipsis takes the place of the first column.
  const from = first === 0 ? 0 : first + 1;
  let text = '';
  let column = from;
  for (const cell of cells) {
    if (cell.column < from) continue;
    // A wide character that the cut goes through leaves a blank.
    text += ' '.repeat(cell.column - column);
    column = cell.column + cell.width;
    if (column > first + widest) {
      text += '…';
      break;
    }
    text += cell.text;
  }
  return first === 0 || text === '' ? text.trimEnd() : `…${text}`.trimEnd();
}
