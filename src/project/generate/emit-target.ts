import type { Contract, ResolvedService, ServiceChoice } from '../../contract/index.ts';
import { type ContractInput, loadInput } from '../../contract/index.ts';
import type { Diagnostic } from '../../diagnostics/index.ts';
import { type EmittedHandlers, emitHandlers, type PrintedFile, printFiles, serviceFor } from '../../emit/index.ts';
import type { Target } from '../config/index.ts';
import type { ComponentNames } from '../output/index.ts';
import type { Plugin } from '../plugins/plugin.ts';
import { runPlugins } from '../plugins/run-plugins.ts';

export interface EmitInputs {
  readonly target: Target;
  readonly input: ContractInput;
  /** The module that handlers import the generated server from; undefined if the target has no handlers. */
  readonly server: string | undefined;
  /** Names that the components of a WSDL had in the last run. */
  readonly names?: ComponentNames | undefined;
  readonly plugins?: readonly Plugin[] | undefined;
}

export interface EmittedTarget {
  readonly contract: Contract;
  readonly service: ResolvedService;
  /** Names of the components of a WSDL, for the next run. */
  readonly names?: ComponentNames | undefined;
  /** Absent if the target has no handlers. */
  readonly handlers?: EmittedHandlers;
}

export interface EmitResult {
  /** Absent with errors: then some files may have been taken. */
  readonly emitted?: EmittedTarget;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of all files of the contract, by their paths. The main file is first. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Generates the files of a target, one after the other. The result depends only on the inputs. */
export async function emitTarget(inputs: EmitInputs, take: (file: PrintedFile) => void): Promise<EmitResult> {
  const { target, input, server, plugins = [] } = inputs;
  const { schemaName: source, importExtension, parts, overrides, choice, strict, internalEntities } = target;
  const reading = target.reading ?? (input.wsdl === undefined ? 'standard' : 'tolerant');
  const isServed = server !== undefined || (target.sides ?? 'client') !== 'client';
  const extended: ServiceChoice = isServed ? { extent: 'service', ...choice } : choice;
  const ofWsdl = { choice: extended, server: server !== undefined, names: inputs.names, strict, internalEntities };
  const { contract, diagnostics, sources, names } = loadInput(input, { overrides, ...ofWsdl });
  if (contract === undefined) return { diagnostics, sources };
  const service = serviceFor(contract, reading);
  const isCalled = input.wsdl !== undefined && server === undefined;
  const sides = target.sides ?? (isCalled ? 'client' : 'both');
  const generated: string[] = [];
  for await (const file of printFiles(contract, { source, importExtension, reading, sides, parts }, service)) {
    generated.push(file.path);
    take(file);
  }
  const further = await runPlugins(
    plugins,
    { service, contract, source, importExtension, generated },
    target.places?.plugins,
  );
  if (further.diagnostics.length > 0) return { diagnostics: [...diagnostics, ...further.diagnostics], sources };
  for (const { path, text } of further.files) take({ path, pieces: [text], around: () => ['', ''] });
  const handlers = server === undefined ? undefined : emitHandlers(contract, { importExtension, server }, service);
  return { emitted: { contract, service, names, ...(handlers && { handlers }) }, diagnostics, sources };
}
