import type { Range } from '../../diagnostics/index.ts';
import { changeOf } from './quick-check.ts';

/** Offsets in a text before and after a change. */
export interface Shift {
  readonly before: (offset: number) => number;
  readonly after: (range: Range) => Range;
}

const none: Shift = { before: (offset) => offset, after: (range) => range };

/** @param old the text before; undefined if it is not known. */
export function shiftOf(old: string | undefined, text: string): Shift {
  if (old === undefined || old === text) return none;
  const { start, newEnd, oldEnd } = changeOf(old, text);
  // What was replaced has no place any more: the nearest one is meant.
  const moved = (offset: number, from: number, to: number): number =>
    offset < from ? (offset < start ? offset : Math.min(offset, to)) : offset - from + to;
  const after = (offset: number): number => moved(offset, oldEnd, newEnd);
  return {
    before: (offset) => moved(offset, newEnd, oldEnd),
    after: (range) => ({ start: after(range.start), end: after(range.end) }),
  };
}
