import { loadInput, openInput, quotable } from '../../contract/index.ts';
import { type Diagnostic, type ExitCode, exitCodeOf, lint as kinds, report } from '../../diagnostics/index.ts';
import { atNames, type Target } from '../../project/index.ts';
import { type LintFinding, lint } from './lint.ts';
import type { LoadedSettings } from './lint-settings.ts';

export type LintTarget = Pick<Target, 'schema' | 'overrides'> &
  Partial<Pick<Target, 'choice' | 'overlay' | 'allowedPaths' | 'strict' | 'internalEntities' | 'places'>>;

export interface LintFilesOptions {
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  readonly maxWarnings?: number | undefined;
  readonly onStage?: ((stage: string) => void) | undefined;
}

export interface LintedFiles {
  readonly exitCode: ExitCode;
  readonly findings: readonly LintFinding[];
  /** Other problems: files that cannot be read or loaded, unused entries under `ignore`, too many warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Text of each file that was read, by its path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Number of contracts that were linted. */
  readonly contracts: number;
}

/** Codes of the loader that are lint rules, too: unused records. */
export const rulesOfLoader: ReadonlySet<string> = new Set(['SW1316']);

/** Reads contracts and lints each. */
export function lintFiles(
  targets: readonly LintTarget[],
  { settings, ignored }: LoadedSettings,
  { current, maxWarnings, onStage }: LintFilesOptions,
): LintedFiles {
  const sources = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const findings: LintFinding[] = [];
  /** Rule and path of `ignore` entries without a finding in any contract. */
  let unused: ReadonlySet<string> | undefined;
  let contracts = 0;
  for (const { schema, overrides, overlay, allowedPaths, places, ...ofWsdl } of distinct(targets)) {
    onStage?.(`Reading ${schema}`);
    const { input, diagnostics: unread } = openInput(schema, { current, overlay, allowedPaths });
    diagnostics.push(...atNames(unread, { schema, overlay, places }));
    if (input === undefined) continue;
    const {
      contract,
      diagnostics: found,
      ...loaded
    } = loadInput(input, {
      overrides,
      choice: ofWsdl.choice,
      strict: ofWsdl.strict,
      internalEntities: ofWsdl.internalEntities,
    });
    sources.set(schema, input.source.text);
    for (const [path, text] of loaded.sources) if (path !== schema) sources.set(path, quotable(path, text));
    diagnostics.push(...found.filter(({ code }) => !rulesOfLoader.has(code)));
    if (contract === undefined) continue;
    onStage?.(`Linting ${schema}`);
    const linted = lint(contract, settings);
    contracts++;
    findings.push(...linted.findings);
    const here = new Set(linted.unused.map(keyOfIgnore));
    const before = unused;
    unused = before === undefined ? here : new Set([...here].filter((key) => before.has(key)));
  }
  // A contract that does not load could have findings for any `ignore` entry.
  if (contracts === distinct(targets).length) {
    for (const one of ignored) if (unused?.has(keyOfIgnore(one))) diagnostics.push(one.unused);
  }
  const count = findings.filter(({ severity }) => severity === 'warning').length;
  if (maxWarnings !== undefined && count > maxWarnings) {
    diagnostics.push(report(kinds.tooManyWarnings, { count, most: maxWarnings }));
  }
  return { exitCode: exitCodeOf([...diagnostics, ...findings]), findings, diagnostics, sources, contracts };
}

function keyOfIgnore({ rule, path }: { readonly rule: string; readonly path: string }): string {
  return `${rule} ${path}`;
}

/** Each contract once, even if several folders are generated from it. */
function distinct(targets: readonly LintTarget[]): readonly LintTarget[] {
  const byContent = new Map(
    targets.map((target) => [JSON.stringify([target.schema, target.overrides, target.choice, target.overlay]), target]),
  );
  return [...byContent.values()];
}
