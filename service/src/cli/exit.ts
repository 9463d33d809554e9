import { CommanderError } from 'commander';
import { SettingsError } from '../config/load-settings.ts';
import { StorageError } from '../storage/storage-error.ts';
import { FileProblems } from '../yaml/problems.ts';

/** Exit codes, the same as the generator's. */
export const exitCodes = {
  fine: 0,
  findings: 1,
  /** Arguments, settings or a file that was given are not valid; nothing was changed. */
  invalid: 2,
  /** Reading, writing or listening failed. */
  failed: 3,
} as const;

/** What a command that failed exits with, and what it says; nothing when it has said so already. */
export function outcomeOf(error: unknown): { readonly exitCode: number; readonly message: string | undefined } {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.invalid, message: undefined };
  }
  if (error instanceof FileProblems || error instanceof SettingsError) {
    return { exitCode: exitCodes.invalid, message: error.message };
  }
  if (error instanceof StorageError) return { exitCode: exitCodes.failed, message: error.message };
  return { exitCode: exitCodes.failed, message: `Unexpected: ${error instanceof Error ? error.stack : String(error)}` };
}
