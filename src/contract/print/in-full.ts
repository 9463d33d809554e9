/** Parts of a contract to print in full, because their short form would be read differently. */
export interface InFull {
  /** Local names of messages. */
  readonly messages: ReadonlySet<string>;
  /** Operations whose header blocks are given as the binding has them, by the names of the operations. */
  readonly headers: ReadonlySet<string>;
}

export const nothingInFull: InFull = { messages: new Set(), headers: new Set() };
