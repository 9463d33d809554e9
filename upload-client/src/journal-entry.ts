import { journalKey, type UploadState } from './journal.ts';
import type { SourceIdentity } from './upload-source.ts';
import type { Target } from './uploader-options.ts';

/** The state of one upload in the journal. Without a journal, or a source to find again, nothing is stored. */
export class JournalEntry {
  readonly #target: Target;
  readonly #name: string;
  readonly #identity: SourceIdentity | undefined;
  readonly #onFailure: (error: unknown) => void;
  #key: string | undefined;
  #hasState = false;
  #hasFailed = false;

  /** @param onFailure called once when the journal fails, which does not end the upload. */
  constructor(target: Target, name: string, identity: SourceIdentity | undefined, onFailure: (error: unknown) => void) {
    this.#target = target;
    this.#name = name;
    this.#identity = identity;
    this.#onFailure = onFailure;
  }

  /** Whether the journal has a state of this upload. */
  get hasState(): boolean {
    return this.#hasState;
  }

  /** Loads the state that an earlier process stored. */
  async load(): Promise<UploadState | undefined> {
    const { journal, url, apiKey, folderKey } = this.#target;
    if (journal === undefined || this.#identity === undefined) return undefined;
    this.#key = await journalKey([url, apiKey, folderKey, this.#name, this.#identity.place]);
    const state = await this.#attempt(journal.load(this.#key));
    this.#hasState = state !== undefined;
    return state;
  }

  async save(state: UploadState): Promise<void> {
    const { journal } = this.#target;
    if (journal === undefined || this.#key === undefined) return;
    this.#hasState = true;
    await this.#attempt(journal.save(this.#key, state));
  }

  async remove(): Promise<void> {
    const { journal } = this.#target;
    if (journal === undefined || this.#key === undefined || !this.#hasState) return;
    this.#hasState = false;
    await this.#attempt(journal.remove(this.#key));
  }

  /** Reports the first failure only: the journal may fail at every chunk. */
  async #attempt<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error);
      this.#hasFailed = true;
      return undefined;
    }
  }
}
