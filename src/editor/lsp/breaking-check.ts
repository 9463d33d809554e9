import { dirname } from 'node:path/posix';
import type { Contract } from '../../contract/index.ts';
import type { Diagnostic, Source } from '../../diagnostics/index.ts';
import { loadOld, openBaseline } from '../../project/index.ts';
import { type BreakingSettings, compareContracts } from '../../rules/index.ts';
import type { MainContract } from './main-contract.ts';

/** What a contract is compared with. */
export interface BreakingCheck {
  readonly settings: BreakingSettings;
  /** A branch, a tag or a commit. */
  readonly against: string;
  /** `soapwright.yaml`. */
  readonly config: Source;
}

interface Kept {
  /** What the old contract depends on, apart from the repository. */
  readonly key: string;
  /** In milliseconds, of `performance.now()`. */
  readonly at: number;
  readonly contract: Contract | undefined;
}

/** In milliseconds: how long an old contract is kept while its branch may move. */
const keptTime = 30_000;

/** By the paths of the contracts. */
const old: Map<string, Kept> = new Map();

/** The changes that break callers of the old contract; none if there is no such contract. */
export function breakingFindings(
  main: MainContract,
  contract: Contract,
  { settings, against, config }: BreakingCheck,
): readonly Diagnostic[] {
  const key = JSON.stringify([main, against, config.file]);
  const now = performance.now();
  let kept = old.get(main.path);
  if (kept?.key !== key || now - kept.at > keptTime) {
    kept = { key, at: now, contract: oldContract(main, against, config) };
    old.set(main.path, kept);
  }
  if (kept.contract === undefined) return [];
  const { findings } = compareContracts(kept.contract, contract, settings);
  // An editor has no file with the positions in the old contract.
  return findings.map(({ related: _, ...finding }) => finding);
}

function oldContract(main: MainContract, against: string, { file }: Source): Contract | undefined {
  const current = dirname(file);
  const { baseline } = openBaseline(against, file, current);
  const { path: schema, overrides = {}, target } = main;
  return baseline && loadOld({ ...target, schema, overrides }, baseline, current).contract;
}
