/** What an index of handlers says, as far as regeneration needs to know. */
export interface IndexReading {
  /** Names that the handlers object has; undefined when no such object is recognised. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Something is spread into the object, or a key is computed: there may be more in it. */
  readonly open: boolean;
  /** Names and strings that stand anywhere outside the imports. */
  readonly mentions: ReadonlySet<string>;
  /** What is imported from, relative ones alone, without the file's extension. */
  readonly modules: ReadonlySet<string>;
}

/** Where the index is to answer from, by operation. */
export interface Answer {
  /** Name of the operation's handler: the key, the function and the file. */
  readonly identifier: string;
  /** What the function is imported from, such as `./GetClientID.js`. */
  readonly specifier: string;
}

/**
 * Operations that the index does not answer, in the order given.
 *
 * @param known operations that were there when soapwright ran last. An object that something is spread into, and an
 *   index without an object that is recognised, are trusted to answer those: the compiler tells where they do not.
 */
export function unanswered<A extends Answer>(
  reading: IndexReading,
  answers: readonly A[],
  known: ReadonlySet<string>,
): readonly A[] {
  const { keys, open, mentions } = reading;
  return answers.filter(({ identifier }) => {
    if (keys === undefined) return !mentions.has(identifier);
    return !keys.has(identifier) && !(open && known.has(identifier));
  });
}

/** Whether a file of this name beside the index has to be there: it does not when the index answers from elsewhere. */
export function needsFile(reading: IndexReading, { specifier }: Answer, missing: boolean): boolean {
  return missing || reading.modules.has(withoutExtension(specifier));
}

export function withoutExtension(specifier: string): string {
  return specifier.replace(/\.[cm]?[jt]sx?$/, '');
}
