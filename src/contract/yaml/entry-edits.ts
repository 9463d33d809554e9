import type { Range, Replacement } from '../../diagnostics/index.ts';
import type { MapEntry } from './yaml-node.ts';

/** The edit of `required: true`, which is the default, or `required: false`, which is `optional: true`; undefined for other entries. */
export function editOfRequired({ key, value }: MapEntry, text: string): Replacement | undefined {
  if (key.text !== 'required' || value.kind === 'map') return undefined;
  const at = { start: key.at.start, end: value.at.end };
  if (value.kind === 'text' && value.text === 'false') return { at, text: 'optional: true' };
  const removed = value.kind === 'list' || value.text === 'true' ? removalOf(at, text) : undefined;
  return removed && { at: removed, text: '' };
}

/** An entry with its lines, or with a comma beside it; undefined for the only entry in braces. */
function removalOf({ start, end }: Range, text: string): Range | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline === -1 ? text.length : newline;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEnd);
  if (before.trim() === '' && after.trim() === '') return { start: lineStart, end: Math.min(lineEnd + 1, text.length) };
  const comma = /,\s*$/.exec(before);
  if (comma !== null) return { start: lineStart + comma.index, end };
  const next = /^\s*,\s*/.exec(after);
  return next === null ? undefined : { start, end: end + next[0].length };
}
