import type { Target } from '../config/index.ts';
import { type Diagnostic, type ExitCode, exitCodeOf } from '../diagnostics/index.ts';
import { rememberingExtender } from '../handlers/index.ts';
import {
  type ChangedFile,
  commit,
  hasLeftovers,
  OutputError,
  removeLeftovers,
  Spool,
  whileLocked,
} from '../output/index.ts';
import { compare } from './compare.ts';
import { changesOf, foldersOf, isBlocked, isNeeded, type Plan, plan } from './plan.ts';
import type { PrepareOptions } from './prepare.ts';
import { runtimeDiagnostics } from './runtime-package.ts';

export interface GenerateOptions extends PrepareOptions {
  /** Overwrite files that soapwright did not write. */
  readonly force: boolean;
  /** Only tell what would happen. */
  readonly dryRun: boolean;
  /** How long to wait for another run on the same folders, in milliseconds. */
  readonly patience: number;
}

export interface GenerateResult {
  readonly exitCode: ExitCode;
  /** What was written; in a dry run, what would be. */
  readonly changes: readonly ChangedFile[];
  /** Number of files that were as they are to be. */
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Text of each contract, by its path in the diagnostics. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads, generates and writes; nothing is written unless all of it can be. */
export async function generate(targets: readonly Target[], options: GenerateOptions): Promise<GenerateResult> {
  const spool = new Spool();
  try {
    return await generateIn(spool, targets, options);
  } finally {
    spool.close();
  }
}

async function generateIn(spool: Spool, targets: readonly Target[], options: GenerateOptions): Promise<GenerateResult> {
  const planning = { force: options.force, extend: rememberingExtender() };
  const { preparation, found: first } = await compare(targets, options, planning, spool);
  const { prepared, sources } = preparation;
  const diagnostics = [...preparation.diagnostics];
  const finish = (done: Plan | undefined, changes: readonly ChangedFile[]): GenerateResult => {
    const all = [...diagnostics, ...(done?.diagnostics ?? [])];
    return { exitCode: exitCodeOf(all), changes, unchanged: done?.unchanged ?? 0, diagnostics: all, sources };
  };
  if (prepared.length === 0) return finish(undefined, []);
  diagnostics.push(...runtimeDiagnostics(prepared));
  if (isBlocked(first)) return finish(first, []);
  const folders = foldersOf(prepared);
  try {
    if (options.dryRun || !(isNeeded(first) || hasLeftovers(folders))) return finish(first, changesOf(first));
    return await whileLocked(folders, options.patience, async () => {
      for (const folder of folders) removeLeftovers(folder);
      // Another run may have written while this one waited.
      const second = await plan(prepared, planning);
      if (isBlocked(second)) return finish(second, []);
      options.onStage?.('Writing');
      commit(second.folders);
      return finish(second, changesOf(second));
    });
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    diagnostics.push(error.diagnostic);
    return finish(first, []);
  }
}
