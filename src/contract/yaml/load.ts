import {
  type Diagnostic,
  Findings,
  inFileOrder,
  source as kinds,
  Marks,
  type Source,
} from '../../diagnostics/index.ts';
import { checkContract } from '../check/check-contract.ts';
import { forgivenCheck, forgivenValues } from '../check/forgiven-checks.ts';
import {
  type ComponentNames,
  type Contract,
  clashes,
  inputClashWarnings,
  nameClashes,
  withReached,
  withReturns,
} from '../model/index.ts';
import { withAddressing } from '../wsdl/addressing-policy.ts';
import { withSecurity } from '../wsdl/security-policy.ts';
import type { EffectiveVariable, Environment } from './address.ts';
import { type BuildOptions, type BuiltContract, buildContract } from './build/contract.ts';
import type { Entries } from './entries.ts';
import { type ContractFile, type ContractFiles, type ReadIncluded, readFiles } from './files.ts';
import { checkOverrides, type Overrides } from './overrides.ts';

export interface LoadOptions {
  /** What `${NAME:-default}` is expanded with; nothing by default, so that every default counts. */
  readonly environment?: Environment | undefined;
  readonly overrides?: Overrides | undefined;
  /** Whether somebody implements the contract: what only a server cannot do is then an error, however forgiving it is. */
  readonly server?: boolean | undefined;
  /**
   * Reads the files that the contract includes. Their paths are made of its own and what `include` says, with `/`. The
   * path that it answers with is what diagnostics name the file by. By default there are no other files.
   */
  readonly read?: ReadIncluded | undefined;
}

export interface LoadedContract {
  /** Absent when there are errors. */
  readonly contract?: Contract;
  /** Of the components of a WSDL. */
  readonly names?: ComponentNames;
  /** All that was found, file by file in the order of each. Warnings may stand beside a contract. */
  readonly diagnostics: readonly Diagnostic[];
  /** Variables of the environment that made the contract another one than its defaults do. */
  readonly variables: readonly EffectiveVariable[];
  /** Text of each file that the contract is made of, by its path: what to look at for a change. Its own comes first. */
  readonly sources: ReadonlyMap<string, string>;
}

/** From the text of a contract to its model, or to everything that is wrong with it. Pure but for `read`. */
export function loadContract(
  source: Source,
  { environment = {}, overrides = {}, read = nothing, server = false }: LoadOptions = {},
): LoadedContract {
  const own = new Findings(source);
  own.addAll(checkOverrides(overrides));
  const marks = new Marks();
  const { findings, sources, built } = readContract(source, own, { environment, overrides, read, marks });
  const diagnostics = (): readonly Diagnostic[] => inFileOrder(findings.flatMap((file) => file.diagnostics));
  const hasErrors = (): boolean => findings.some((file) => file.hasErrors);
  const failed = (): LoadedContract => ({ diagnostics: diagnostics(), variables: [], sources });
  if (built === undefined) return failed();
  const { forgiving, onlyReached, variables } = built;
  const forgive = forgiving ? forgivenCheck : undefined;
  // Of a duplicate key the first one counts, so that the contract is complete.
  const isIncomplete = (): boolean =>
    diagnostics().some(({ severity, code }) => severity === 'error' && code !== kinds.duplicateKey.code);
  const checks = { marks, main: own, hasErrors: isIncomplete, forgive };
  const checked = checkContract(onlyReached ? withReached(built.contract) : built.contract, checks);
  if (hasErrors()) return failed();
  own.addAll(forgiving && !server ? [...nameClashes(checked), ...inputClashWarnings(checked)] : clashes(checked));
  if (hasErrors()) return failed();
  const contract = withSecurity(withAddressing(withReturns(checked)));
  return { contract, diagnostics: diagnostics(), variables, sources };
}

interface ReadContract extends Pick<ContractFiles, 'findings' | 'sources'> {
  /** Undefined unless the main file is a contract. */
  readonly built: (BuiltContract & Tolerance) | undefined;
}

/** Reads and builds a contract. Apart, so that the nodes of its files are not in memory for longer. */
function readContract(
  source: Source,
  own: Findings,
  options: Omit<BuildOptions, 'complete'> & { readonly read: ReadIncluded },
): ReadContract {
  const { files, findings, sources, complete } = readFiles(source, own, options.read);
  if (!startsWith(files, own)) return { findings, sources, built: undefined };
  const tolerance = readTolerance(files[0].entries);
  if (tolerance.forgiving) for (const one of findings) one.forgive(forgivenValues);
  return { findings, sources, built: { ...buildContract(files, { ...options, complete }), ...tolerance } };
}

interface Tolerance {
  readonly forgiving: boolean;
  readonly onlyReached: boolean;
}

/** A contract's settings on mistakes and unused components. */
function readTolerance(entries: Entries): Tolerance {
  return {
    forgiving: entries.flag('forgiving'),
    onlyReached: entries.choice('unreached', ['code', 'wsdl'], 'place of components') === 'wsdl',
  };
}

/** Whether the contract itself is among them; included files make no contract without it. */
function startsWith(
  files: readonly ContractFile[],
  own: Findings,
): files is readonly [ContractFile, ...ContractFile[]] {
  return files[0]?.findings === own;
}

function nothing(): { readonly diagnostics: readonly Diagnostic[] } {
  return { diagnostics: [] };
}
