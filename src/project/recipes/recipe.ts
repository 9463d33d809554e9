import type { Place } from './place.ts';

export interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

/** The files by which a build system runs soapwright. */
export interface Recipe {
  /** Whether the paths are from the root of the repository, or else from the folder of the configuration. */
  readonly inRepository: boolean;
  /** The first one is the recipe itself; others are created where they are missing. */
  readonly files: (place: Place) => readonly RecipeFile[];
  /** What remains to do. */
  readonly next: readonly string[];
}

/** A command that changes its folder does not change that of the next one. */
export function inSubshell(command: string): string {
  return command.startsWith('cd ') ? `(${command})` : command;
}

/** A path from the root of the repository, of a file in the folder of the configuration. */
export function pathIn({ folder }: Place, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

export function headLine(system: string): string {
  return `Checks generated code and contracts. Created by \`soapwright init --ci ${system}\`, and yours to edit.`;
}
