import { dirname } from 'node:path/posix';
import { type Diagnostic, Findings, type Source } from '../diagnostics/index.ts';
import { type ContractIndex, indexContract } from '../editor/contract-index.ts';
import { type Signatures, signaturesOf } from '../editor/signatures.ts';
import { type LintSettings, lint, rulesOfLoader } from '../lint/index.ts';
import type { ReadIncluded } from '../schema/files.ts';
import { loadContract, type Overrides } from '../schema/index.ts';

/** A contract that editors have open, or that includes an open file. */
export interface MainContract {
  readonly path: string;
  readonly overrides?: Overrides | undefined;
  /** The only file of interest, of a contract that is not known: what the other files declare is not known either. */
  readonly fragment?: string | undefined;
}

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
  #signatures: (() => Signatures) | undefined;

  constructor(main: MainContract, read: ReadIncluded) {
    this.main = main;
    this.#read = main.fragment === undefined ? read : readOfFragment(read);
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

  /** The names as they were when all files could be read the last time. */
  get lastComplete(): ContractIndex {
    const { index } = this;
    return this.#complete ?? index;
  }

  /** Of the last contract without errors. */
  get signatures(): Signatures | undefined {
    return this.#signatures?.();
  }

  /** Whether the texts that were read last are of this file too, or one is missing. */
  dependedOn(path: string): boolean {
    return this.#last === undefined || !this.#last.complete || this.#last.sources.has(path);
  }

  includes(path: string): boolean {
    return this.index.sources.has(path);
  }

  /** Errors and warnings of all files, with the findings of lint where the contract has no errors. */
  diagnostics(settings: LintSettings): readonly Diagnostic[] {
    this.#diagnostics ??= this.#findDiagnostics(settings);
    return this.#diagnostics;
  }

  #findDiagnostics(settings: LintSettings): readonly Diagnostic[] {
    const source = this.#source();
    if (source === undefined) return [];
    const { overrides, fragment } = this.main;
    const { contract, diagnostics } = loadContract(source, { overrides, read: this.#read });
    if (fragment !== undefined) return diagnostics.filter(({ file }) => file === fragment);
    if (contract === undefined) return diagnostics;
    this.#signatures = once(() => signaturesOf(contract));
    return [...diagnostics.filter(({ code }) => !rulesOfLoader.has(code)), ...lint(contract, settings).findings];
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

function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}

/** Errors of the text of a file alone. */
export function findingsOf(source: Source, read: (findings: Findings) => void): readonly Diagnostic[] {
  const findings = new Findings(source);
  read(findings);
  return findings.diagnostics;
}
