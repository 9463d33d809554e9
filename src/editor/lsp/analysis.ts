import type { Contract, ReadIncluded } from '../../contract/index.ts';
import { type Diagnostic, Findings, type Source } from '../../diagnostics/index.ts';
import { type ContractIndex, indexContract } from '../contract-index.ts';
import { placeKey, type Signatures, signaturesOf } from '../signatures.ts';
import { indexWsdl, type WsdlIndex } from '../wsdl/wsdl-index.ts';
import { blocksOf } from './blocks.ts';
import type { CheckThread } from './check-thread.ts';
import { isXmlFile } from './file-kind.ts';
import { type MainContract, mainSource, readOfFragment } from './main-contract.ts';
import { loadReduced, quickCheck } from './quick-check.ts';
import { type Checked, type CheckSettings, checkWhole, type WholeResult } from './whole-check.ts';
import { xmlFilesOf } from './xml-files.ts';

/** In characters, about two hundred operations: larger contracts are not checked anew for each change. */
const largestText = 200_000;

/** The TypeScript of a contract with the texts of its files, by path. */
export interface TypedTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly signatures: Signatures;
}

/** Analysis of a contract with all included files, computed on demand. */
export class Analysis {
  readonly main: MainContract;
  readonly #read: ReadIncluded;
  /** Counts changes of texts. */
  #version = 0;
  #index: ContractIndex | undefined;
  /** The same, perhaps of older texts. */
  #last: ContractIndex | undefined;
  /** The last one without syntax errors. */
  #complete: ContractIndex | undefined;
  #xml: WsdlIndex | undefined;
  #typed: Pick<WholeResult, 'texts' | 'signatures' | 'contract'> | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;
  /** The latest findings, perhaps of older texts. */
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
    this.#version += 1;
    this.#index = undefined;
    this.#diagnostics = undefined;
  }

  /** The names in the current texts: those of files with syntax errors are missing. */
  get index(): ContractIndex {
    if (this.#index === undefined) {
      this.#index = this.#newIndex();
      this.#last = this.#index;
      if (this.#index.complete || this.#complete === undefined) this.#complete = this.#index;
    }
    return this.#index;
  }

  #newIndex(): ContractIndex {
    const { main } = this;
    if (!isXmlFile(main.path)) {
      return indexContract(mainSource(main, this.#read) ?? { file: main.path, text: '' }, this.#read);
    }
    const index = indexWsdl(xmlFilesOf(main, this.#read));
    if (index.complete || this.#xml === undefined) this.#xml = index;
    return index;
  }

  /** The names of a WSDL, perhaps of older texts: the last that was XML, and of a large one those of the last check. */
  get xml(): WsdlIndex | undefined {
    if (!isXmlFile(this.main.path)) return undefined;
    const index = this.isLarge ? this.#last : this.index;
    return index && this.#xml;
  }

  /** The names for answers about places: `xml`, or the current ones of a contract in YAML. */
  get known(): ContractIndex {
    return this.xml ?? this.index;
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
   * The TypeScript of the declaration at a place, counted from 1. Of a large contract only the declaration around it is
   * loaded.
   */
  signatureAt(path: string, offset: number, line: number, column: number): string | undefined {
    const contract = this.isLarge ? this.#declarationAt(path, offset) : this.#contract;
    if (contract === undefined) return undefined;
    return this.#signaturesOf(contract).get(placeKey(path, line, column));
  }

  #signaturesOf(contract: Contract): Signatures {
    if (this.#signatures?.of !== contract) {
      this.#signatures = { of: contract, signatures: signaturesOf(contract, isXmlFile(this.main.path)) };
    }
    return this.#signatures.signatures;
  }

  /** The TypeScript of a WSDL and the texts that it is of: the last ones without errors. */
  get typed(): TypedTexts | undefined {
    const { texts, signatures, contract } = this.#typed ?? {};
    const found = signatures ?? (contract && this.#signaturesOf(contract));
    return texts && found && { texts, signatures: found };
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
  diagnostics(settings: CheckSettings): readonly Diagnostic[] {
    if (this.#diagnostics === undefined) {
      const whole = checkWhole(this.main, settings, this.#read);
      if (whole.contract !== undefined) this.#contract = whole.contract;
      this.#keep(whole);
    }
    return this.#diagnostics ?? [];
  }

  /** The same, found in a thread; undefined if a text changed during the check. @throws {Error} of the thread. */
  async diagnosticsOf(thread: CheckThread, settings: CheckSettings): Promise<readonly Diagnostic[] | undefined> {
    if (this.#diagnostics !== undefined) return this.#diagnostics;
    const version = this.#version;
    const checked = await thread.check({ main: this.main, settings, texts: this.#texts() });
    if (version !== this.#version) return undefined;
    this.#keep(checked);
    return checked.diagnostics;
  }

  #keep({ texts, diagnostics, signatures, contract }: WholeResult): void {
    this.#diagnostics = diagnostics;
    if (signatures !== undefined || contract !== undefined) this.#typed = { texts, signatures, contract };
    // A contract that is not known has no quick check.
    if (this.main.fragment === undefined) this.#checked = { texts, diagnostics };
  }

  /** The texts of the files that were read last, as they are now. */
  #texts(): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const path of [this.main.path, ...(this.#last?.sources.keys() ?? [])]) {
      const text = this.#read(path).source?.text;
      if (text !== undefined) texts.set(path, text);
    }
    return texts;
  }

  /** The diagnostics after a change of one file, as far as they can be found quickly; undefined if they cannot. */
  quickDiagnostics(path: string): readonly Diagnostic[] | undefined {
    const text = this.#read(path).source?.text;
    const { main } = this;
    if (this.#checked === undefined || text === undefined || main.fragment !== undefined) return undefined;
    if (isXmlFile(main.path)) return undefined;
    this.#checked = quickCheck(main, this.#checked, path, text);
    return this.#checked?.diagnostics;
  }
}

/** Errors of the text of a file alone. */
export function findingsOf(source: Source, read: (findings: Findings) => void): readonly Diagnostic[] {
  const findings = new Findings(source);
  read(findings);
  return findings.diagnostics;
}
