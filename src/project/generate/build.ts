import type { Diagnostic } from '../../diagnostics/index.ts';
import { type EmittedHandlers, generation, type PrintedFile } from '../../emit/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import {
  type ContentStore,
  contentOf,
  type GeneratedFile,
  type GeneratedFiles,
  sortedNames,
  storeContent,
} from '../output/index.ts';
import { type EmitInputs, emitTarget } from './emit-target.ts';

// Loads the YAML parser and all emitters. It is loaded only if the cache does not have the result.

export type BuildInputs = EmitInputs;

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
  const files: GeneratedFile[] = [];
  const take = (printed: PrintedFile) => files.push({ path: printed.path, content: storeContent(printed, store) });
  const { emitted, diagnostics, sources } = await emitTarget(inputs, take);
  if (emitted === undefined) return { diagnostics, sources };
  const { service, names, handlers } = emitted;
  const operations = service.operations.map(({ identifier }) => identifier);
  const generated = { files, generation, operations, ...(names && { names: sortedNames(names) }) };
  return {
    artifacts: { generated, ...(handlers && { handlers: handlerFiles(handlers) }) },
    diagnostics,
    sources,
  };
}

function handlerFiles({ typeName, handlers, index, context }: EmittedHandlers): HandlerFiles {
  const withContent = <T extends { readonly text: string }>({ text, ...rest }: T) => ({
    ...rest,
    content: contentOf(text),
  });
  return { typeName, handlers: handlers.map(withContent), index: withContent(index), context: withContent(context) };
}
