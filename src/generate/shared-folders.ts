import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Target } from '../config/index.ts';
import { type Diagnostic, cli as messages, report } from '../diagnostics/index.ts';

/**
 * Folders that two targets would write to: a folder of handlers has one index, and none of the generated files beside
 * it. Folders are the same when they are so on the disk, whatever links lead there.
 *
 * @param current the folder that the targets' paths are relative to; absolute.
 */
export function sharedFolders(targets: readonly Target[], current: string): readonly Diagnostic[] {
  const generated = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { out } of targets) {
    const folder = realFolder(resolve(current, out));
    const other = generated.get(folder);
    // The configuration's own check has told of paths that are the same as they stand there.
    if (other !== undefined && other !== out) diagnostics.push(report(messages.sharedOut, { folder: out, other }));
    generated.set(folder, out);
  }
  const seen = new Set<string>();
  for (const { handlers } of targets) {
    if (handlers === undefined) continue;
    const folder = realFolder(resolve(current, handlers));
    if (generated.has(folder)) diagnostics.push(report(messages.handlersInOut, { folder: handlers }));
    else if (seen.has(folder)) diagnostics.push(report(messages.sharedHandlers, { folder: handlers }));
    seen.add(folder);
  }
  return diagnostics;
}

/** Where a path leads, as far as it is there. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realFolder(parent), basename(path));
  }
}
