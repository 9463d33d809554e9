import type { Spool, SpoolBudget, SpooledValues, SpoolWriter } from './spool.ts';

export interface MessageValuesSettings {
  readonly spool: Spool;
  readonly budget: SpoolBudget;
}

/** The values of one message in a spool, and their bytes in the budget. */
export class MessageValues {
  readonly #settings: MessageValuesSettings;
  /** Created at the first value, so that an error of the spool is one of the message. */
  #values: SpooledValues | undefined;
  #reserved = 0;
  #isOver = false;

  constructor(settings: MessageValuesSettings) {
    this.#settings = settings;
  }

  /** Whether the message has ended: nothing would release what comes then. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** As `SpooledValues.open`. */
  open(most?: number): SpoolWriter {
    this.#values ??= this.#settings.spool.begin();
    return this.#values.open(most);
  }

  /** Reserves bytes until the end of the message. @throws {SpoolFull} */
  reserve(bytes: number): void {
    this.#settings.budget.reserve(bytes);
    this.#reserved += bytes;
  }

  /** Leaves the values to their holders: each file is removed when its Blob is garbage. */
  keep(): void {
    if (!this.#isOver) this.#end()?.keep();
  }

  /** Discards the values that were not moved, as `SpooledValues.discard`. To be called at the end in every case. */
  discard(): Promise<void> | undefined {
    return this.#isOver ? undefined : this.#end()?.discard();
  }

  #end(): SpooledValues | undefined {
    this.#isOver = true;
    this.#settings.budget.release(this.#reserved);
    return this.#values;
  }
}
