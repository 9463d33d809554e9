import { type LoadedContract, loadContract, type ReadSource } from '../../contract/index.ts';
import type { Diagnostic } from '../../diagnostics/index.ts';
import { rulesOfLoader } from '../../rules/index.ts';
import { blocksOf, countLines, type FileBlock, reducedTexts } from './blocks.ts';
import type { MainContract } from './main-contract.ts';
import type { Checked } from './whole-check.ts';

/**
 * The diagnostics after a change within one declaration of a file: new ones of the declaration, from a contract reduced
 * to its dependencies, and all others as before. Errors of other declarations due to the change are found later, when
 * the whole contract is checked. Undefined for any other change.
 */
export function quickCheck(main: MainContract, before: Checked, path: string, text: string): Checked | undefined {
  const old = before.texts.get(path);
  if (old === undefined) return undefined;
  const texts = new Map([...before.texts, [path, text]]);
  if (old === text) return before;
  const { start, oldEnd, newEnd } = changeOf(old, text);
  const block = blocksOf(text).find((one) => one.start <= start && newEnd <= one.end);
  if (block === undefined) return undefined;
  const oldBlockEnd = block.end - newEnd + oldEnd;
  if (!blocksOf(old).some((one) => one.start === block.start && one.end === oldBlockEnd)) return undefined;
  const reduced = loadReduced(main, texts, { ...block, path });
  if (reduced === undefined) return undefined;
  const { diagnostics } = reduced;
  const first = countLines(text, 0, block.start) + 1;
  const last = first + countLines(text, block.start, block.end) - 1;
  const lines = countLines(text, start, newEnd) - countLines(old, start, oldEnd);
  const isInside = ({ file, line = 0 }: Diagnostic, end: number): boolean =>
    file === path && line >= first && line <= end;
  const others = before.diagnostics.filter((one) => !isInside(one, last - lines) || isFinding(one));
  const own = diagnostics.filter((one) => isInside(one, last) && !rulesOfLoader.has(one.code));
  return { texts, diagnostics: [...others.map((one) => moved(one, path, last - lines, lines)), ...own] };
}

/** Loads a declaration with all that it depends on; undefined if that is too much. */
export function loadReduced(
  main: MainContract,
  texts: ReadonlyMap<string, string>,
  block: FileBlock,
): LoadedContract | undefined {
  const reduced = reducedTexts(texts, block);
  const text = reduced?.get(main.path);
  if (reduced === undefined || text === undefined) return undefined;
  const read = (file: string): ReadSource => {
    const found = reduced.get(file);
    return found === undefined ? { diagnostics: [] } : { source: { file, text: found }, diagnostics: [] };
  };
  return loadContract({ file: main.path, text }, { overrides: main.overrides, read });
}

/** Findings of lint stay until the whole contract is checked. */
function isFinding({ code }: Diagnostic): boolean {
  return !/^SW\d/.test(code);
}

export interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** The range that differs, from the start of its first line. */
export function changeOf(old: string, text: string): Change {
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === text.charCodeAt(start)) start++;
  start = text.lastIndexOf('\n', start - 1) + 1;
  let same = 0;
  while (same < most - start && old.charCodeAt(old.length - 1 - same) === text.charCodeAt(text.length - 1 - same))
    same++;
  return { start, oldEnd: old.length - same, newEnd: text.length - same };
}

/** A diagnostic after lines were added or removed above it. @param after the last line of the change, before it. */
function moved(one: Diagnostic, path: string, after: number, lines: number): Diagnostic {
  if (lines === 0 || one.file !== path || one.line === undefined || one.line <= after) return one;
  const { edits, ...rest } = one;
  return {
    ...rest,
    line: one.line + lines,
    ...(one.endLine !== undefined && { endLine: one.endLine + lines }),
    ...(edits !== undefined && {
      edits: edits.map((edit) => ({ ...edit, line: edit.line + lines, endLine: edit.endLine + lines })),
    }),
  };
}
