import { posix } from 'node:path';
import type { Target } from '../config/index.ts';
import { type Diagnostic, cli as messages, report } from '../diagnostics/index.ts';

/** A folder of handlers has one index, and none of the generated files beside it. */
export function sharedFolders(targets: readonly Target[]): readonly Diagnostic[] {
  const generated = new Set(targets.map(({ out }) => trimmed(out)));
  const seen = new Set<string>();
  return targets.flatMap(({ handlers }) => {
    if (handlers === undefined) return [];
    const folder = trimmed(handlers);
    const twice = seen.has(folder);
    seen.add(folder);
    if (generated.has(folder)) return [report(messages.handlersInOut, { folder: handlers })];
    return twice ? [report(messages.sharedHandlers, { folder: handlers })] : [];
  });
}

function trimmed(path: string): string {
  return posix.normalize(path).replace(/(?<=.)\/$/, '');
}
