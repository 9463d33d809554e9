import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Overrides, ResolvedService, ServiceChoice } from '../contract/index.ts';
import { loadInput, openInput, readSource } from '../contract/index.ts';
import { hasErrors, samples as kinds, type Report, report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import type { CacheEntry, ContractCache, DigestedFiles, LoadedService } from '../messages/index.ts';
import { atNames, loadConfig, overridesOf, type Target, type WsdlFlags, wsdlFlagsOf } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseConfiguration } from './configuration.ts';
import { onStage, type Terminal } from './terminal.ts';

/** Flags of commands that take one contract. */
export interface OneContractFlags extends CommonOptions, Overrides, WsdlFlags {
  readonly config?: string;
  readonly schema?: string;
}

/** A service as it was chosen: its file and how it is read. */
export interface ChosenService extends LoadedService {
  readonly target: ContractTarget;
}

/**
 * Loads the contract of --schema, or the only one of the configuration. Undefined after reporting a mistake.
 *
 * @param command typed by the user, up to the contract: `soapwright mock`.
 */
export function loadOneContract(
  flags: OneContractFlags,
  command: string,
  terminal: Terminal,
  to: Report,
): ChosenService | undefined {
  return oneContract(flags, command, terminal, to)?.load();
}

export interface OneContractPlace {
  readonly cache?: ContractCache | undefined;
  /** Of a WSDL: its service, which overrides that of the configuration. */
  readonly choice?: ServiceChoice | undefined;
}

/** The contract of `loadOneContract`, and where it is kept; undefined after reporting a mistake. */
export function oneContract(
  flags: OneContractFlags,
  command: string,
  terminal: Terminal,
  to: Report,
  { cache, choice }: OneContractPlace = {},
): OneContract | undefined {
  const chosen = chooseTarget(flags, command, terminal, to);
  if (chosen === undefined) return undefined;
  const target = { ...chosen, ...(choice !== undefined && { choice }) };
  const { schema, overlay, allowedPaths } = target;
  const overrides = { ...target.overrides, ...overridesOf(flags) };
  const settings = [resolve('.'), schema, overlay, allowedPaths, target.choice, overrides, wsdlFlagsOf(flags)];
  return {
    entry: cache?.entry(settings),
    load: (files) => load(target, flags, terminal, to, files),
  };
}

/** A contract before it is loaded. */
export interface OneContract {
  readonly entry: CacheEntry | undefined;
  /** Loads it from its files; undefined after reporting a mistake. */
  load(files?: DigestedFiles): ChosenService | undefined;
}

export type ContractTarget = Pick<Target, 'schema' | 'overrides'> & Partial<Target>;

/** The contract of --schema, with the settings that the configuration has for it; or the only one of the configuration. */
function chooseTarget(
  flags: OneContractFlags,
  command: string,
  terminal: Terminal,
  to: Report,
): ContractTarget | undefined {
  const { schema } = flags;
  const config = chooseConfiguration(flags, terminal);
  const plain = schema === undefined ? undefined : { schema, overrides: {} };
  if (flags.config === undefined && !existsSync(config)) {
    if (plain === undefined) to.add(report(kinds.noContract, { file: config, command }));
    return plain;
  }
  const { source, diagnostics } = readSource(config);
  to.add(...diagnostics);
  if (source === undefined) return undefined;
  to.sources.set(source.file, source.text);
  const loaded = loadConfig(source);
  to.add(...loaded.diagnostics);
  const targets = loaded.config?.targets ?? [];
  const configured =
    schema === undefined ? targets : targets.filter((target) => resolve(target.schema) === resolve(schema));
  const names = [...new Set(configured.map((target) => target.schema))];
  const [first] = names;
  if (first !== undefined && names.length > 1) {
    to.add(report(kinds.severalContracts, { file: config, names: names.join(', '), first, command }));
  }
  return hasErrors(to.diagnostics) ? undefined : (configured[0] ?? plain);
}

function load(
  target: ContractTarget,
  flags: OneContractFlags,
  terminal: Terminal,
  to: Report,
  files?: DigestedFiles,
): ChosenService | undefined {
  const { schema, overlay, allowedPaths, choice } = target;
  onStage(flags, terminal)(`Reading ${schema}`);
  const { input, diagnostics } = openInput(schema, { current: resolve('.'), overlay, allowedPaths, files });
  to.add(...atNames(diagnostics, target));
  if (input === undefined) return undefined;
  const overrides = { ...target.overrides, ...overridesOf(flags) };
  const { contract, ...loaded } = loadInput(input, { overrides, choice, ...wsdlFlagsOf(flags) });
  for (const [path, text] of loaded.sources) to.sources.set(path, text);
  to.add(...loaded.diagnostics.filter(({ severity }) => severity === 'error'));
  if (contract === undefined) return undefined;
  let service: ResolvedService | undefined;
  return {
    target,
    contract,
    get service() {
      service ??= serviceFor(contract, 'standard');
      return service;
    },
  };
}
