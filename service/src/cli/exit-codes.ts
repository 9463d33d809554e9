import { CommanderError } from 'commander';
import { Refusal } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import { SettingsError } from '../config/load-settings.ts';
import { FileProblems } from '../config/yaml-document.ts';
import { OperatorError } from '../operator/operator-context.ts';
import { BrokenPipe } from './output.ts';

/** Exit codes, the same as the generator's. */
export const exitCodes = {
  fine: 0,
  findings: 1,
  /** Arguments, settings or a file that was given are not valid; nothing was changed. */
  invalid: 2,
  /** Reading, writing or listening failed. */
  failed: 3,
} as const;

/** What a command that did its work exits with, unless it sets something else. */
export interface Outcome {
  exitCode: number;
}

/** What a command that failed exits with, and what it says; nothing when it has said so already. */
export function outcomeOf(error: unknown): { readonly exitCode: number; readonly message: string | undefined } {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.invalid, message: undefined };
  }
  if (error instanceof FileProblems || error instanceof SettingsError) {
    return { exitCode: exitCodes.invalid, message: error.message };
  }
  // A refusal is of a path or a name that was given.
  if (error instanceof OperatorError || error instanceof Refusal) {
    return { exitCode: exitCodes.invalid, message: error.message };
  }
  if (error instanceof BrokenPipe) return { exitCode: exitCodes.failed, message: undefined };
  if (error instanceof StorageError) return { exitCode: exitCodes.failed, message: error.message };
  return { exitCode: exitCodes.failed, message: `Unexpected: ${error instanceof Error ? error.stack : String(error)}` };
}
