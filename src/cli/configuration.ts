import { existsSync } from 'node:fs';
import { visible } from '../diagnostics/index.ts';
import { configFileName, findConfig } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import type { Terminal } from './terminal.ts';

/** Options of commands that read a configuration. */
export interface ConfigurationFlags extends CommonOptions {
  readonly config?: string;
}

/**
 * The path of --config, or of the nearest configuration from the current folder upwards, which is printed unless it is in
 * the current folder. `soapwright.yaml` if none exists.
 */
export function chooseConfiguration({ config, format, quiet }: ConfigurationFlags, terminal: Terminal): string {
  if (config !== undefined) return config;
  const found = findConfig(process.cwd());
  if (found !== configFileName && format === 'text' && quiet !== true) {
    terminal.message(`Configuration: ${visible(found)}\n`);
  }
  return found;
}

/** The options with the configuration that was found, if there is one, and its path; undefined where flags replace it. */
export function withConfiguration<Flags extends ConfigurationFlags & { readonly schema?: string | undefined }>(
  flags: Flags,
  terminal: Terminal,
): { readonly options: Flags; readonly configuration: string | undefined } {
  if (flags.schema !== undefined) return { options: flags, configuration: undefined };
  const configuration = chooseConfiguration(flags, terminal);
  return { options: existsSync(configuration) ? { ...flags, config: configuration } : flags, configuration };
}
