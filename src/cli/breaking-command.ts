import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { quotable } from '../contract/index.ts';
import type { OutputFormat } from '../diagnostics/index.ts';
import {
  type Diagnostic,
  diagnosticFromRoot,
  exitCodeOf,
  hasErrors,
  breaking as kinds,
  report,
} from '../diagnostics/index.ts';
import {
  type Baseline,
  isBeforeConfiguration,
  loadContractOf,
  loadOld,
  type OldContract,
  openBaseline,
} from '../project/index.ts';
import {
  type BreakingFinding,
  type BreakingResult,
  breakingRuleTextOf,
  compareContracts,
  type LoadedBreaking,
  loadBreaking,
  noSettings,
  renderMarkdown,
  type Verdicts,
  verdictTexts,
  worstVerdicts,
} from '../rules/index.ts';
import { type ChosenTarget, type ContractFlags, chooseContracts } from './choose-contracts.ts';
import { countSeverities, failed, folders, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface BreakingFlags extends Omit<ContractFlags, 'format'> {
  readonly format: OutputFormat | 'markdown';
  readonly against?: string;
}

export async function runBreaking(given: BreakingFlags, terminal: Terminal): Promise<number> {
  // Messages beside a comment for people are for people, too.
  const options: ContractFlags = { ...given, format: given.format === 'markdown' ? 'text' : given.format };
  const { targets, source, sources, ...chosen } = chooseContracts(options, terminal, (file) =>
    report(kinds.nothingToCompare, { file }),
  );
  const loaded = source === undefined ? noSettings : loadBreaking(source);
  const early = [...chosen.diagnostics, ...loaded.diagnostics];
  if (hasErrors(early)) return print(failed(early, sources), options, terminal);
  const against = given.against ?? configuredAgainst(loaded, source?.file);
  if (against === undefined) return print(failed([report(kinds.noBaseline, {})]), options, terminal);
  const config = options.schema === undefined ? source?.file : undefined;
  const { baseline, diagnostics } = openBaseline(against, config, resolve('.'));
  const problems = [...early, ...diagnostics, ...severalWithFile(baseline, targets)];
  if (baseline === undefined || hasErrors(problems)) return print(failed(problems, sources), options, terminal);
  const run = new BreakingRun(baseline, loaded, given.format === 'text');
  for (const target of targets) {
    onStage(options, terminal)(`Comparing ${target.schema}`);
    run.compare(target);
  }
  return printRun(run, { options, against, format: given.format, early: problems, sources }, terminal);
}

/** A file under `against` is relative to the configuration. */
function configuredAgainst({ against }: LoadedBreaking, config: string | undefined): string | undefined {
  if (against === undefined || config === undefined) return against;
  const path = join(dirname(config), against);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : against;
}

function severalWithFile(baseline: Baseline | undefined, targets: readonly ChosenTarget[]): readonly Diagnostic[] {
  if (baseline?.kind !== 'file' || new Set(targets.map(({ schema }) => schema)).size < 2) return [];
  return [report(kinds.fileForSeveral, { against: baseline.path })];
}

/** The comparison of all contracts of a run. */
class BreakingRun {
  readonly diagnostics: Diagnostic[] = [];
  readonly findings: BreakingFinding[] = [];
  readonly sources: Map<string, string> = new Map();
  readonly #verdicts: Verdicts[] = [];
  readonly #baseline: Baseline;
  readonly #loaded: LoadedBreaking;
  /** Whether positions in the old contract are shown with its text. */
  readonly #quotesOld: boolean;
  readonly #seen: Set<string> = new Set();
  readonly #used: Set<string> = new Set();
  /** Number of contracts that were compared. */
  compared = 0;

  constructor(baseline: Baseline, loaded: LoadedBreaking, quotesOld: boolean) {
    this.#baseline = baseline;
    this.#loaded = loaded;
    this.#quotesOld = quotesOld;
  }

  /** Whether the old commit has no configuration, so that all contracts may be new. */
  get isFirst(): boolean {
    return isBeforeConfiguration(this.#baseline);
  }

  get verdicts(): Verdicts {
    return worstVerdicts(this.#verdicts);
  }

  compare(target: ChosenTarget): void {
    // Several folders can be generated from one contract.
    const key = JSON.stringify([target.schema, target.overrides, target.choice, target.overlay]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const current = loadContractOf(target, resolve('.'));
    for (const [file, text] of current.sources) this.sources.set(file, quotable(file, text));
    this.diagnostics.push(...current.diagnostics.filter(({ severity }) => severity === 'error'));
    const old = loadOld(target, this.#baseline, resolve('.'));
    this.diagnostics.push(...old.diagnostics);
    if (current.contract === undefined || old.contract === undefined) return;
    this.compared++;
    this.#add(compareContracts(old.contract, current.contract, this.#loaded.settings), old);
  }

  #add({ findings, verdicts, unused }: BreakingResult, old: OldContract): void {
    this.#verdicts.push(verdicts);
    const unusedKeys = new Set(unused.map(({ rule, path }) => `${rule} ${path}`));
    for (const { rule, path } of this.#loaded.ignored) {
      if (!unusedKeys.has(`${rule} ${path}`)) this.#used.add(`${rule} ${path}`);
    }
    for (const finding of findings) this.findings.push(this.#placed(finding));
    if (!this.#quotesOld) return;
    for (const [file, text] of old.sources) this.sources.set(this.#oldName(file), quotable(file, text));
  }

  /** Paths under `ignore_only` without a change in any contract. */
  unusedIgnores(): readonly Diagnostic[] {
    if (hasErrors(this.diagnostics)) return [];
    return this.#loaded.ignored.flatMap(({ rule, path, unused }) =>
      this.#used.has(`${rule} ${path}`) ? [] : [unused],
    );
  }

  /** With the commit of the old contract, whose files have the paths of the new one. */
  #placed(finding: BreakingFinding): BreakingFinding {
    const baseline = this.#baseline;
    if (baseline.kind === 'file' || finding.related === undefined) return finding;
    const related = finding.related.map((one) => {
      const message = `In the old contract (${baseline.commit.name}).`;
      return { ...one, message, ...(one.file !== undefined && { file: this.#oldName(one.file) }) };
    });
    return { ...finding, related };
  }

  #oldName(file: string): string {
    return this.#baseline.kind === 'commit' && this.#quotesOld ? `${this.#baseline.commit.name}:${file}` : file;
  }
}

interface Printing {
  readonly options: ContractFlags;
  readonly against: string;
  readonly format: BreakingFlags['format'];
  readonly early: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

function printRun(
  run: BreakingRun,
  { options, against, format, early, sources }: Printing,
  terminal: Terminal,
): number {
  const { findings, verdicts } = run;
  const found = [...early, ...run.diagnostics, ...run.unusedIgnores()];
  const isNothing = run.compared === 0 && !run.isFirst && !hasErrors(found);
  const diagnostics = isNothing ? [...found, report(kinds.nothingCompared, { against })] : found;
  const isComplete = !hasErrors(diagnostics);
  if (format === 'markdown' && isComplete) {
    terminal.out(
      renderMarkdown({
        findings: findings.map((finding) => diagnosticFromRoot(finding, folders())),
        verdicts,
        against,
      }),
    );
  }
  return print(
    {
      exitCode: exitCodeOf([...diagnostics, ...findings]),
      files: [],
      diagnostics,
      findings: format === 'markdown' ? [] : findings,
      sources: new Map([...sources, ...run.sources]),
      ruleOf: breakingRuleTextOf,
      details: { against, verdicts },
      summary: isComplete ? summaryOf(findings, verdicts) : undefined,
    },
    options,
    terminal,
  );
}

function summaryOf(findings: readonly Diagnostic[], verdicts: Verdicts): string {
  const texts = verdictTexts(verdicts).map(([concern, text]) => `  ${`${concern}:`.padEnd(16)}${text}`);
  const head =
    findings.length === 0
      ? 'No breaking change.'
      : `${countSeverities(findings)}. Run \`soapwright explain RULE\` for details.`;
  return [head, ...texts].join('\n');
}
