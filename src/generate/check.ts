import type { Target } from '../config/index.ts';
import { type Diagnostic, type ExitCode, exitCodeOf, output as messages, report } from '../diagnostics/index.ts';
import { rememberingExtender } from '../handlers/index.ts';
import { type Change, diffLines, type FolderChanges, readText, Spool, textOf } from '../output/index.ts';
import { compare } from './compare.ts';
import type { PrepareOptions } from './prepare.ts';

/** A file that is not what the contract says. */
export interface Finding {
  readonly kind: 'stale' | 'missing' | 'orphaned';
  readonly file: string;
  /** The beginning of a unified difference from what is there to what is to be; empty but for stale files. */
  readonly diff: readonly string[];
}

export interface CheckResult {
  readonly exitCode: ExitCode;
  readonly findings: readonly Finding[];
  /** Number of files that are as they are to be. */
  readonly unchanged: number;
  /** The findings too, each with its file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Text of each contract, by its path in the diagnostics. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Compares what is on disk with what would be generated. Writes nothing, and needs no right to.
 *
 * @param command what brings the files up to date.
 */
export async function check(
  targets: readonly Target[],
  options: PrepareOptions & { readonly command: string },
): Promise<CheckResult> {
  const spool = new Spool();
  try {
    return await checkIn(spool, targets, options);
  } finally {
    spool.close();
  }
}

async function checkIn(
  spool: Spool,
  targets: readonly Target[],
  options: PrepareOptions & { readonly command: string },
): Promise<CheckResult> {
  const planning = { force: false, extend: rememberingExtender() };
  const { preparation, found: planned } = await compare(targets, options, planning, spool);
  const { diagnostics, sources } = preparation;
  const findings = planned.folders.flatMap(findingsOf);
  const all = [
    ...diagnostics,
    ...planned.diagnostics,
    ...findings.map(({ kind, file }) => report(messages[kind], { file, command: options.command }, { file })),
  ];
  return { exitCode: exitCodeOf(all), findings, unchanged: planned.unchanged, diagnostics: all, sources };
}

const kinds = { create: 'missing', update: 'stale', delete: 'orphaned' } as const;

function findingsOf({ changes, manifest }: FolderChanges): readonly Finding[] {
  const findings = changes.map(findingOf);
  if (manifest === undefined) return findings;
  const { shown: file, before, text } = manifest;
  if (before === undefined) return [...findings, { kind: 'missing', file, diff: [] }];
  // Its digests say nothing that the files themselves have not said.
  return [...findings, { kind: 'stale', file, diff: findings.length > 0 ? [] : diffLines(before, text) }];
}

function findingOf(change: Change): Finding {
  const { path, shown } = change;
  const diff = change.kind === 'update' ? diffLines(readText(path, shown) ?? '', textOf(change.content)) : [];
  return { kind: kinds[change.kind], file: change.shown, diff };
}
