import type { Diagnostic, ExitCode, Severity } from '../diagnostic.ts';

/** A file that a command wrote, or that is not up to date. */
export interface FileResult {
  readonly what: 'created' | 'updated' | 'deleted' | 'stale' | 'missing' | 'orphaned';
  readonly file: string;
  /** Lines of a difference, each with its sign. */
  readonly diff?: readonly string[];
}

/** What formats tell of a rule or of a kind of diagnostic. */
export interface RuleText {
  readonly summary: string;
  readonly why: string;
  readonly remedy?: string | undefined;
  readonly severity: Severity;
  readonly category?: string | undefined;
  /** A page about it. */
  readonly helpUri: string;
}

/** A finding about a component of a contract. */
export interface ComponentDiagnostic extends Diagnostic {
  /** Path of the component, such as `operations/Find/request/Name`. */
  readonly path?: string | undefined;
}

/** The result of a command for all formats but text. All paths are relative to the same folder. */
export interface RunReport {
  readonly command: string;
  /** The folder of the command, below that to which paths are relative. */
  readonly folder?: string;
  readonly exitCode: ExitCode;
  readonly files?: readonly FileResult[];
  readonly diagnostics: readonly ComponentDiagnostic[];
  /** Texts of files, by their paths. Fingerprints contain the lines that diagnostics point to. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** The rule with this id; undefined for other codes, which the catalogue of diagnostics has. */
  readonly ruleOf?: ((id: string) => RuleText | undefined) | undefined;
  /** Further properties of the JSON document. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}
