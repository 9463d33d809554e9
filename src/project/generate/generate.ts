import { type Diagnostic, type ExitCode, output as messages, Report, report } from '../../diagnostics/index.ts';
import type { Target } from '../config/index.ts';
import {
  type Change,
  type ChangedFile,
  ContentStore,
  commit,
  contentText,
  diffLines,
  type FolderPlan,
  hasLeftovers,
  isCurrent,
  readText,
  removeLeftovers,
  reportOutputError,
  whileLocked,
} from '../output/index.ts';
import { changedFiles, foldersOf, hasChanges, isBlocked, type Plan, plan } from './plan.ts';
import { type PrepareOptions, prepare } from './prepare.ts';
import { missingSecurity, runtimeDiagnostics } from './target-checks.ts';

interface RunOptions extends PrepareOptions {
  /** Collects the diagnostics of the result; a new one by default. */
  readonly report?: Report;
}

export interface GenerateOptions extends RunOptions {
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  /** Write nothing. */
  readonly dryRun: boolean;
  /** In milliseconds: how long to wait for another run on the same folders. */
  readonly patience: number;
}

export interface CheckOptions extends RunOptions {
  /** The command that updates the files, for the diagnostics. */
  readonly command: string;
}

interface RunResult {
  readonly exitCode: ExitCode;
  /** Number of files that are up to date. */
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Text of each contract, by its path in the diagnostics. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface GenerateResult extends RunResult {
  /** Files written, or with `dryRun`, files that would be. */
  readonly changes: readonly ChangedFile[];
}

export interface CheckResult extends RunResult {
  /** Each has a diagnostic too. */
  readonly findings: readonly Finding[];
}

/** A file that `generate` would change. */
export interface Finding {
  readonly kind: 'stale' | 'missing' | 'orphaned';
  readonly file: string;
  /** First lines of a unified difference between the file and its new content; empty unless the file is stale. */
  readonly diff: readonly string[];
}

/** Generates all files and writes those that change. Nothing is written unless everything can be. */
export async function generate(targets: readonly Target[], options: GenerateOptions): Promise<GenerateResult> {
  const { force, dryRun, patience, onStage, report: to = new Report() } = options;
  return await withStore(async (store) => {
    const prepared = await prepare(targets, options, to, store);
    onStage?.('Comparing files');
    let planned = await plan(prepared, force);
    let changes = dryRun && !isBlocked(planned) ? changedFiles(planned) : [];
    to.add(...runtimeDiagnostics(prepared));
    const folders = foldersOf(prepared);
    try {
      if (!dryRun && !isBlocked(planned) && (hasChanges(planned) || hasLeftovers(folders)))
        await whileLocked(folders, patience, async () => {
          folders.forEach(removeLeftovers);
          // Another run may have changed the files in the meantime.
          if (!planned.folders.every(isCurrent)) planned = await plan(prepared, force);
          if (isBlocked(planned)) return;
          onStage?.('Writing');
          commit(planned.folders);
          changes = changedFiles(planned);
        });
    } catch (error) {
      reportOutputError(error, to);
    }
    to.add(...prepared.flatMap(({ out }) => missingSecurity(out)));
    to.add(...planned.report.diagnostics);
    return { changes, ...resultOf(to, planned) };
  });
}

/** Reports the files that `generate` would change. Writes nothing, and needs no permission to. */
export async function check(targets: readonly Target[], options: CheckOptions): Promise<CheckResult> {
  const { command, onStage, report: to = new Report() } = options;
  return await withStore(async (store) => {
    const prepared = await prepare(targets, options, to, store);
    onStage?.('Comparing files');
    const planned = await plan(prepared, false);
    const findings = planned.folders.flatMap(findingsOf);
    to.add(...planned.report.diagnostics);
    to.add(...findings.map(({ kind, file }) => report(messages[kind], { file, command }, { file })));
    return { findings, ...resultOf(to, planned) };
  });
}

function resultOf({ exitCode, diagnostics, sources }: Report, { folders }: Plan): RunResult {
  return { exitCode, unchanged: folders.reduce((sum, { unchanged }) => sum + unchanged, 0), diagnostics, sources };
}

export async function withStore<T>(work: (store: ContentStore) => Promise<T>): Promise<T> {
  const store = new ContentStore();
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

function findingsOf({ changes, manifest, basis }: FolderPlan): readonly Finding[] {
  const findings = changes.map(findingOf);
  if (manifest === undefined) return findings;
  const { shown: file, text } = manifest;
  if (basis.text === undefined) return [...findings, { kind: 'missing', file, diff: [] }];
  // The differences of the files tell more than those of their digests.
  return [...findings, { kind: 'stale', file, diff: findings.length > 0 ? [] : diffLines(basis.text, text) }];
}

const findingKinds = { create: 'missing', update: 'stale', delete: 'orphaned' } as const;

function findingOf(change: Change): Finding {
  const { kind, path, shown } = change;
  const diff = kind === 'update' ? diffLines(readText(path, shown) ?? '', contentText(change.content)) : [];
  return { kind: findingKinds[kind], file: shown, diff };
}
