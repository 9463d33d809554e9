/** What a contract says in full, where its short form leads to something else. */
export interface InFull {
  /** Local names of messages. */
  readonly messages: ReadonlySet<string>;
  /** Operations whose header blocks are given as the binding has them, by the names of the operations. */
  readonly headers: ReadonlySet<string>;
}

export const nothingInFull: InFull = { messages: new Set(), headers: new Set() };
