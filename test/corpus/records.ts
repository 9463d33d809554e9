import type { Diagnostic } from '../../src/diagnostics/index.ts';
import type { ImportResult } from './import/import-record.ts';
import type { SampleResult } from './samples/sample-record.ts';

/** The part of a diagnostic that is kept; `severity` is never `info`. */
export type KeptDiagnostic = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'remedy' | 'file' | 'line' | 'column'>;

/** What happened to an entry. */
export interface EntryRecord {
  readonly id: string;
  /**
   * `read`: there is a contract, and code was generated. `diagnosed`: there are errors instead. `crashed`: an exception or
   * a process that ended. `hung`: no answer within the time limit.
   */
  readonly outcome: 'read' | 'diagnosed' | 'crashed' | 'hung';
  /** Errors first; at most `keptDiagnostics`. */
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly warnings: number;
  readonly errors: number;
  /** The message of a crash. */
  readonly failure?: string | undefined;
  /** CPU time from the first byte to the contract or the last diagnostic. */
  readonly readMilliseconds: number;
  /** CPU time from the contract to the texts of all files. */
  readonly generateMilliseconds: number;
  /** Operations of the contract. */
  readonly operations: number;
  /** Operations of the other ports. */
  readonly otherOperations?: number | undefined;
  /** Why code for other ports could not be generated. */
  readonly otherFailures?: readonly string[] | undefined;
  readonly generatedBytes: number;
  /** Of the process, in bytes; only of entries that had a process of their own. */
  readonly peakMemory?: number | undefined;
  /** Errors of the compiler in the generated files; undefined if nothing was compiled. */
  readonly compileErrors?: readonly string[] | undefined;
  /** Of samples of its messages; undefined if none were made. */
  readonly sampled?: SampleResult | undefined;
  /** Whether it came back from YAML; undefined if it was not imported. */
  readonly imported?: ImportResult | undefined;
}

export const keptDiagnostics = 20;

/** A record of an entry without a result. */
export function failedRecord(id: string, outcome: 'crashed' | 'hung', failure: string): EntryRecord {
  return {
    id,
    outcome,
    failure,
    diagnostics: [],
    warnings: 0,
    errors: 0,
    readMilliseconds: 0,
    generateMilliseconds: 0,
    operations: 0,
    generatedBytes: 0,
  };
}
