import type { Content } from '../output/index.ts';
import type { Answer } from './reading.ts';

/** What a folder of handlers begins as: texts for the files that are not there yet. People take it from there. */
export interface HandlerFiles {
  /** Name of the interface that the handlers object is of. */
  readonly typeName: string;
  /** One for each operation, in the contract's order. */
  readonly handlers: readonly HandlerFile[];
  /** Of the whole folder; its text answers every operation. */
  readonly index: TextFile;
  /** What the handlers share. */
  readonly context: TextFile;
}

export interface TextFile {
  /** Name in the folder. */
  readonly path: string;
  readonly content: Content;
}

export interface HandlerFile extends TextFile, Answer {}
