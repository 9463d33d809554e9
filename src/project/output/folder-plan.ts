import { type Diagnostic, output, type Report, report } from '../../diagnostics/index.ts';
import type { Change, FilePath, FolderChanges, ManifestChange } from './commit.ts';
import { type Content, digestOfBytes, isMarkedGenerated, sameText } from './content.ts';
import { OutputError, readBytes, readText } from './disk.ts';
import type { Folder } from './folder.ts';
import {
  byCodeUnits,
  type ComponentNames,
  emptyManifest,
  type Manifest,
  manifestName,
  parseManifest,
  printManifest,
} from './manifest.ts';

export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly content: Content;
}

/** Everything that is generated into an output folder. */
export interface GeneratedFiles {
  readonly files: readonly GeneratedFile[];
  /** Generation of `@soapwright/runtime` that the code needs. */
  readonly generation: number;
  /** Names of the operations, as handler files are named. */
  readonly operations: readonly string[];
  /** Names of the components of a WSDL. */
  readonly names?: ComponentNames | undefined;
}

export interface FolderPlanOptions {
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  /** Whether the handler of a removed operation still exists. */
  readonly hasHandler: (operation: string) => boolean;
}

/** The changes that a folder needs, before any of them is made. */
export interface FolderPlan extends FolderChanges {
  readonly unchanged: number;
  /** A file that other runs change too: as long as its text is the same, the plan is valid. */
  readonly basis: FilePath & { readonly text: string | undefined };
}

/** Whether no other run has changed the folder since it was planned. */
export function isCurrent({ basis: { path, shown, text } }: FolderPlan): boolean {
  return readText(path, shown) === text;
}

export interface OutputFolderPlan extends FolderPlan {
  /** Operations in the manifest on disk. */
  readonly previousOperations: readonly string[];
  /** Removed operations whose handlers still exist. */
  readonly retired: readonly string[];
}

/**
 * Compares an output folder with the generated files. Files that are neither generated nor in the manifest are not read.
 *
 * @throws {OutputError} `Unreadable`
 */
export function planFolder(
  folder: Folder,
  generated: GeneratedFiles,
  options: FolderPlanOptions,
  to: Report,
): OutputFolderPlan {
  const manifestFile = fileIn(folder, manifestName);
  const manifestText = readText(manifestFile.path, manifestFile.shown);
  const before = manifestText === undefined ? emptyManifest : readManifest(manifestText, manifestFile.shown, to);
  const files = new Map<string, readonly string[]>();
  const changes: Change[] = [];
  let unchanged = 0;
  for (const { path, content } of [...generated.files].sort((a, b) => byCodeUnits(a.path, b.path))) {
    files.set(path, [content.digest]);
    const mayOverwrite = before.files.has(path) || options.force;
    const change = orDiagnostic(() => planFile(fileIn(folder, path), content, mayOverwrite));
    if (change === undefined) unchanged++;
    else if ('kind' in change) changes.push(change);
    else to.add(change);
  }
  for (const [path, digests] of before.files) {
    if (files.has(path)) continue;
    const change = orDiagnostic(() => planDeletion(fileIn(folder, path), digests));
    if (change === undefined) continue;
    if ('kind' in change) changes.push(change);
    else {
      to.add(change);
      // Stays in the manifest, and is reported again, until the user has deleted it.
      files.set(path, digests);
    }
  }
  const operations = new Set(generated.operations);
  const removed = [...new Set([...before.retired, ...before.operations])].filter((name) => !operations.has(name));
  const retired = removed.filter((name) => options.hasHandler(name)).sort(byCodeUnits);
  const { generation, operations: generatedOperations, names } = generated;
  const after: Manifest = { generation, files, operations: generatedOperations, retired, names };
  return {
    folder,
    changes: changes.sort((a, b) => byCodeUnits(a.path, b.path)),
    unchanged,
    basis: { ...manifestFile, text: manifestText },
    manifest: planManifest(manifestFile, manifestText, before, after, removed),
    previousOperations: before.operations,
    retired,
  };
}

/** Returns the diagnostic of an OutputError, so that one unreadable file does not hide the state of the others. */
function orDiagnostic<T>(work: () => T): T | Diagnostic {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutputError) return error.diagnostic;
    throw error;
  }
}

function fileIn(folder: Folder, path: string): FilePath {
  return { path: folder.resolve(path), shown: folder.show(path) };
}

/** Undefined if the file is up to date; a diagnostic if it must not be overwritten. */
function planFile({ path, shown }: FilePath, content: Content, mayOverwrite: boolean): Change | Diagnostic | undefined {
  const current = readBytes(path, shown);
  if (current === undefined) return { kind: 'create', path, shown, content, exclusive: false };
  if (digestOfBytes(current) === content.digest) return undefined;
  if (mayOverwrite || isMarkedGenerated(current)) return { kind: 'update', path, shown, content };
  return report(output.notOurs, { file: shown }, { file: shown });
}

/** Undefined if the file does not exist; a diagnostic if somebody has edited it. */
function planDeletion({ path, shown }: FilePath, digests: readonly string[]): Change | Diagnostic | undefined {
  const current = readBytes(path, shown);
  if (current === undefined) return undefined;
  if (digests.includes(digestOfBytes(current))) return { kind: 'delete', path, shown };
  return report(output.staleButEdited, { file: shown }, { file: shown });
}

function readManifest(text: string, file: string, to: Report): Manifest {
  const parsed = parseManifest(text);
  if (parsed.kind === 'manifest') return parsed.manifest;
  to.add(
    parsed.kind === 'invalid'
      ? report(output.invalidManifest, { file, reason: parsed.reason }, { file })
      : report(output.manifestEscapes, { file, path: parsed.path }, { file }),
  );
  return emptyManifest;
}

/** Undefined if the manifest is up to date. */
function planManifest(
  file: FilePath,
  current: string | undefined,
  before: Manifest,
  after: Manifest,
  removed: readonly string[],
): ManifestChange | undefined {
  const text = printManifest(after);
  // A deleted handler of a removed operation is not worth a change: the next change drops it from the manifest.
  const alsoCurrent = printManifest({ ...after, retired: removed });
  if (current !== undefined && (sameText(current, text) || sameText(current, alsoCurrent))) return undefined;
  const files = new Map(before.files);
  for (const [path, digests] of after.files) files.set(path, [...new Set([...(files.get(path) ?? []), ...digests])]);
  const during = printManifest({
    generation: after.generation,
    files,
    // New operations count only when their handlers are written.
    operations: before.operations,
    retired: before.retired,
    names: after.names,
  });
  return { ...file, during, text };
}

/** The names of components in the manifest of a folder; undefined if it has none, or cannot be read. */
export function componentNamesIn(folder: Folder): ComponentNames | undefined {
  const text = orDiagnostic(() => readText(folder.resolve(manifestName), folder.show(manifestName)));
  const parsed = typeof text === 'string' ? parseManifest(text) : undefined;
  return parsed?.kind === 'manifest' ? parsed.manifest.names : undefined;
}
