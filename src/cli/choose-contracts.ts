import { existsSync } from 'node:fs';
import type { Overrides } from '../contract/index.ts';
import { checkOverrides, readSource } from '../contract/index.ts';
import type { Diagnostic, Source } from '../diagnostics/index.ts';
import { loadConfig, overridesOf, type Target, type WsdlFlags, wsdlFlagsOf } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseConfiguration } from './configuration.ts';
import type { Terminal } from './terminal.ts';

/** Options of commands that read contracts and generate nothing. */
export interface ContractFlags extends CommonOptions, Overrides, WsdlFlags {
  readonly config?: string;
  readonly schema?: string;
}

/** A contract, and how it is read. */
export type ChosenTarget = Pick<Target, 'schema' | 'overrides'> & Partial<Target>;

export interface ChosenContracts {
  readonly targets: readonly ChosenTarget[];
  /** The configuration, which has the settings of the command; undefined without one. */
  readonly source: Source | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * The contract of --schema, or those of the configuration.
 *
 * @param nothing the diagnostic if there is neither, by the name of the configuration file.
 */
export function chooseContracts(
  flags: ContractFlags,
  terminal: Terminal,
  nothing: (file: string) => Diagnostic,
): ChosenContracts {
  const { config, schema } = flags;
  const none = { targets: [], source: undefined, sources: new Map<string, string>() };
  const given = overridesOf(flags);
  const wrong = checkOverrides(given);
  if (wrong.length > 0) return { ...none, diagnostics: wrong };
  const alone: readonly ChosenTarget[] =
    schema === undefined ? [] : [{ schema, overrides: given, ...wsdlFlagsOf(flags) }];
  const file = chooseConfiguration(flags, terminal);
  if (config === undefined && !existsSync(file)) {
    return { ...none, targets: alone, diagnostics: schema === undefined ? [nothing(file)] : [] };
  }
  const { source, diagnostics } = readSource(file);
  if (source === undefined) return { ...none, diagnostics };
  const configured = loadConfig(source);
  const targets = (configured.config?.targets ?? []).map(({ overrides, ...target }) => ({
    ...target,
    overrides: { ...overrides, ...given },
    ...wsdlFlagsOf(flags),
  }));
  return {
    targets: schema === undefined ? targets : alone,
    source,
    diagnostics: configured.diagnostics,
    sources: new Map([[source.file, source.text]]),
  };
}
