import { dirname } from 'node:path/posix';
import type { Contract } from '../contract/index.ts';
import { type Diagnostic, Findings, type Source } from '../diagnostics/index.ts';
import { type ContractIndex, indexContract } from '../editor/contract-index.ts';
import { type Signatures, signaturesOf } from '../editor/signatures.ts';
import { type LintSettings, lint, rulesOfLoader } from '../lint/index.ts';
import type { ReadIncluded } from '../schema/files.ts';
import { loadContract, type Overrides } from '../schema/index.ts';
import { blocksOf } from './blocks.ts';
import { type Checked, loadReduced, quickCheck } from './quick-check.ts';

/** A contract that editors have open, or that includes an open file. */
export interface MainContract {
  readonly path: string;
  readonly overrides?: Overrides | undefined;
  /** The only file of interest, of a contract that is not known: what the other files declare is not known either. */
  readonly fragment?: string | undefined;
}

/** In characters: what a larger contract has is not found anew for each change. About two hundred operations. */
const largestText = 200_000;

/** What is known of a contract with all files that it includes. Everything is computed when it is needed. */
export class Analysis {
  readonly main: MainContract;
  readonly #read: ReadIncluded;
  #index: ContractIndex | undefined;
  /** The same, perhaps of older texts. */
  #last: ContractIndex | undefined;
  /** The last one without syntax errors. */
  #complete: ContractIndex | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;
  /** What was found last, perhaps in older texts. */
  #checked: Checked | undefined;
  /** The last one without errors. */
  #contract: Contract | undefined;
  #signatures: { readonly of: Contract; readonly signatures: Signatures } | undefined;

  constructor(main: MainContract, read: ReadIncluded) {
    this.main = main;
    this.#read = main.fragment === undefined ? read : readOfFragment(read);
  }

  /** Whether a check takes longer than typing allows. */
  get isLarge(): boolean {
    let length = 0;
    for (const text of this.#last?.sources.values() ?? []) length += text.length;
    return length > largestText;
  }

  /** Forgets what depends on texts. */
  invalidate(): void {
    this.#index = undefined;
    this.#diagnostics = undefined;
  }

  /** The names in the current texts: those of files with syntax errors are missing. */
  get index(): ContractIndex {
    if (this.#index === undefined) {
      const source = this.#source();
      this.#index = indexContract(source ?? { file: this.main.path, text: '' }, this.#read);
      this.#last = this.#index;
      if (this.#index.complete || this.#complete === undefined) this.#complete = this.#index;
    }
    return this.#index;
  }

  /**
   * The names as they were when all files could be read the last time. Of a large contract that was just changed, those
   * before the change: completion must not wait.
   */
  get lastComplete(): ContractIndex {
    const index = this.#recent;
    return this.#complete ?? index;
  }

  get #recent(): ContractIndex {
    return (this.isLarge ? (this.#index ?? this.#last) : undefined) ?? this.index;
  }

  /**
   * The TypeScript of what is declared at a place, counted from 1. Of a large contract only the declaration around it is
   * loaded.
   */
  signatureAt(path: string, offset: number, line: number, column: number): string | undefined {
    const contract = this.isLarge ? this.#declarationAt(path, offset) : this.#contract;
    if (contract === undefined) return undefined;
    if (this.#signatures?.of !== contract) this.#signatures = { of: contract, signatures: signaturesOf(contract) };
    return this.#signatures.signatures.at(path, line, column);
  }

  #declarationAt(path: string, offset: number): Contract | undefined {
    const text = this.#read(path).source?.text ?? '';
    const block = blocksOf(text).find(({ start, end }) => start <= offset && offset < end);
    const texts = new Map([...(this.#checked?.texts ?? []), [path, text]]);
    return block && loadReduced(this.main, texts, { ...block, path })?.contract;
  }

  /** Whether the texts that were read last are of this file too, or one is missing. */
  dependedOn(path: string): boolean {
    return this.#last === undefined || !this.#last.complete || this.#last.sources.has(path);
  }

  includes(path: string): boolean {
    return this.#recent.sources.has(path);
  }

  /** Errors and warnings of all files, with the findings of lint where the contract has no errors. */
  diagnostics(settings: LintSettings): readonly Diagnostic[] {
    this.#diagnostics ??= this.#findDiagnostics(settings);
    return this.#diagnostics;
  }

  /** The diagnostics after a change of one file, as far as they can be found quickly; undefined if they cannot. */
  quickDiagnostics(path: string): readonly Diagnostic[] | undefined {
    const text = this.#read(path).source?.text;
    if (this.#checked === undefined || text === undefined || this.main.fragment !== undefined) return undefined;
    this.#checked = quickCheck(this.main, this.#checked, path, text);
    return this.#checked?.diagnostics;
  }

  #findDiagnostics(settings: LintSettings): readonly Diagnostic[] {
    const source = this.#source();
    if (source === undefined) return [];
    const { overrides, fragment } = this.main;
    const { contract, diagnostics, sources } = loadContract(source, { overrides, read: this.#read });
    if (fragment !== undefined) return diagnostics.filter(({ file }) => file === fragment);
    if (contract === undefined) return this.#keep(sources, diagnostics);
    this.#contract = contract;
    const others = diagnostics.filter(({ code }) => !rulesOfLoader.has(code));
    return this.#keep(sources, [...others, ...lint(contract, settings).findings]);
  }

  #keep(texts: ReadonlyMap<string, string>, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    this.#checked = { texts, diagnostics };
    return diagnostics;
  }

  #source(): Source | undefined {
    const { path, fragment } = this.main;
    return fragment === undefined ? this.#read(path).source : { file: path, text: mainOf(fragment) };
  }
}

/** A contract around a file whose own contract is not known. */
export function fragmentMain(file: string): MainContract {
  return { path: `${dirname(file)}/.soapwright-main.yaml`, fragment: file };
}

/** A file that does not exist, so that unknown names are no errors. */
const unknownFile = '.soapwright-unknown.yaml';

function mainOf(file: string): string {
  const name = JSON.stringify(file.slice(dirname(file).length + 1));
  const head = 'soapwright: 1\nservice: Unknown\nnamespace: urn:unknown/\naddress: ""\n';
  return `${head}include: [${name}, ${unknownFile}]\n`;
}

function readOfFragment(read: ReadIncluded): ReadIncluded {
  return (file) => (file.endsWith(`/${unknownFile}`) ? { diagnostics: [] } : read(file));
}

/** Errors of the text of a file alone. */
export function findingsOf(source: Source, read: (findings: Findings) => void): readonly Diagnostic[] {
  const findings = new Findings(source);
  read(findings);
  return findings.diagnostics;
}
