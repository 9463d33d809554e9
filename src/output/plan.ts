import { type Diagnostic, output, report } from '../diagnostics/index.ts';
import type { Change, ManifestChange } from './change.ts';
import type { Content } from './content.ts';
import { readBytes, readText } from './disk.ts';
import { OutputError } from './error.ts';
import type { Folder } from './folder.ts';
import { byCodeUnits, emptyManifest, type Manifest, manifestName, parseManifest, printManifest } from './manifest.ts';
import { digestOfBytes, isMarkedGenerated, sameText } from './text.ts';

/** A file of an output folder. */
export interface WantedFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly content: Content;
}

/** What an output folder is to hold. */
export interface Wanted {
  readonly files: readonly WantedFile[];
  /** Generation of `@soapwright/runtime` that the code needs. */
  readonly generation: number;
  /** Names of the operations, as handler files are named. */
  readonly operations: readonly string[];
}

export interface PlanOptions {
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  /** Whether anything is left of an operation that is gone: its handler. */
  readonly isLeft: (operation: string) => boolean;
}

/** What has to happen to a folder. Nothing has happened yet. */
export interface FolderPlan {
  readonly folder: Folder;
  /** By path. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** Undefined when it says already what it is to say. */
  readonly manifest: ManifestChange | undefined;
  /** Of the manifest on disk. */
  readonly before: Manifest;
  /** Operations that are gone, of which something is left. */
  readonly retired: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares a folder with what it is to hold. Files that are neither wanted nor in the manifest are not even looked at.
 *
 * @throws {OutputError} `Unreadable`
 */
export function planFolder(folder: Folder, wanted: Wanted, options: PlanOptions): FolderPlan {
  const diagnostics: Diagnostic[] = [];
  const found = readManifest(folder);
  if (found.problem !== undefined) diagnostics.push(found.problem);
  const before = found.manifest;
  const files = new Map<string, readonly string[]>();
  const changes: Change[] = [];
  let unchanged = 0;
  for (const { path, content } of [...wanted.files].sort((a, b) => byCodeUnits(a.path, b.path))) {
    files.set(path, [content.digest]);
    const change = guarded(() => planFile(folder, path, content, before, options.force));
    if (change === undefined) unchanged++;
    else if ('kind' in change) changes.push(change);
    else diagnostics.push(change);
  }
  for (const [path, digests] of before.files) {
    if (files.has(path)) continue;
    const stale = guarded(() => planStale(folder, path, digests));
    if (stale === undefined) continue;
    if ('kind' in stale) changes.push(stale);
    else {
      diagnostics.push(stale);
      // Stays ours to speak of until somebody has removed it.
      files.set(path, digests);
    }
  }
  const operations = new Set(wanted.operations);
  const gone = [...new Set([...before.retired, ...before.operations])].filter((name) => !operations.has(name));
  const retired = gone.filter((name) => options.isLeft(name)).sort(byCodeUnits);
  const after: Manifest = { generation: wanted.generation, files, operations: wanted.operations, retired };
  const manifest = planManifest(folder, found.text, before, after, gone);
  return {
    folder,
    changes: changes.sort((a, b) => byCodeUnits(a.path, b.path)),
    unchanged,
    manifest,
    before,
    retired,
    diagnostics,
  };
}

/** Undefined when the file is as it is to be. */
function planFile(
  folder: Folder,
  path: string,
  content: Content,
  before: Manifest,
  force: boolean,
): Change | Diagnostic | undefined {
  const absolute = folder.resolve(path);
  const shown = folder.show(path);
  const current = readBytes(absolute, shown);
  if (current === undefined) return { kind: 'create', path: absolute, shown, content, exclusive: false };
  if (digestOfBytes(current) === content.digest) return undefined;
  const ours = before.files.has(path) || isMarkedGenerated(current);
  if (!ours && !force) return report(output.notOurs, { file: shown }, { file: shown });
  return { kind: 'update', path: absolute, shown, content };
}

/** Undefined when the file is gone already; a diagnostic when somebody has changed it. */
function planStale(folder: Folder, path: string, digests: readonly string[]): Change | Diagnostic | undefined {
  const absolute = folder.resolve(path);
  const shown = folder.show(path);
  const current = readBytes(absolute, shown);
  if (current === undefined) return undefined;
  if (!digests.includes(digestOfBytes(current))) return report(output.staleButEdited, { file: shown }, { file: shown });
  return { kind: 'delete', path: absolute, shown };
}

/** What it throws of this room's errors becomes a diagnostic, so that all of them are shown. */
function guarded<T>(work: () => T): T | Diagnostic {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutputError) return error.diagnostic;
    throw error;
  }
}

function readManifest(folder: Folder): {
  readonly text: string | undefined;
  readonly manifest: Manifest;
  readonly problem?: Diagnostic;
} {
  const file = folder.show(manifestName);
  const text = readText(folder.resolve(manifestName), file);
  if (text === undefined) return { text, manifest: emptyManifest };
  const parsed = parseManifest(text);
  switch (parsed.kind) {
    case 'manifest':
      return { text, manifest: parsed.manifest };
    case 'invalid':
      return {
        text,
        manifest: emptyManifest,
        problem: report(output.invalidManifest, { file, reason: parsed.reason }, { file }),
      };
    case 'escapes':
      return {
        text,
        manifest: emptyManifest,
        problem: report(output.manifestEscapes, { file, path: parsed.path }, { file }),
      };
  }
}

function planManifest(
  folder: Folder,
  current: string | undefined,
  before: Manifest,
  after: Manifest,
  gone: readonly string[],
): ManifestChange | undefined {
  const text = printManifest(after);
  // That somebody has removed an old handler makes no manifest stale: it is dropped from it at the next occasion.
  const alsoFine = printManifest({ ...after, retired: gone });
  if (current !== undefined && (sameText(current, text) || sameText(current, alsoFine))) return undefined;
  const files = new Map(before.files);
  for (const [path, digests] of after.files) files.set(path, [...new Set([...(files.get(path) ?? []), ...digests])]);
  const during = printManifest({
    generation: after.generation,
    files,
    // Only when their handlers are there are operations known.
    operations: before.operations,
    retired: before.retired,
  });
  return { path: folder.resolve(manifestName), shown: folder.show(manifestName), before: current, during, text };
}
