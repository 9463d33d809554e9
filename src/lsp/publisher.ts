import type { Diagnostic } from '../diagnostics/index.ts';
import type { Analysis } from './analysis.ts';
import type { OpenDocument, Workspace } from './workspace.ts';

/** In milliseconds: diagnostics wait until nothing was typed for so long. */
const quietTime = 60;

export interface PublisherOptions {
  readonly open: () => readonly OpenDocument[];
  readonly send: (path: string, diagnostics: readonly Diagnostic[]) => void;
  readonly failed: (error: unknown) => void;
}

/** Sends the diagnostics of open documents and of all files of their contracts, soon after each change. */
export class Publisher {
  readonly #workspace: Workspace;
  readonly #options: PublisherOptions;
  /** What was sent last, by path: files are sent again only with other diagnostics. */
  readonly #sent: Map<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(workspace: Workspace, options: PublisherOptions) {
    this.#workspace = workspace;
    this.#options = options;
  }

  /** Sends after a while without changes. */
  schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      try {
        this.#publish();
      } catch (error) {
        this.#options.failed(error);
      }
    }, quietTime);
  }

  /** The file is no longer shown. */
  forget(path: string): void {
    if (this.#sent.delete(path)) this.#options.send(path, []);
  }

  #publish(): void {
    const found = new Map<string, Diagnostic[]>();
    const done = new Set<Analysis>();
    for (const document of this.#options.open()) {
      const top = this.#workspace.topOf(document);
      if (top === 'configuration' || top === 'overlay') {
        found.set(document.path, [...this.#workspace.diagnosticsOfFile(document, top)]);
      } else if (top !== undefined) {
        for (const analysis of this.#workspace.contractsOf(document.path)) {
          if (!done.has(analysis)) addAll(found, this.#workspace.diagnosticsOf(analysis));
          done.add(analysis);
        }
      }
    }
    for (const path of [...this.#sent.keys()]) if (!found.has(path)) this.forget(path);
    for (const [path, diagnostics] of found) this.#send(path, diagnostics);
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

function addAll(found: Map<string, Diagnostic[]>, more: ReadonlyMap<string, readonly Diagnostic[]>): void {
  for (const [path, diagnostics] of more) found.set(path, [...(found.get(path) ?? []), ...diagnostics]);
}
