import type { Target } from '../config/index.ts';
import type { Contract, ResolvedService } from '../contract/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { emitHandlers, generation, type HandlerOptions, printFiles, serviceFor } from '../emit/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import { type ContractInput, loadInput } from '../input/index.ts';
import {
  type ComponentNames,
  type ContentStore,
  contentOf,
  type GeneratedFile,
  type GeneratedFiles,
  sortedNames,
  storeContent,
} from '../output/index.ts';

// Loads the YAML parser and all emitters. It is loaded only if the cache does not have the result.

export interface BuildInputs {
  readonly target: Target;
  readonly input: ContractInput;
  /** The module that handlers import the generated server from; undefined if the target has no handlers. */
  readonly server: string | undefined;
  /** Names that the components of a WSDL had in the last run. */
  readonly names?: ComponentNames | undefined;
}

/** Everything that is generated from one contract. */
export interface Artifacts {
  readonly generated: GeneratedFiles;
  /** Absent if the target has no handlers. */
  readonly handlers?: HandlerFiles;
}

export interface BuildResult {
  /** Absent if the contract has errors. */
  readonly artifacts?: Artifacts;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of all files of the contract, by their paths. The main file is first. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Generates the artifacts of a contract. The result depends only on the inputs, and not on the environment.
 *
 * @param store holds the texts until it is closed.
 */
export async function build(inputs: BuildInputs, store: ContentStore): Promise<BuildResult> {
  const { target, input, server } = inputs;
  const { schemaName, importExtension, parts, overrides, choice, strict, internalEntities } = target;
  const reading = target.reading ?? (input.wsdl === undefined ? 'standard' : 'tolerant');
  const ofWsdl = { choice, server: server !== undefined, names: inputs.names, strict, internalEntities };
  const loading = { overrides, ...ofWsdl };
  const { contract, diagnostics, sources, names } = loadInput(input, loading);
  if (contract === undefined) return { diagnostics, sources };
  const service = serviceFor(contract, reading);
  const files: GeneratedFile[] = [];
  const isCalled = input.wsdl !== undefined && server === undefined;
  const sides = target.sides ?? (isCalled ? 'client' : 'both');
  const options = { source: schemaName, importExtension, reading, sides, parts };
  for await (const printed of printFiles(contract, options, service)) {
    files.push({ path: printed.path, content: storeContent(printed, store) });
  }
  const operations = service.operations.map(({ identifier }) => identifier);
  const generated = { files, generation, operations, ...(names && { names: sortedNames(names) }) };
  if (server === undefined) return { artifacts: { generated }, diagnostics, sources };
  const handlers = handlerFiles(contract, { importExtension, server }, service);
  return { artifacts: { generated, handlers }, diagnostics, sources };
}

function handlerFiles(contract: Contract, options: HandlerOptions, service: ResolvedService): HandlerFiles {
  const withContent = <T extends { readonly text: string }>({ text, ...rest }: T) => ({
    ...rest,
    content: contentOf(text),
  });
  const { typeName, handlers, index, context } = emitHandlers(contract, options, service);
  return { typeName, handlers: handlers.map(withContent), index: withContent(index), context: withContent(context) };
}
