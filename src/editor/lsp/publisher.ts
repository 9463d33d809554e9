import type { Diagnostic } from '../../diagnostics/index.ts';
import type { Analysis } from './analysis.ts';
import { CheckThread } from './check-thread.ts';
import type { ByFile, OpenDocument, Workspace } from './workspace.ts';

/** In milliseconds: contracts are checked when nothing was typed for so long. */
const quietTime = 60;

/** In milliseconds: how long large contracts wait for the whole check. */
const longQuietTime = 1000;

/** In milliseconds: how long the check of a changed declaration waits. */
const shortQuietTime = 20;

export interface PublisherOptions {
  readonly open: () => readonly OpenDocument[];
  readonly send: (path: string, diagnostics: readonly Diagnostic[]) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Sends the diagnostics of open documents and of all files of their contracts, soon after each change. Large contracts
 * are checked in two steps: the changed declaration at once, and everything in a thread when nothing is typed for a while.
 */
export class Publisher {
  readonly #workspace: Workspace;
  readonly #options: PublisherOptions;
  readonly #thread = new CheckThread();
  /** The diagnostics sent last, by path: files are sent again only after a change. */
  readonly #sent: Map<string, string> = new Map();
  /** The latest findings, by contract. */
  #found: Map<Analysis, ByFile> = new Map();
  readonly #changed: Set<string> = new Set();
  #isLarge = false;
  #quickTimer: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(workspace: Workspace, options: PublisherOptions) {
    this.#workspace = workspace;
    this.#options = options;
  }

  /** Checks after a while without changes. @param path of the file that has changed. */
  schedule(path: string): void {
    this.#changed.add(path);
    clearTimeout(this.#timer);
    clearTimeout(this.#quickTimer);
    if (this.#isLarge) this.#quickTimer = setTimeout(() => this.#try(() => this.#publishChanged()), shortQuietTime);
    const time = this.#isLarge ? longQuietTime : quietTime;
    this.#timer = setTimeout(() => this.#try(() => this.#publishAll()), time);
  }

  #try(work: () => void | Promise<void>): void {
    (async () => await work())().catch((error: unknown) => this.#options.failed(error));
  }

  #publishChanged(): void {
    for (const [analysis, found] of this.#workspace.quickDiagnostics(this.#changed)) {
      if (this.#found.has(analysis))
        this.#found.set(analysis, new Map([...(this.#found.get(analysis) ?? []), ...found]));
    }
    this.#changed.clear();
    this.#sendAll(new Map());
  }

  async #publishAll(): Promise<void> {
    this.#changed.clear();
    const others = new Map<string, readonly Diagnostic[]>();
    const found = new Map<Analysis, ByFile>();
    for (const document of this.#options.open()) {
      const kind = this.#workspace.kindOf(document);
      if (kind === 'configuration' || kind === 'overlay') {
        others.set(document.path, this.#workspace.diagnosticsOfFile(document, kind));
      } else if (kind !== undefined) {
        for (const analysis of this.#workspace.contractsOf(document.path)) {
          if (found.has(analysis)) continue;
          const diagnostics = await this.#workspace.diagnosticsOf(analysis, this.#thread);
          // The change has scheduled the next check.
          if (diagnostics === undefined) return;
          found.set(analysis, diagnostics);
        }
      }
    }
    this.#found = found;
    this.#isLarge = [...found.keys()].some(({ isLarge }) => isLarge);
    const all = this.#sendAll(others);
    for (const path of [...this.#sent.keys()]) {
      if (all.has(path)) continue;
      this.#sent.delete(path);
      this.#options.send(path, []);
    }
  }

  /** Sends what has changed, and returns the paths of all files. @param others diagnostics of no contract. */
  #sendAll(others: ReadonlyMap<string, readonly Diagnostic[]>): ReadonlySet<string> {
    const all = new Map(others);
    for (const found of this.#found.values()) {
      for (const [path, diagnostics] of found) all.set(path, [...(all.get(path) ?? []), ...diagnostics]);
    }
    for (const [path, diagnostics] of all) this.#send(path, diagnostics);
    return new Set(all.keys());
  }

  #send(path: string, diagnostics: readonly Diagnostic[]): void {
    const distinct = [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).entries()];
    const key = distinct.map(([text]) => text).join('\n');
    if (this.#sent.get(path) === key) return;
    this.#sent.set(path, key);
    this.#options.send(
      path,
      distinct.map(([, one]) => one),
    );
  }
}
