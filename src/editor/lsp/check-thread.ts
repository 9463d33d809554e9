import { parentPort, Worker } from 'node:worker_threads';
import type { ReadSource } from '../../contract/index.ts';
import { signaturesOf } from '../signatures.ts';
import { isXmlFile } from './file-kind.ts';
import type { MainContract } from './main-contract.ts';
import { readText } from './read-text.ts';
import { type Checked, type CheckSettings, checkWhole } from './whole-check.ts';

/** A contract to check. */
export interface CheckRequest {
  readonly main: MainContract;
  readonly settings: CheckSettings;
  /** Unsaved texts and others by path; files that are missing here are read from the disk. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Numbered<T> {
  readonly id: number;
  readonly value: T;
}

interface Waiting {
  readonly resolve: (checked: Checked) => void;
  readonly reject: (error: Error) => void;
}

/** Checks large contracts in a thread of the same program: answers to the editor do not wait for a check. */
export class CheckThread {
  readonly #waiting: Map<number, Waiting> = new Map();
  #worker: Worker | undefined;
  #last = 0;

  /** @throws {Error} of the thread; the next check starts another one. */
  check(request: CheckRequest): Promise<Checked> {
    this.#worker ??= this.#start();
    const id = ++this.#last;
    this.#worker.postMessage({ id, value: request } satisfies Numbered<CheckRequest>);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #start(): Worker {
    // Its output is captured: it would break the protocol's messages.
    const worker = new Worker(process.argv[1] ?? '', { argv: ['lsp'], stdout: true });
    worker.on('message', ({ id, value }: Numbered<Checked>) => {
      this.#waiting.get(id)?.resolve(value);
      this.#waiting.delete(id);
    });
    worker.on('error', (error: Error) => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    // The server ends with the editor, not with the thread.
    worker.unref();
    return worker;
  }
}

/** The thread's side: runs the server's checks one after another. */
export function serveChecks(): void {
  parentPort?.on('message', ({ id, value }: Numbered<CheckRequest>) => {
    const { main, settings, texts } = value;
    const read = (file: string): ReadSource => {
      const text = texts.get(file);
      return text === undefined ? readText(file) : { source: { file, text }, diagnostics: [] };
    };
    const { diagnostics, texts: checked, contract } = checkWhole(main, settings, read);
    const signatures = contract && isXmlFile(main.path) ? signaturesOf(contract, true) : undefined;
    parentPort?.postMessage({ id, value: { texts: checked, diagnostics, signatures } } satisfies Numbered<Checked>);
  });
}
