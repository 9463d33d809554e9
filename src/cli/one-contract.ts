import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Contract, Overrides, ResolvedService, ServiceChoice } from '../contract/index.ts';
import { loadInput, openInput, readSource } from '../contract/index.ts';
import { hasErrors, samples as kinds, type Report, report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { atNames, loadConfig, overridesOf, type Target, type WsdlFlags, wsdlFlagsOf } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseConfiguration } from './configuration.ts';
import { onStage, type Terminal } from './terminal.ts';

/** Flags of commands that take one contract. */
export interface OneContractFlags extends CommonOptions, Overrides, WsdlFlags {
  readonly config?: string;
  readonly schema?: string;
}

/** A contract that is loaded. */
export interface LoadedService {
  /** As it was chosen: its file and how it is read. */
  readonly target: ContractTarget;
  readonly contract: Contract;
  readonly service: ResolvedService;
}

/**
 * Loads the contract of --schema, or the only one of the configuration. Undefined after reporting a mistake.
 *
 * @param command typed by the user, up to the contract: `soapwright mock`.
 * @param choice of a WSDL's service, which overrides that of the configuration.
 */
export function loadOneContract(
  flags: OneContractFlags,
  command: string,
  terminal: Terminal,
  to: Report,
  choice?: ServiceChoice,
): LoadedService | undefined {
  const target = chooseTarget(flags, command, terminal, to);
  return target && load({ ...target, ...(choice !== undefined && { choice }) }, flags, terminal, to);
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
): LoadedService | undefined {
  const { schema, overlay, allowedPaths, choice } = target;
  onStage(flags, terminal)(`Reading ${schema}`);
  const { input, diagnostics } = openInput(schema, { current: resolve('.'), overlay, allowedPaths });
  to.add(...atNames(diagnostics, target));
  if (input === undefined) return undefined;
  const overrides = { ...target.overrides, ...overridesOf(flags) };
  const { contract, ...loaded } = loadInput(input, { overrides, choice, ...wsdlFlagsOf(flags) });
  for (const [path, text] of loaded.sources) to.sources.set(path, text);
  to.add(...loaded.diagnostics.filter(({ severity }) => severity === 'error'));
  return contract && { target, contract, service: serviceFor(contract, 'standard') };
}
