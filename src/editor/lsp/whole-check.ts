import { dirname } from 'node:path/posix';
import type { Contract, ReadIncluded } from '../../contract/index.ts';
import { loadContract, type Overrides } from '../../contract/index.ts';
import type { Diagnostic, Source } from '../../diagnostics/index.ts';
import { type LintSettings, lint, rulesOfLoader } from '../../rules/index.ts';

/** A contract that editors have open, or that includes an open file. */
export interface MainContract {
  readonly path: string;
  readonly overrides?: Overrides | undefined;
  /** The only file of interest of an unknown contract, so that declarations of other files are unknown too. */
  readonly fragment?: string | undefined;
}

/** The findings in a contract with all its files. */
export interface WholeResult extends Checked {
  /** Undefined with errors. */
  readonly contract?: Contract | undefined;
}

/** Errors and warnings of all files, with the findings of lint where the contract has no errors. */
export function checkWhole(main: MainContract, settings: LintSettings, read: ReadIncluded): WholeResult {
  const source = mainSource(main, read);
  if (source === undefined) return { texts: new Map(), diagnostics: [] };
  const { overrides, fragment } = main;
  const { contract, diagnostics, sources: texts } = loadContract(source, { overrides, read });
  if (fragment !== undefined) return { texts, diagnostics: diagnostics.filter(({ file }) => file === fragment) };
  if (contract === undefined) return { texts, diagnostics };
  const others = diagnostics.filter(({ code }) => !rulesOfLoader.has(code));
  const all: readonly Diagnostic[] = [...others, ...lint(contract, settings).findings];
  return { texts, diagnostics: all, contract };
}

/** The text of the main file, or one that includes a file whose contract is not known. */
export function mainSource({ path, fragment }: MainContract, read: ReadIncluded): Source | undefined {
  return fragment === undefined ? read(path).source : { file: path, text: mainOf(fragment) };
}

/** A contract around a file whose own contract is not known. */
export function fragmentMain(file: string): MainContract {
  return { path: `${dirname(file)}/.soapwright-main.yaml`, fragment: file };
}

/** A file that does not exist, so that unknown names are not errors. */
const unknownFile = '.soapwright-unknown.yaml';

function mainOf(file: string): string {
  const name = JSON.stringify(file.slice(dirname(file).length + 1));
  const head = 'soapwright: 1\nservice: Unknown\nnamespace: urn:unknown/\naddress: ""\n';
  return `${head}include: [${name}, ${unknownFile}]\n`;
}

export function readOfFragment(read: ReadIncluded): ReadIncluded {
  return (file) => (file.endsWith(`/${unknownFile}`) ? { diagnostics: [] } : read(file));
}

/** The findings in texts. */
export interface Checked {
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}
