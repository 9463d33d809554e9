/** What a diagnostic's message leaves unsaid. */
export interface CodeText {
  readonly meaning: string;
  /** What leads to it: part of a file, or what was typed. */
  readonly example: string;
}
