import type { OutputFormat } from '../diagnostics/index.ts';

/** Options of all commands, as commander parses them. */
export interface CommonOptions {
  /** The name of the command itself. */
  readonly command: string;
  readonly format: OutputFormat;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}
