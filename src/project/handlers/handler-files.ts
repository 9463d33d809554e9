import type { Content } from '../output/index.ts';

/** The initial content of a folder of handlers. Files that exist belong to the user, and are never replaced. */
export interface HandlerFiles {
  /** Name of the interface that the handlers object implements. */
  readonly typeName: string;
  /** One for each operation, in the order of the contract. */
  readonly handlers: readonly HandlerFile[];
  /** The index, with an entry for each operation. */
  readonly index: TextFile;
  /** The context that handlers share. */
  readonly context: TextFile;
}

export interface TextFile {
  /** Name in the folder. */
  readonly path: string;
  readonly content: Content;
}

export interface HandlerFile extends TextFile, IndexEntry {}

/** An import and a property of the index: which function handles an operation. */
export interface IndexEntry {
  /** Name of the operation's handler: the property, the function and the file. */
  readonly identifier: string;
  /** Module of the function, such as `./GetClientID.js`. */
  readonly specifier: string;
}

/** The facts about an index that decide which entries and files it needs. */
export interface IndexSummary {
  /** Property names of the handlers object; undefined if there is no such object. */
  readonly keys: ReadonlySet<string> | undefined;
  /** The object has spread or computed properties, so that its keys are not all known. */
  readonly isOpen: boolean;
  /** Identifiers and strings outside the imports. */
  readonly mentions: ReadonlySet<string>;
  /** Relative modules that are imported, without file extensions. */
  readonly modules: ReadonlySet<string>;
}

/**
 * Entries that the index lacks, in the given order.
 *
 * @param known operations of the previous run. An open object, or an index without a recognised object, is assumed to
 *   handle them: the compiler reports where it does not.
 */
export function missingEntries<E extends IndexEntry>(
  { keys, isOpen, mentions }: IndexSummary,
  entries: readonly E[],
  known: ReadonlySet<string>,
): readonly E[] {
  return entries.filter(({ identifier }) => {
    if (keys === undefined) return !mentions.has(identifier);
    return !keys.has(identifier) && !(isOpen && known.has(identifier));
  });
}

export function withoutExtension(specifier: string): string {
  return specifier.replace(/\.[cm]?[jt]sx?$/, '');
}
