export interface RenderOptions {
  /** The text of each file that is at hand, by the path in the diagnostics: code frames are cut from it. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** ANSI colours, in the text format alone. */
  readonly colour?: boolean | undefined;
}
