import type { Contract, ReadIncluded } from '../../contract/index.ts';
import { loadContract } from '../../contract/index.ts';
import type { Diagnostic } from '../../diagnostics/index.ts';
import type { LoadedTarget } from '../../project/index.ts';
import { type LintSettings, lint, rulesOfLoader } from '../../rules/index.ts';
import type { Signatures } from '../signatures.ts';
import { type BreakingCheck, breakingFindings } from './breaking-check.ts';
import { isXmlFile } from './file-kind.ts';
import { type MainContract, mainSource } from './main-contract.ts';
import { loadXml } from './xml-files.ts';

/** The rules that the configuration of a contract chooses. */
export interface CheckSettings {
  readonly lint: LintSettings;
  /** Undefined where the configuration does not say what to compare with. */
  readonly breaking?: BreakingCheck | undefined;
}

/** The findings in a contract with all its files. */
export interface WholeResult extends Checked {
  /** Undefined with errors. */
  readonly contract?: Contract | undefined;
}

/** Errors and warnings of all files, with the findings of lint and breaking changes where the contract has no errors. */
export function checkWhole(main: MainContract, settings: CheckSettings, read: ReadIncluded): WholeResult {
  const loaded = loadMain(main, read);
  if (loaded === undefined) return { texts: new Map(), diagnostics: [] };
  const { contract, diagnostics, sources: texts } = loaded;
  const { fragment } = main;
  if (fragment !== undefined) return { texts, diagnostics: diagnostics.filter(({ file }) => file === fragment) };
  if (contract === undefined) return { texts, diagnostics };
  const others = diagnostics.filter(({ code }) => !rulesOfLoader.has(code));
  const changes = settings.breaking === undefined ? [] : breakingFindings(main, contract, settings.breaking);
  const all: readonly Diagnostic[] = [...others, ...lint(contract, settings.lint).findings, ...changes];
  return { texts, diagnostics: all, contract };
}

function loadMain(main: MainContract, read: ReadIncluded): LoadedTarget | undefined {
  if (isXmlFile(main.path)) return loadXml(main, read);
  const source = mainSource(main, read);
  return source && loadContract(source, { overrides: main.overrides, read });
}

/** The findings in texts. */
export interface Checked {
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Of a WSDL that was checked in a thread. */
  readonly signatures?: Signatures | undefined;
}
