import { dirname } from 'node:path/posix';
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ComponentKind, ConstructName } from '../../contract/index.ts';
import { type Diagnostic, Report } from '../../diagnostics/index.ts';
import { configFileName } from '../../project/index.ts';
import { completionsAt } from '../completions.ts';
import type { ContractIndex, Occurrence } from '../contract-index.ts';
import { formatSource } from '../format/index.ts';
import { docOf, hoverAt } from '../hover.ts';
import { outlineOf } from '../outline.ts';
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
import { foldersIn, yamlFilesIn } from './folders.ts';
import { declarationAt, distinct, occurrenceAt, occurrencesOf, renameFault } from './names.ts';
import { uriOf } from './paths.ts';
import { ErrorCodes, ResponseError } from './protocol.ts';
import { rulesOf } from './rule-names.ts';
import { styleAt } from './style.ts';
import type { Workspace } from './workspace.ts';

/** A document of the project in an editor. */
export interface Opened {
  readonly path: string;
  readonly document: TextDocument;
  readonly top: ConstructName;
}

/** The answers of the language server, without the protocol around them. */
export class Features {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  completions({ path, document, top }: Opened, offset: number): readonly CompletionItem[] {
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

  hover({ path, document, top }: Opened, offset: number): Hover | undefined {
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

  definitions({ path }: Opened, offset: number): readonly Location[] {
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

  symbols({ path, document, top }: Opened): readonly DocumentSymbol[] {
    if (top !== 'contract') return [];
    const file = first(this.#contracts(path), ({ index }) => index.files.get(path));
    return file === undefined ? [] : outlineOf(file.root).map((entry) => documentSymbol(entry, document));
  }

  /** @param range the selection. */
  quickFixes({ path }: Opened, range: Range, diagnostics: readonly Diagnostic[]): readonly CodeAction[] {
    return diagnostics
      .filter((one) => touches(protocolDiagnostic(one, path).range, range))
      .flatMap((one) => quickFix(one, path) ?? []);
  }

  /** One edit of the whole text; none if it is formatted or has errors. */
  format({ path, document }: Opened): readonly TextEdit[] {
    const text = document.getText();
    const formatted = formatSource({ file: path, text }, new Report());
    if (formatted === undefined || formatted === text) return [];
    return [{ range: rangeIn(document, { start: 0, end: text.length }), newText: formatted }];
  }

  #contracts(path: string): readonly Analysis[] {
    return this.#workspace.contractsOf(path);
  }

  /** All places of the name at an offset, in all contracts that have the file. */
  #places(path: string, offset: number): readonly Occurrence[] {
    const found = this.#contracts(path).flatMap(({ index }) => {
      const name = occurrenceAt(index, path, offset);
      return name === undefined ? [] : occurrencesOf(name, index);
    });
    return distinct(found);
  }

  #location({ file, at }: Occurrence): Location {
    const text = this.#workspace.read(file).source?.text ?? '';
    return { uri: uriOf(file), range: rangeIn(documentOf(file, text), at) };
  }
}

function namesOf(kind: ComponentKind, path: string, indexes: readonly ContractIndex[]) {
  const names = new Map<string, string | undefined>();
  for (const index of indexes) {
    const docs = new Map(
      index.occurrences.flatMap(({ declared, name }) => (declared ? [[name.local, docOf(declared)] as const] : [])),
    );
    for (const name of index.spellings(kind, path)) names.set(name, docs.get(name.replace(/^.*:/, '')));
  }
  return [...names].map(([name, doc]) => ({ name, doc }));
}

/** YAML files of the same folder and of the folders in it, from there. */
function includable(path: string): readonly string[] {
  if (!path.includes('/')) return [];
  const folder = dirname(path);
  const inner = foldersIn(folder).flatMap((name) => yamlFilesIn(`${folder}/${name}`).map((file) => `${name}/${file}`));
  const found = [...yamlFilesIn(folder), ...inner];
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
