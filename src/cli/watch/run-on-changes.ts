import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** In milliseconds: saves that are closer together lead to one run. */
const debounce = 25;

/** In milliseconds: how long a folder may take until its changes are reported. */
const settling = 150;

/** Called for each file that the work is about to read, whether it exists or not. @param path absolute. */
export type OnFile = (path: string) => void;

/**
 * Runs work, and again each time a file changes that it has read or looked for. Changes during a run lead to one more run.
 *
 * @param work never rejects.
 * @returns when the signal is aborted and the last run has ended.
 */
export async function runOnChanges(work: (onFile: OnFile) => Promise<void>, signal: AbortSignal): Promise<void> {
  const files = new WatchedFiles();
  try {
    while (!signal.aborted) {
      await work(files.onFile);
      await files.changed(signal);
    }
  } finally {
    await files.close();
  }
}

/** The files of the last runs. Their folders are watched, since editors replace a file by renaming another one. */
class WatchedFiles {
  /** State of each file before it was read, by its path. */
  readonly #states: Map<string, string> = new Map();
  readonly #folders: Set<string> = new Set();
  readonly #watcher: FSWatcher = watch([], {
    ignoreInitial: true,
    depth: 0,
    ignored: (path, stats) => stats?.isFile() === true && !this.#states.has(path),
  });
  #notify: (() => void) | undefined;

  constructor() {
    this.#watcher.on('all', () => this.#notify?.());
    // A folder that cannot be watched does not end the runs.
    this.#watcher.on('error', () => {});
  }

  readonly onFile: OnFile = (path) => {
    this.#states.set(path, stateOf(path));
    const folder = dirname(path);
    if (this.#folders.has(folder)) return;
    this.#folders.add(folder);
    this.#watcher.add(folder);
  };

  /** Waits until a file differs from its last text and changes have settled, or until the signal. */
  async changed(signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.#hasChanged()) resolve();
      };
      this.#notify = () => {
        clearTimeout(timer);
        timer = setTimeout(check, debounce);
      };
      // For changes before the watcher was ready.
      timer = setTimeout(check, settling);
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    this.#notify = undefined;
    clearTimeout(timer);
  }

  #hasChanged(): boolean {
    return [...this.#states].some(([path, state]) => stateOf(path) !== state);
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }
}

/** Differs after each save; empty for a file that does not exist. */
function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
