import { dirname } from 'node:path/posix';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { ComponentKind } from '../../contract/index.ts';
import { type Diagnostic, Report } from '../../diagnostics/index.ts';
import { configFileName } from '../../project/index.ts';
import { completionsAt } from '../completions.ts';
import type { ContractIndex, Occurrence, SymbolKind } from '../contract-index.ts';
import { formatSource } from '../format/index.ts';
import { hoverAt } from '../hover.ts';
import type { StyleOf } from '../place.ts';
import type { Analysis } from './analysis.ts';
import {
  documentOf,
  documentSymbol,
  protocolCompletion,
  protocolDiagnostic,
  quickFix,
  rangeIn,
  touches,
} from './convert.ts';
import { filesIn, foldersIn } from './folders.ts';
import { declarationAt, distinct, occurrenceAt, occurrencesOf, renameFault } from './names.ts';
import type { Opened } from './opened.ts';
import { uriOf } from './paths.ts';
import { ErrorCodes, ResponseError } from './protocol.ts';
import { rulesOf } from './rule-names.ts';
import { type Shift, shiftOf } from './shift.ts';
import { styleAt } from './style.ts';
import type { Workspace } from './workspace.ts';
import { fileAt, hoverInXml } from './xml-features.ts';

/** Commands that an editor runs: their arguments are the address of a contract and an operation, or of a file and a position. */
const callCommand = 'soapwright.call';
const referencesCommand = 'soapwright.showReferences';
/** Kinds of names that only their declarations have. */
const withoutUses: ReadonlySet<SymbolKind> = new Set(['port', 'service']);

const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The answers of the language server, without the protocol around them. */
export class Features {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  completions({ path, document, kind: top }: Opened, offset: number): readonly CompletionItem[] {
    if (top === 'xml') return [];
    const indexes = top === 'contract' ? this.#contracts(path).map(({ lastComplete }) => lastComplete) : [];
    const known = {
      names: (kind: ComponentKind) => namesOf(kind, path, indexes),
      files: () => includable(path),
      rules: rulesOf,
      styleOf: styleOf(document.getText()),
    };
    const found = completionsAt(document.getText(), offset, top, known);
    return found.map((one, order) => protocolCompletion(one, document, order));
  }

  hover(opened: Opened, offset: number): Hover | undefined {
    const { path, document, kind: top } = opened;
    if (top === 'xml') return hoverInXml(this.#contracts(path), opened, offset);
    const contracts = top === 'contract' ? this.#contracts(path) : [];
    const found = hoverAt(document.getText(), offset, top, {
      styleOf: styleOf(document.getText()),
      signatureAt: (at) => {
        const { line, character } = document.positionAt(at);
        return first(contracts, (contract) => contract.signatureAt(path, at, line + 1, character + 1));
      },
      declarationAt: (at) => first(contracts, ({ lastComplete }) => declarationAt(lastComplete, path, at)),
    });
    return found && { contents: { kind: 'markdown', value: found.text }, range: rangeIn(document, found.at) };
  }

  definitions({ path, document }: Opened, offset: number): readonly Location[] {
    const file = first(
      this.#contracts(path),
      ({ xml }) => xml && fileAt(xml, path, shiftOf(xml.sources.get(path), document.getText()).before(offset)),
    );
    if (file !== undefined) return [{ uri: uriOf(file), range: startOfFile }];
    return this.#places(path, offset)
      .filter(({ declared }) => declared !== undefined)
      .map((one) => this.#location(one));
  }

  references({ path }: Opened, offset: number, withDeclaration: boolean): readonly Location[] {
    return this.#places(path, offset)
      .filter(({ declared }) => withDeclaration || declared === undefined)
      .map((one) => this.#location(one));
  }

  /** The range of the name that would change; undefined for anything that cannot be renamed. */
  renamable({ path, document }: Opened, offset: number): Range | undefined {
    const name = first(this.#contracts(path), ({ index }) => occurrenceAt(index, path, offset));
    return name && rangeIn(document, name.at);
  }

  /** @throws {ResponseError} for a name that cannot be given. */
  rename({ path }: Opened, offset: number, text: string): WorkspaceEdit | undefined {
    const contracts = this.#contracts(path).filter(({ index }) => occurrenceAt(index, path, offset) !== undefined);
    const name = first(contracts, ({ index }) => occurrenceAt(index, path, offset));
    if (name === undefined) return undefined;
    const fault = renameFault(name, text, contracts);
    if (fault !== undefined) throw new ResponseError(ErrorCodes.InvalidParams, fault);
    const changes: Record<string, TextEdit[]> = {};
    for (const { uri, range } of this.#places(path, offset).map((one) => this.#location(one))) {
      changes[uri] = [...(changes[uri] ?? []), { range, newText: text }];
    }
    return { changes };
  }

  symbols({ path, document, kind }: Opened): readonly DocumentSymbol[] {
    if (kind !== 'contract' && kind !== 'xml') return [];
    const known = first(this.#contracts(path), (contract) => contract.known);
    const shift = shiftOf(known?.sources.get(path), document.getText());
    return (known?.outline(path) ?? []).map((entry) => documentSymbol(entry, document, shift));
  }

  /** @param range the selection. */
  quickFixes({ path }: Opened, range: Range, diagnostics: readonly Diagnostic[]): readonly CodeAction[] {
    return diagnostics
      .filter((one) => touches(protocolDiagnostic(one, path).range, range))
      .flatMap((one) => quickFix(one, path) ?? []);
  }

  /** One edit of the whole text; none if it is formatted or has errors. */
  format({ path, document, kind }: Opened): readonly TextEdit[] {
    if (kind === 'xml') return [];
    const text = document.getText();
    const formatted = formatSource({ file: path, text }, new Report());
    if (formatted === undefined || formatted === text) return [];
    return [{ range: rangeIn(document, { start: 0, end: text.length }), newText: formatted }];
  }

  /** Above each declaration the number of its references; above each operation a call of it. */
  lenses({ path, document, kind }: Opened): readonly CodeLens[] {
    if (kind !== 'contract' && kind !== 'xml') return [];
    const [contract] = this.#contracts(path);
    if (contract === undefined) return [];
    const { uri } = document;
    const { known } = contract;
    const shift = shiftOf(known.sources.get(path), document.getText());
    return known.occurrences
      .filter(({ file, declared }) => file === path && declared !== undefined)
      .toSorted((one, other) => one.at.start - other.at.start)
      .flatMap((one): readonly CodeLens[] => {
        const range = rangeIn(document, shift.after(one.at));
        if (withoutUses.has(one.kind)) return [];
        if (one.kind !== 'operation') return [{ range, data: { uri } }];
        if (contract.main.fragment !== undefined) return [];
        const place = [uriOf(contract.main.path), one.name.local];
        return [{ range, command: { title: 'Call this operation', command: callCommand, arguments: place } }];
      });
  }

  /** The title of a lens that has none. */
  resolveLens(lens: CodeLens, opened: Opened): CodeLens {
    const { start } = lens.range;
    const count = this.references(opened, opened.document.offsetAt(start), false).length;
    const title = count === 1 ? '1 reference' : `${count} references`;
    return { ...lens, command: { title, command: referencesCommand, arguments: [opened.document.uri, start] } };
  }

  /** A contract and its overlay, as the command line names them. */
  overlayOf(path: string): string | undefined {
    return this.#contracts(path).find(({ main }) => main.path === path)?.main.target?.overlay;
  }

  #contracts(path: string): readonly Analysis[] {
    return this.#workspace.contractsOf(path);
  }

  /** All places of the name at an offset, in all contracts that have the file. */
  #places(path: string, offset: number): readonly Occurrence[] {
    const shifts = new Map<string, Shift>();
    const shiftIn = (file: string, { sources }: ContractIndex): Shift => {
      const shift = shifts.get(file) ?? shiftOf(sources.get(file), this.#text(file));
      shifts.set(file, shift);
      return shift;
    };
    const found = this.#contracts(path).flatMap(({ known }) => {
      const name = occurrenceAt(known, path, shiftIn(path, known).before(offset));
      const all = name === undefined ? [] : occurrencesOf(name, known);
      return all.map((one) => ({ ...one, at: shiftIn(one.file, known).after(one.at) }));
    });
    return distinct(found);
  }

  #text(file: string): string {
    return this.#workspace.read(file).source?.text ?? '';
  }

  #location({ file, at }: Occurrence): Location {
    return { uri: uriOf(file), range: rangeIn(documentOf(file, this.#text(file)), at) };
  }
}

function namesOf(kind: ComponentKind, path: string, indexes: readonly ContractIndex[]) {
  const names = new Map<string, string | undefined>();
  for (const index of indexes) {
    const docs = new Map(
      index.occurrences.flatMap(({ declared, name }) => (declared ? [[name.local, declared.doc] as const] : [])),
    );
    for (const name of index.spellings(kind, path)) names.set(name, docs.get(name.replace(/^.*:/, '')));
  }
  return [...names].map(([name, doc]) => ({ name, doc }));
}

const yaml = /\.ya?ml$/i;

/** YAML files of the same folder and of the folders in it, from there. */
function includable(path: string): readonly string[] {
  if (!path.includes('/')) return [];
  const folder = dirname(path);
  const inner = foldersIn(folder).flatMap((name) =>
    filesIn(`${folder}/${name}`, yaml).map((file) => `${name}/${file}`),
  );
  const found = [...filesIn(folder, yaml), ...inner];
  return found.filter((file) => `${folder}/${file}` !== path && file !== configFileName);
}

function styleOf(text: string): StyleOf {
  return (path) => styleAt(text, path);
}

function first<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
