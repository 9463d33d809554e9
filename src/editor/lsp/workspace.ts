import { basename, dirname, resolve } from 'node:path/posix';
import { type ReadSource, readOverlay } from '../../contract/index.ts';
import type { Diagnostic, Source } from '../../diagnostics/index.ts';
import { configFileName, findConfig, loadConfig, type Target } from '../../project/index.ts';
import { defaultSettings, loadBreaking, loadSettings } from '../../rules/index.ts';
import { Analysis, findingsOf } from './analysis.ts';
import type { CheckThread } from './check-thread.ts';
import { type FileKind, fileKindOf, isXmlFile } from './file-kind.ts';
import { filesIn } from './folders.ts';
import { fragmentMain, type MainContract } from './main-contract.ts';
import { readText } from './read-text.ts';
import type { CheckSettings } from './whole-check.ts';

/** A document in an editor. */
export interface OpenDocument {
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
}

/** Open documents, and the contracts that they belong to. Unsaved texts replace files. */
export class Workspace {
  readonly #open: (path: string) => OpenDocument | undefined;
  readonly #analyses: Map<string, Analysis> = new Map();

  constructor(open: (path: string) => OpenDocument | undefined) {
    this.#open = open;
  }

  readonly read = (file: string): ReadSource => {
    const document = this.#open(file);
    return document === undefined ? readText(file) : { source: { file, text: document.text }, diagnostics: [] };
  };

  /** A text has changed, or a file on disk. */
  changed(path: string): void {
    // It decides which rules apply, and with which names a contract is read.
    if (basename(path) === configFileName) this.#analyses.clear();
    for (const analysis of this.#analyses.values()) {
      const { main } = analysis;
      // A file that was missing may be the changed one.
      if (main.path === path || analysis.dependedOn(path)) analysis.invalidate();
    }
  }

  /** No document of these contracts is open any more. */
  closed(path: string): void {
    this.#analyses.delete(fragmentMain(path).path);
    this.changed(path);
  }

  kindOf({ path, languageId, text }: OpenDocument): FileKind | undefined {
    return fileKindOf(path, languageId, text);
  }

  /** The contracts that a file belongs to: it is one, or they include it. */
  contractsOf(path: string): readonly Analysis[] {
    const known = [...this.#analyses.values()].filter(({ main }) => main.fragment === undefined);
    const found = known.filter((analysis) => analysis.includes(path));
    if (found.length > 0) return found;
    const text = this.read(path).source?.text ?? '';
    const isXml = isXmlFile(path);
    // A WSDL with a service is seldom imported: those beside it may be many, and large.
    const isWhole = isXml && /<(?:[\w.-]+:)?service\s/.test(text);
    const configured = this.#configured(path);
    const others = [...configured, ...(isWhole ? [] : this.#neighbours(path))].filter(
      (other) => other.path !== path && isXmlFile(other.path) === isXml,
    );
    const including = others.map((main) => this.#analysis(main)).filter((analysis) => analysis.includes(path));
    if (including.length > 0) return including;
    const isMain = isXml
      ? isWhole
      : /^service:/m.test(text) || !/^(?:operations|records|types|elements|headers|faults|groups):/m.test(text);
    const main = configured.find((one) => one.path === path) ?? { path };
    return [this.#analysis(isMain ? main : fragmentMain(path))];
  }

  /**
   * Errors and warnings of all files of a contract, by their paths; of files without any, too. A large contract is checked
   * in the thread: undefined if a text changed during the check.
   */
  async diagnosticsOf(analysis: Analysis, thread: CheckThread): Promise<ByFile | undefined> {
    const { path, fragment } = analysis.main;
    const settings = this.#settingsOf(path);
    const files = fragment === undefined ? [...analysis.index.sources.keys()] : [fragment];
    const found = analysis.isLarge ? await analysis.diagnosticsOf(thread, settings) : analysis.diagnostics(settings);
    return found && byFile(files, found, path);
  }

  /**
   * The same after changes of some files, as far as it can be found quickly. Contracts whose changes take longer are
   * missing.
   */
  quickDiagnostics(paths: Iterable<string>): ReadonlyMap<Analysis, ByFile> {
    const found = new Map<Analysis, ByFile>();
    for (const path of paths) {
      for (const analysis of this.#analyses.values()) {
        const diagnostics = analysis.dependedOn(path) ? analysis.quickDiagnostics(path) : undefined;
        if (diagnostics === undefined) found.delete(analysis);
        else found.set(analysis, byFile([path], diagnostics, analysis.main.path));
      }
    }
    return found;
  }

  /** Errors and warnings of a configuration or an overlay. */
  diagnosticsOfFile(document: OpenDocument, top: 'configuration' | 'overlay'): readonly Diagnostic[] {
    const source: Source = { file: document.path, text: document.text };
    if (top === 'overlay') return findingsOf(source, readOverlay);
    return [...loadConfig(source).diagnostics, ...loadSettings(source).diagnostics];
  }

  #analysis(main: MainContract): Analysis {
    const existing = this.#analyses.get(main.path);
    if (existing !== undefined) return existing;
    const analysis = new Analysis(main, this.read);
    this.#analyses.set(main.path, analysis);
    return analysis;
  }

  /** Contracts of the configuration of a file. */
  #configured(path: string): readonly MainContract[] {
    const source = this.#configurationOf(path);
    const targets: readonly Target[] = source === undefined ? [] : (loadConfig(source).config?.targets ?? []);
    return targets.map((target): MainContract => {
      const { schema, overrides } = target;
      return { path: schema, overrides, target: wsdlTarget(target), folder: source && dirname(source.file) };
    });
  }

  /** Contracts in the same folder and the one above that include files. */
  #neighbours(path: string): readonly MainContract[] {
    if (!path.includes('/')) return [];
    const folder = dirname(path);
    const isXml = isXmlFile(path);
    const include = isXml ? /<(?:[\w.-]+:)?(?:import|include|redefine)\s/ : /^include:/m;
    const service = isXml ? /<(?:[\w.-]+:)?definitions\s/ : /^service:/m;
    return [folder, dirname(folder)].flatMap((where) =>
      filesIn(where, isXml ? /\.wsdl$/i : /\.ya?ml$/i)
        .map((name) => ({ path: resolve(where, name) }))
        .filter(({ path: other }) => {
          const text = this.read(other).source?.text ?? '';
          return service.test(text) && include.test(text);
        }),
    );
  }

  #settingsOf(path: string): CheckSettings {
    const config = this.#configurationOf(path);
    if (config === undefined) return { lint: defaultSettings };
    const { against, settings } = loadBreaking(config);
    const breaking = against === undefined ? undefined : { against, settings, config };
    return { lint: loadSettings(config).settings, breaking };
  }

  #configurationOf(path: string): Source | undefined {
    const folder = dirname(path);
    return folder.includes('/') ? this.read(resolve(folder, findConfig(folder))).source : undefined;
  }
}

/** What counts for reading a WSDL, without what cannot be sent to a thread. */
function wsdlTarget(target: Target): MainContract['target'] {
  const { out, choice, overlay, allowedPaths, strict, internalEntities } = target;
  return { out, choice, overlay, allowedPaths, strict, internalEntities };
}

/** Diagnostics by the paths of files. */
export type ByFile = ReadonlyMap<string, readonly Diagnostic[]>;

/** @param files those that are in the result without diagnostics, too. @param main the file of diagnostics without one. */
function byFile(files: Iterable<string>, diagnostics: readonly Diagnostic[], main: string): ByFile {
  const found = new Map<string, Diagnostic[]>([...files].map((file) => [file, []]));
  for (const diagnostic of diagnostics) {
    const file = diagnostic.file ?? main;
    found.set(file, [...(found.get(file) ?? []), diagnostic]);
  }
  return found;
}
